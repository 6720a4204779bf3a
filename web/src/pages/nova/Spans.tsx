import type { SpectrumFragment } from "../../api/generated/graphql.ts";
import { dayOf, scaleOf } from "../../novae/mjd.ts";
import { stateOf } from "../../parts/LabelChip.tsx";
import { figure, plural, said } from "../../parts/words.ts";

interface Given {
  spectra: readonly SpectrumFragment[];
  chosen: string | null;
  isCooling: (spectrum: SpectrumFragment) => boolean;
  onChoose: (id: string) => void;
}

type Dated = SpectrumFragment & { observationDateMjd: number; wavelengthMinNm: number; wavelengthMaxNm: number };

/** Spectra over time: each is as high as the wavelengths that it covers, and hatched while it must wait. */
export function Spans({ spectra, chosen, isCooling, onChoose }: Given) {
  const dated = spectra.filter(isDated);
  const undated = spectra.filter((each) => !isDated(each));
  const days = dated.map(({ observationDateMjd }) => observationDateMjd).sort((a, b) => a - b);
  const waves = dated.flatMap(({ wavelengthMinNm, wavelengthMaxNm }) => [wavelengthMinNm, wavelengthMaxNm]).sort((a, b) => a - b);
  const [x, y] = [scaleOf(days), scaleOf(waves)];
  const mark = (each: SpectrumFragment) => ({ key: each.id, title: titleOf(each), "data-state": stateOf(each.validationStatus), "data-cooling": isCooling(each) || undefined, "data-chosen": each.id === chosen || undefined, onClick: () => onChoose(each.id) });
  return (
    <>
      {dated.length > 0 && (
        <>
          <div className="spans" role="img" aria-label={`${plural(dated.length, "spectrum").replace("spectrums", "spectra")} from ${dayOf(days[0]!)} to ${dayOf(days.at(-1)!)}, listed below`}>
            <b style={{ top: 0 }}>{figure(waves.at(-1))} nm</b>
            <b style={{ bottom: 0 }}>{figure(waves[0])} nm</b>
            {dated.map((each) => {
              const { key, ...marked } = mark(each);
              return <i key={key} {...marked} style={{ left: `${x(each.observationDateMjd)}%`, bottom: `${y(each.wavelengthMinNm)}%`, height: `${y(each.wavelengthMaxNm) - y(each.wavelengthMinNm)}%` }} />;
            })}
          </div>
          <p className="spans-axis">
            <span>{dayOf(days[0]!)}</span>
            <span>{dayOf(days.at(-1)!)}</span>
          </p>
        </>
      )}
      {undated.length > 0 && (
        <p className="spans-undated">
          <span className="soft">Without a date:</span>
          {undated.map((each) => {
            const { key, ...marked } = mark(each);
            return <i key={key} {...marked} />;
          })}
        </p>
      )}
    </>
  );
}

function isDated(spectrum: SpectrumFragment): spectrum is Dated {
  const { observationDateMjd, wavelengthMinNm, wavelengthMaxNm } = spectrum;
  return observationDateMjd !== null && wavelengthMinNm !== null && wavelengthMaxNm !== null;
}

function titleOf({ provider, instrument, validationStatus, observationDateMjd }: SpectrumFragment): string {
  return [provider, instrument, validationStatus && said(validationStatus), observationDateMjd && dayOf(observationDateMjd)].filter(Boolean).join(" · ");
}

import { useEffect, useState } from "react";
import type { SpectrumFragment } from "../../api/generated/graphql.ts";
import { Decide } from "../../novae/Decide.tsx";
import { dayOf } from "../../novae/mjd.ts";
import { isWaiting, outcomeOf, reasonOf } from "../../novae/quarantines.ts";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Table, type Column } from "../../parts/Table.tsx";
import { figure, said, span } from "../../parts/words.ts";
import type { NovaData } from "./Nova.tsx";
import { Spans } from "./Spans.tsx";

/** All spectra of a nova: when, which wavelengths, and where each stands; a quarantine is decided right here. */
export function Spectra({ nova }: { nova: NovaData }) {
  const spectra = nova.products.filter((each) => each.__typename === "SpectraProduct");
  const [chosen, setChosen] = useState<string | null>(null);
  const current = spectra.find(({ id }) => id === chosen);
  const now = useNow(spectra.some(({ nextEligibleAttemptAt }) => nextEligibleAttemptAt !== null));
  const left = (spectrum: SpectrumFragment) => secondsLeft(spectrum, now);
  return (
    <Panel title="Spectra" aside={<span className="soft">{spectra.length}</span>}>
      {spectra.length ? (
        <>
          <Spans spectra={spectra} chosen={chosen} isCooling={(each) => left(each) > 0} onChoose={setChosen} />
          <Table label="Spectra" columns={columns(left, setChosen)} rows={spectra} keyOf={({ id }) => id} isChosen={({ id }) => id === chosen} height={336} />
          {current && isQuarantine(current) && <Decide key={current.id} quarantine={{ kind: "spectrum", item: current }} />}
        </>
      ) : (
        <p className="soft">No spectrum yet.</p>
      )}
    </Panel>
  );
}

function columns(left: (spectrum: SpectrumFragment) => number, onChoose: (id: string) => void): Column<SpectrumFragment>[] {
  return [
    { title: "From", width: "minmax(80px, 1fr)", cell: ({ id, provider, instrument }) => <a href={`#/node/${id}`}>{[provider, instrument].filter(Boolean).join(" ")}</a> },
    { title: "Date", width: "88px", isExtra: true, cell: ({ observationDateMjd }) => observationDateMjd !== null && dayOf(observationDateMjd) },
    { title: "nm", width: "88px", isNumber: true, from: 1000, cell: ({ wavelengthMinNm, wavelengthMaxNm }) => wavelengthMinNm !== null && `${figure(wavelengthMinNm)}–${figure(wavelengthMaxNm)}` },
    { title: "S/N", width: "48px", isNumber: true, from: 1000, cell: ({ snr }) => figure(snr) },
    { title: "State", width: "minmax(104px, 136px)", cell: ({ validationStatus }) => <LabelChip state={stateOf(validationStatus)}>{said(validationStatus ?? "unknown")}</LabelChip> },
    { title: "File", width: "128px", from: 1000, cell: ({ acquisitionStatus }) => said(acquisitionStatus ?? "") },
    { title: "Wait", width: "72px", isNumber: true, isExtra: true, cell: (each) => left(each) > 0 && <time dateTime={each.nextEligibleAttemptAt!}>{countdown(left(each))}</time> },
    { title: "Quarantine", width: "minmax(96px, 2fr)", cell: (each) => isQuarantine(each) && <Quarantined spectrum={each} onChoose={onChoose} /> },
  ];
}

function Quarantined({ spectrum, onChoose }: { spectrum: SpectrumFragment; onChoose: (id: string) => void }) {
  const quarantine = { kind: "spectrum", item: spectrum } as const;
  const text = isWaiting(quarantine) ? reasonOf(quarantine) : (outcomeOf(quarantine) ?? reasonOf(quarantine));
  return (
    <button className="plain" title={text} onClick={() => onChoose(spectrum.id)}>
      {text}
    </button>
  );
}

/** In quarantine, or out of it because somebody has decided so. */
function isQuarantine({ validationStatus, manualReviewStatus }: SpectrumFragment): boolean {
  return validationStatus === "QUARANTINED" || manualReviewStatus !== null;
}

/** How long a spectrum still has to wait before it may be fetched again. */
function secondsLeft({ nextEligibleAttemptAt, eligibility }: SpectrumFragment, now: number): number {
  return nextEligibleAttemptAt && eligibility === "ACQUIRE" ? (Date.parse(nextEligibleAttemptAt) - now) / 1000 : 0;
}

/** "4:07" in the last hour, otherwise as long as it is. */
export function countdown(seconds: number): string {
  if (seconds >= 3600) return span(seconds);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}

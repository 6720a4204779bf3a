import { MAGNITUDES, type Point } from "../../novae/brightness.ts";
import { dayOf, scaleOf } from "../../novae/mjd.ts";
import { figure } from "../../parts/words.ts";

const HUES = [320, 208, 40, 150, 265, 13];
/** Each band has a sign of its own, for those to whom colours say little; each is about 8 px wide. */
const SIGNS = ["M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z", "M-3 -3h6v6h-6z", "M0 -4.5L4.5 0L0 4.5L-4.5 0z", "M0 -4.5L4 3h-8z", "M-4 -1h3v-3h2v3h3v2h-3v3h-2v-3h-3z", "M-4 -1.5h8v3h-8z"];
const LIMIT = "M-4 -3h8L0 4.5z";
/** What stays free above and below, in per cent. */
const EDGE = 5;

/** Brightness over time, in one unit. Bright is up: few magnitudes, or much of anything else. */
export function Brightness({ unit, points }: { unit: string; points: readonly Point[] }) {
  const bands = [...new Set(points.map(({ band }) => band))].sort();
  const days = points.map(({ day }) => day).sort((a, b) => a - b);
  const values = points.map(({ value }) => value).sort((a, b) => a - b);
  const [first, last] = [dayOf(days[0]!), dayOf(days.at(-1)!)];
  const [x, share] = [scaleOf(days), scaleOf(values)];
  const y = (value: number) => EDGE + ((unit === MAGNITUDES ? share(value) : 100 - share(value)) * (100 - 2 * EDGE)) / 100;
  const ends = [...new Set([values[0]!, values.at(-1)!])];
  return (
    <>
      <div className="light-curve">
        {ends.map((value) => (
          <b key={value} style={{ top: `${y(value)}%` }}>
            {figure(value)}
          </b>
        ))}
        <svg role="img" aria-label={`Brightness in ${unit} from ${first} to ${last}`} data-points={points.length}>
          {points.map((point, index) => (
            <Mark key={index} x={`${x(point.day)}%`} y={`${y(point.value)}%`} rank={bands.indexOf(point.band)} isLimit={point.isLimit}>
              {titleOf(point, unit)}
            </Mark>
          ))}
        </svg>
      </div>
      <p className="spans-axis">
        <span>{first}</span>
        {last !== first && <span>{last}</span>}
      </p>
      <p className="light-curve-key soft">
        <span>
          {unit}, brighter is up
        </span>
        {bands.map((band, rank) => (
          <span key={band}>
            <Sign rank={rank} /> {band}
          </span>
        ))}
        {points.some(({ isLimit }) => isLimit) && (
          <span>
            <Sign isLimit /> not seen, fainter than this
          </span>
        )}
      </p>
    </>
  );
}

interface Given {
  x: string;
  y: string;
  rank: number;
  isLimit: boolean;
  children: string;
}

function Mark({ x, y, rank, isLimit, children }: Given) {
  return (
    <svg x={x} y={y} overflow="visible">
      <path d={isLimit ? LIMIT : SIGNS[rank % SIGNS.length]} {...paint(rank, isLimit)}>
        <title>{children}</title>
      </path>
    </svg>
  );
}

function Sign({ rank = 0, isLimit = false }: { rank?: number; isLimit?: boolean }) {
  const colours = isLimit ? { fill: "none", stroke: "currentColor" } : paint(rank, false);
  return (
    <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true">
      <path d={isLimit ? LIMIT : SIGNS[rank % SIGNS.length]} {...colours} />
    </svg>
  );
}

function paint(rank: number, isLimit: boolean) {
  const colour = `hsl(${HUES[rank % HUES.length]}, 65%, 50%)`;
  return { fill: isLimit ? "none" : colour, stroke: isLimit ? colour : "none" };
}

function titleOf({ day, band, value, error, isLimit }: Point, unit: string): string {
  return `${dayOf(day)} ${band} ${isLimit ? "fainter than " : ""}${figure(value)}${error === null ? "" : ` ± ${figure(error)}`} ${unit}`;
}

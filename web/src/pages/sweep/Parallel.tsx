import { figure } from "../../parts/words.ts";
import { placesOf } from "./axes.ts";
import type { Run } from "./ranked.ts";

interface Given {
  runs: readonly Run[];
  names: readonly string[];
  metricName: string;
  isLower: boolean;
  pointed: string | null;
  onPoint: (jobId: string | null) => void;
}

const WIDTH = 480;
const HEIGHT = 280;
const [TOP, BOTTOM, SIDE] = [24, 24, 48];

/** One line for each run, through its settings to what came of them. Good results are at the top. */
export function Parallel({ runs, names, metricName, isLower, pointed, onPoint }: Given) {
  const shown = runs.filter(({ best }) => best);
  if (!shown.length || !names.length) return <p className="soft">There is nothing to compare yet.</p>;
  const axes = [
    ...names.map((name) => ({ name, ...placesOf(shown.map(({ settings }) => settings.get(name))) })),
    { name: metricName, ...placesOf(shown.map(({ best }) => best!.value), isLower) },
  ];
  const x = (index: number) => SIDE + (index * (WIDTH - 2 * SIDE)) / (axes.length - 1);
  const y = (place: number) => HEIGHT - BOTTOM - place * (HEIGHT - TOP - BOTTOM);
  const chosen = pointed ?? shown[0]!.jobId;
  const ordered = shown.map((run, index) => ({ run, index })).sort((one, other) => Number(one.run.jobId === chosen) - Number(other.run.jobId === chosen));
  return (
    <svg className="parallel" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Settings of ${shown.length} runs against ${metricName}; the best is ${shown[0]!.name}`}>
      {axes.map(({ name }, index) => (
        <line key={name} x1={x(index)} x2={x(index)} y1={TOP} y2={HEIGHT - BOTTOM} />
      ))}
      {ordered.map(({ run, index }) => (
        <polyline
          key={run.jobId}
          data-chosen={run.jobId === chosen || undefined}
          points={axes.map(({ places }, axis) => `${x(axis)},${y(places[index]!)}`).join(" ")}
          onPointerEnter={() => onPoint(run.jobId)}
          onPointerLeave={() => onPoint(null)}
        >
          <title>{`${run.name}: ${figure(run.best?.value)}`}</title>
        </polyline>
      ))}
      {axes.map(({ name, ticks }, index) => (
        <g key={name}>
          <text x={x(index)} y={14} className="parallel-name">
            {name}
          </text>
          {ticks.map(({ text, place }) => (
            <text key={text} x={x(index) + (index === axes.length - 1 ? 6 : -6)} y={y(place) + 4} textAnchor={index === axes.length - 1 ? "start" : "end"}>
              {text}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}

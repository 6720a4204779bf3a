import "./Sky.css";
import { useRef, useState } from "react";
import { beside, MILKY_WAY, pathOf, placeOf, separation, spotOf, type Place } from "../novae/aitoff.ts";
import type { State } from "./LabelChip.tsx";

export interface Star extends Place {
  key: string;
  name: string;
  state: State;
  /** Shown by its area. */
  weight: number;
}

export interface Cone extends Place {
  radius: number;
}

interface Given {
  label: string;
  stars: readonly Star[];
  cone?: Cone | null;
  onCone?: (cone: Cone) => void;
  onStar?: (star: Star) => void;
}

const LEAST_DEGREES = 1;
const lines = (places: (at: number) => Place[], all: number[]) => all.map((each) => pathOf(places(each))).join("");
const range = (from: number, to: number, step: number) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
const MERIDIANS = lines((ra) => range(-90, 90, 5).map((dec) => ({ ra, dec })), [60, 120, 240, 300, 360]);
// From just inside of one end of the map to just inside of the other.
const PARALLELS = lines((dec) => range(180.01, 539.99, 3.9998).map((ra) => ({ ra, dec })), [-60, -30, 0, 30, 60]);

/** The whole sky as a map. Dragging over it asks for what is within a circle. */
export function Sky({ label, stars, cone = null, onCone, onStar }: Given) {
  const drawing = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Cone | null>(null);
  const at = ({ clientX, clientY }: React.PointerEvent): Place | null => {
    const matrix = drawing.current?.getScreenCTM();
    return matrix ? placeOf(new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())) : null;
  };
  const down = (event: React.PointerEvent) => {
    const place = onCone && event.button === 0 ? at(event) : null;
    if (place) setDrag({ ...place, radius: 0 });
  };
  const move = (event: React.PointerEvent) => {
    const to = drag && at(event);
    if (!to) return;
    const radius = separation(drag, to);
    if (radius >= LEAST_DEGREES) drawing.current?.setPointerCapture(event.pointerId); // a click on a star stays one
    setDrag({ ...drag, radius });
  };
  const up = () => {
    if (drag && drag.radius >= LEAST_DEGREES) onCone?.(drag);
    setDrag(null);
  };
  const circle = drag && drag.radius >= LEAST_DEGREES ? drag : cone;
  return (
    <svg ref={drawing} className="sky" viewBox="-3.3 -1.7 6.6 3.4" role="img" aria-label={label} onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={() => setDrag(null)}>
      <ellipse className="sky-ground" rx={Math.PI} ry={Math.PI / 2} />
      <path d={MERIDIANS + PARALLELS} />
      <path className="sky-way" d={pathOf(MILKY_WAY)} />
      {circle && <path className="sky-cone" d={pathOf(range(0, 360, 4).map((turn) => beside(circle, circle.radius, turn)))} />}
      {[6, 12, 18].map((hour) => (
        <text key={hour} x={spotOf({ ra: hour * 15 - 0.01, dec: 0 }).x + 0.03} y={-0.04}>
          {hour}h
        </text>
      ))}
      {stars.map((star) => {
        const { x, y } = spotOf(star);
        return (
          <circle key={star.key} cx={x} cy={y} r={0.036 + 0.016 * Math.sqrt(star.weight)} data-state={star.state} data-link={onStar && true} onClick={onStar && (() => onStar(star))}>
            <title>{star.name}</title>
          </circle>
        );
      })}
    </svg>
  );
}

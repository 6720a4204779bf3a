import "./Picture.css";
import { useEffect, useRef, type ReactNode } from "react";
import type { Box } from "./view.ts";
import type { Looking } from "./useLooking.ts";

interface Given {
  width: number;
  height: number;
  /** Null where there is no picture; then `reason` says why, and what lies over it is shown alone. */
  href: string | null | undefined;
  reason?: string | null | undefined;
  label: string;
  /** The part in sight. */
  view: Box;
  /** Where one can look around: wheel, pinch, drag. */
  looking?: Looking;
  /** Called if the picture cannot be had: its address may have expired. */
  onMissing?: () => void;
  children?: ReactNode;
}

/** A picture with what lies over it, drawn in the picture's own pixels. */
export function Picture({ width, height, href, reason, label, view, looking, onMissing, children }: Given) {
  const drawing = useRef<SVGSVGElement>(null);
  const listen = looking?.listen;
  useEffect(() => (drawing.current && listen ? listen(drawing.current) : undefined), [listen]);
  return (
    <figure className="picture" data-closer={looking?.isCloser || undefined}>
      <svg
        ref={drawing}
        role="img"
        aria-label={label}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        style={{ aspectRatio: `${view.width} / ${view.height}` }}
      >
        <rect className="picture-paper" width={width} height={height} />
        {href && <image href={href} width={width} height={height} preserveAspectRatio="none" onError={onMissing} />}
        {children}
      </svg>
      {!href && <figcaption className="soft">{reason ?? "There is no picture."}</figcaption>}
    </figure>
  );
}

import { useCallback, useMemo, useState } from "react";
import { within, zoomed, type Box, type Point } from "./view.ts";

export interface Looking {
  view: Box;
  isCloser: boolean;
  setView: (view: (view: Box) => Box) => void;
  /** Closer to the middle by a factor; farther if it is below 1. */
  zoom: (factor: number) => void;
  reset: () => void;
  listen: (drawing: SVGSVGElement) => () => void;
}

const WHEEL_STEP = 0.002;

/** A view of a picture that can be moved by wheel, by pinching with two fingers and by dragging. */
export function useLooking(width: number, height: number): Looking {
  const whole = useMemo(() => ({ x: 0, y: 0, width, height }), [width, height]);
  const [view, setView] = useState<Box>(whole);
  const listen = useCallback((drawing: SVGSVGElement) => follow(drawing, setView, whole), [whole]);
  const zoom = useCallback(
    (factor: number) => setView((now) => zoomed(now, factor, { x: now.x + now.width / 2, y: now.y + now.height / 2 }, whole)),
    [whole],
  );
  const reset = useCallback(() => setView(whole), [whole]);
  return { view, isCloser: view.width < width, setView, zoom, reset, listen };
}

type SetView = (view: (view: Box) => Box) => void;

function follow(drawing: SVGSVGElement, setView: SetView, whole: Box): () => void {
  const fingers = new Map<number, Point>();
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const matrix = drawing.getScreenCTM();
    const { x, y } = matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
    return { x, y };
  };
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && event.deltaMode === 0 && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const point = at(event);
    setView((view) => zoomed(view, Math.exp(-event.deltaY * WHEEL_STEP), point, whole));
  };
  const down = (event: PointerEvent) => void fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      const middle = at(event);
      setView((view) => zoomed(view, distance(now, other) / Math.max(1, distance(before, other)), middle, whole));
    } else {
      const { width } = drawing.getBoundingClientRect();
      setView((view) => {
        const scale = view.width / Math.max(1, width);
        return within({ ...view, x: view.x - (now.x - before.x) * scale, y: view.y - (now.y - before.y) * scale }, whole);
      });
    }
  };
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId);
  const listeners = { wheel, pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: up } as const;
  for (const [name, listener] of Object.entries(listeners)) drawing.addEventListener(name, listener as EventListener, { passive: false });
  return () => {
    for (const [name, listener] of Object.entries(listeners)) drawing.removeEventListener(name, listener as EventListener);
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

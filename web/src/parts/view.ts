/** A part of a picture, in its own pixels; y goes down. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Corners {
  topLeft: Point | null;
  topRight: Point | null;
  bottomLeft: Point | null;
  bottomRight: Point | null;
}

type Size = Pick<Box, "width" | "height">;

const CLOSEST = 16;

/** The four corners as `points` of an SVG polygon: stored as shares of the picture, with y from the bottom up. */
export function pointsOf({ topLeft, topRight, bottomRight, bottomLeft }: Corners, { width, height }: Size): string {
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  if (corners.some((each) => !each)) return "";
  return corners.map((each) => `${round(each!.x * width)},${round((1 - each!.y) * height)}`).join(" ");
}

/** The smallest upright box around the corners; null if they are not stored. */
export function boxOf({ topLeft, topRight, bottomRight, bottomLeft }: Corners, { width, height }: Size): Box | null {
  if (!topLeft || !topRight || !bottomRight || !bottomLeft) return null;
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  const [left, right] = edges(corners.map(({ x }) => x * width));
  const [top, bottom] = edges(corners.map(({ y }) => (1 - y) * height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Closer by a factor, so that what is under the point stays there; never farther than the whole picture. */
export function zoomed(view: Box, factor: number, point: Point, whole: Size): Box {
  const width = Math.min(whole.width, Math.max(whole.width / CLOSEST, view.width / factor));
  const scale = width / view.width;
  const moved = {
    x: point.x - (point.x - view.x) * scale,
    y: point.y - (point.y - view.y) * scale,
    width,
    height: view.height * scale,
  };
  return within(moved, whole);
}

/** The view without leaving the picture. */
export function within(view: Box, whole: Size): Box {
  return {
    ...view,
    x: clamp(view.x, 0, whole.width - view.width),
    y: clamp(view.y, 0, whole.height - view.height),
  };
}

/** The view moved as little as needed to show a box. */
export function showing(view: Box, box: Box, whole: Size): Box {
  const x = clamp(view.x, box.x + box.width - view.width, box.x);
  const y = clamp(view.y, box.y + box.height - view.height, box.y);
  return x === view.x && y === view.y ? view : within({ ...view, x, y }, whole);
}

/** A strip of the picture around a word: six times its height, and as wide as is left of the strip's shape. */
export function around(word: Box, whole: Size, shape: number): Box {
  const height = Math.min(Math.max(word.height * 6, (word.width * 1.2) / shape), whole.height, whole.width / shape);
  const width = height * shape;
  return within({ x: word.x + word.width / 2 - width / 2, y: word.y + word.height / 2 - height / 2, width, height }, whole);
}

function edges(numbers: number[]): [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A place on the sky in degrees: right ascension and declination. */
export interface Place {
  ra: number;
  dec: number;
}

/** A place on the map: x from -π to π, y from -π/2 to π/2, and y goes down as on a screen. */
export interface Spot {
  x: number;
  y: number;
}

const RADIAN = Math.PI / 180;

/** Aitoff's projection, with 0h in the middle and right ascension growing leftward, as one sees the sky from below. */
export function spotOf({ ra, dec }: Place): Spot {
  return projected((((ra + 540) % 360) - 180) * RADIAN, dec * RADIAN);
}

function projected(longitude: number, latitude: number): Spot {
  const cosine = Math.cos(latitude) * Math.cos(longitude / 2);
  const alpha = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const stretch = alpha < 1e-9 ? 1 : alpha / Math.sin(alpha);
  return { x: -2 * Math.cos(latitude) * Math.sin(longitude / 2) * stretch, y: -Math.sin(latitude) * stretch };
}

/** The place that is shown at a spot; null beside the sky. There is no formula for it, so it is approached in steps. */
export function placeOf({ x, y }: Spot): Place | null {
  if ((x / Math.PI) ** 2 + (y / (Math.PI / 2)) ** 2 > 1) return null;
  let [longitude, latitude] = [-x, -y];
  for (let step = 0; step < 40; step += 1) {
    const here = projected(longitude, latitude);
    const [dx, dy] = [x - here.x, y - here.y];
    if (Math.hypot(dx, dy) < 1e-9) break;
    const h = 1e-5;
    const [east, north] = [projected(longitude + h, latitude), projected(longitude, latitude + h)];
    const [a, b, c, d] = [(east.x - here.x) / h, (north.x - here.x) / h, (east.y - here.y) / h, (north.y - here.y) / h];
    const determinant = a * d - b * c || 1e-9;
    longitude = clamp(longitude + (dx * d - dy * b) / determinant, Math.PI);
    latitude = clamp(latitude + (dy * a - dx * c) / determinant, Math.PI / 2);
  }
  return { ra: (longitude / RADIAN + 360) % 360, dec: latitude / RADIAN };
}

/** How far two places are apart, in degrees. */
export function separation(one: Place, other: Place): number {
  const [dec, otherDec] = [one.dec * RADIAN, other.dec * RADIAN];
  const [sine, across] = [Math.sin((otherDec - dec) / 2), Math.sin(((other.ra - one.ra) * RADIAN) / 2)];
  return (2 * Math.asin(Math.min(1, Math.sqrt(sine ** 2 + Math.cos(dec) * Math.cos(otherDec) * across ** 2)))) / RADIAN;
}

/** The place at some degrees from another, in a direction. */
export function beside({ ra, dec }: Place, degrees: number, direction: number): Place {
  const [from, far, turn] = [dec * RADIAN, degrees * RADIAN, direction * RADIAN];
  const latitude = Math.asin(Math.sin(from) * Math.cos(far) + Math.cos(from) * Math.sin(far) * Math.cos(turn));
  const longitude = Math.atan2(Math.sin(turn) * Math.sin(far) * Math.cos(from), Math.cos(far) - Math.sin(from) * Math.sin(latitude));
  return { ra: (ra + longitude / RADIAN + 360) % 360, dec: latitude / RADIAN };
}

const POLE: Place = { ra: 192.859, dec: 27.128 };

/** The plane of the Milky Way, where most novae are: all places 90 degrees from its pole. */
export const MILKY_WAY: readonly Place[] = Array.from({ length: 181 }, (_, index) => beside(POLE, 90, index * 2));

/** Lines through spots, broken where they leave the map on one side and come back on the other. */
export function pathOf(places: readonly Place[]): string {
  let before: Spot | null = null;
  return places
    .map((place) => {
      const spot = spotOf(place);
      const isBroken = !before || Math.abs(spot.x - before.x) > 1;
      before = spot;
      return `${isBroken ? "M" : "L"}${spot.x.toFixed(3)} ${spot.y.toFixed(3)}`;
    })
    .join("");
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

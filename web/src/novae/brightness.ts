/** A measurement as the API gives it: in magnitudes, as a flux density or as a count rate, or a limit in one of these. */
export interface Measured {
  timeMjd: number | null;
  bandName: string | null;
  regime: string | null;
  magnitude: number | null;
  magErr: number | null;
  fluxDensity: number | null;
  fluxDensityUnit: string | null;
  countRate: number | null;
  isUpperLimit: boolean | null;
  limitingValue: number | null;
}

export interface Point {
  day: number;
  value: number;
  error: number | null;
  isLimit: boolean;
  band: string;
}

export const MAGNITUDES = "mag";
const COUNTS = "counts/s";
const NOT_RECORDED = "in a unit that was not recorded";
/** Where brightness is usually told in magnitudes. */
const SEEN = /^(optical|visible|uv|nuv|fuv|ir|nir|mir|ultraviolet|(near-|mid-)?infrared)$/i;

/** Measurements by their unit, as what is told in one unit has no place on the scale of another; magnitudes first. */
export function byUnit(rows: readonly Measured[]): [unit: string, points: Point[]][] {
  const ofBand = new Map<string, string>();
  for (const row of rows) {
    const unit = unitOf(row);
    if (unit && row.bandName) ofBand.set(row.bandName, unit);
  }
  const units = new Map<string, Point[]>();
  for (const row of rows) {
    const isLimit = Boolean(row.isUpperLimit);
    const value = isLimit ? row.limitingValue : (row.magnitude ?? row.fluxDensity ?? row.countRate);
    if (row.timeMjd === null || value === null) continue;
    const unit = unitOf(row) ?? ofBand.get(row.bandName ?? "") ?? usualUnit(row);
    units.set(unit, [...(units.get(unit) ?? []), { day: row.timeMjd, value, error: isLimit ? null : row.magErr, isLimit, band: row.bandName ?? "?" }]);
  }
  return [...units].sort(([one], [other]) => Number(other === MAGNITUDES) - Number(one === MAGNITUDES) || one.localeCompare(other));
}

/** What a row itself says of its unit; a limit often says nothing. */
function unitOf({ magnitude, fluxDensity, fluxDensityUnit, countRate }: Measured): string | null {
  if (magnitude !== null) return MAGNITUDES;
  if (fluxDensityUnit) return fluxDensityUnit;
  if (fluxDensity !== null) return NOT_RECORDED;
  return countRate === null ? null : COUNTS;
}

function usualUnit({ regime }: Measured): string {
  return regime === null || SEEN.test(regime) ? MAGNITUDES : NOT_RECORDED;
}

/** The measures of the lanes, px: of a row, of the names at its left, of letters, and of the times above. */
export interface LaneSizes {
  readonly row: number;
  readonly left: number;
  readonly type: number;
  readonly top: number;
}

/** Measures of lanes that are read on a screen. */
export const PLAIN_LANES: LaneSizes = { row: 26, left: 132, type: 14, top: 26 };
/** Of a scene, which is also read from afar. */
const TOLD: LaneSizes = { row: 30, left: 184, type: 18, top: 32 };
/** Narrower than this names of that size leave no room for the time. */
const TOLD_FROM = 800;

/** Measures of lanes in so much room, px; `scale`: of a slide, which a room reads. */
export function laneSizes(told: boolean, width: number, scale = 1): LaneSizes {
  const { row, left, type, top } = told && width >= TOLD_FROM ? TOLD : PLAIN_LANES;
  return { row: row * scale, left: left * scale, type: type * scale, top: top * scale };
}

/** Letters of lanes on a slide, and between two rows of them, as shares of what they are in a Sheet. */
const SLIDE = { type: 15 / TOLD.type, row: 16 / TOLD.row };

/** Lanes on a slide that leaves them a height, px, for a number of rows: rows stand closer where it is too low; letters stay what a room reads. */
export function slideSizes({ row, left, type, top }: LaneSizes, rows: number, height: number): LaneSizes {
  const fits = (height - top - BELOW) / Math.max(1, rows);
  return { row: Math.min(row, Math.max(row * SLIDE.row, fits)), left, type: type * SLIDE.type, top };
}

/** Below the last row, px. */
const BELOW = 8;

/** Height of lanes with so many rows, px. */
export const lanesHeight = (rows: { readonly length: number }, { top, row }: LaneSizes): number =>
  top + rows.length * row + BELOW;

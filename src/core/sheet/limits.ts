/** How much one Sheet may hold. */
export const SHEET_LIMITS = {
  blocks: 200,
  knobs: 12,
  /** Characters of one prose text. */
  prose: 4000,
  /** Characters of what is to be said. */
  say: 20_000,
  /** Characters of a name. */
  name: 60,
  /** The largest number a knob may be turned to. */
  knob: 20,
  /** The highest number of a moment. */
  moment: 1000,
} as const;

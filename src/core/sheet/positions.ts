import { firstPlaces, knobsAt } from './knob-places';
import { settleKnobs, type KnobSettings } from './knobs';
import { renderSheet, type RenderedSheet } from './render';
import { UNTOUCHED } from './state';
import type { Sheet } from './schema';
import type { SheetWorkshop } from './walks';

/** More positions of a Sheet's knobs than these are not walked. */
export const MOST_SETTINGS = 2000;

/**
 * Every position of a Sheet's knobs that something in it depends on: all knobs that move one figure are turned together, each
 * other one by itself, the rest stand as `present` says. That one comes first; at most {@link MOST_SETTINGS}.
 */
export function listSettings(sheet: Sheet, present: KnobSettings = {}): readonly KnobSettings[] {
  const all = new Map<string, KnobSettings>();
  const add = (settings: KnobSettings): void => {
    const stand = Object.fromEntries([...settleKnobs(sheet, settings)].map(([name, { value }]) => [name, value]));
    all.set(JSON.stringify(stand), stand);
  };
  add(present);
  for (const names of listTurned(sheet))
    for (const settings of turnAll(sheet, present, names)) {
      if (all.size >= MOST_SETTINGS) return [...all.values()];
      add(settings);
    }
  return [...all.values()];
}

/** Names of knobs that are turned together, none of them within others. */
function listTurned(sheet: Sheet): readonly (readonly string[])[] {
  const scope = { knobs: settleKnobs(sheet, {}), places: firstPlaces(sheet) };
  const moved = sheet.blocks.map((block, index) =>
    'knobs' in block || 'id' in block ? knobsAt(scope, index, 'knobs' in block ? block.knobs : undefined) : [],
  );
  const sets = [...moved.map((own) => own.map(({ name }) => name)), ...Object.keys(sheet.knobs).map((name) => [name])];
  return sets.filter(
    (own, at) =>
      own.length > 0 &&
      !sets.some(
        (other, place) =>
          (other.length > own.length || (other.length === own.length && place < at)) &&
          own.every((name) => other.includes(name)),
      ),
  );
}

/** Every position of some knobs: what one may be turned to depends on those before it. */
function* turnAll(sheet: Sheet, settings: KnobSettings, [name, ...rest]: readonly string[]): Generator<KnobSettings> {
  if (name === undefined) {
    yield settings;
    return;
  }
  for (const value of settleKnobs(sheet, settings).get(name)?.values ?? [])
    yield* turnAll(sheet, { ...settings, [name]: value }, rest);
}

/** The walks of a Sheet that are drawn again. */
const drawnIn = ({ walks }: RenderedSheet, { bench }: Sheet) =>
  [...walks.values()].filter(({ key }) => key.includes(`[\\"${bench}\\"`));

/** How many outcomes the walks have that a Sheet draws again, where it is rendered at one position. */
export function countOutcomes(rendered: RenderedSheet, sheet: Sheet): number {
  return Math.max(1, ...drawnIn(rendered, sheet).map(({ exploration }) => exploration.outcomes.length));
}

/** A place among the positions of a Sheet. */
export interface SheetPlace {
  /** Which position of its knobs. */
  readonly setting: number;
  /** Which outcome of its walks, the likeliest first; absent: the one that its reader sees. */
  readonly outcome?: number;
  /** The outcome that its reader sees, which is not walked twice. */
  readonly seen?: number;
}

/** Where a Sheet stands as its reader sees it. */
export const FIRST_PLACE: SheetPlace = { setting: 0 };

/** A Sheet at one of its positions, and the place of the one after it in its outcomes, then in its knobs. */
export function renderPlace(
  shop: SheetWorkshop,
  sheet: Sheet,
  { setting, outcome, seen, knobs }: SheetPlace & { readonly knobs: KnobSettings },
): { readonly rendered: RenderedSheet; readonly next: SheetPlace } {
  const draws = { again: 0, ...(outcome === undefined ? {} : { outcome }) };
  const rendered = renderSheet(shop, sheet, { ...UNTOUCHED, knobs, draws });
  const skipped = outcome === undefined ? drawnIn(rendered, sheet)[0]?.shown : seen;
  const after = (outcome ?? -1) + 1;
  const then = after === skipped ? after + 1 : after;
  if (then >= countOutcomes(rendered, sheet)) return { rendered, next: { setting: setting + 1, outcome: 0 } };
  return { rendered, next: { setting, outcome: then, ...(skipped === undefined ? {} : { seen: skipped }) } };
}

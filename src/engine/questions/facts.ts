import type { Document } from '../../core/document/document';
import { spellPosition, type PositionFacts } from '../../core/sheet/fact-tally';
import { listFacts } from '../../core/sheet/facts';
import type { KnobSettings } from '../../core/sheet/knobs';
import { listSettings, MOST_SETTINGS, renderPlace, type SheetPlace } from '../../core/sheet/positions';
import type { Engine } from '../engine';
import { openReading } from './sheet';

/** A Sheet's text and benches, where its knobs stand now, and from which position on it is walked. */
interface FactsRequest {
  readonly text: string;
  readonly benches: Readonly<Record<string, Document>>;
  readonly knobs: KnobSettings;
  readonly from: SheetPlace;
}

/** So many positions are walked at once: what is asked meanwhile waits for no more. */
const AT_ONCE = 4;

/**
 * Facts of a Sheet at some of its positions, the one where its knobs stand first; `next`: where to go on, absent
 * at the end; `cut`: there are more of them than are walked.
 * One whose text has faults has none.
 */
export function sheetFacts(
  engine: Engine,
  { text, benches, knobs, from }: FactsRequest,
): { readonly found: readonly PositionFacts[]; readonly next?: SheetPlace; readonly cut?: true } {
  const { read, shop } = openReading(engine, text, benches);
  if (!read.ok) return { found: [] };
  const settings = listSettings(read.value, knobs);
  const found: PositionFacts[] = [];
  let place = from;
  for (let here = settings[place.setting]; here; here = settings[place.setting]) {
    if (found.length >= AT_ONCE) return { found, next: place };
    const { rendered, next } = renderPlace(shop, read.value, { ...place, knobs: here });
    const { outcome = 0 } = place;
    found.push({ where: spellPosition(rendered.knobs), outcome, facts: listFacts(read.value, rendered) });
    place = next;
  }
  return settings.length < MOST_SETTINGS ? { found } : { found, cut: true };
}

import type { KnobState } from './knobs';
import { allSpans, readProse, type ProseSpan } from './prose';
import type { Sheet, SheetBlock } from './schema';

/** The index of the block that each knob of a Sheet stands in first, by its name: from there on it holds. */
export function firstPlaces({ blocks }: Sheet): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  blocks.forEach((block, index) => {
    for (const name of knobsIn(block)) if (!places.has(name)) places.set(name, index);
  });
  return places;
}

function knobsIn(block: SheetBlock): readonly string[] {
  const texts =
    'text' in block && !block.plain
      ? [block.text.en]
      : block.is === 'scrub'
        ? block.steps.map(({ text }) => text.en)
        : [];
  const named = texts.flatMap((text) => {
    const read = readProse(text);
    return read.ok ? allSpans(read.value).flatMap((span: ProseSpan) => (span.kind === 'knob' ? [span.name] : [])) : [];
  });
  return 'knobs' in block && block.knobs ? [...named, ...block.knobs] : named;
}

/** Where knobs stand, and in which block each does first. */
interface KnobPlaces {
  readonly knobs: ReadonlyMap<string, KnobState>;
  readonly places: ReadonlyMap<string, number>;
}

/** Knobs that hold for a block, in the Sheet's order; `own`: of those only. */
export function knobsAt({ knobs, places }: KnobPlaces, index: number, own?: readonly string[]): readonly KnobState[] {
  return [...knobs.values()].filter(
    ({ name }) => (places.get(name) ?? Number.POSITIVE_INFINITY) <= index && (own?.includes(name) ?? true),
  );
}

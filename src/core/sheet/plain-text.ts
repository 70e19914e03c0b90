import type { KnobState } from './knobs';
import { LIVE, STILL } from './page-words';
import type { TextSpan } from './render-text';

/** A text as one string, with the knobs' values in their places; `on`: a page where they can be turned, or none. */
export function plainText(
  spans: readonly TextSpan[],
  knobs: ReadonlyMap<string, KnobState>,
  on: typeof LIVE | typeof STILL = LIVE,
): string {
  return spans
    .map((span) => {
      if (span.kind === 'text' || span.kind === 'name') return span.text;
      if (span.kind === 'knob') return String(knobs.get(span.name)?.value ?? '');
      return plainText(span.kind === 'page' && on === STILL ? span.still : span.spans, knobs, on);
    })
    .join('');
}

import { aboutOdds } from '../../lib/fraction';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Document, Flow } from '../../document/document';
import { flowText } from '../../document/flow-text';
import type { SaidRow } from '../../sheet/said';
import type { Ending } from '../why/ending';
import type { Flips, Tried } from '../why/what-flips';

/** A text of the document, said as it is. */
export const asIs = (text: string): Phrase => phrase('report.as-is', { text });

/** How a flow ends over all of its draws, in words. */
export function sayEnding({ ends, through, kernelThrough, astray }: Ending): Phrase {
  const answer = through === undefined ? 'open' : through === '1' ? 'always' : through === '0' ? 'never' : 'sometimes';
  return phrase('report.ending', {
    kind: astray ? 'ASTRAY' : (ends[0]?.kind ?? 'UNKNOWN'),
    answer,
    odds: aboutOdds(through ?? '?', kernelThrough !== undefined),
  });
}

/** What a change makes of the flow: what differs then. */
function sayAfter({ effect, after }: Tried): Phrase {
  if (effect === 'source') return phrase('report.then.sees', { sources: after.sources.join(', ') });
  if (effect === 'together') return phrase('report.then.together', { odds: after.together ?? '?' });
  return phrase('report.then');
}

/** A change that was made to a copy and walked, with all that was seen to come of it. */
export function tellTried(
  tried: Tried,
  { title = flowText }: { readonly title?: (flow: Flow) => string } = {},
): SaidRow {
  const { says, note, breaks, opens, effect, after } = tried;
  const then = effect === 'source' || effect === 'together' ? [sayAfter(tried)] : [sayAfter(tried), sayEnding(after)];
  return {
    says: [says],
    quiet: [
      ...then,
      ...(note ? [note] : []),
      ...(breaks.length > 0 ? [phrase('report.breaks', { flows: breaks.map(title).join(', ') })] : []),
      ...(opens.length > 0 ? [phrase('report.opens', { packets: opens.map(title).join(', ') })] : []),
    ],
  };
}

/** More changes are counted and not listed. */
const MOST_CHANGES = 6;

/** Changes that turn the end round, each tried: none is listed that was only thought of. */
export function changeRows({ found, all }: Flips): readonly SaidRow[] {
  const flips = found.filter(({ effect }) => effect === 'flips');
  const others = found.filter(({ effect }) => effect !== 'flips');
  const none = flips.length === 0 ? [{ says: [phrase('report.tried.none', { count: all })] }] : [];
  const shown = [...flips, ...others].slice(0, MOST_CHANGES);
  const rest = found.length - shown.length;
  return [
    ...none,
    ...shown.map((tried) => tellTried(tried)),
    ...(rest > 0 ? [{ says: [phrase('report.more', { count: rest })] }] : []),
    { says: [phrase('report.tried', { all, without: all - found.length })] },
  ];
}

/** Where the rules of a document come from. */
export function sayRules({ subject, mode, release }: Document): Phrase {
  return phrase('report.rules', { subject, mode, release });
}

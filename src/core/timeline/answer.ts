import { phrase, type Phrase } from '../lib/phrase';
import { assertNever } from '../lib/result';
import type { RequestOutcome } from './ending';
import type { FailureGroup } from './failures';
import type { TimelineRequest } from './timeline';

/** How many requests failed, and why: the sentence first, then one for each reason, then those that waited for another SYN. */
export function tellAnswer(
  requests: readonly TimelineRequest[],
  { served }: Readonly<Record<RequestOutcome, number>>,
  groups: readonly FailureGroup[],
): readonly Phrase[] {
  const total = requests.length;
  if (total === 0) return [phrase('timeline.answer.nobody')];
  const failed = total - served;
  const late = tellLate(requests);
  if (failed === 0) return [phrase('timeline.answer.none', { total }), ...late];
  return [phrase('timeline.answer.some', { total, failed }), ...groups.map(tellGroup), ...late];
}

function tellLate(requests: readonly TimelineRequest[]): readonly Phrase[] {
  const waits = requests.flatMap(({ outcome, took }) => (outcome === 'served' && took !== undefined ? took : []));
  const most = waits.reduce((longest, each) => Math.max(longest, each), 0);
  return waits.length > 0 ? [phrase('timeline.answer.late', { count: waits.length, seconds: seconds(most) })] : [];
}

/** Words of an outcome as a message chooses by them. */
const CHOSEN = { refused: 'refused', 'timed-out': 'timed', reset: 'reset', unknown: 'other' } as const;

/** Why some failed. */
export function tellGroup(group: FailureGroup): Phrase {
  const { count, kind, pods, nodes, service = '' } = group;
  const outcome = CHOSEN[group.outcome];
  const node = nodes[0] ?? '';
  switch (kind) {
    case 'terminated':
    case 'crashed':
    case 'node-lost':
      return tellEnded(group);
    case 'open-connection':
      return phrase('timeline.why.open-connection', { count, outcome, pod: pods[0] ?? '' });
    case 'stale-entry':
      return phrase('timeline.why.stale-entry', { count, outcome, pod: pods[0] ?? '', node });
    case 'no-endpoints':
      return phrase('timeline.why.no-endpoints', { count, outcome, service });
    case 'dropped':
      return phrase('timeline.why.dropped', { count, outcome, nodes: nodes.join(', ') });
    case 'no-rules':
      return phrase('timeline.why.no-rules', { count, outcome, service, nodes: nodes.join(', ') });
    case 'half-written':
      return phrase('timeline.why.half-written', { count, outcome, service, nodes: nodes.join(', ') });
    case 'table-full':
      return phrase('timeline.why.table-full', { count, outcome, nodes: nodes.join(', ') });
    case 'race':
      return phrase('timeline.why.race', { count, outcome, node });
    case 'other':
      return phrase('timeline.why.other', { count, outcome });
    default:
      return assertNever(kind);
  }
}

/** Seconds with one decimal, of what is shorter two. */
function seconds(ms: number): number {
  return ms < 1000 ? Math.round(ms / 10) / 100 : Math.round(ms / 100) / 10;
}

function tellEnded({ kind, outcome: said, count, pods, nodes, gap }: FailureGroup): Phrase {
  const outcome = CHOSEN[said];
  const how = kind === 'crashed' ? 'crashed' : kind === 'node-lost' ? 'lost' : 'other';
  if (gap === undefined)
    return phrase('timeline.why.ended-never', { count, outcome, how, pods: pods.length, pod: pods[0] ?? '' });
  if (pods.length === 1 && nodes.length === 1)
    return phrase('timeline.why.ended', {
      count,
      outcome,
      how,
      pod: pods[0] ?? '',
      node: nodes[0] ?? '',
      seconds: seconds(gap),
    });
  return phrase('timeline.why.ended-many', {
    count,
    outcome,
    how,
    pods: pods.length,
    nodes: nodes.length,
    seconds: seconds(gap),
  });
}

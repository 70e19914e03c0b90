import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** `Pods on different nodes cannot communicate`, `no traffic to pods on other nodes`, `it fails across nodes`. */
const ACROSS =
  /\bpods?\b[^.\n]{0,60}\b(?:different|other|another|remote|across|between)\b[^.\n]{0,20}\bnodes?\b[^.\n]{0,60}\b(?:cannot|can ?not|can't|unable|not|fail\w*|unreachable|time[ds]? ?out|broken)\b|\b(?:cannot|can ?not|can't|unable|not|no traffic|fail\w*)\b[^.\n]{0,80}\b(?:pods?\b[^.\n]{0,30}\b(?:different|other|another)|across|cross)[ -]{0,2}(?:the )?nodes?\b/i;

/** Tunnels by the words that name them: protocol and port between nodes. */
const TUNNELS = [
  { by: 'flannel', of: /\bflannel\b|\bk3s\b|\b8472\b/i },
  { by: 'cilium', of: /\bcilium\b/i },
  { by: 'calico', of: /\bcalico\b|\bcanal\b/i },
  { by: 'weave', of: /\bweave\b/i },
] as const;

/** Longer lines are no words of a person. */
const LONGEST = 600;
const MOST_LINES = 5000;

/**
 * The causes of a Pod network that works on each node and not between nodes, with the command that tells each and what mends it: the text
 * says the fault and does not prove which it is.
 */
export function findAcrossNodes(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const all = texts.map(({ text }) => text).join('\n');
  if (!/\bnodes?\b/i.test(all)) return [];
  const lines = all.split('\n', MOST_LINES);
  const words = lines.flatMap((line) => (line.length > LONGEST ? [] : (ACROSS.exec(line)?.[0] ?? []))).at(0);
  if (words === undefined) return [];
  const by = TUNNELS.find(({ of }) => of.test(all))?.by ?? 'other';
  return [
    {
      id: 'across-nodes',
      severity: 'warning',
      says: phrase('evidence.across-nodes', { words }),
      next: phrase('evidence.next.across-nodes', { by }),
      words: [words],
    },
  ];
}

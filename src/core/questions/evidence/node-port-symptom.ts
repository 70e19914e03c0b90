import { phrase } from '../../lib/phrase';
import { listAskedPlaces } from '../../paste/asked-places';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';

const FROM_OUTSIDE = /\bnode ?ports?\b|\bload ?balancer\b|\bexternal[- ]?ips?\b/i;
/** `only nodes running pods can provide access`, `it works only from the node where the Pod is`. */
const ONLY_THERE = /\bonly\b[^.\n]{0,60}\bnodes?\b[^.\n]{0,40}\b(?:pods?|endpoints?)\b/i;
/** Longer lines are no words of a person. */
const LONGEST = 600;

function findWords({ text }: LinedText): string | undefined {
  if (!FROM_OUTSIDE.test(text)) return undefined;
  for (const line of text.split('\n', 5000)) {
    const found = line.length > LONGEST ? undefined : ONLY_THERE.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `--service-node-port-range` as it is without being set. */
const isNodePort = (port: number): boolean => port >= 30_000 && port <= 32_767;

/** One node port that clients of the texts asked at several machines, of which some answered and some did not. */
function findSplit(texts: readonly LinedText[]): string | undefined {
  const places = listAskedPlaces(texts.map(({ text }) => text)).filter(
    ({ host, port }) => host !== '' && isNodePort(port),
  );
  const failed = places.find(
    (one) => one.isFailed && places.some((other) => other.port === one.port && !other.isFailed),
  );
  return failed && String(failed.port);
}

/**
 * The three causes of a NodePort that answers on some nodes alone, those with a Pod of it, with the commands that tell them apart: in
 * words of the texts, or by what clients got. Which of them it is the texts do not prove.
 */
export function findNodePortSymptom(texts: readonly LinedText[]): readonly EvidenceFinding[] {
  const words = texts.flatMap((text) => findWords(text) ?? []).at(0) ?? findSplit(texts);
  if (words === undefined) return [];
  return [
    {
      id: 'node-port-some-nodes',
      severity: 'warning',
      says: phrase('evidence.node-port-some-nodes'),
      next: phrase('evidence.next.node-port-some-nodes'),
      words: [words],
    },
  ];
}

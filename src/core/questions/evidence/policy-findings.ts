import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/**
 * Chains by which writers carry out NetworkPolicies, and the rule at their end (felix/rules/endpoints.go; kube-router
 * pkg/controllers/netpol/pod.go).
 */
const WRITERS = [
  {
    by: 'calico',
    of: /\bcali-(?:tw|fw|pi|po)-[\w.-]{2,40}/,
    ends: /Drop if no policies passed packet|dropped by policy/,
  },
  { by: 'router', of: /\bKUBE-(?:POD-FW|NWPLCY)-[A-Z0-9]{8,20}/, ends: /rule to (?:REJECT|log dropped) traffic/ },
] as const;

/** The Pod that a rule of kube-router names. */
const POD = /POD name:\s?([\w.-]{1,253}) namespace:\s?([\w.-]{1,63})/;
/** `   12   720 DROP`, `[12:720] -A …`: how often a rule was met. */
const HITS =
  /^\s{0,8}(?:\d{1,6}\s+)?(\d{1,15}[KMGT]?)\s+\d{1,15}[KMGT]?\s+(?:DROP|REJECT)\s|^\[(\d{1,15}):\d{1,18}\] .{0,400}-j (?:DROP|REJECT)\b/;
/** Words of a person, or of the tool that names the rule that ended it. */
const REFUSED = /\b(?:dropped|drops|rejected|refused|blocked|denied)\b/i;

/** So few lines were chosen by somebody. */
const EXCERPT = 60;
const LONGEST = 1000;
const MOST_LINES = 50_000;

function findHits(line: string): string | undefined {
  const [, listed, saved] = HITS.exec(line) ?? [];
  const hits = listed ?? saved;
  return hits === undefined || hits === '0' ? undefined : hits;
}

function findOfWriter(
  { by, of, ends }: (typeof WRITERS)[number],
  lines: readonly string[],
): readonly EvidenceFinding[] {
  const first = lines.find((line) => of.test(line));
  if (first === undefined) return [];
  const ending =
    lines.find((line) => ends.test(line) && findHits(line) !== undefined) ?? lines.find((line) => ends.test(line));
  const hits = ending === undefined ? undefined : findHits(ending);
  // Whole dumps have such chains always: they are the question where packets ended there, or a person says so.
  const isSaid = lines.length <= EXCERPT || lines.some((line) => REFUSED.test(line) && !line.includes('-A '));
  if (hits === undefined && !isSaid) return [];
  const [, pod, namespace] = (ending === undefined ? null : POD.exec(ending)) ?? [];
  const values = {
    by,
    chain: of.exec(ending !== undefined && of.test(ending) ? ending : first)?.[0] ?? '',
    hits: hits ?? 'none',
    pod: pod === undefined ? 'none' : `${namespace}/${pod}`,
  };
  return [
    {
      id: `policy-chain-${by}`,
      severity: hits === undefined ? 'info' : 'warning',
      says: phrase('evidence.policy.chain', values),
      next: phrase('evidence.policy-next.chain', { by, pod: values.pod }),
      words: [(ending ?? first).trim()],
    },
  ];
}

/**
 * Findings on chains of NetworkPolicies in which packets ended, by counters or in somebody's words: which program writes them, of
 * which Pod, and that a policy has to allow what is missing.
 */
export function findOfPolicies(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => {
    const own = WRITERS.filter(({ of }) => of.test(text));
    if (own.length === 0) return [];
    const lines = text.split('\n', MOST_LINES).map((line) => (line.length > LONGEST ? '' : line));
    return own.flatMap((writer) => findOfWriter(writer, lines));
  });
}

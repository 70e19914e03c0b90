import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** Lines of YAML between fences, with the number of the first. */
interface FencedBlock {
  readonly from: number;
  readonly lines: readonly string[];
}

const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;
const LONGEST_TEXT = 200_000;

function listFenced(text: string): readonly FencedBlock[] {
  const lines = text.split('\n');
  const fences = lines.flatMap((line, at) => (FENCE.test(line) ? [at] : []));
  return fences.flatMap((at, index) =>
    index % 2 > 0 ? [] : [{ from: at + 2, lines: lines.slice(at + 1, fences[index + 1] ?? lines.length) }],
  );
}

const countOf = (lines: readonly string[], key: string): number =>
  lines.filter((line) => line.trim().replace(/^- /, '').startsWith(`${key}:`)).length;

const hasKey = (lines: readonly string[], key: string): boolean => countOf(lines, key) > 0;

/** A spec with fields that only a NetworkPolicy has (k8s.io/api/networking/v1), without the head that says so. */
const isHeadless = ({ lines }: FencedBlock): boolean =>
  !hasKey(lines, 'kind') &&
  hasKey(lines, 'podSelector') &&
  ['policyTypes', 'ingress', 'egress'].some((key) => hasKey(lines, key));

/**
 * Finds YAML of a text that has neither apiVersion nor kind and is a NetworkPolicy by its fields: what is missing, and what the spec lets
 * through as it stands. The name and the namespace that are missing are not made up.
 */
export function findHeadlessPolicy(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => {
    const block = text.length > LONGEST_TEXT ? undefined : listFenced(text).find(isHeadless);
    if (!block) return [];
    const { from, lines } = block;
    const isAll = lines.some((line) => /^\s{0,8}podSelector: ?\{\}\s*$/.test(line));
    const values = {
      from: String(from),
      to: String(from + lines.length - 1),
      pods: isAll ? 'all' : 'some',
      namespaces: countOf(lines, 'namespaceSelector'),
      blocks: countOf(lines, 'ipBlock'),
    };
    const says = phrase('evidence.headless-policy', values);
    const words = [lines.find((line) => /podSelector:/.test(line))?.trim() ?? ''];
    return [{ id: 'headless-policy', severity: 'info', says, next: phrase('evidence.next.headless-policy'), words }];
  });
}

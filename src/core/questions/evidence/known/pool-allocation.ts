import { isFields } from '../../../kubernetes/policy/selector';
import { phrase } from '../../../lib/phrase';
import type { EvidenceFinding } from '../evidence-finding';
import { quoteWords } from '../quoted-words';
import { listFragments } from '../yaml-fragments';

const SELECTS = ['namespaces', 'namespaceSelectors', 'serviceSelectors'] as const;

interface Allocating {
  readonly name: string;
  readonly namespace: string;
}

/** A pool whose serviceAllocation says for how much it counts, and not for whom. */
function readPool(value: unknown): Allocating | undefined {
  if (!isFields(value) || value['kind'] !== 'IPAddressPool' || !isFields(value['spec'])) return undefined;
  const { serviceAllocation } = value['spec'];
  if (!isFields(serviceAllocation)) return undefined;
  const isEmpty = (each: unknown): boolean =>
    each === undefined || each === null || (Array.isArray(each) && each.length === 0);
  if (SELECTS.some((field) => !isEmpty(serviceAllocation[field]))) return undefined;
  const { name, namespace } = isFields(value['metadata']) ? value['metadata'] : {};
  return {
    name: typeof name === 'string' ? name : '?',
    namespace: typeof namespace === 'string' ? namespace : 'metallb-system',
  };
}

/** A label that each namespace has since Kubernetes 1.21 (kubernetes.io: Labels, Annotations and Taints). */
const EACH_NAMESPACE = { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'Exists' }] };
/** A version of MetalLB that a text tells: `MetalLB Version … 0.14.9`. */
const VERSION = /\bmetallb[^\n]{0,30}(?:\n\s{0,4}){0,3}[^\n\d]{0,20}\bv?(0\.\d{1,2}\.\d{1,2})\b/i;

/**
 * Finds pools of MetalLB whose serviceAllocation has a priority and selects nobody: up to 0.14.9 such a pool fits no Service
 * (metallb#2656), since PR 2714 (March 2025) it fits every one.
 */
export function findPoolAllocation(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }): readonly EvidenceFinding[] => {
    const pools = listFragments(text, /\bserviceAllocation:/).flatMap((value) => readPool(value) ?? []);
    const [first] = pools;
    if (!first) return [];
    const values = {
      pools: quoteWords(pools.map(({ name }) => name)),
      count: pools.length,
      name: first.name,
      namespace: first.namespace,
      version: VERSION.exec(text)?.[1] ?? 'none',
      patch: `'${JSON.stringify({ spec: { serviceAllocation: { namespaceSelectors: [EACH_NAMESPACE] } } })}'`,
    };
    const says = phrase('evidence.pool-allocation', values);
    return [
      {
        id: 'pool-allocation',
        severity: 'warning',
        says,
        next: phrase('evidence.next.pool-allocation', values),
        words: ['serviceAllocation:'],
      },
    ];
  });
}

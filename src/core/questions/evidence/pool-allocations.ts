import type { OtherObject } from '../../kubernetes/types';
import { isFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

/** `MetalLB Version: 0.14.9`, `metallb-controller:v0.14.5`. */
const VERSION = /\bmetallb\b[^\d]{0,60}\bv?0\.(\d{1,2})\.\d{1,3}\b/i;
/** The first minor release in which a pool with nothing but a priority is for everybody (metallb PR 2714). */
const FIRST_MENDED = 15;

const SELECTS = ['namespaces', 'namespaceSelectors', 'serviceSelectors'] as const;

/** What selects every namespace: each has this label (KEP-2161). */
const EVERY = `'${JSON.stringify({
  spec: {
    serviceAllocation: {
      namespaceSelectors: [{ matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'Exists' }] }],
    },
  },
})}'`;

/** True of a pool that is bound to Services and names none: `serviceAllocation` with a priority alone. */
function selectsNobody(pool: OtherObject): boolean {
  const spec = isFields(pool) ? pool['spec'] : undefined;
  const bound = isFields(spec) ? spec['serviceAllocation'] : undefined;
  return isFields(bound) && SELECTS.every((field) => !Array.isArray(bound[field]) || bound[field].length === 0);
}

/**
 * Finds pools of MetalLB whose serviceAllocation selects no Service: releases before 0.15 give nobody an address of such a pool (metallb
 * internal/config: addressPoolServiceAllocationsFromCR). Without a release in the texts it hangs on that.
 */
export function findAllocations(
  pools: readonly OtherObject[],
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const bare = pools.filter(selectsNobody);
  const minor = texts.map(({ text }) => VERSION.exec(text)?.[1]).find((each) => each !== undefined);
  const [first] = bare;
  if (!first || (minor !== undefined && Number(minor) >= FIRST_MENDED)) return [];
  const names = bare.map(({ metadata }) => metadata?.name ?? '?');
  const values = {
    pools: quoteWords(names),
    count: names.length,
    release: minor === undefined ? 'none' : `0.${minor}`,
  };
  const says = phrase('evidence.pool-selects-none', values);
  const next = phrase('evidence.next.pool-selects-none', {
    name: names[0] ?? 'NAME',
    namespace: first.metadata?.namespace ?? 'metallb-system',
    patch: EVERY,
  });
  const words = ['serviceAllocation'];
  const isOpen = minor === undefined;
  return [{ id: 'pool-selects-none', severity: isOpen ? 'warning' : 'error', says, next, words, isOpen }];
}

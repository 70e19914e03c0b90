import { nameKey } from '../../document/edits/offered-flows';
import type { ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { Difference } from '../../paste/proxy/types';

/**
 * Says of rules of a Service whose cluster IP no rule tells that they cannot be compared: kube-proxy writes nothing of a Service
 * without one (pkg/proxy/util ShouldSkipService), so that it does not write them here says nothing.
 */
export function sayUncompared(
  differences: readonly Difference[],
  { services }: Pick<ClusterObjects, 'services'>,
): readonly Difference[] {
  const unaddressed = services.filter(
    ({ spec: { clusterIP, type } }) => clusterIP === undefined && type !== 'ExternalName',
  );
  if (unaddressed.length === 0) return differences;
  const names = unaddressed.map(nameKey);
  return differences.map((difference) => {
    const { text } = difference;
    const name = names.find((each) => [':', ' ', '"'].some((end) => text.includes(`"${each}${end}`)));
    const isExtra = difference.why.id === 'reconstruct.difference.extra-rule';
    return isExtra && name !== undefined
      ? { ...difference, why: phrase('reconstruct.difference.unaddressed', { name }) }
      : difference;
  });
}

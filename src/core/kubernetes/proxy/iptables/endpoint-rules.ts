import type { GeneratedRule } from '../mode';
import type { ProxierContext } from './context';
import { KUBE_MARK_MASQ } from './names';
import type { PlannedEndpoint, PortPlan } from './port-plan';
import { endpointRule, why } from './rule';

/**
 * The rules that pick one endpoint: first those a client was sent to before (affinity), then one
 * after the other with the odds 1/n, 1/(n-1) ... 1/2, 1, so that each gets 1/n
 * (writeServiceToEndpointRules).
 */
export function balancingRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  context: ProxierContext,
): readonly GeneratedRule[] {
  const { port } = plan;
  const rules: GeneratedRule[] = [];
  const comment = (endpoint: PlannedEndpoint): string =>
    context.largeCluster ? '' : `-m comment --comment "${port.name} -> ${endpoint.endpoint}" `;
  if (port.affinityTimeout > 0) {
    for (const endpoint of endpoints) {
      const text = `${comment(endpoint)}-m recent --name ${endpoint.chain} --rcheck --seconds ${port.affinityTimeout} --reap -j ${endpoint.chain}`;
      const values = { endpoint: endpoint.endpoint, seconds: port.affinityTimeout };
      rules.push(endpointRule(endpoint, text, why('affinity', values)));
    }
  }
  const count = endpoints.length;
  for (const [index, endpoint] of endpoints.entries()) {
    const left = count - index;
    const odds = left > 1 ? `-m statistic --mode random --probability ${probability(left)} ` : '';
    const text = `${comment(endpoint)}${odds}-j ${endpoint.chain}`;
    const values = { endpoint: endpoint.endpoint, left, count };
    rules.push(endpointRule(endpoint, text, why(left > 1 ? 'balance' : 'balance-last', values)));
  }
  return rules;
}

/**
 * 1/n with ten decimals (computeProbability). 1/2048 is the one that lies exactly between two
 * texts: Go rounds it to the even digit, JavaScript up.
 */
function probability(n: number): string {
  return n === 2048 ? '0.0004882812' : (1 / n).toFixed(10);
}

/** KUBE-SEP: masquerades an endpoint that talks to itself, then rewrites the destination. */
export function endpointRules(
  plan: PortPlan,
  endpoint: PlannedEndpoint,
  context: ProxierContext,
): readonly GeneratedRule[] {
  const { port } = plan;
  const comment = context.largeCluster ? '' : `-m comment --comment ${port.name} `;
  const recent = port.affinityTimeout > 0 ? `-m recent --name ${endpoint.chain} --set ` : '';
  const values = { endpoint: endpoint.endpoint, address: endpoint.ip };
  return [
    endpointRule(endpoint, `${comment}-s ${endpoint.ip} -j ${KUBE_MARK_MASQ}`, why('hairpin', values)),
    endpointRule(
      endpoint,
      `${comment}${recent}-m ${port.proto} -p ${port.proto} -j DNAT --to-destination ${endpoint.endpoint}`,
      why(recent === '' ? 'dnat' : 'dnat-affinity', values),
    ),
  ];
}

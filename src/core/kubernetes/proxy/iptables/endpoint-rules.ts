import type { GeneratedRule } from '../mode';
import type { ProxierContext } from './context';
import { KUBE_MARK_MASQ } from './names';
import type { PlannedEndpoint, PortPlan } from './port-plan';
import { PortRule } from './rule';

/**
 * The rules that pick one endpoint: first those a client was sent to before (affinity), then one
 * after the other with the odds 1/n, 1/(n-1) ... 1/2, 1, so that each gets 1/n
 * (writeServiceToEndpointRules).
 */
export function balancingRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  context: ProxierContext,
): GeneratedRule[] {
  const { name } = plan.port;
  const [before, after] = context.largeCluster ? ['', ''] : [`-m comment --comment "${name} -> `, '" '];
  const comment = (endpoint: PlannedEndpoint): string =>
    context.largeCluster ? '' : before + endpoint.info.endpoint + after;
  const rules = affinityRules(plan, endpoints, comment);
  const count = endpoints.length;
  for (let index = 0; index < count; index++) {
    const endpoint = endpoints[index];
    if (!endpoint) continue;
    const left = count - index;
    const reason = count === 1 ? 'balance-only' : left === 1 ? 'balance-last' : 'balance';
    const text = comment(endpoint) + jumpWithOdds(left) + endpoint.chain;
    rules.push(new PortRule(text, reason, plan, index, endpoint));
  }
  return rules;
}

function affinityRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  comment: (endpoint: PlannedEndpoint) => string,
): GeneratedRule[] {
  const { affinityTimeout } = plan.port;
  if (affinityTimeout === 0) return [];
  return endpoints.map((endpoint, index) => {
    const { chain } = endpoint;
    const recent = `-m recent --name ${chain} --rcheck --seconds ${affinityTimeout} --reap -j ${chain}`;
    return new PortRule(comment(endpoint) + recent, 'affinity', plan, index, endpoint);
  });
}

const jumps: string[] = [];

function jumpWithOdds(left: number): string {
  if (left === 1) return '-j ';
  return (jumps[left] ??= `-m statistic --mode random --probability ${probability(left)} -j `);
}

/**
 * 1/n with ten decimals (computeProbability). 1/2048 is the one that lies exactly between two
 * texts: Go rounds it to the even digit, JavaScript up.
 */
function probability(n: number): string {
  return n === 2048 ? '0.0004882812' : (1 / n).toFixed(10);
}

/** KUBE-SEP: masquerades an endpoint that talks to itself, then rewrites the destination. */
export function endpointRules(plan: PortPlan, endpoint: PlannedEndpoint, context: ProxierContext): GeneratedRule[] {
  const { port } = plan;
  const { info, chain } = endpoint;
  const comment = context.largeCluster ? '' : `-m comment --comment ${port.name} `;
  const sticky = port.affinityTimeout > 0;
  const recent = sticky ? `-m recent --name ${chain} --set ` : '';
  const dnat = `${comment}${recent}-m ${port.proto} -p ${port.proto} -j DNAT --to-destination ${info.endpoint}`;
  return [
    new PortRule(`${comment}-s ${info.ip} -j ${KUBE_MARK_MASQ}`, 'hairpin', plan, 0, endpoint),
    new PortRule(dnat, sticky ? 'dnat-affinity' : 'dnat', plan, 0, endpoint),
  ];
}

import type { GeneratedRule } from '../mode';
import type { ProxierContext } from './context';
import { MARK_FOR_MASQUERADE } from './names';
import type { PlannedEndpoint, PortPlan } from './port-plan';
import { PortRule } from './rule';

/**
 * The rules that pick one endpoint: first those a client was sent to before (affinity), then one
 * lookup of a random number below n, so that each gets 1/n (writeServiceToEndpointRules).
 */
export function balancing(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  { ip, features }: ProxierContext,
): GeneratedRule[] {
  const sticky = plan.port.affinityTimeout > 0;
  const rules: GeneratedRule[] = [];
  for (const endpoint of sticky ? endpoints : []) {
    const text = `${ip} saddr @${endpoint.affinitySet} goto ${endpoint.chain}`;
    rules.push(new PortRule(text, 'affinity', plan, 0, endpoint));
  }
  const text = features.hairpinSet && !sticky ? directText(plan, endpoints, { ip, features }) : chainText(endpoints);
  const count = endpoints.length;
  rules.push(new PortRule(text, count === 1 ? 'balance-only' : 'balance', plan, count));
  return rules;
}

function chainText(endpoints: readonly PlannedEndpoint[]): string {
  const choices = endpoints.map(({ chain }, index) => `${index} : goto ${chain}`);
  return `numgen random mod ${endpoints.length} vmap { ${choices.join(' , ')} }`;
}

/** From 1.36: the choice is the translation itself. */
function directText(
  { port }: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  { ip, features }: Pick<ProxierContext, 'ip' | 'features'>,
): string {
  const head = `meta l4proto ${port.proto} dnat`;
  const [only] = endpoints;
  if (features.plainSingleEndpoint && only && endpoints.length === 1) return `${head} to ${only.info.endpoint}`;
  const choices = endpoints.map(({ info }, index) => `${index} : ${info.ip} . ${info.port}`);
  return `${head} ${ip} addr . port to numgen random mod ${endpoints.length} map { ${choices.join(' , ')} }`;
}

/** An endpoint's chain: masquerades an endpoint that talks to itself, remembers the client, rewrites the destination. */
export function endpointChain(
  plan: PortPlan,
  endpoint: PlannedEndpoint,
  { ip, features }: ProxierContext,
): GeneratedRule[] {
  const { info } = endpoint;
  const rules: GeneratedRule[] = [];
  if (!features.hairpinSet) {
    rules.push(new PortRule(`${ip} saddr ${info.ip} jump ${MARK_FOR_MASQUERADE}`, 'hairpin', plan, 0, endpoint));
  }
  if (plan.port.affinityTimeout > 0) {
    const text = `update @${endpoint.affinitySet} { ${ip} saddr }`;
    rules.push(new PortRule(text, 'remember', plan, 0, endpoint));
  }
  const text = `meta l4proto ${plan.port.proto} dnat to ${info.endpoint}`;
  rules.push(new PortRule(text, 'dnat', plan, 0, endpoint));
  return rules;
}

import { once, type Memo } from '../../../lib/memo';
import { endpointsOf } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type { GeneratedChain, SyncInput } from '../mode';
import { ServiceBlocks } from '../shared/service-blocks';
import type { SlicedBlock } from '../shared/sync-changes';
import type { ProxierContext } from './context';
import { dispatchRules, type DispatchRules } from './dispatch-rules';
import { legacyChains } from './legacy/chains';
import { legacyDispatch } from './legacy/dispatch';
import { planLegacyPort } from './legacy/port';
import { planPort, type PortPlan } from './port-plan';
import { ownChains } from './service-chains';

/** All rules of one service port: a block that does not depend on any other Service. */
export interface PortRules extends SlicedBlock {
  readonly plan: PortPlan;
  readonly dispatch: DispatchRules;
  readonly chains: readonly GeneratedChain[];
  /** What the `:CHAIN` lines name: the chains; up to 1.23 the firewall chain once an address. */
  readonly declared: readonly string[];
  /** The chain whose first rule is written before all others; empty if there is none. */
  readonly masqueraded: string;
}

const blocksOf = once(
  (context: ProxierContext) => new ServiceBlocks(context, (port, slices) => compilePort(port, slices, context)),
);

/** The rules of every service port, sorted by its name and then by protocol. */
export function allPortRules(input: SyncInput, memo: Memo, context: ProxierContext): readonly PortRules[] {
  return blocksOf(context, memo).of(input, memo);
}

function compilePort(
  info: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortRules {
  const port = asReleaseNames(info, context);
  if (!context.features.externalChains) return compileLegacyPort(port, slices, context);
  const plan = planPort(port, slices, context);
  const { chains, masqueraded } = ownChains(plan, context);
  const declared = chains.map(({ name }) => name);
  return { port, slices, plan, dispatch: dispatchRules(plan, context), chains, declared, masqueraded };
}

/** Up to 1.19 an unnamed port is written with a colon behind the Service's name, in comments and hashes. */
function asReleaseNames(port: ServicePortInfo, { features }: ProxierContext): ServicePortInfo {
  return features.noTrailingColon || port.portName !== '' ? port : { ...port, name: `${port.name}:` };
}

function compileLegacyPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortRules {
  const plan = planLegacyPort(port, endpointsOf(slices, port, context), context);
  const dispatch = legacyDispatch(plan, context);
  const chains = legacyChains(plan, dispatch.masquerade, context);
  const times = Math.max(1, port.loadBalancerVIPs.length);
  const declared = chains.flatMap(({ name }) => (name === plan.chains.fw ? Array<string>(times).fill(name) : [name]));
  return { port, slices, plan, dispatch, chains, declared, masqueraded: '' };
}

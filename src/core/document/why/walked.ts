import { namespaceOf } from '../../kubernetes/meta';
import type { PodObject, ServiceObject } from '../../kubernetes/types';
import { matchesLabels } from '../../kubernetes/controllers/pods';
import { isXtTable } from '../../linux/hooks';
import type { Netns } from '../../linux/netns';
import { printRule } from '../../linux/nftables/text/print-rule';
import { printLine } from '../../linux/xtables/ruleset-text';
import type { RuleRef } from '../../linux/xtables/types';
import { formatIp, type IpFamily } from '../../net/ip';
import type { Hop, Leg, Trace, TraceStep } from '../../sim/trace';
import type { ObjectName } from '../edits/settle';
import type { WalkedFlow } from './candidate';

/** `filter FORWARD 3`, as people count. */
export const ruleName = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

/** Its name as an edit takes it. */
export function nameOf(object: {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): ObjectName {
  return { namespace: namespaceOf(object), name: object.metadata.name };
}

/** The Service of a built cluster that the flow goes to: the one it names, or whose address or nodePort it has. */
export function serviceOf({ document, flow, sent }: WalkedFlow): ServiceObject | undefined {
  if (document.subject === 'pasted') return undefined;
  const { to } = flow;
  const { services } = document.cluster;
  if (to.kind === 'service') {
    return services.find((each) => each.metadata.name === to.name && namespaceOf(each) === to.namespace);
  }
  const address = formatIp(sent.dst);
  const has = ({ spec, status }: ServiceObject): boolean =>
    spec.clusterIP === address ||
    (spec.clusterIPs ?? []).includes(address) ||
    (spec.externalIPs ?? []).includes(address) ||
    (status?.loadBalancer?.ingress ?? []).some(({ ip }) => ip === address);
  const answers = (service: ServiceObject): boolean => has(service) && asks(service, sent.dport);
  return (
    services.find(answers) ??
    services.find(has) ??
    services.find(({ spec }) => spec.ports?.some(({ nodePort }) => nodePort === sent.dport))
  );
}

const asks = ({ spec }: ServiceObject, port: number): boolean =>
  spec.ports?.some((each) => each.port === port) ?? false;

/** The Pods its selector picks, whatever state they are in. */
export function podsOf({ document }: WalkedFlow, service: ServiceObject): readonly PodObject[] {
  return document.cluster.pods.filter(
    (pod) => namespaceOf(pod) === namespaceOf(service) && matchesLabels(pod.metadata.labels, service.spec.selector),
  );
}

/** A hop with the leg it belongs to. */
export interface WalkedHop extends Hop {
  readonly leg: Leg;
}

/** Every hop of a walk, in order. */
export function hopsOf({ legs }: Trace): readonly WalkedHop[] {
  return legs.flatMap((leg) => leg.hops.map((hop) => ({ ...hop, leg })));
}

/** The first packet that did not arrive; else the last one. */
export function brokenLeg({ legs }: Trace): Leg | undefined {
  return legs.find(({ disposition: { kind } }) => kind !== 'DELIVERED') ?? legs.at(-1);
}

/** The family a hop's packets are of. */
export function familyOf({ steps }: Hop): IpFamily {
  return steps[0]?.packet.family ?? 'ipv4';
}

/** The rule as the kernel lists it; undefined where it is not there any more. */
export function ruleText(netns: Netns | undefined, family: IpFamily, ref: RuleRef): string | undefined {
  const { table, chain: name, index } = ref;
  if (isXtTable(table)) {
    const chain = netns?.xtables[family]?.tables.get(table)?.chains.get(name);
    return chain && index < chain.length ? printLine(chain, index, family) : undefined;
  }
  const chain = netns?.nftables?.tables.get(table)?.chains.get(name);
  return chain && index < chain.length ? printRule(chain.rule(index)) : undefined;
}

/** The rule of a hop whose jump led to a chain, the last before a step. */
export function jumpTo(steps: readonly TraceStep[], chain: string, before: number): RuleRef | undefined {
  const found = steps
    .slice(0, before)
    .findLast(
      (step) =>
        step.kind === 'rule' &&
        (step.verdict.kind === 'JUMP' || step.verdict.kind === 'GOTO') &&
        step.verdict.chain === chain,
    );
  return found?.kind === 'rule' ? found.ref : undefined;
}

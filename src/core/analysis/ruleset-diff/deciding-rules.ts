import { isXtTable } from '../../linux/hooks';
import type { Network } from '../../linux/netns';
import { printLine } from '../../linux/xtables/ruleset-text';
import type { RuleRef } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { Hop, Trace, TraceStep } from '../../sim/trace';

/** What made a request end as it did. */
export interface DecidingRule {
  /** It gave the packet another destination or source, or ended it. */
  readonly what: 'destination' | 'source' | 'refused';
  /** Absent: IPVS chose. */
  readonly ref?: RuleRef;
  /** The rule as the kernel prints it; `policy DROP`; the virtual server and the server it chose. */
  readonly text: string;
}

/** The rules that decided where a request goes and whom it seems to come from, in the order they were met. */
export function decidingRules(network: Network, trace: Trace): DecidingRule[] {
  const requests = trace.legs.filter(({ role }) => role === 'request');
  return requests.flatMap(({ hops }) => hops.flatMap((hop) => ofHop(network, hop)));
}

function ofHop(network: Network, { netns, steps }: Hop): DecidingRule[] {
  return steps.flatMap((step, at): DecidingRule[] => {
    const ruled = (what: DecidingRule['what']): DecidingRule[] => {
      const rule = steps.slice(0, at).findLast(({ kind }) => kind === 'rule' || kind === 'policy');
      return rule ? decided(what, network, netns, rule) : [];
    };
    if (step.kind === 'nat' && step.by === 'rule') return ruled(step.manip === 'DST' ? 'destination' : 'source');
    if (step.kind === 'ipvs' && step.at === 'in' && step.chosen !== undefined && step.before) {
      return [{ what: 'destination', text: `${step.service} ${step.scheduler} -> ${step.chosen}` }];
    }
    return step.kind === 'stop' ? ruled('refused').filter(({ ref }) => step.ref || ref?.index === -1) : [];
  });
}

function decided(what: DecidingRule['what'], network: Network, netns: string, step: TraceStep): DecidingRule[] {
  if (step.kind === 'policy') {
    const { table, chain, verdict } = step;
    if (what !== 'refused' || verdict.kind !== 'DROP') return [];
    return [{ what, ref: { table, chain, index: -1 }, text: `${chain} policy ${verdict.kind}` }];
  }
  if (step.kind !== 'rule') return [];
  return [{ what, ref: step.ref, text: ruleText(network, netns, step.ref, step.packet.family) }];
}

/** A rule as the kernel prints it; empty if there is none there. */
function ruleText(network: Network, netns: string, { table, chain, index }: RuleRef, family: IpFamily): string {
  const node = network.netns.get(netns);
  if (isXtTable(table)) {
    const found = node?.xtables[family]?.tables.get(table)?.chains.get(chain);
    return found && index < found.length ? printLine(found, index, family) : '';
  }
  const found = node?.nftables?.tables.get(table)?.chains.get(chain);
  return found && index < found.length ? found.text(index).trim() : '';
}

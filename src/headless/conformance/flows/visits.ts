import type { Network } from '../../../core/linux/netns';
import type { XtRule } from '../../../core/linux/xtables/types';
import type { IpFamily } from '../../../core/net/ip';
import type { Leg } from '../../../core/sim/trace';
import { visitsOf, withoutQuote, type Visit, type VisitEvent } from '../kernel/expect';

/** A visit as the flow recordings write it. */
export interface FlowVisit {
  readonly node: string;
  readonly hook: string;
  readonly in: string | null;
  readonly out: string | null;
  readonly physin?: string;
  readonly physout?: string;
  readonly pkt: string;
  readonly mark?: string;
  readonly ct?: string;
  readonly after?: string;
  readonly markAfter?: string;
  readonly ev: readonly FlowEvent[];
  /** Not in recordings: the recording kernel had no IPVS. */
  readonly ipvs?: string;
}

interface FlowEvent {
  readonly table: string;
  readonly chain: string;
  readonly rule: number | 'policy' | 'return';
  readonly target?: string;
  readonly mark?: string;
}

const hex = (mark: number): string => `0x${mark.toString(16)}`;

function targetOf(rule: XtRule | undefined): string | undefined {
  const target = rule?.target;
  if (!target) return undefined;
  if (target.target === 'JUMP' || target.target === 'GOTO') return target.spec.chain;
  return target.target === 'unrecognised' ? target.spec.name : target.target;
}

function eventOf(network: Network, netns: string, family: IpFamily, event: VisitEvent): FlowEvent {
  const { table, chain, rule, mark } = event;
  const marked = mark ? { mark: hex(mark) } : {};
  if (event.verdict !== undefined) return { table, chain, rule, target: event.verdict, ...marked };
  const ruleset = network.netns.get(netns)?.xtables[family];
  const found = [...(ruleset?.tables.values() ?? [])].find((each) => each.name === table)?.chains.get(chain);
  const target =
    rule === 'policy' ? found?.policy : typeof rule === 'number' ? targetOf(found?.rule(rule - 1)) : undefined;
  return { table, chain, rule, ...(target ? { target } : {}), ...marked };
}

/** Was it recorded by the trace of nftables? */
const isNative = ({ netns }: Visit, network: Network): boolean => network.netns.get(netns)?.nftables !== undefined;

/** The recorder of nftables does not tell the mark a packet leaves with. */
function tellsMarkAfter(visit: Visit, network: Network): boolean {
  return visit.mark !== undefined && visit.hook === 'POSTROUTING' && !isNative(visit, network);
}

function flowVisit(network: Network, family: IpFamily, visit: Visit, last: boolean): FlowVisit {
  const { hook, netns, pkt, mark, ct, after, markAfter } = visit;
  const leaves = !last && (hook === 'POSTROUTING' || hook === 'INPUT');
  return {
    node: netns,
    hook,
    in: visit.in ?? null,
    out: visit.out ?? null,
    // The recorder's log names the port only beside a device.
    ...(visit.physin && visit.in ? { physin: visit.physin } : {}),
    ...(visit.physout ? { physout: visit.physout } : {}),
    pkt: isNative(visit, network) ? withoutQuote(pkt) : pkt,
    ...(mark ? { mark: hex(mark) } : {}),
    ...(ct ? { ct } : {}),
    ...(leaves ? { after } : {}),
    ...(leaves && tellsMarkAfter(visit, network) ? { markAfter: hex(markAfter) } : {}),
    ev: visit.events.map((event) => eventOf(network, netns, family, event)),
    ...(visit.ipvs ? { ipvs: visit.ipvs } : {}),
  };
}

/** The hooks a leg passed. The last one has no `after` if the packet was lost there. */
export function flowVisits(network: Network, leg: Leg): FlowVisit[] {
  const family = leg.hops[0]?.steps[0]?.packet.family ?? 'ipv4';
  const visits = visitsOf(leg);
  const lost = leg.hops.at(-1)?.steps.at(-1);
  const lostAtHook = lost?.kind === 'stop' && ['DROPPED', 'REJECTED'].includes(leg.disposition.kind);
  const inside = lostAtHook && leg.hops.at(-1)?.steps.at(-2)?.kind !== 'bridge';
  return visits.map((visit, i) => flowVisit(network, family, visit, inside && i === visits.length - 1));
}

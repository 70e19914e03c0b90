import type { GeneratedRule } from '../mode';
import { whyRule, type RuleWhy } from './explain';
import * as names from './explain';

/** A chain of this mode and the rule of a built-in chain that leads to it. */
export interface Jump {
  readonly table: 'nat' | 'filter';
  readonly from: 'PREROUTING' | 'OUTPUT' | 'INPUT';
  readonly to: string;
  /** Before all other rules of the chain, or behind them. */
  readonly place: 'first' | 'last';
  readonly text: string;
  /** The sentence that says why. */
  readonly why: RuleWhy;
}

const PORTALS = '-m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules"';
const NODEPORTS =
  '-m addrtype --dst-type LOCAL -m comment --comment "handle service NodePorts; NOTE: this must be the last rule in the chain"';
const NON_LOCAL = '-m comment --comment "Ensure that non-local NodePort traffic can flow"';

const jump = (from: Jump['from'], to: string, place: Jump['place'], match: string, why: RuleWhy): Jump => ({
  table: from === 'INPUT' ? 'filter' : 'nat',
  from,
  to,
  place,
  text: `${match} -j ${to}`,
  why,
});

/** The five chains in the order they are made (iptablesInit). */
export const JUMPS: readonly Jump[] = [
  jump('PREROUTING', names.KUBE_PORTALS_CONTAINER, 'first', PORTALS, 'jump-portals-container'),
  jump('OUTPUT', names.KUBE_PORTALS_HOST, 'first', PORTALS, 'jump-portals-host'),
  jump('PREROUTING', names.KUBE_NODEPORT_CONTAINER, 'last', NODEPORTS, 'jump-nodeport-container'),
  jump('OUTPUT', names.KUBE_NODEPORT_HOST, 'last', NODEPORTS, 'jump-nodeport-host'),
  jump('INPUT', names.KUBE_NODEPORT_NON_LOCAL, 'first', NON_LOCAL, 'jump-nodeport-non-local'),
];

/** The jumps of one built-in chain on a node that had no rules there. */
export function jumpsFrom(table: string, from: string): GeneratedRule[] {
  const own = JUMPS.filter((each) => each.table === table && each.from === from);
  const ordered = [...own.filter(({ place }) => place === 'first'), ...own.filter(({ place }) => place === 'last')];
  return ordered.map(({ text, why }) => ({
    text,
    origin: { kind: 'KubeProxyConfig', field: 'mode', why: whyRule(why) },
  }));
}

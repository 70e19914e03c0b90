import { once } from '../../../lib/memo';
import type { GeneratedRule } from '../mode';
import { targetKey, type ListeningPort } from './claims';
import type { UserspaceContext } from './context';
import { FromOpenPort, type UserspaceReasonId, whyRule, type UserspaceRuleWhy } from './context';
import * as names from './context';

/** A chain of this mode and the rule of a built-in chain that leads to it. */
interface Jump {
  readonly table: 'nat' | 'filter';
  readonly from: 'PREROUTING' | 'OUTPUT' | 'INPUT';
  readonly to: string;
  /** Before all other rules of the chain, or behind them. */
  readonly place: 'first' | 'last';
  readonly text: string;
  /** The sentence that says why. */
  readonly why: UserspaceRuleWhy;
}

const PORTALS = '-m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules"';
const NODEPORTS =
  '-m addrtype --dst-type LOCAL -m comment --comment "handle service NodePorts; NOTE: this must be the last rule in the chain"';
const NON_LOCAL = '-m comment --comment "Ensure that non-local NodePort traffic can flow"';

const jump = (from: Jump['from'], to: string, place: Jump['place'], match: string, why: UserspaceRuleWhy): Jump => ({
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
export function userspaceJumpsFrom(table: string, from: string): GeneratedRule[] {
  const own = JUMPS.filter((each) => each.table === table && each.from === from);
  const ordered = [...own.filter(({ place }) => place === 'first'), ...own.filter(({ place }) => place === 'last')];
  return ordered.map(({ text, why }) => ({
    text,
    origin: { kind: 'KubeProxyConfig', field: 'mode', why: whyRule(why) },
  }));
}

/** A rule with its table and the chain it is appended to. */
interface PlacedRule {
  readonly table: 'nat' | 'filter';
  readonly chain: string;
  readonly rule: GeneratedRule;
}

class PortRule extends FromOpenPort implements GeneratedRule {
  readonly text: string;

  constructor(text: string, reason: UserspaceReasonId, open: ListeningPort, index: number) {
    super(reason, open, index, undefined);
    this.text = text;
  }
}

/** The rules of an open service port, in the order they are ensured (openPortal). */
export const portRules = once(
  (open: ListeningPort, _memo, context: UserspaceContext): readonly PlacedRule[] => new Writer(open, context).rules,
);

const TO_THIS_NODE = ' -m addrtype --dst-type LOCAL';
const FROM_OUTSIDE = ' -m physdev ! --physdev-is-in';

/** Collects the rules of one service port. */
class Writer {
  readonly rules: PlacedRule[] = [];
  readonly #open: ListeningPort;
  readonly #context: UserspaceContext;

  constructor(open: ListeningPort, context: UserspaceContext) {
    this.#open = open;
    this.#context = context;
    const { port } = open;
    this.#portal(port.clusterIP, 'cluster-ip', 0);
    port.externalIPs.forEach((address, index) => this.#externalIP(address, index));
    port.loadBalancerVIPs.forEach((address, index) => this.#portal(address, 'load-balancer', index));
    if (port.nodePort !== 0) this.#nodePort(port.nodePort);
  }

  #portal(address: string, kind: 'cluster-ip' | 'load-balancer', index: number): void {
    if (!this.#has(address, this.#open.port.port)) return;
    const match = this.#matchOf(address);
    this.#add(names.KUBE_PORTALS_CONTAINER, `${match} ${this.#redirect}`, `${kind}-container`, index);
    this.#add(names.KUBE_PORTALS_HOST, `${match} ${this.#toHost}`, `${kind}-host`, index);
  }

  /** Bridged Pods may have the address for themselves, unless it is one of the node's own. */
  #externalIP(address: string, index: number): void {
    if (!this.#has(address, this.#open.port.port)) return;
    const match = this.#matchOf(address);
    const container = names.KUBE_PORTALS_CONTAINER;
    this.#add(container, `${match}${FROM_OUTSIDE} ${this.#redirect}`, 'external-ip-outside', index);
    this.#add(container, `${match}${TO_THIS_NODE} ${this.#redirect}`, 'external-ip-of-node', index);
    this.#add(names.KUBE_PORTALS_HOST, `${match}${TO_THIS_NODE} ${this.#toHost}`, 'external-ip-host', index);
  }

  #nodePort(number: number): void {
    if (!this.#has('', number)) return;
    const { proxyPort } = this.#open;
    const match = this.#head(number);
    this.#add(names.KUBE_NODEPORT_CONTAINER, `${match} ${this.#redirect}`, 'node-port-container');
    this.#add(names.KUBE_NODEPORT_HOST, `${match} ${this.#toHost}`, 'node-port-host');
    // INPUT sees the packet when it is on its way to the proxy port already.
    const accept = `${this.#head(proxyPort)} -m state --state NEW -j ACCEPT`;
    this.#add(names.KUBE_NODEPORT_NON_LOCAL, accept, 'node-port-accept');
  }

  #has(address: string, number: number): boolean {
    return !this.#open.refused.has(targetKey(address, number));
  }

  #head(number: number): string {
    const { name, proto } = this.#open.port;
    return `-m comment --comment ${name} -p ${proto} -m ${proto} --dport ${number}`;
  }

  #matchOf(address: string): string {
    return `${this.#head(this.#open.port.port)} -d ${address}/${this.#context.family === 'ipv4' ? 32 : 128}`;
  }

  /** For what comes in by a device. */
  get #redirect(): string {
    const { any, address } = this.#context.listening;
    return any ? `-j REDIRECT --to-ports ${this.#open.proxyPort}` : this.#dnatTo(address);
  }

  /** For what the node itself sends: REDIRECT would send it to loopback. */
  get #toHost(): string {
    const { hostIP, listening } = this.#context;
    return this.#dnatTo(listening.any ? hostIP : listening.address);
  }

  #dnatTo(address: string): string {
    const host = address.includes(':') ? `[${address}]` : address;
    return `-j DNAT --to-destination ${host}:${this.#open.proxyPort}`;
  }

  #add(chain: string, text: string, reason: UserspaceReasonId, index = 0): void {
    const table = chain === names.KUBE_NODEPORT_NON_LOCAL ? 'filter' : 'nat';
    this.rules.push({ table, chain, rule: new PortRule(text, reason, this.#open, index) });
  }
}

import { once } from '../../../lib/memo';
import type { GeneratedRule } from '../mode';
import { targetKey, type OpenPort } from './claims';
import type { ProxierContext } from './context';
import { FromOpenPort, type ReasonId } from './explain';
import * as names from './explain';

/** A rule with its table and the chain it is appended to. */
export interface PlacedRule {
  readonly table: 'nat' | 'filter';
  readonly chain: string;
  readonly rule: GeneratedRule;
}

class PortRule extends FromOpenPort implements GeneratedRule {
  readonly text: string;

  constructor(text: string, reason: ReasonId, open: OpenPort, index: number) {
    super(reason, open, index, undefined);
    this.text = text;
  }
}

/** The rules of an open service port, in the order they are ensured (openPortal). */
export const portRules = once(
  (open: OpenPort, _memo, context: ProxierContext): readonly PlacedRule[] => new Writer(open, context).rules,
);

const TO_THIS_NODE = ' -m addrtype --dst-type LOCAL';
const FROM_OUTSIDE = ' -m physdev ! --physdev-is-in';

/** Collects the rules of one service port. */
class Writer {
  readonly rules: PlacedRule[] = [];
  readonly #open: OpenPort;
  readonly #context: ProxierContext;

  constructor(open: OpenPort, context: ProxierContext) {
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

  #add(chain: string, text: string, reason: ReasonId, index = 0): void {
    const table = chain === names.KUBE_NODEPORT_NON_LOCAL ? 'filter' : 'nat';
    this.rules.push({ table, chain, rule: new PortRule(text, reason, this.#open, index) });
  }
}

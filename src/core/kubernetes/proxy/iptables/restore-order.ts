import type { GeneratedChain, GeneratedRule } from '../mode';
import { passingRules } from '../shared/service-blocks';
import type { IptablesFeatures } from './context';
import type { PortRules } from './port-rules';
import type { PlacedIptablesRule } from './rules';

/**
 * In which order a release writes what belongs to one service port. `dispatch`: what it appends to the shared chains;
 * `head`: the first rule of the chain that the clusterIP leads to; all else are its own chains by the beginning of
 * their names. A chain that `rules` leaves out stands behind the rule that leads to it.
 */
interface RestoreOrder {
  readonly chains: readonly string[];
  readonly rules: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

/**
 * By what a release has; the first that it has counts. From recordings of 1.16 to 1.36, each compared line by line;
 * older releases as syncProxyRules of 1.2 has it (pkg/proxy/iptables/proxier.go), which was never recorded.
 */
const NEWEST: RestoreOrder = {
  chains: words('EXT FW- SVC SVL SEP'),
  rules: words('dispatch head EXT FW- SVC SVL SEP'),
};
const ORDERS: readonly (readonly [keyof IptablesFeatures, RestoreOrder])[] = [
  ['dropsInFilter', NEWEST],
  ['externalChains', { chains: words('SEP SVC SVL EXT FW-'), rules: words('SEP EXT head dispatch SVC SVL') }],
  ['bareAddresses', { chains: words('SEP SVC XLB FW-'), rules: words('SEP dispatch SVC XLB') }],
  ['masqueradeInChain', { chains: words('SVC XLB FW- SEP'), rules: words('dispatch SVC SEP XLB') }],
];
const OLDEST: RestoreOrder = { chains: words('SVC XLB FW- SEP'), rules: words('dispatch SVC XLB') };

/** The order of a release. */
export function findRestoreOrder(features: IptablesFeatures): RestoreOrder {
  return ORDERS.find(([feature]) => features[feature])?.[1] ?? OLDEST;
}

/** What the order calls a chain: `SVC` of `KUBE-SVC-XPGD46QRK7WJZT7O`. */
function shortName(chain: string): string {
  return chain.slice(5, 8);
}

/** The chains that a service port declares, in the order of a release; they stand in that of the newest. */
export function orderChains({ declared }: PortRules, order: RestoreOrder): readonly string[] {
  if (order === NEWEST) return declared;
  return order.chains.flatMap((short) => declared.filter((chain) => shortName(chain) === short));
}

const NONE: readonly GeneratedRule[] = [];

/** The `-A` lines of one service port in nat; those of its own chains only where they are rewritten. */
export function portLines(port: PortRules, order: RestoreOrder, isRewritten: boolean): string {
  if (order === NEWEST) return newestLines(port, isRewritten);
  const lines = new PortLines(port, order.rules, isRewritten);
  for (const part of order.rules) lines.add(part);
  return lines.text;
}

/** Nearly all that is ever printed: a chain is written and forgotten before the next one is. */
function newestLines({ dispatch, chains, masqueraded }: PortRules, isRewritten: boolean): string {
  const out: string[] = [];
  appendPlaced(dispatch.nat, out);
  if (!isRewritten) return out.join('');
  const [head, ...rest] = masqueraded ? passingRules(masqueraded) : NONE;
  if (masqueraded && head) appendRules(masqueraded.name, [head], out);
  for (const chain of chains) appendRules(chain.name, chain === masqueraded ? rest : passingRules(chain), out);
  return out.join('');
}

/** Appends lines in pieces: one join at the end is far cheaper than ten million small additions. */
export function appendRules(chain: string, rules: readonly { readonly text: string }[], out: string[]): void {
  for (const rule of rules) out.push('-A ', chain, ' ', rule.text, '\n');
}

/** The same of rules that name their chains. */
export function appendPlaced(placed: readonly PlacedIptablesRule[], out: string[]): void {
  for (const { chain, rule } of placed) out.push('-A ', chain, ' ', rule.text, '\n');
}

interface Unwritten {
  readonly name: string;
  rules: readonly GeneratedRule[];
  /** How many of them a jump to the chain brings along: KUBE-FW has a share for each address. */
  readonly share: number;
}

class PortLines {
  readonly #port: PortRules;
  readonly #order: readonly string[];
  readonly #unwritten = new Map<string, Unwritten>();
  /** The same by the beginning of their names. */
  readonly #named = new Map<string, Unwritten[]>();
  readonly #out: string[] = [];

  constructor(port: PortRules, order: readonly string[], isRewritten: boolean) {
    this.#port = port;
    this.#order = order;
    if (isRewritten) for (const chain of port.chains) this.#keep(chain);
  }

  get text(): string {
    return this.#out.join('');
  }

  add(part: string): void {
    if (part === 'head') this.#take(this.#unwritten.get(this.#port.masqueraded?.name ?? ''), 1);
    else if (part === 'dispatch') this.#dispatch();
    else for (const chain of this.#named.get(part) ?? []) this.#take(chain);
  }

  #keep(chain: GeneratedChain): void {
    const { name } = chain;
    const short = shortName(name);
    const rules = passingRules(chain);
    const shares = short === 'FW-' ? this.#port.port.loadBalancerVIPs.length : 1;
    const unwritten = { name, rules, share: rules.length / shares };
    this.#unwritten.set(name, unwritten);
    const named = this.#named.get(short);
    if (named) named.push(unwritten);
    else this.#named.set(short, [unwritten]);
  }

  /** In 1.22 and 1.23 some of these are the first rules of the Service's own chain. */
  #dispatch(): void {
    for (const { chain, rule } of this.#port.dispatch.nat) {
      const own = this.#unwritten.get(chain);
      if (own) this.#take(own, 1);
      else this.#write(chain, [rule]);
    }
  }

  #take(unwritten: Unwritten | undefined, count?: number): void {
    if (!unwritten) return;
    const { name, rules } = unwritten;
    unwritten.rules = count === undefined ? NONE : rules.slice(count);
    this.#write(name, count === undefined ? rules : rules.slice(0, count));
  }

  #write(chain: string, rules: readonly GeneratedRule[]): void {
    for (const rule of rules) {
      appendRules(chain, [rule], this.#out);
      this.#follow(rule.text);
    }
  }

  /** What a rule leads to stands behind it, but what affinity leads back to an endpoint: that stands before all that is led there by chance. */
  #follow(text: string): void {
    const target = text.slice(text.lastIndexOf(' ') + 1);
    if (this.#order.includes(shortName(target)) || text.includes(' --rcheck ')) return;
    const unwritten = this.#unwritten.get(target);
    this.#take(unwritten, unwritten?.share);
  }
}

import type { GeneratedRule } from '../mode';
import { passingRules } from '../shared/service-blocks';
import type { IptablesFeatures } from './context';
import type { PortRules } from './port-rules';

/**
 * In which order a release writes what belongs to one service port. `dispatch`: what it appends to the shared chains;
 * `head`: the first rule of the chain that the clusterIP leads to; all else are its own chains by the beginning of
 * their names. A chain that `rules` leaves out stands behind the rule that leads to it.
 */
interface RestoreOrder {
  readonly chains: string;
  readonly rules: string;
}

/**
 * By what a release has; the first that it has counts. From recordings of 1.16 to 1.36, each compared line by line;
 * older releases as syncProxyRules of 1.2 has it (pkg/proxy/iptables/proxier.go), which was never recorded.
 */
const ORDERS: readonly (readonly [keyof IptablesFeatures, RestoreOrder])[] = [
  ['dropsInFilter', { chains: 'EXT FW- SVC SVL SEP', rules: 'dispatch head EXT FW- SVC SVL SEP' }],
  ['externalChains', { chains: 'SEP SVC SVL EXT FW-', rules: 'SEP EXT head dispatch SVC SVL' }],
  ['bareAddresses', { chains: 'SEP SVC XLB FW-', rules: 'SEP dispatch SVC XLB' }],
  ['masqueradeInChain', { chains: 'SVC XLB FW- SEP', rules: 'dispatch SVC SEP XLB' }],
];
const OLDEST: RestoreOrder = { chains: 'SVC XLB FW- SEP', rules: 'dispatch SVC XLB' };

/** The order of a release. */
export function findRestoreOrder(features: IptablesFeatures): RestoreOrder {
  return ORDERS.find(([feature]) => features[feature])?.[1] ?? OLDEST;
}

/** What the order calls a chain: `SVC` of `KUBE-SVC-XPGD46QRK7WJZT7O`. */
function shortName(chain: string): string {
  return chain.slice(5, 8);
}

/** The chains that a service port declares, in the order of a release. */
export function orderChains({ declared }: PortRules, { chains }: RestoreOrder): string[] {
  return chains.split(' ').flatMap((short) => declared.filter((chain) => shortName(chain) === short));
}

/** The `-A` lines of one service port in nat; those of its own chains only where they are rewritten. */
export function portLines(port: PortRules, { rules }: RestoreOrder, isRewritten: boolean): string {
  const lines = new PortLines(port, rules, isRewritten);
  for (const part of rules.split(' ')) lines.add(part);
  return lines.text;
}

interface Unwritten {
  rules: readonly GeneratedRule[];
  /** How many of them a jump to the chain brings along: KUBE-FW has a share for each address. */
  readonly share: number;
}

class PortLines {
  readonly #port: PortRules;
  readonly #order: string;
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #out: string[] = [];

  constructor(port: PortRules, order: string, isRewritten: boolean) {
    this.#port = port;
    this.#order = order;
    for (const chain of isRewritten ? port.chains : []) {
      const rules = passingRules(chain);
      const shares = shortName(chain.name) === 'FW-' ? port.port.loadBalancerVIPs.length : 1;
      this.#unwritten.set(chain.name, { rules, share: rules.length / shares });
    }
  }

  get text(): string {
    return this.#out.join('');
  }

  add(part: string): void {
    if (part === 'head') this.#take(this.#port.masqueraded, 1);
    else if (part === 'dispatch') this.#dispatch();
    else for (const name of this.#unwritten.keys()) if (shortName(name) === part) this.#take(name);
  }

  /** In 1.22 and 1.23 some of these are the first rules of the Service's own chain. */
  #dispatch(): void {
    for (const { chain, rule } of this.#port.dispatch.nat) {
      if (this.#unwritten.has(chain)) this.#take(chain, 1);
      else this.#write(chain, [rule]);
    }
  }

  #take(chain: string, count = Infinity): void {
    const unwritten = this.#unwritten.get(chain);
    if (!unwritten) return;
    const { rules } = unwritten;
    unwritten.rules = rules.slice(count);
    this.#write(chain, rules.slice(0, count));
  }

  #write(chain: string, rules: readonly GeneratedRule[]): void {
    for (const { text } of rules) {
      this.#out.push('-A ', chain, ' ', text, '\n');
      // Nearly all that is ever printed is of releases that name every chain.
      if (this.#order.includes('FW-')) continue;
      const target = text.slice(text.lastIndexOf(' ') + 1);
      // What affinity leads back to an endpoint stands before all that is led there by chance.
      if (this.#order.includes(shortName(target)) || text.includes(' --rcheck ')) continue;
      this.#take(target, this.#unwritten.get(target)?.share);
    }
  }
}

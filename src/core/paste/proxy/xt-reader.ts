import { printLine } from '../../linux/xtables/ruleset-text';
import type { TableName } from '../../linux/hooks';
import type { XtChain, XtRuleset } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { glanceAt, type Glance } from '../glance';
import type { Witness, ReadPort } from './types';
import type { ProtocolName } from '../../kubernetes/service-port';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Values = Writable<Omit<ReadPort, 'family' | 'externalIPs' | 'loadBalancerIPs' | 'sourceRanges' | 'evidence'>>;

/** Field -> where it is told; a handful of places is enough. */
export class Evidence {
  readonly places = new Map<string, Witness[]>();
  static readonly most = 6;

  note(field: string, witness: Witness): void {
    const known = this.places.get(field);
    if (!known) this.places.set(field, [witness]);
    else if (known.length < Evidence.most) known.push(witness);
  }
}

/** A service port while its rules are read. */
export class PortDraft {
  readonly family: IpFamily;
  readonly values: Values;
  readonly lists = { externalIPs: [] as string[], loadBalancerIPs: [] as string[], sourceRanges: [] as string[] };
  readonly evidence = new Evidence();

  constructor(family: IpFamily, made: { readonly service: string; readonly proto: ProtocolName }) {
    this.family = family;
    const { service, proto } = made;
    this.values = { namespace: 'default', service, portName: '', named: false, proto, hasEndpoints: false };
  }

  /** Sets a field the first time it is told (a switch: on if ever told so); every time counts as evidence. */
  tell<Field extends keyof Values>(field: Field, value: Values[Field], witness: Witness): void {
    if (this.values[field] === undefined || value === true) this.values[field] = value;
    this.evidence.note(field, witness);
  }

  /** Takes the name a rule's comment has. */
  name(namespace: string, service: string, portName: string, witness: Witness): void {
    this.evidence.note('name', witness);
    if (this.values.named) return;
    Object.assign(this.values, { namespace, service, portName, named: true });
  }

  /** Adds to a list what is not yet in it; the order of the rules stays. */
  add(list: keyof PortDraft['lists'], value: string, witness: Witness): void {
    if (!this.lists[list].includes(value)) this.lists[list].push(value);
    this.evidence.note(list, witness);
  }

  done(): ReadPort {
    return { family: this.family, ...this.values, ...this.lists, evidence: this.evidence.places };
  }
}

/** A rule that is being read. */
export interface SeenRule extends Glance {
  readonly witness: Witness;
  /** What follows `-A CHAIN `, as the kernel prints it; made when it is asked for. */
  readonly text: () => string;
}

const NO_CHAINS: ReadonlyMap<string, XtChain> = new Map();

/** The chains of one family's tables, rule by rule. */
export class XtReader {
  readonly family: IpFamily;
  /** Where KUBE-SEP chains lead that are not in the text, proven by their names. */
  readonly recovered: ReadonlyMap<string, string>;
  readonly #ruleset: XtRuleset;

  constructor(family: IpFamily, ruleset: XtRuleset, recovered: ReadonlyMap<string, string> = new Map()) {
    this.family = family;
    this.recovered = recovered;
    this.#ruleset = ruleset;
  }

  chains(table: TableName): ReadonlyMap<string, XtChain> {
    return this.#ruleset.tables.get(table)?.chains ?? NO_CHAINS;
  }

  /** The rules of a chain, in order; none if there is no such chain. */
  *rules(table: TableName, name: string): Generator<SeenRule> {
    const chain = this.chains(table).get(name);
    for (let index = 0; index < (chain?.length ?? 0); index++) if (chain) yield this.#seen(table, chain, index);
  }

  #seen(table: TableName, chain: XtChain, index: number): SeenRule {
    const witness: Witness = { kind: 'rule', family: this.family, ref: { table, chain: chain.name, index } };
    const prefix = `-A ${chain.name} `.length;
    return { ...glanceAt(chain, index), witness, text: () => printLine(chain, index, this.family).slice(prefix) };
  }
}

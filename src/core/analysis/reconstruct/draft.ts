import type { ProtocolName } from '../../kubernetes/service-port';
import type { IpFamily } from '../../net/ip';
import type { ReadPort, Witness } from './types';

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

import type { GeneratedElement, GeneratedNftChain, GeneratedNftSet, GeneratedRule, ServicePortRef } from '../mode';

/** A chain while its rules are being written. */
export interface DraftChain extends GeneratedNftChain {
  readonly rules: GeneratedRule[];
}

/** A set or map without its elements. */
export type SetHead = Omit<GeneratedNftSet, 'elements'>;

/** An element with the set or map it belongs to. */
export interface PlacedElement {
  readonly set: SetHead;
  readonly element: GeneratedElement;
}

/** One step of a transaction: one line of the text for `nft -f -`, or two (`chain`: made if missing, then emptied). */
export type Command =
  | { readonly kind: 'table'; readonly comment: boolean }
  | { readonly kind: 'chain'; readonly chain: GeneratedNftChain }
  | { readonly kind: 'rule'; readonly chain: GeneratedNftChain; readonly rule: GeneratedRule }
  | { readonly kind: 'set'; readonly set: SetHead }
  | ({ readonly kind: 'element' } & PlacedElement)
  | { readonly kind: 'forget'; readonly set: SetHead; readonly key: string }
  | {
      readonly kind: 'plain';
      readonly verb: 'add' | 'flush' | 'delete';
      readonly noun: 'chain' | 'set' | 'map';
      readonly name: string;
    };

/** What is to be done in order, as kube-proxy gathers it, and what will stand in the table afterwards. */
export class Transaction {
  readonly commands: Command[] = [];
  readonly chains: DraftChain[] = [];
  readonly sets: SetHead[] = [];
  readonly elements: PlacedElement[] = [];
  readonly #servicePort: ServicePortRef | undefined;

  /** @param servicePort Whose chains are made. Absent: all share them. */
  constructor(servicePort?: ServicePortRef) {
    this.#servicePort = servicePort;
  }

  /** Makes a chain, or empties one that is there. */
  chain(name: string, more: Pick<GeneratedNftChain, 'base' | 'comment'> = {}): DraftChain {
    const chain: DraftChain = { name, ...more, rules: [], servicePort: this.#servicePort };
    this.chains.push(chain);
    this.commands.push({ kind: 'chain', chain });
    return chain;
  }

  /** Appends a rule to a chain of this or an earlier transaction. */
  rule(chain: DraftChain, rule: GeneratedRule): void {
    chain.rules.push(rule);
    this.commands.push({ kind: 'rule', chain, rule });
  }

  /** Makes a set or map; one that is there stays with its elements. */
  set(set: SetHead): SetHead {
    this.sets.push(set);
    this.commands.push({ kind: 'set', set });
    return set;
  }

  /** Puts an element into a set or map. */
  element(set: SetHead, element: GeneratedElement): void {
    const command = { kind: 'element', set, element } as const;
    this.elements.push(command);
    this.commands.push(command);
  }

  /** A command that leaves nothing behind. */
  plain(verb: 'add' | 'flush' | 'delete', noun: 'chain' | 'set' | 'map', name: string): void {
    this.commands.push({ kind: 'plain', verb, noun, name });
  }

  /** Takes a set away again: it was made only so that this cannot fail. */
  deleteSet(set: SetHead): void {
    this.sets.splice(this.sets.indexOf(set), 1);
    this.plain('delete', set.kind, set.name);
  }
}

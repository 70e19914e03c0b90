import type { GeneratedChain, GeneratedRule, ServicePortRef } from '../mode';

export type GeneratedRules = readonly GeneratedRule[];

/** Writes the rules of chains, the same each time: one writer for each service port, not for each endpoint. */
interface ChainWriter<About> {
  readonly servicePort?: ServicePortRef;
  readonly write: (about: About) => GeneratedRules;
}

/**
 * A chain whose rules are written when somebody looks at them. Most of thirty thousand chains
 * nobody ever does; their text is printed without keeping the rules.
 */
export class LazyChain<About = undefined> implements GeneratedChain {
  readonly name: string;
  readonly #about: About;
  readonly #writer: ChainWriter<About>;
  #rules: GeneratedRules | undefined;

  constructor(name: string, about: About, writer: ChainWriter<About>) {
    this.name = name;
    this.#about = about;
    this.#writer = writer;
  }

  get servicePort(): ServicePortRef | undefined {
    return this.#writer.servicePort;
  }

  get rules(): GeneratedRules {
    return (this.#rules ??= this.passing);
  }

  /** The rules for once: kept only if they already are. */
  get passing(): GeneratedRules {
    return this.#rules ?? this.#writer.write(this.#about);
  }
}

/** The rules of a chain for once. */
export function passingRules(chain: GeneratedChain): GeneratedRules {
  return chain instanceof LazyChain ? (chain as LazyChain).passing : chain.rules;
}

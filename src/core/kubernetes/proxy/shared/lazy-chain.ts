import type { GeneratedChain, GeneratedRule, ServicePortRef } from '../mode';

type Rules = readonly GeneratedRule[];

/**
 * A chain whose rules are written when somebody looks at them. Most of thirty thousand chains
 * nobody ever does; their text is printed without keeping the rules.
 */
export class LazyChain implements GeneratedChain {
  readonly name: string;
  readonly servicePort: ServicePortRef | undefined;
  readonly #write: () => Rules;
  #rules: Rules | undefined;

  constructor(name: string, write: () => Rules, servicePort?: ServicePortRef) {
    this.name = name;
    this.servicePort = servicePort;
    this.#write = write;
  }

  get rules(): Rules {
    return (this.#rules ??= this.#write());
  }

  /** The rules for once: kept only if they already are. */
  get passing(): Rules {
    return this.#rules ?? this.#write();
  }
}

/** The rules of a chain for once. */
export function passingRules(chain: GeneratedChain): Rules {
  return chain instanceof LazyChain ? chain.passing : chain.rules;
}

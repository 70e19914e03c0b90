import type { GeneratedChain } from '../mode';

type Chains = readonly GeneratedChain[];

/**
 * The chains of a table that come in blocks. Going through them makes nothing; only asking for one
 * by name builds an index, once: after an edit of one Service among ten thousand, nobody does.
 */
export class ChainTable implements ReadonlyMap<string, GeneratedChain> {
  readonly #blocks: readonly { readonly chains: Chains }[];
  #index: Map<string, GeneratedChain> | undefined;

  /** Chain names must differ from one another. */
  constructor(blocks: readonly { readonly chains: Chains }[]) {
    this.#blocks = blocks;
  }

  get size(): number {
    return this.#blocks.reduce((sum, block) => sum + block.chains.length, 0);
  }

  get(name: string): GeneratedChain | undefined {
    this.#index ??= new Map(this);
    return this.#index.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *values(): MapIterator<GeneratedChain> {
    for (const { chains } of this.#blocks) yield* chains;
  }

  *keys(): MapIterator<string> {
    for (const chain of this.values()) yield chain.name;
  }

  *entries(): MapIterator<[string, GeneratedChain]> {
    for (const chain of this.values()) yield [chain.name, chain];
  }

  [Symbol.iterator](): MapIterator<[string, GeneratedChain]> {
    return this.entries();
  }

  forEach(visit: (chain: GeneratedChain, name: string, map: ReadonlyMap<string, GeneratedChain>) => void): void {
    for (const chain of this.values()) visit(chain, chain.name, this);
  }
}

import type { GeneratedChain } from '../mode';

/**
 * The chains of a table that come in blocks. Going through them makes nothing; only asking for one
 * by name builds an index, once: after an edit of one Service among ten thousand, nobody does.
 */
export class ChainTable<Chain extends GeneratedChain = GeneratedChain> implements ReadonlyMap<string, Chain> {
  readonly blocks: readonly { readonly chains: readonly Chain[] }[];
  #index: Map<string, Chain> | undefined;

  /** Chain names must differ from one another. */
  constructor(blocks: readonly { readonly chains: readonly Chain[] }[]) {
    this.blocks = blocks;
  }

  get size(): number {
    return this.blocks.reduce((sum, block) => sum + block.chains.length, 0);
  }

  get(name: string): Chain | undefined {
    this.#index ??= this.#indexed();
    return this.#index.get(name);
  }

  #indexed(): Map<string, Chain> {
    const index = new Map<string, Chain>();
    this.forEach((chain, name) => index.set(name, chain));
    return index;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *values(): MapIterator<Chain> {
    for (const { chains } of this.blocks) yield* chains;
  }

  *keys(): MapIterator<string> {
    for (const chain of this.values()) yield chain.name;
  }

  *entries(): MapIterator<[string, Chain]> {
    for (const chain of this.values()) yield [chain.name, chain];
  }

  [Symbol.iterator](): MapIterator<[string, Chain]> {
    return this.entries();
  }

  forEach(visit: (chain: Chain, name: string, map: ReadonlyMap<string, Chain>) => void): void {
    for (const { chains } of this.blocks) for (const chain of chains) visit(chain, chain.name, this);
  }
}

import { knownStatement } from '../statements';
import type { NftChain, NftRuleset, NftSet } from '../types';

/** Words or an element of a ruleset that could not be read, with their place. */
export interface Unread {
  readonly what: 'words' | 'element';
  readonly text: string;
  /** 1-based; absent: its place is not known. */
  readonly line?: number;
}

/** A rule without its numbers: many rules of one text differ in nothing else, and are read alike. */
const shapeOf = (text: string): string =>
  text.replaceAll(/\b[\da-f]*\d[\da-fx.:/]*\b/gi, '0').replaceAll(/"[^"]*"/g, '""');

/** From so many rules on, those like one that was read are not read to find out. */
const MANY = 2000;

class Unreadable {
  readonly all: Unread[] = [];
  private readonly known = new Set<string>();
  private rules = 0;

  chain(chain: NftChain): void {
    for (let index = 0; index < chain.length; index++) {
      const shape = ++this.rules > MANY ? shapeOf(chain.text(index)) : undefined;
      if (shape !== undefined && this.known.has(shape)) continue;
      const before = this.all.length;
      this.rule(chain, index);
      if (shape !== undefined && this.all.length === before) this.known.add(shape);
    }
  }

  private rule(chain: NftChain, index: number): void {
    const line = chain.line(index);
    for (const statement of chain.rule(index).statements) {
      const known = knownStatement(statement);
      if (known.statement !== 'unrecognised') continue;
      this.all.push({ what: 'words', text: known.spec.text, ...(line === undefined ? {} : { line }) });
    }
  }

  set({ elements, line }: NftSet): void {
    for (let index = 0; index < Math.min(elements.length, MANY); index++) {
      if (elements.element(index)) continue;
      this.all.push({ what: 'element', text: elements.text(index), ...(line === undefined ? {} : { line }) });
      // One says it of the set.
      return;
    }
  }
}

/** Words of rules and elements of sets that nobody here knows, in the order they stand. */
export function listUnread({ tables }: NftRuleset): readonly Unread[] {
  const unread = new Unreadable();
  for (const { sets, chains } of tables.values()) {
    for (const set of sets.values()) unread.set(set);
    for (const chain of chains.values()) unread.chain(chain);
  }
  return unread.all;
}

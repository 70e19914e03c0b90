import { sameValue } from '../lib/memo';
import type { Netns } from '../linux/netns';
import type { QuestionTurns } from './asked-before';
import type { Diagram } from './diagram';
import { MarkChanges } from './mark-changes';

/** A map that was made of a chain, what was asked in making it, and what the ends of its packets led to. */
interface MadeChain<Ends> {
  readonly map: Diagram;
  readonly asked: QuestionTurns;
  readonly ends: Ends;
  /** All that decides what its ends lead to, as a text; undefined: they have to be asked. */
  readonly follows: string | undefined;
}

/** Everything of a host but its rules, which chains say themselves. */
function withoutRules({ xtables: _x, nftables: _n, memo: _m, title: _t, ...rest }: Netns): object {
  return rest;
}

/** States of hosts that are told apart, before all is forgotten. */
const MOST_HOSTS = 64;

/** Maps of chains by what the chains say, in one state of hosts after another: of one that no edit touches nothing is made again. */
export class ChainMemo<Ends = unknown> {
  /** What was done to packets before they come back from a chain, by number. */
  readonly changes = new MarkChanges();
  private readonly made = new Map<string, MadeChain<Ends>>();
  private readonly numbers = new Map<string, number>();
  private readonly things = new Map<object, number>();
  private readonly facts = new Map<string, unknown>();
  private hosts: readonly object[] = [];
  private forgotten = 0;

  /** The number of a text, the same for the same. */
  number(text: string): number {
    const known = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, known);
    return known;
  }

  /** The number of a thing that is itself alone. */
  thing(thing: object): number {
    const known = this.things.get(thing) ?? this.things.size;
    this.things.set(thing, known);
    return known;
  }

  /** The number of a host as it is but for its rules: addresses, routes, sets, settings. */
  host(netns: Netns): number {
    const is = withoutRules(netns);
    const at = this.hosts.findIndex((each) => sameValue(each, is));
    if (at >= 0) return this.forgotten + at;
    if (this.hosts.length >= MOST_HOSTS) {
      this.forgotten += this.hosts.length;
      this.hosts = [];
      this.made.clear();
    }
    this.hosts = [...this.hosts, is];
    return this.forgotten + this.hosts.length - 1;
  }

  /** What is found out once for a key; all that it is made of must be in the key. */
  once<T>(key: string, find: () => T): T {
    if (!this.facts.has(key)) this.facts.set(key, find());
    return this.facts.get(key) as T;
  }

  /** What was made of a chain by that key. */
  find(key: string): MadeChain<Ends> | undefined {
    return this.made.get(key);
  }

  /** Keeps what was made of a chain. */
  keep(key: string, made: MadeChain<Ends>): void {
    this.made.set(key, made);
  }
}

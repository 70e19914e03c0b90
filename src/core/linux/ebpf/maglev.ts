import { utf8 } from '../../lib/sha';
import { formatEndpoint } from '../../net/packet';
import type { LbBackend } from './lb-maps';
import type { MaglevSeed } from './maglev-seed';
import { murmur3 } from './murmur3';

/** What a backend is told apart by: the same on every node, whatever its id there. */
function hashText({ address, port, protocol }: LbBackend): string {
  return `[${formatEndpoint(address, port)}/${protocol},State:active]`;
}

/** A backend and how many turns it gets; all alike unless somebody weighs them. */
export interface WeightedBackend {
  readonly backend: LbBackend;
  readonly weight: number;
}

/** One backend's way through the table: it takes the next free place of `at`, `at + skip`, … */
interface Contender {
  readonly id: number;
  readonly weight: number;
  readonly skip: number;
  at: number;
  /** Grows with every turn; the next comes when its weight has caught up. */
  counter: number;
}

/** The places backends may get, in the order of what tells them apart. */
function contenders(backends: readonly WeightedBackend[], size: number, murmur: number): Contender[] {
  const named = backends.map(({ backend, weight }) => ({ text: hashText(backend), id: backend.id, weight }));
  const sorted = named.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return sorted.map(({ text, id, weight }) => {
    const [h1, h2] = murmur3(utf8(text), murmur);
    const skip = Number(h2 % BigInt(size - 1)) + 1;
    return { id, weight, skip, at: Number(h1 % BigInt(size)), counter: weight / backends.length };
  });
}

/** Whose turn it is: one after the other, but with different weights those that are ahead let others go first. */
function nextTurn(all: readonly Contender[], turn: number, sum: number): Contender | undefined {
  let at = turn % all.length;
  // Weights are used at all only if they are more than 1 on average.
  if (Math.floor(sum / all.length) <= 1) return all[at];
  for (;;) {
    const each = all[at];
    if (!each) return undefined;
    if ((turn + 1) * each.weight >= Math.floor(each.counter)) {
      each.counter += sum;
      return each;
    }
    at = (at + 1) % all.length;
  }
}

/**
 * The lookup table of a frontend: `size` places, each the id of a backend (pkg/maglev/maglev.go `computeLookupTable`).
 * Empty where there is no backend. O(size · log(size)) on average.
 */
export function maglevTable(backends: readonly WeightedBackend[], size: number, { murmur }: MaglevSeed): Uint32Array {
  if (backends.length === 0) return new Uint32Array(0);
  const all = contenders(backends, size, murmur);
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  const taken = new Uint8Array(size);
  const table = new Uint32Array(size);
  for (let turn = 0; turn < size; turn++) {
    const each = nextTurn(all, turn, sum);
    if (!each) break;
    while (taken[each.at]) each.at = (each.at + each.skip) % size;
    taken[each.at] = 1;
    table[each.at] = each.id;
  }
  return table;
}

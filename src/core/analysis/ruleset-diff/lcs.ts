import { assertNever } from '../../lib/assert';

/** One step from a list to another. Indices are 0-based places in the list they name. */
export type ListEdit =
  | { readonly kind: 'same'; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly before: number }
  | { readonly kind: 'added'; readonly after: number };

/** Beyond so many cells of the table equal items are paired in order instead. */
const MOST_CELLS = 4_000_000;

/**
 * The shortest way from one list of texts to another: a longest common subsequence between the equal
 * heads and tails (O(n·m) cells; for lists too long for that, first come first paired).
 */
export function editsBetween(before: readonly string[], after: readonly string[]): ListEdit[] {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < limit - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const edits: ListEdit[] = [];
  for (let i = 0; i < head; i++) edits.push({ kind: 'same', before: i, after: i });
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  const middle = a.length * b.length > MOST_CELLS ? pairedInOrder(a, b) : longestCommon(a, b);
  for (const edit of middle) edits.push(shifted(edit, head));
  for (let i = tail; i > 0; i--) edits.push({ kind: 'same', before: before.length - i, after: after.length - i });
  return edits;
}

function shifted(edit: ListEdit, by: number): ListEdit {
  switch (edit.kind) {
    case 'same':
      return { kind: 'same', before: edit.before + by, after: edit.after + by };
    case 'removed':
      return { kind: 'removed', before: edit.before + by };
    case 'added':
      return { kind: 'added', after: edit.after + by };
    default:
      return assertNever(edit);
  }
}

function longestCommon(a: readonly string[], b: readonly string[]): ListEdit[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: ListEdit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) edits.push({ kind: 'same', before: i++, after: j++ });
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      edits.push({ kind: 'removed', before: i++ });
    else edits.push({ kind: 'added', after: j++ });
  }
  return edits;
}

/** Takes the next equal item further on, if there is one: linear, and still a valid way. */
function pairedInOrder(a: readonly string[], b: readonly string[]): ListEdit[] {
  const places = new Map<string, number[]>();
  for (const [index, text] of b.entries()) {
    const known = places.get(text);
    if (known) known.push(index);
    else places.set(text, [index]);
  }
  for (const list of places.values()) list.reverse();
  const edits: ListEdit[] = [];
  let next = 0;
  for (const [before, text] of a.entries()) {
    const list = places.get(text) ?? [];
    while (list.length > 0 && (list.at(-1) ?? 0) < next) list.pop();
    const after = list.at(-1);
    if (after === undefined) edits.push({ kind: 'removed', before });
    else {
      while (next < after) edits.push({ kind: 'added', after: next++ });
      edits.push({ kind: 'same', before, after });
      next = after + 1;
    }
  }
  while (next < b.length) edits.push({ kind: 'added', after: next++ });
  return edits;
}

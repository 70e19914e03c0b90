/** The header of a table of `kubectl get`. */
export const HEADER = /^\s*(?:NAMESPACE\s+)?NAME\s+(?:[A-Z][A-Z()/-]*(?:\s+|$))+$/;
const CELL = /\S+(?: \S+)*/g;

/**
 * Tables of kubectl are read by where their columns begin: after names got shorter or longer the columns
 * are set again. `before` and `after` have the same lines.
 */
export function alignedTables(before: string, after: string): string {
  if (!/^[ \t]*(?:NAMESPACE[ \t]+)?NAME[ \t]+[A-Z]/m.test(before)) return after;
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  for (let at = 0; at < old.length; at++) {
    if (!HEADER.test(old[at] ?? '')) continue;
    let end = at + 1;
    while (end < old.length && (old[end] ?? '').trim() !== '' && !HEADER.test(old[end] ?? '')) end++;
    alignRows(old, fresh, at, end);
    at = end - 1;
  }
  return fresh.join('\n');
}

/** Puts every cell under the header it stood under. */
function alignRows(old: readonly string[], fresh: string[], from: number, to: number): void {
  const starts = [...(old[from] ?? '').matchAll(/\S+(?: (?:NODE|GATES|SEEN))?/g)].map((found) => found.index);
  const rows = fresh.slice(from, to).map((line, at) => {
    const was = [...(old[from + at] ?? '').matchAll(CELL)].map((found) => found.index);
    const columns = was.map((place) => starts.findLastIndex((start) => start <= place));
    return [...line.matchAll(CELL)].map(([text], cell) => ({ text, column: columns[cell] ?? cell }));
  });
  const isPlain = rows.every((row) => new Set(row.map(({ column }) => column)).size === row.length);
  if (!isPlain) return;
  const widths = starts.map((_, column) =>
    Math.max(0, ...rows.flatMap((row) => row.filter((cell) => cell.column === column).map(({ text }) => text.length))),
  );
  for (const [at, row] of rows.entries()) {
    const cells = widths.map((width, column) => (row.find((cell) => cell.column === column)?.text ?? '').padEnd(width));
    fresh[from + at] = cells.join('   ').trimEnd();
  }
}

import type { ProbeRow } from '../../engine/questions/compare';

/** Rows that differ first, by how much and then as they came; the others after them, if they are wanted. */
export function inOrder(rows: readonly ProbeRow[], all: boolean): readonly ProbeRow[] {
  const weight = ({ differ }: ProbeRow): number =>
    (differ.includes('verdicts') ? 4 : 0) +
    (differ.includes('backends') ? 2 : 0) +
    (differ.includes('sources') ? 1 : 0);
  const wanted = all ? rows : rows.filter(({ differ }) => differ.length > 0);
  return wanted.toSorted((a, b) => weight(b) - weight(a));
}

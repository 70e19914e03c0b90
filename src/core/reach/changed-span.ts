/** Where two lists differ: from one place on, and of each up to an end of its own. */
export interface ChangedSpan {
  readonly from: number;
  readonly before: number;
  readonly after: number;
}

/** Finds the span where two lists of so many items differ: what they do not have in common at their beginnings and ends. */
export function findChangedSpan(
  before: number,
  after: number,
  isSame: (was: number, is: number) => boolean,
): ChangedSpan {
  const most = Math.min(before, after);
  let from = 0;
  while (from < most && isSame(from, from)) from++;
  let end = 0;
  while (end < most - from && isSame(before - 1 - end, after - 1 - end)) end++;
  return { from, before: before - end, after: after - end };
}

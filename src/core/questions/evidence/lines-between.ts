/** The lines around one of a text, by its index, up to those on both sides that a form fits: those of the object it is of. */
export function linesBetween(lines: readonly string[], at: number, bound: RegExp): readonly string[] {
  const from = lines.slice(0, at).findLastIndex((line) => bound.test(line)) + 1;
  const to = lines.findIndex((line, index) => index > at && bound.test(line));
  return lines.slice(from, to < 0 ? undefined : to);
}

/** The first group of the first of some lines that a form fits; undefined: none. */
export const readFirst = (lines: readonly string[], form: RegExp): string | undefined =>
  lines.map((line) => form.exec(line)?.[1]).find((each) => each !== undefined);

import type { Diagnostic } from '../formats/format';

/** A line that an object of the API has. */
const FIELD = /^\s*["']?(?:apiVersion|kind|metadata|spec|items)["']?\s*:/;
const SEPARATOR = /^---(?:\s|$)/;

/** How what kubectl printed begins, or a file of objects. */
const BEGINS = /^\s*(?:(?:- )?["']?(?:apiVersion|addressType|kind|metadata|spec|items)["']?\s*:|[{[])/;
/** Comments, separators and fences stand before it. */
const BEFORE = /^\s*(?:#|---|```|~~~|$)/;

/** Tells whether a text begins as objects do: what is wrong in it is an error of the objects then, not of words around them. */
export function beginsAsObjects(text: string): boolean {
  return BEGINS.test(text.split('\n').find((line) => !BEFORE.test(line)) ?? '');
}

/** `{`, and below it `kind: "Event"` without commas: an object as a console or Go prints it. */
const OPENS = /^\s*\{\s*$/;
const PRINTED = /^\s*[A-Za-z][\w.]*: .*[^,{[\s]\s*$/;

/** Tells whether a line, from 1, is of an object that a program printed: neither YAML nor JSON, and nothing to correct. */
function isPrinted(lines: readonly string[], line: number): boolean {
  const from = lines.slice(0, line).findLastIndex((each) => OPENS.test(each));
  const inside = lines.slice(from + 1, line);
  const isCut = inside.some((each) => each.trim() === '' || SEPARATOR.test(each));
  return from >= 0 && !isCut && [from + 1, from + 2].every((at) => PRINTED.test(lines[at] ?? ''));
}

/**
 * Remarks without the errors of what stands between separators and has no line of an object: words of a report, and
 * objects that a program printed in a form of its own, are no YAML, and none that is to be corrected. `text`: as it was read; lines of remarks count from 1.
 */
export function withoutProse(diagnostics: readonly Diagnostic[], text: string): readonly Diagnostic[] {
  if (!diagnostics.some(({ severity }) => severity === 'error')) return diagnostics;
  const lines = text.split('\n');
  const bounds = lines.flatMap((line, at) => (SEPARATOR.test(line) ? [at] : []));
  const isWritten = (line: number): boolean => {
    const from = bounds.findLast((at) => at < line - 1) ?? -1;
    const to = bounds.find((at) => at >= line) ?? lines.length;
    return lines.slice(from + 1, to).some((each) => FIELD.test(each));
  };
  return diagnostics.filter(
    ({ severity, span }) =>
      severity !== 'error' || span === undefined || (isWritten(span.line) && !isPrinted(lines, span.line)),
  );
}

import type { Diagnostic } from '../formats/format';

/** A line that an object of the API has. */
const FIELD = /^\s*["']?(?:apiVersion|kind|metadata|spec|items)["']?\s*:/;
const SEPARATOR = /^---(?:\s|$)/;

/** The first line of what kubectl printed, or a file of objects: behind comments, separators and fences. */
const BEGINS =
  /^(?:\s*(?:(?:#|---|```|~~~).*)?\r?\n)*\s*(?:(?:- )?["']?(?:apiVersion|addressType|kind|metadata|spec|items)["']?\s*:|[{[])/;

/** True where a text begins as objects do: what is wrong in it is an error of the objects, not of words around them. */
export const beginsAsObjects = (text: string): boolean => BEGINS.test(text);

/**
 * Remarks without the errors of what stands between separators and has no line of an object: words of a report are no YAML, and none
 * that is to be corrected. `text`: as it was read; lines of remarks count from 1.
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
  return diagnostics.filter(({ severity, span }) => severity !== 'error' || span === undefined || isWritten(span.line));
}

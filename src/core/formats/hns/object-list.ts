import { LineBlocks } from '../lines/line-format';
import type { TextLine } from '../lines/text-lines';

const FIELD = /^([A-Za-z]\w*)\s*:(?:\s(.*))?$/;

/** `Key : value` of PowerShell; a long value goes on below it, behind blanks. */
export function fieldsOf(lines: readonly TextLine[]): Record<string, string> {
  const fields: Record<string, string> = {};
  let last = '';
  for (const { text, indent } of lines) {
    const [, key, value = ''] = (indent === 0 ? FIELD.exec(text) : undefined) ?? [];
    if (key === undefined) fields[last] = `${fields[last] ?? ''} ${text}`;
    else fields[(last = key)] = value.trim();
  }
  return fields;
}

/** Objects as PowerShell's Format-List writes them: lines of fields, and what goes on behind blanks. */
export function objectBlocks(): LineBlocks<true> {
  return new LineBlocks<true>(
    ({ text, indent }) => (indent === 0 && FIELD.test(text) ? true : undefined),
    (_, { text, indent }) => text !== '' && (indent > 0 || FIELD.test(text)),
  );
}

import type { Diagnostic } from '../formats/format';
import { phrase } from '../lib/phrase';
import type { TextPiece } from './pasted-types';

/** What a heading may call a listing, and the formats that are it. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  ipset: ['ipset-list', 'ipset-save'],
  ipvs: ['ipvsadm', 'ipvsadm-connections'],
  ipvsadm: ['ipvsadm', 'ipvsadm-connections'],
  conntrack: ['conntrack'],
};
const OWN = new Set(Object.values(CALLED).flat());
/** `**IPVS List**`, `## ipset list`: a name and no command. */
const HEADING =
  /^[\s*#=_:-]*(ipset|ipvs|ipvsadm|conntrack)(?: (?:lists?|listing|rules|sets?|tables?|output))?[\s*#=_:-]*$/i;
/** Between a heading and its listing stand at most an empty line and the fence of a code block. */
const NEAR = 4;
const LONGEST = 60;

/** Headings that call a listing something that it is not: a note with two of them swapped. */
export function misnamed(text: string, starts: Uint32Array, pieces: readonly TextPiece[]): Diagnostic[] {
  return pieces.flatMap(({ format, title, from }): Diagnostic[] => {
    if (!OWN.has(format)) return [];
    for (let line = from - 1; line >= Math.max(1, from - NEAR); line--) {
      const start = starts[line - 1] ?? 0;
      const words = text.slice(start, (starts[line] ?? text.length + 1) - 1).trim();
      if (words === '' || words.startsWith('```')) continue;
      const name = words.length > LONGEST ? undefined : HEADING.exec(words)?.[1]?.toLowerCase();
      if (name === undefined || CALLED[name]?.includes(format)) return [];
      const message = phrase('formats.lines.misnamed', { heading: words.replaceAll(/[*#=_]/g, '').trim(), title });
      const span = { start, end: start + words.length, line, column: 1 };
      return [{ severity: 'info', code: 'invalid', message, span }];
    }
    return [];
  });
}

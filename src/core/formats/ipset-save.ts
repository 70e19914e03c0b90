import { phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { defaultFamily } from '../linux/ipset/dimensions';
import type { IpSet, IpSetMember } from '../linux/ipset/types';
import type { Diagnostic, Format, Parsed } from './format';

/** Sets by name, in the order of the text. */
export type IpSets = ReadonlyMap<string, IpSet>;

const CREATE = /^create\s+(\S+)\s+(\S+:\S+)\s*(.*)$/;
const ADD = /^add\s+(\S+)\s+(\S+)\s*(.*)$/;

interface Building {
  readonly set: Omit<IpSet, 'members'>;
  readonly members: IpSetMember[];
}

function created(name: string, type: string, options: string): Building {
  const family = / ?\bfamily inet6\b/.test(options) ? 'ipv6' : defaultFamily(type);
  return { set: { name, type, options, ...(family ? { family } : {}) }, members: [] };
}

function lineDiagnostic(code: string, id: string, at: { line: number; start: number; text: string }): Diagnostic {
  const span = { start: at.start, end: at.start + at.text.length, line: at.line, column: 1 };
  return { severity: 'warning', code, message: phrase(id, { line: at.text.slice(0, 80) }), span };
}

function parse(text: string): Result<Parsed<IpSets>, readonly Diagnostic[]> {
  const sets = new Map<string, Building>();
  const diagnostics: Diagnostic[] = [];
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    const create = CREATE.exec(trimmed);
    const add = create ? undefined : ADD.exec(trimmed);
    const at = { line: index + 1, start, text: line };
    if (create) sets.set(create[1] ?? '', created(create[1] ?? '', create[2] ?? '', create[3] ?? ''));
    else if (add) {
      const nomatch = / ?\bnomatch\b/.test(add[3] ?? '');
      const set = sets.get(add[1] ?? '');
      if (set) set.members.push({ element: add[2] ?? '', nomatch });
      else diagnostics.push(lineDiagnostic('invalid', 'formats.ipset-save.no-set', at));
    } else if (trimmed !== '' && !trimmed.startsWith('#')) {
      diagnostics.push(lineDiagnostic('unrecognised', 'formats.ipset-save.not-a-line', at));
    }
    start += line.length + 1;
  }
  if (sets.size === 0) {
    return err([{ severity: 'error', code: 'syntax', message: phrase('formats.ipset-save.nothing-read') }]);
  }
  const value = new Map([...sets].map(([name, { set, members }]) => [name, { ...set, members }] as const));
  return ok({ value, diagnostics });
}

function print(sets: IpSets): string {
  const lines = [...sets.values()].flatMap(({ name, type, options, members }) => [
    `create ${name} ${type}${options === '' ? '' : ` ${options}`}`,
    ...members.map(({ element, nomatch }) => `add ${name} ${element}${nomatch ? ' nomatch' : ''}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** `ipset save`: what sets a node has and what is in them. */
export const IPSET_SAVE: Format<'ipset-save', IpSets> = {
  id: 'ipset-save',
  title: 'ipset save',
  command: 'ipset save',
  detect: (text) => (/^create \S+ (?:hash|bitmap|list):\S+/m.test(text.slice(0, 65_536)) ? 1 : 0),
  parse,
  print,
};

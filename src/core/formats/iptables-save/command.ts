import { scanWords, type Word } from '../../lib/scan';
import type { IpFamily } from '../../net/ip';
import type { TableName } from '../../linux/hooks';
import { tableNamed } from './section';

/** A command line that has to do with iptables, wherever in the line it begins. */
export interface Command {
  readonly family: IpFamily;
  readonly table?: TableName;
  /** `list` prints a listing, `save` a dump; `edit` changes rules itself. */
  readonly does: 'list' | 'save' | 'edit' | 'other';
  /** Of an edit: the offset of its `-A`, `-N`... and where the command ends. */
  readonly start: number;
  readonly end: number;
}

const PROGRAM = /(?:^|[\s/"'`(])(ip(6)?tables(?:-legacy|-nft)?(-save|-restore)?|\$\{?\w*ip(6)?t\w*\}?)(?=[\s"'`]|$)/i;
/** Cheaper, and false for nearly every line of prose. */
const NAMED = /tables|\$/i;
const EDITS = new Set(['-A', '-I', '-N', '-P', '-X', '-F', '-D', '-R', '-E', '-Z']);
const LONG: Readonly<Record<string, string>> = {
  '--append': '-A',
  '--insert': '-I',
  '--new-chain': '-N',
  '--policy': '-P',
  '--list-rules': '-S',
  '--list': '-L',
  '--table': '-t',
  '--flush': '-F',
  '--delete': '-D',
  '--delete-chain': '-X',
};
const ENDS = new Set(['|', '||', '&&', ';', '>', '>>', '2>', '&']);

/** A command begins within so many characters of its line, if it is one. */
const LOOK_AT = 300;

/** Finds an iptables command in a part of a text. */
export function findCommand(text: string, start: number, end: number): Command | undefined {
  const head = text.slice(start, Math.min(end, start + LOOK_AT));
  const found = NAMED.test(head) ? PROGRAM.exec(head) : null;
  if (!found) return undefined;
  const from = start + found.index + found[0].length;
  const family: IpFamily = found[2] || found[4] ? 'ipv6' : 'ipv4';
  const words = untilEnd(scanWords(text, from, end));
  const table = tableIn(words);
  const edit = words.find((word) => EDITS.has(LONG[word.value] ?? word.value));
  const does = found[3] === '-save' ? 'save' : edit ? 'edit' : listsRules(words) ? 'list' : 'other';
  return {
    family,
    ...(table ? { table } : {}),
    does,
    start: edit?.start ?? from,
    end: words.at(-1)?.end ?? from,
  };
}

function untilEnd(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => ENDS.has(word.raw) || word.raw.startsWith('2>'));
  return at < 0 ? words : words.slice(0, at);
}

function tableIn(words: readonly Word[]): TableName | undefined {
  const at = words.findIndex((word) => word.value === '-t' || word.value === '--table');
  const attached = words.find((word) => /^-t[a-z]/.test(word.value));
  return tableNamed(at < 0 ? attached?.value.slice(2) : words[at + 1]?.value);
}

function listsRules(words: readonly Word[]): boolean {
  return words.some((word) => /^-[a-zA-Z]*[SL]/.test(word.value) || word.value.startsWith('--list'));
}

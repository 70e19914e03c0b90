import { phrase } from '../lib/phrase';
import type { Diagnostic } from './format';
import { lineFormat, lineNote, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';
import { defaultFamily } from '../linux/ipset/dimensions';
import type { IpSet, IpSetMember } from '../linux/ipset/ip-set';

/** Sets by name, in the order of the text. */
export type IpSets = ReadonlyMap<string, IpSet>;

/** A set while its lines are read. */
export interface GrowingSet {
  readonly name: string;
  readonly type: string;
  readonly options: string;
  readonly members: IpSetMember[];
}

/** Types by their names before ipset 5. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  ipmap: 'bitmap:ip',
  macipmap: 'bitmap:ip,mac',
  portmap: 'bitmap:port',
  iphash: 'hash:ip',
  nethash: 'hash:net',
  ipporthash: 'hash:ip,port',
  ipportiphash: 'hash:ip,port,ip',
  ipportnethash: 'hash:ip,port,net',
  setlist: 'list:set',
};

/** `hash:ip`, also by its old name `iphash`; undefined: no type of set. */
export function setType(word: string): string | undefined {
  if (/^(?:hash|bitmap|list):[a-z,]+$/.test(word)) return word;
  return Object.hasOwn(OLD_TYPES, word) ? OLD_TYPES[word] : undefined;
}

/** A member from what stands behind the set's name: the element, then its options in any order. */
export function readIpsetMember(element: string, words: string): IpSetMember {
  if (words === '') return { element, nomatch: false };
  const parts = words.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const left = parts.filter((part) => part !== 'nomatch');
  const options = left.join(' ');
  return { element, nomatch: left.length < parts.length, ...(options === '' ? {} : { options }) };
}

/** A set whose lines have all been read. */
export function builtSet({ name, type, options, members }: GrowingSet): IpSet {
  const family = /(?:^|\s)family inet6(?:\s|$)/.test(options) ? 'ipv6' : defaultFamily(type);
  return { name, type, options, members, ...(family ? { family } : {}) };
}

/** `10.0.0.1,tcp:80 timeout 30 nomatch`. */
export function memberText({ element, options, nomatch }: IpSetMember): string {
  return joinWords(element, options, nomatch ? 'nomatch' : '');
}

/** A line of a restore file, and the same as a command somebody typed or scripted. */
const CREATE =
  /^(?:\S.{0,120}?\bipset\s+(?:-\S+\s+)*|ipset\s+(?:-\S+\s+)*)??(?:create|n|-N|--create)\s+(?:-!\s+|-exist\s+)?(\S+)\s+(\S+)\s*(.*)$/;
const ADD =
  /^(?:\S.{0,120}?\bipset\s+(?:-\S+\s+)*|ipset\s+(?:-\S+\s+)*)??(?:add|a|-A|--add)\s+(?:-!\s+|-exist\s+)?(\S+)\s+(\S+)\s*(.*)$/;
/** `I0627 … running ipset command: … args=[restore -exist] stdin ```create NAME …`: the first line of what a log quotes. */
const BEHIND_LOG = /^[IWEF]\d{4} .{0,250}?\brestore\b.{0,40}?[`"' ](?=(?:create|add) \S)/;
/** ipset(8): what changes sets as wholes. */
const CHANGE = /^(swap|flush|destroy) (\S{1,64})(?: (\S{1,64}))?$/;
const EXIST = /\s*(?:^|\s)(?:-exist|-!)(?=\s|$)/;

type NamedSet = readonly [name: string, set: GrowingSet | undefined];

class SaveReader implements LineReader<IpSets> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly sets = new Map<string, GrowingSet>();

  take(line: TextLine): boolean {
    if (line.text === '') return false;
    const text = line.text.replace(BEHIND_LOG, '');
    const bare = text === line.text ? line : { ...line, text };
    return text.startsWith('add ') ? this.add(bare) : this.create(bare) || this.add(bare) || this.change(text);
  }

  finish(): IpSets {
    return new Map([...this.sets].map(([name, set]) => [name, builtSet(set)] as const));
  }

  /** What a restore does with sets that it made: a set is filled under another name and changes places with the one in use. */
  private change(text: string): boolean {
    const [, verb = '', first = '', second = ''] = CHANGE.exec(text) ?? [];
    const [set, other] = [this.sets.get(first), this.sets.get(second)];
    if (!set && !other) return false;
    if (verb === 'flush') set?.members.splice(0);
    else if (verb === 'destroy') this.sets.delete(first);
    else this.swap([first, set], [second, other]);
    return true;
  }

  /** What nobody saw made comes into the other's place: that one is not known any more. */
  private swap([first, set]: NamedSet, [second, other]: NamedSet): void {
    if (other) this.sets.set(first, { ...other, name: first });
    else this.sets.delete(first);
    if (set) this.sets.set(second, { ...set, name: second });
    else this.sets.delete(second);
  }

  private create({ text }: TextLine): boolean {
    const [, name = '', word = '', words = ''] = CREATE.exec(text) ?? [];
    const type = setType(word);
    if (type === undefined) return false;
    const options = new Words(words.replace(EXIST, '')).rest();
    // `ipset -6` creates what `family inet6` does.
    const family = /\bipset\s+(?:-\S+\s+)*-6\s/.test(text) && !options.includes('family') ? 'family inet6' : '';
    this.sets.set(name, { name, type, options: joinWords(family, options), members: [] });
    return true;
  }

  private add(line: TextLine): boolean {
    const found = ADD.exec(line.text);
    if (!found) return false;
    const [, name = '', element = '', words = ''] = found;
    if (element.startsWith('-')) return false;
    const set = this.sets.get(name);
    if (set) set.members.push(readIpsetMember(element, words.replace(EXIST, '')));
    // `-A CHAIN rule` and prose with "add" in it are not ours; `add NAME ELEMENT` is, even without its set.
    else if (!/^add \S+ [\d.:a-f]+(?:[/,-]\S*)?(?:\s|$)/i.test(line.text)) return false;
    else {
      const message = phrase('formats.ipset-save.no-set', { line: line.text.slice(0, 80) });
      this.diagnostics.push(lineNote('warning', 'invalid', message, line));
    }
    return true;
  }
}

function print(sets: IpSets): string {
  const lines = [...sets.values()].flatMap((set) => [
    `create ${set.name} ${set.type}${set.options === '' ? '' : ` ${set.options}`}`,
    ...set.members.map((member) => `add ${set.name} ${memberText(member)}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** `ipset save`: what sets a node has and what is in them. */
export const IPSET_SAVE = lineFormat({
  id: 'ipset-save',
  title: 'ipset save',
  command: 'ipset save',
  hint: /(?:create|\sn|-N)\s+(?:-exist\s+|-!\s+)?\S+\s+(?:(?:hash|bitmap|list):|\w*(?:hash|map|list)\b)/,
  reader: (): LineReader<IpSets> => new SaveReader(),
  print,
  summary: (sets) => ({
    sets: [...sets.keys()],
    members: [...sets.values()].reduce((sum, { members }) => sum + members.length, 0),
  }),
});

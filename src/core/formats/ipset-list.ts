import { phrase } from '../lib/phrase';
import type { IpSet } from '../linux/ipset/ip-set';
import { parseCidr, parseIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { builtSet, readIpsetMember, memberText, setType, type GrowingSet } from './ipset-save';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A set as `ipset list` shows it. */
export interface ListedSet {
  readonly set: IpSet;
  /** Lines of the head that are no part of the set itself: `Size in memory: 600`, in order. */
  readonly head: readonly (readonly [name: string, value: string])[];
  /** As many members as the head says, or the head says nothing; otherwise members are missing. */
  readonly complete: boolean;
  readonly span: SourceSpan;
}

interface Growing extends GrowingSet {
  readonly head: [name: string, value: string][];
  readonly line: TextLine;
  /** True once the set's `Members:` line was read. */
  open: boolean;
  cut: boolean;
}

const HEAD = /^(Type|Revision|Header|Size in memory|References|Number of entries|Default\w*):\s*(.*)$/;
const OPTION = /^(?:timeout|packets|bytes|comment|nomatch|skbmark|skbprio|skbqueue|wildcard|physdev:)/;
const MAC = /^(?:[0-9a-f]{1,2}:){5}[0-9a-f]{1,2}$/i;

class ListReader implements LineReader<readonly ListedSet[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly sets: Growing[] = [];
  private set: Growing | undefined;

  take(line: TextLine): boolean {
    const { text } = line;
    if (text === '') {
      this.set = undefined;
      return false;
    }
    const name = /^Name:\s*(\S+)$/.exec(text);
    if (name) {
      this.set = this.begin(name[1] ?? '', line);
      return true;
    }
    if (!this.set) return false;
    const taken = this.head(this.set, text) || this.member(this.set, line);
    if (!taken) this.set = undefined;
    return taken;
  }

  finish(): readonly ListedSet[] {
    return this.sets.filter(({ type }) => type !== '').map((growing) => this.built(growing));
  }

  private begin(name: string, line: TextLine): Growing {
    const made: Growing = { name, type: '', options: '', members: [], head: [], line, open: false, cut: false };
    this.sets.push(made);
    return made;
  }

  private head(set: Growing, text: string): boolean {
    if (/^Members:$/.test(text)) {
      set.open = true;
      return true;
    }
    const found = set.open ? null : HEAD.exec(text);
    if (!found) return false;
    const [, name = '', value = ''] = found;
    if (name === 'Type') this.replace(set, { type: setType(value.trim()) ?? '' });
    else if (name === 'Header') this.replace(set, { options: value.trim().split(/\s+/).join(' ') });
    else set.head.push([name, value.trim()]);
    return true;
  }

  private replace(set: Growing, change: Partial<Growing>): void {
    const made = { ...set, ...change };
    // The open set is the last.
    this.sets[this.sets.length - 1] = made;
    this.set = made;
  }

  private member(set: Growing, line: TextLine): boolean {
    if (!set.open) return false;
    if (/^(?:\.{2,}|\u2026)$/.test(line.text)) {
      set.cut = true;
      return true;
    }
    const [, element = '', words = ''] = /^(\S+)\s*(.*)$/.exec(line.text) ?? [];
    if (!isElement(set.type, element) || (words !== '' && !OPTION.test(words))) return false;
    set.members.push(readIpsetMember(element, words));
    return true;
  }

  private built(growing: Growing): ListedSet {
    const { head, line, cut, members, name, open } = growing;
    const told = Number(head.find(([title]) => title === 'Number of entries')?.[1] ?? Number.NaN);
    const complete = open && !cut && !(told > members.length);
    if (!complete) {
      const message = phrase('formats.ipset-list.incomplete', {
        set: name,
        members: members.length,
        told: told || '?',
      });
      this.diagnostics.push(lineNote('warning', 'partly-simulated', message, line));
    }
    if (told < members.length) {
      const message = phrase('formats.ipset-list.miscounted', { set: name, members: members.length, told });
      this.diagnostics.push(lineNote('info', 'invalid', message, line));
    }
    return { set: builtSet(growing), head, complete, span: spanOfLine(line) };
  }
}

/** May a word be an element of a set of this type? Prompts and prose below a list are not. */
export function isElement(type: string, element: string): boolean {
  const parts = type.slice(type.indexOf(':') + 1).split(',');
  const texts = element.split(',');
  if (texts.length > parts.length + 1) return false;
  return texts.every((text, i) => isPart(parts[i] ?? 'iface', text));
}

function isPart(part: string, text: string): boolean {
  switch (part) {
    case 'ip':
    case 'net':
      return isAddresses(text);
    case 'mac':
      return MAC.test(text);
    case 'port':
      return /^(?:[\w-]+:)?[\w/-]+(?:-\d+)?$/.test(text) && /\d|:/.test(text);
    case 'mark':
      return /^(?:0x)?[0-9a-f]+$/i.test(text);
    case 'set':
      return /^[\w:.+-]{1,31}$/.test(text);
    default:
      return /^(?:physdev:)?[^\s#$>/]{1,30}$/.test(text);
  }
}

/** An address, a network, or a range of addresses. */
function isAddresses(text: string): boolean {
  const [from = '', to] = text.split('-');
  return to === undefined ? parseCidr(from).ok : parseIp(from).ok && parseIp(to).ok;
}

function print(sets: readonly ListedSet[]): string {
  const blocks = sets.map(({ set, head }) => {
    const line = ([name, value]: readonly [string, string]): string => `${name}: ${value}\n`;
    const revision = head.filter(([name]) => name === 'Revision');
    const rest = head.filter(([name]) => name !== 'Revision');
    const header = set.options === '' ? '' : `Header: ${set.options}\n`;
    const members = set.members.map((member) => `${memberText(member)}\n`).join('');
    return `Name: ${set.name}\nType: ${set.type}\n${revision.map(line).join('')}${header}${rest.map(line).join('')}Members:\n${members}`;
  });
  return blocks.join('\n');
}

/** `ipset list`: the same sets made for eyes; with numbers, so that missing members are noticed. */
export const IPSET_LIST = lineFormat({
  id: 'ipset-list',
  title: 'ipset list',
  command: 'ipset list',
  hint: /Name:[ \t]*\S[^\n]{0,120}\n[^\n]{0,120}?Type:[ \t]*(?:hash|bitmap|list):/,
  reader: (): LineReader<readonly ListedSet[]> => new ListReader(),
  print,
  summary: (sets) => ({
    sets: sets.map(({ set }) => set.name),
    members: sets.reduce((sum, { set }) => sum + set.members.length, 0),
  }),
});

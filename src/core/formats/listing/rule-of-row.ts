import { phrase } from '../../lib/phrase';
import type { Word } from '../../lib/scan';
import { makeMatch, type Match } from '../../linux/xtables/matches';
import { parseRuleWords, type RuleNote } from '../../linux/xtables/rule-text';
import type { XtRule } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import {
  type Cell,
  type ListingColumns,
  type ListingRow,
  type Phrasing,
  type ListingPiece,
  targetPiece,
  MATCH_PHRASES,
} from './columns';
import { PLAIN_PHRASES } from './plain-phrases';

/** `to:` says where; which option that is depends on the target. */
const TO_OPTION: Readonly<Record<string, string>> = {
  DNAT: '--to-destination',
  SNAT: '--to-source',
  NETMAP: '--to',
};

const LOG_FLAGS: readonly (readonly [bit: number, option: string])[] = [
  [1, '--log-tcp-sequence'],
  [2, '--log-tcp-options'],
  [4, '--log-ip-options'],
  [8, '--log-uid'],
  [32, '--log-macdecode'],
];

function log([, flags = '0', level = '', quoted, backticked]: RegExpExecArray): ListingPiece {
  const prefix = quoted ?? backticked;
  const options = LOG_FLAGS.filter(([bit]) => (Number(flags) & bit) !== 0).map(([, option]) => option);
  return targetPiece(...(prefix === undefined ? [] : ['--log-prefix', prefix]), '--log-level', level, ...options);
}

function mark([, verb = '', value = '']: RegExpExecArray): ListingPiece {
  return targetPiece(verb === 'xset' ? '--set-xmark' : verb === 'set' ? '--set-mark' : `--${verb}-mark`, value);
}

function moveMark([, verb = '', masks = '']: RegExpExecArray): ListingPiece {
  const words = [...masks.matchAll(/(ctmask|nfmask|mask) ~?(0x[0-9a-f]+)/g)].flatMap(([, name, value]) => [
    `--${name ?? ''}`,
    value ?? '',
  ]);
  return targetPiece(`--${verb}-mark`, ...words);
}

/** What targets print after the matches. */
const TARGET_PHRASES: readonly Phrasing[] = [
  {
    pattern: /to:(\S+)/y,
    read: (f, target) => {
      const option = TO_OPTION[target];
      return option ? targetPiece(option, f[1] ?? '') : undefined;
    },
  },
  {
    pattern: /(random-fully|random|persistent)(?=\s|$)/y,
    read: (f, target) =>
      target in TO_OPTION || target === 'MASQUERADE' || target === 'REDIRECT'
        ? targetPiece(`--${f[1] ?? ''}`)
        : undefined,
  },
  {
    pattern: /(add-set|del-set|map-set) (\S+) (\S+)((?: exist| timeout \d+| map-mark| map-prio| map-queue)*)/y,
    read: ([, verb = '', name = '', directions = '', rest = ''], target) => {
      if (target !== 'SET') return undefined;
      const others = rest.split(' ').filter((word) => word !== '');
      return targetPiece(
        `--${verb}`,
        name,
        directions,
        ...others.map((word) => (/^[a-z]/.test(word) ? `--${word}` : word)),
      );
    },
  },
  { pattern: /masq ports: (\S+)/y, read: (f) => targetPiece('--to-ports', f[1] ?? '') },
  { pattern: /redir ports (\S+)/y, read: (f) => targetPiece('--to-ports', f[1] ?? '') },
  { pattern: /reject-with (\S+)/y, read: (f) => targetPiece('--reject-with', f[1] ?? '') },
  { pattern: /MARK (set|or|and|xor|xset) (0x\S+)/y, read: mark },
  { pattern: /CONNMARK (set|or|and|xor|xset) (0x\S+)/y, read: mark },
  { pattern: /CONNMARK (save|restore)((?: (?:ctmask|nfmask|mask) ~?0x[0-9a-f]+)*)/y, read: moveMark },
  { pattern: /LOG(?: flags (\d+))? level (\S+)(?: prefix (?:"(.*?)"|`(.*?)'))?/y, read: log },
  { pattern: /NOTRACK(?=\s|$)/y, read: () => targetPiece() },
  { pattern: /CT notrack(?=\s|$)/y, read: () => targetPiece('--notrack') },
  { pattern: /CT (helper|zone|zone-orig|zone-reply) (\S+)/y, read: (f) => targetPiece(`--${f[1] ?? ''}`, f[2] ?? '') },
  { pattern: /CHECKSUM fill/y, read: () => targetPiece('--checksum-fill') },
  { pattern: /TCPMSS clamp to PMTU/y, read: () => targetPiece('--clamp-mss-to-pmtu') },
  { pattern: /TCPMSS set (\d+)/y, read: (f) => targetPiece('--set-mss', f[1] ?? '') },
  { pattern: /(nflog-\S+) (?:"(.*?)"|(\S+))/y, read: (f) => targetPiece(`--${f[1] ?? ''}`, f[2] ?? f[3] ?? '') },
  {
    pattern: /TPROXY redirect (\S+):(\d+) mark (\S+)/y,
    read: (f) => targetPiece('--on-port', f[2] ?? '', '--on-ip', f[1] ?? '', '--tproxy-mark', f[3] ?? ''),
  },
];

/** Names that listings without `-n` print where a rule has an address, and the address they stand for. */
const KNOWN: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  'localhost.localdomain': '127.0.0.1',
  loopback: '127.0.0.0',
  'link-local': '169.254.0.0',
  'base-address.mcast.net': '224.0.0.0',
  'all-systems.mcast.net': '224.0.0.1',
  'ip6-localhost': '::1',
};

/** The names of cloud hosts spell their address: `ip-192-168-0-0.ap-northeast-2.compute.internal`. */
const SPELLED = /^ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?:\.|$)/;

/** The address a host name stands for, if that needs no name server. */
function addressOfName(name: string): string | undefined {
  const spelled = SPELLED.exec(name);
  if (spelled) return spelled.slice(1, 5).join('.');
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
}

/** The name of the match that stands for `-i` and `-o` where the listing has no such columns. */
export const UNLISTED_INTERFACES = 'interfaces not listed';

const PHRASES: readonly Phrasing[] = [...PLAIN_PHRASES, ...MATCH_PHRASES, ...TARGET_PHRASES];

interface Builder {
  readonly line: string;
  readonly offset: number;
  readonly match: Word[];
  readonly target: Word[];
  readonly opaque: Match[];
  readonly notes: RuleNote[];
}

/**
 * Turns a row into the rule it lists. What the listing does not say or says in words nobody knows
 * becomes a match that is `unrecognised`, so that it decides nothing by itself. `offset`: where the
 * line begins in the text; notes carry offsets of the text.
 */
export function ruleOfRow(
  line: string,
  offset: number,
  row: ListingRow,
  columns: ListingColumns,
  family: IpFamily,
): { readonly rule: XtRule; readonly notes: readonly RuleNote[] } {
  const build: Builder = { line, offset, match: [], target: [], opaque: [], notes: [] };
  const goto = readHeader(build, row, columns);
  const target = getTarget(line, row);
  readPhrases(build, goto, target);
  const jump = row.target ? wordsAt(build, row.target, [goto > row.rest ? '-g' : '-j', target]) : [];
  const parsed = parseRuleWords([...build.match, ...jump, ...build.target], family);
  const rule = { ...parsed.rule, matches: [...parsed.rule.matches, ...build.opaque], ...getCounters(row) };
  return { rule, notes: [...parsed.notes, ...build.notes] };
}

/** `-j CT --notrack` is listed as a CT that says NOTRACK. */
function getTarget(line: string, row: ListingRow): string {
  const name = row.target?.text ?? '';
  return name === 'CT' && /\sNOTRACK(?:\s|$)/.test(line.slice(row.rest)) ? 'NOTRACK' : name;
}

function getCounters({ packets, bytes }: ListingRow): Pick<XtRule, 'counters'> {
  return packets === undefined || bytes === undefined ? {} : { counters: { packets, bytes } };
}

function wordsAt({ offset }: Builder, cell: Cell, texts: readonly string[]): Word[] {
  const start = offset + cell.at;
  return texts.map((text) => ({ value: text, raw: text, start, end: start + cell.text.length }));
}

/** The fixed columns; returns where the phrases begin, after a `[goto]`. */
function readHeader(build: Builder, row: ListingRow, columns: ListingColumns): number {
  readAddress(build, '-s', row.src);
  readAddress(build, '-d', row.dst);
  if (row.indev) readInterface(build, '-i', row.indev);
  if (row.outdev) readInterface(build, '-o', row.outdev);
  if (!columns.interfaces) build.opaque.push(makeMatch('unrecognised', UNLISTED));
  const proto = row.proto.text.replace(/^!/, '');
  if (!['all', 'any', '0'].includes(proto)) give(build, '-p', proto, proto !== row.proto.text, row.proto);
  if (row.opt?.text.endsWith('f')) {
    build.match.push(...wordsAt(build, row.opt, row.opt.text.startsWith('!') ? ['!', '-f'] : ['-f']));
  }
  const goto = /^\s*\[goto\]/.exec(build.line.slice(row.rest));
  return row.rest + (goto?.[0].length ?? 0);
}

const UNLISTED = { name: UNLISTED_INTERFACES, words: ['-i', '?', '-o', '?'] };

function give(build: Builder, option: string, value: string, negated: boolean, cell: Cell): void {
  build.match.push(...wordsAt(build, cell, [...(negated ? ['!'] : []), option, value]));
}

function readInterface(build: Builder, option: '-i' | '-o', cell: Cell): void {
  const name = cell.text.replace(/^!/, '');
  if (name !== '*' && name !== 'any') give(build, option, name, name !== cell.text, cell);
}

const EVERYWHERE = /^(?:anywhere|default|0\.0\.0\.0\/0|::\/0)$/;

function readAddress(build: Builder, option: '-s' | '-d', cell: Cell): void {
  const negated = cell.text.startsWith('!');
  const text = negated ? cell.text.slice(1) : cell.text;
  if (EVERYWHERE.test(text) && !negated) return;
  if (/^[\d.]+(?:\/[\d.]+)?$/.test(text) || text.includes(':')) {
    give(build, option, text, negated, cell);
    return;
  }
  const [name = '', mask] = text.split('/');
  const address = addressOfName(name);
  const note = { severity: 'warning', code: 'not-simulated', ...makePlace(build, cell.at, text.length) } as const;
  if (address) {
    const value = mask === undefined ? address : `${address}/${mask}`;
    give(build, option, value, negated, cell);
    build.notes.push({
      ...note,
      severity: 'info',
      message: phrase('formats.iptables-list.name-read', { name: text, address: value }),
    });
    return;
  }
  const words = [...(negated ? ['!'] : []), option, text];
  build.opaque.push(makeMatch('unrecognised', { name: text, words }));
  build.notes.push({ ...note, message: phrase('formats.iptables-list.name-unknown', { name: text }) });
}

function makePlace({ offset }: Builder, at: number, length: number): { readonly start: number; readonly end: number } {
  return { start: offset + at, end: offset + at + length };
}

/** Reads the matches' own words from left to right; words nobody knows are kept together. */
function readPhrases(build: Builder, from: number, target: string): void {
  const { line } = build;
  let unknownFrom = -1;
  for (let at = from; at < line.length;) {
    if (/\s/.test(line[at] ?? '')) {
      at++;
      continue;
    }
    const found = phraseAt(line, at, target);
    if (found) {
      if (unknownFrom >= 0) keepUnknown(build, unknownFrom, at);
      unknownFrom = -1;
      take(build, found.piece, at, found.end);
    } else if (unknownFrom < 0) unknownFrom = at;
    at = found?.end ?? endOfWord(line, at);
  }
  if (unknownFrom >= 0) keepUnknown(build, unknownFrom, line.length);
}

function endOfWord(line: string, at: number): number {
  let end = at;
  while (end < line.length && !/\s/.test(line[end] ?? '')) end++;
  return end;
}

function phraseAt(line: string, at: number, target: string): { piece: ListingPiece; end: number } | undefined {
  for (const { pattern, read } of PHRASES) {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    const piece = found && read(found, target);
    if (piece) return { piece, end: pattern.lastIndex };
  }
  return undefined;
}

function take(build: Builder, piece: ListingPiece, at: number, end: number): void {
  const cell: Cell = { text: build.line.slice(at, end), at };
  build.match.push(...wordsAt(build, cell, piece.match ?? []));
  build.target.push(...wordsAt(build, cell, piece.target ?? []));
  if (piece.partial) keepPartial(build, piece.partial, cell);
}

/** A match that the listing tells only half of: what it is, is known; whether it matches, is not. */
function keepPartial(build: Builder, words: readonly string[], { text, at }: Cell): void {
  const [, name = ''] = words;
  build.opaque.push(makeMatch('unrecognised', { name, words }));
  const message = phrase('formats.iptables-list.option-unlisted', { name });
  build.notes.push({ severity: 'warning', code: 'not-simulated', message, ...makePlace(build, at, text.length) });
}

/** What people write behind a row; nothing that iptables prints begins so, but for `#conn`, which was read. */
const REMARK = /^(?:#|\/\/|←|<-|!\[)/;

function keepUnknown(build: Builder, from: number, to: number): void {
  const text = build.line.slice(from, to).trimEnd();
  if (to === build.line.length && REMARK.test(text)) return;
  const words = text.split(/\s+/);
  build.opaque.push(makeMatch('unrecognised', { name: words[0] ?? '', words }));
  build.notes.push({
    severity: 'warning',
    code: 'unrecognised',
    message: phrase('formats.iptables-list.words-unknown', { words: text }),
    ...makePlace(build, from, text.length),
  });
}

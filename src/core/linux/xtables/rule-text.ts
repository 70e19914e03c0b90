import { phrase, type Phrase } from '../../lib/phrase';
import type { Result } from '../../lib/result';
import { scanWords, type Word } from '../../lib/scan';
import type { IpFamily } from '../../net/ip';
import type { OptionSyntax } from './extension';
import { findMatch, makeMatch } from './matches';
import { parseAddressTest, parseInterfaceTest, parseProtocolTest, type RuleHeader } from './evaluate';
import { protocolName } from './syntax/protocols';
import { findTarget } from './targets';
import {
  cutAt,
  printParts,
  type Cut,
  type RulePart,
  finishRule,
  addNote,
  type Finishing,
  type KnownPart,
  type Part,
  type RuleNote,
} from './rule-parts';
import type { Counters, XtRule } from './types';

/** The options every rule has (iptables/xshared.c), with the spellings getopt knows. */
const BASE_OPTIONS: readonly (OptionSyntax & { readonly short: string })[] = [
  { short: '-s', name: '--source', aliases: ['--src'], takes: 1, negatable: true },
  { short: '-d', name: '--destination', aliases: ['--dst'], takes: 1, negatable: true },
  { short: '-i', name: '--in-interface', takes: 1, negatable: true },
  { short: '-o', name: '--out-interface', takes: 1, negatable: true },
  { short: '-p', name: '--protocol', takes: 1, negatable: true },
  { short: '-f', name: '--fragments', aliases: ['--fragment'], takes: 0, negatable: true },
  { short: '-m', name: '--match', takes: 1 },
  { short: '-j', name: '--jump', takes: 1 },
  { short: '-g', name: '--goto', takes: 1 },
  { short: '-t', name: '--table', takes: 1 },
  { short: '-c', name: '--set-counters', takes: 2 },
  { short: '-4', name: '--ipv4', takes: 0 },
  { short: '-6', name: '--ipv6', takes: 0 },
  { short: '-w', name: '--wait', takes: 'optional' },
  { short: '-n', name: '--numeric', takes: 0 },
  { short: '-v', name: '--verbose', takes: 0 },
];

/** Where an option was found: the base, or an extension by its place in `loaded`. */
interface Found<Owner> {
  readonly owner: Owner | undefined;
  readonly option: OptionSyntax & { readonly short?: string };
}

interface Extension {
  readonly options: readonly OptionSyntax[];
}
interface Loaded {
  readonly extension: Extension;
}

type ByName = ReadonlyMap<string, OptionSyntax & { readonly short?: string }>;

function byName(options: readonly OptionSyntax[]): ByName {
  return new Map(options.flatMap((option) => [option.name, ...(option.aliases ?? [])].map((name) => [name, option])));
}

const BASE_BY_NAME = byName(BASE_OPTIONS);
const SHORT = new Map(BASE_OPTIONS.map((option) => [option.short, option]));
/**
 * Finds a long option as getopt_long() does over the merged tables: the base, then extensions, the
 * last loaded first; a whole name wins, else a beginning that fits exactly one option.
 */
function findLong<Owner extends Loaded>(name: string, loaded: readonly Owner[]): Found<Owner> | undefined {
  const base = BASE_BY_NAME.get(name);
  if (base) return { owner: undefined, option: base };
  for (let i = loaded.length - 1; i >= 0; i--) {
    const owner = loaded[i] as Owner;
    const option = owner.extension.options.find((each) => each.name === name || each.aliases?.includes(name));
    if (option) return { owner, option };
  }
  return findAbbreviated(name, loaded);
}

function findAbbreviated<Owner extends Loaded>(name: string, loaded: readonly Owner[]): Found<Owner> | undefined {
  const starting: Found<Owner>[] = [];
  const collect = (owner: Owner | undefined, names: ByName): void => {
    const found = new Set([...names].filter(([each]) => each.startsWith(name)).map(([, option]) => option));
    for (const option of found) starting.push({ owner, option });
  };
  collect(undefined, BASE_BY_NAME);
  for (const owner of loaded) collect(owner, byName(owner.extension.options));
  return starting.length === 1 ? starting[0] : undefined;
}

/** Finds `-s`, also with its value attached (`-ptcp`). */
function findShort(word: string): { option: (typeof BASE_OPTIONS)[number]; attached?: string } | undefined {
  const option = SHORT.get(word.slice(0, 2));
  if (!option) return undefined;
  if (word.length === 2) return { option };
  return option.takes === 1 ? { option, attached: word.slice(2) } : undefined;
}

export type { RuleNote } from './rule-parts';

export interface ParsedRule {
  readonly rule: XtRule;
  /** An `error` is something the kernel's tools refuse. The rule then still has every word of the text. */
  readonly notes: readonly RuleNote[];
}

interface Reader extends Finishing {
  readonly words: readonly Word[];
  at: number;
  /** Where the option being read begins, its `!` included. */
  from: number;
  header: RuleHeader;
  counters?: Counters;
  readonly parts: Part[];
  readonly cuts: Cut[];
}

/**
 * Reads what follows `-A CHAIN`: options in any order, abbreviated as getopt allows, `!` before or
 * (as iptables before 1.4.3) after an option. Never fails: what cannot be read is kept word for word
 * as an `unrecognised` match or target, with a note. `start`..`end` limit it to a part of `text`.
 */
export function parseRule(text: string, family: IpFamily, start = 0, end = text.length): ParsedRule {
  return parseRuleWords(scanWords(text, start, end), family);
}

/** iptables takes no more arguments than these (MAX_ARGC in iptables/xshared.h). */
const MOST_WORDS = 255;

/** Kept whole, as one piece nobody can read. */
function tooLong(words: readonly Word[]): ParsedRule {
  const message = phrase('xtables.too-many-words', { words: words.length, most: MOST_WORDS });
  const start = words[0]?.start ?? 0;
  const end = words.at(-1)?.end ?? start;
  const piece = makeMatch('unrecognised', { name: words[0]?.value ?? '', words: words.map(({ raw }) => raw) });
  return { rule: { matches: [piece] }, notes: [{ severity: 'error', code: 'invalid', message, start, end }] };
}

/** As {@link parseRule}, of words already split. */
export function parseRuleWords(words: readonly Word[], family: IpFamily): ParsedRule {
  if (words.length > MOST_WORDS) return tooLong(words);
  const reader = readWords(words, family);
  return { rule: finishRule(reader), notes: reader.notes };
}

function readWords(words: readonly Word[], family: IpFamily): Reader {
  const reader: Reader = { words, family, at: 0, from: 0, header: {}, parts: [], notes: [], cuts: [] };
  while (reader.at < words.length) readNext(reader);
  return reader;
}

/** Parts of the text after `-A CHAIN`: joined they are that text again, every blank included. */
export function cutRule(text: string, family: IpFamily): readonly RulePart[] {
  const words = scanWords(text);
  const cuts = words.length > MOST_WORDS ? [] : readWords(words, family).cuts;
  const [first = { kind: 'test', start: 0 } as const, ...others] = cuts;
  // What nobody can read at the beginning belongs to what follows.
  return [{ ...first, start: 0 }, ...others].map(({ start, ...cut }, at) => ({
    ...cut,
    text: text.slice(start, others[at]?.start),
  }));
}

/** One option with its `!` and its values, or one stray word. */
function readNext(reader: Reader): void {
  reader.from = reader.at;
  const first = reader.words[reader.at] as Word;
  const negated = first.raw === '!' && reader.at + 1 < reader.words.length;
  if (negated) reader.at++;
  const word = reader.words[reader.at] as Word;
  reader.at++;
  if (word.value.startsWith('--') && word.value.length > 2) readLong(reader, first, word, negated);
  else if (/^-[a-zA-Z46]/.test(word.raw)) readShort(reader, first, word, negated);
  else readStray(reader, first, word);
}

function unknownSink(reader: Reader): Part | undefined {
  const last = reader.parts.at(-1);
  return last && !last.extension && last.kind !== 'piece' ? last : undefined;
}

function readLong(reader: Reader, first: Word, word: Word, negated: boolean): void {
  const equals = word.value.indexOf('=');
  const name = equals < 0 ? word.value : word.value.slice(0, equals);
  const attached = equals < 0 ? undefined : word.value.slice(equals + 1);
  const loaded = reader.parts.filter((part): part is KnownPart => part.extension !== undefined);
  const sink = unknownSink(reader);
  let found = sink?.kind === 'match' ? undefined : findLong(name, loaded);
  if (!found && !sink) {
    const implied = loadProtocolMatch(reader);
    if (implied) found = findLong(name, [implied]);
    if (implied && !found?.owner) reader.parts.splice(reader.parts.indexOf(implied), 1);
  }
  if (!found) {
    keepUnknown(reader, first, word);
    return;
  }
  const taken = takeValues(reader, found.option, negated, attached);
  if (found.owner) give(reader, found.owner, taken);
  else readBase(reader, found.option.short ?? '', taken, first);
}

function readShort(reader: Reader, first: Word, word: Word, negated: boolean): void {
  const found = findShort(word.raw);
  if (found) {
    readBase(reader, found.option.short, takeValues(reader, found.option, negated, found.attached), first);
  } else keepUnknown(reader, first, word);
}

/** `-p tcp --dport 80` loads `-m tcp` by itself, once. */
function loadProtocolMatch(reader: Reader): KnownPart | undefined {
  const { proto } = reader.header;
  if (!proto || proto.negated) return undefined;
  const extension = findMatch(protocolName(proto.protocol), reader.family);
  if (!extension || reader.parts.some((part) => part.extension === extension)) return undefined;
  const at = reader.words[reader.at - 1] as Word;
  const part: KnownPart = {
    kind: 'match',
    name: extension.name,
    extension,
    options: [],
    raw: [],
    start: at.start,
    end: at.end,
  };
  reader.parts.push(part);
  return part;
}

interface Taken {
  readonly option: OptionSyntax;
  readonly negated: boolean;
  readonly values: readonly string[];
  readonly complete: boolean;
  readonly end: number;
}

/** The words after an option; `! value` is the old way to negate. */
function takeValues(reader: Reader, option: OptionSyntax, negated: boolean, attached: string | undefined): Taken {
  const values: string[] = attached === undefined ? [] : [attached];
  let isNegated = negated;
  if (option.negatable && option.takes !== 0 && reader.words[reader.at]?.raw === '!') {
    isNegated = true;
    reader.at++;
  }
  const wanted = countWanted(reader, option);
  while (values.length < wanted && reader.at < reader.words.length) {
    values.push((reader.words[reader.at++] as Word).value);
  }
  const end = (reader.words[reader.at - 1] as Word).end;
  return { option, negated: isNegated, values, complete: values.length >= wanted, end };
}

function countWanted(reader: Reader, { takes }: OptionSyntax): number {
  if (typeof takes === 'number') return takes;
  let count = 0;
  while (followsValue(reader, count)) count++;
  return takes === 'optional' ? Math.min(count, 1) : count;
}

function followsValue(reader: Reader, ahead = 0): boolean {
  const next = reader.words[reader.at + ahead];
  return next !== undefined && !next.raw.startsWith('-') && next.raw !== '!';
}

/** The words of an option as written, from its `!` on. */
function rawOf(reader: Reader): string[] {
  const raw: string[] = [];
  for (let i = reader.from; i < reader.at; i++) raw.push((reader.words[i] as Word).raw);
  return raw;
}

function give(reader: Reader, owner: Part, taken: Taken): void {
  owner.end = taken.end;
  owner.raw.push(...rawOf(reader));
  if (!taken.complete) owner.error = phrase('xtables.option-needs-value', { option: taken.option.name });
  owner.options.push({ name: taken.option.name, negated: taken.negated, values: taken.values });
}

function piece(reader: Reader, first: Word, message: Phrase, severity: 'error' | 'warning' = 'error'): void {
  const raw = rawOf(reader);
  const end = (reader.words[reader.at - 1] as Word).end;
  const name = raw.find((word) => word !== '!') ?? '';
  const part: Part = { kind: 'piece', name, options: [], raw, start: first.start, end };
  reader.parts.push(part);
  addNote(reader.notes, severity, 'unrecognised', message, part);
}

/**
 * An option nobody claims: of the match or target it stands behind, or a piece of its own. A known one
 * is then not known any more: what a later version's option makes of it, nobody here can say.
 */
function keepUnknown(reader: Reader, first: Word, word: Word): void {
  while (followsValue(reader)) reader.at++;
  const owner = reader.parts.at(-1);
  if (!owner || owner.kind === 'piece') {
    piece(reader, first, phrase('xtables.option-unknown', { option: word.value }));
    return;
  }
  if (owner.extension) owner.error ??= phrase('xtables.option-unknown', { option: word.value });
  owner.raw.push(...rawOf(reader));
  owner.end = (reader.words[reader.at - 1] as Word).end;
}

function readStray(reader: Reader, first: Word, word: Word): void {
  if (word.raw.startsWith('#') || word.raw.startsWith('//')) {
    const end = (reader.words.at(-1) as Word).end;
    reader.at = reader.words.length;
    addNote(reader.notes, 'info', 'irrelevant', phrase('xtables.remark'), { ...word, end });
    return;
  }
  const sink = unknownSink(reader);
  if (sink && sink.kind === 'match') {
    sink.raw.push(...rawOf(reader));
    sink.end = word.end;
  } else piece(reader, first, phrase('xtables.stray-word', { word: word.value }));
}

const HEADER_KEYS = { '-s': 'src', '-d': 'dst', '-i': 'indev', '-o': 'outdev', '-p': 'proto' } as const;

function readBase(reader: Reader, short: string, taken: Taken, first: Word): void {
  const [value = '', second = ''] = taken.values;
  cutAt(reader.cuts, first.start, short, value);
  if (!taken.complete) piece(reader, first, phrase('xtables.option-needs-value', { option: short }));
  else if (short === '-m') readMatchName(reader, value, first, taken.end);
  else if (short === '-j' || short === '-g') readTargetName(reader, value, short === '-g', first, taken.end);
  else if (short === '-f') reader.header = { ...reader.header, fragment: { negated: taken.negated } };
  else if (short === '-c') reader.counters = { packets: Number(value) || 0, bytes: Number(second) || 0 };
  else if (short in HEADER_KEYS) readHeader(reader, short as keyof typeof HEADER_KEYS, value, taken.negated, first);
}

function readHeader(
  reader: Reader,
  short: keyof typeof HEADER_KEYS,
  value: string,
  negated: boolean,
  first: Word,
): void {
  const key = HEADER_KEYS[short];
  const parsed = parseHeader(short, value, negated, reader.family);
  if (!parsed.ok) piece(reader, first, parsed.error);
  else if (reader.header[key]) piece(reader, first, phrase('xtables.option-twice', { option: short }));
  else reader.header = { ...reader.header, [key]: parsed.value };
}

function parseHeader(
  short: keyof typeof HEADER_KEYS,
  value: string,
  negated: boolean,
  family: IpFamily,
): Result<XtRule[(typeof HEADER_KEYS)[typeof short]], Phrase> {
  if (short === '-s' || short === '-d') return parseAddressTest(value, negated, family);
  return short === '-p' ? parseProtocolTest(value, negated) : parseInterfaceTest(value, negated);
}

function readMatchName(reader: Reader, name: string, first: Word, end: number): void {
  const extension = findMatch(name, reader.family);
  const part: Part = {
    kind: 'match',
    name,
    ...(extension ? { extension } : {}),
    options: [],
    raw: [],
    start: first.start,
    end,
  };
  reader.parts.push(part);
  if (!extension)
    addNote(reader.notes, 'warning', 'unrecognised', phrase('xtables.unrecognised-match', { name }), part);
}

function readTargetName(reader: Reader, name: string, isGoto: boolean, first: Word, end: number): void {
  if (reader.parts.some((part) => part.kind === 'target')) {
    piece(reader, first, phrase('xtables.option-twice', { option: '-j' }));
    return;
  }
  const extension = isGoto ? undefined : findTarget(name, reader.family);
  reader.parts.push({
    kind: 'target',
    name,
    isGoto,
    ...(extension ? { extension } : {}),
    options: [],
    raw: [],
    start: first.start,
    end,
  });
}

/** Text of iptables-save after `-A CHAIN `. Ends of pieces that were not understood are as they were written. */
export function printRule(rule: XtRule, family: IpFamily): string {
  return printParts(rule, family)
    .map(({ text }) => text)
    .join('');
}

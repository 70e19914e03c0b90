import { isInSentence, isRefused } from './refused-commands';
import { phrase } from '../../lib/phrase';
import { scanWords, finished, SLICE_OF_TEXT, type Steps } from '../../lib/scan';
import type { IpFamily } from '../../net/ip';
import type { TableName } from '../../linux/hooks';
import {
  findChainLine,
  findCommand,
  type SaveCommand,
  newSection,
  ruleCount,
  tableNamed,
  chainIn,
  type SaveSection,
  getLength,
  PER_RULE,
  type ChainBuilder,
  noteDiagnostic,
  type Reading,
  type State,
} from './section';
import { writtenOut } from '../../linux/xtables/address-lists';

/** Lists of addresses in a text that stand for more rules are left as they are. */
const MOST_WRITTEN = 20_000;

/** Each insert moves what is behind it: a text with more of them is no listing of anything. */
const MOST_INSERTS = 20_000;

/** The chain's name at an offset, and where the rest begins. */
function nameAt(text: string, start: number, end: number): { name: string; rest: number } {
  let from = start;
  while (from < end && text.charCodeAt(from) <= 0x20) from++;
  let to = from;
  while (to < end && text.charCodeAt(to) > 0x20) to++;
  return { name: text.slice(from, to), rest: to };
}

/** `-A CHAIN rule`. */
function append(state: State, section: SaveSection, start: number, end: number): void {
  const { last } = section;
  const after = start + (last?.name.length ?? 0);
  // The rules of a chain stand together.
  if (last && after < end && state.text.charCodeAt(after) === 0x20 && state.text.startsWith(last.name, start)) {
    pushRule(state, last.rules, after, end);
    return;
  }
  const { name, rest } = nameAt(state.text, start, end);
  section.last = chainIn(section, name, state.line);
  pushRule(state, section.last.rules, rest, end);
}

/** Adds a rule's three numbers, or those of each rule that its lists of addresses stand for. */
function pushRule(state: State, rules: number[], start: number, end: number): void {
  if (hasComma(state, start, end)) for (const number of rulesAt(state, start, end)) rules.push(number);
  else rules.push(start, end, state.line);
  state.lastRules = rules;
  state.lastRuleLine = state.line;
}

/** Options further in than the rule above them are its own, as pages and books break it. */
const OPTIONS = /(?:! +)?--?[a-z]/y;

function goesOn(state: State, start: number, end: number): boolean {
  const { lastRules: rules, text } = state;
  // What begins at the margin is no further in than anything.
  if (start === 0 || text[start - 1] === '\n') return false;
  const from = rules?.at(-PER_RULE) ?? Infinity;
  const to = rules?.at(-PER_RULE + 1) ?? 0;
  OPTIONS.lastIndex = start;
  if (!rules || state.lastRuleLine !== state.line - 1 || to > start || !OPTIONS.test(text)) return false;
  if (indentAt(text, start) <= indentAt(text, from)) return false;
  rules[rules.length - PER_RULE + 1] = end;
  state.lastRuleLine = state.line;
  return true;
}

function indentAt(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return skipBlanks(text, start, text.length) - start;
}

function rulesAt(state: State, start: number, end: number): readonly number[] {
  const written = writtenOut(state.text.slice(start, end));
  if (!written || state.added.length + written.length > MOST_WRITTEN) return [start, end, state.line];
  const lineStart = state.text.lastIndexOf('\n', start) + 1;
  const before = `\n${state.text.slice(lineStart, start)}`;
  return written.flatMap((rule) => {
    const at = state.text.length + state.addedLength + before.length;
    state.added.push(before + rule);
    state.addedLength += before.length + rule.length;
    return [at, at + rule.length, state.line];
  });
}

/** Is there a comma in a part of the text? The text is gone through once for all parts. */
function hasComma(state: State, start: number, end: number): boolean {
  if (state.comma < start) {
    const next = state.text.indexOf(',', start);
    state.comma = next < 0 ? state.text.length : next;
  }
  return state.comma < end;
}

/** Carries out one edit; `start` is behind its `-A`. */
function doEdit(state: State, section: SaveSection, edit: string, start: number, end: number): void {
  const { name, rest } = nameAt(state.text, start, end);
  if (edit === '-A') append(state, section, start, end);
  else if (edit === '-N') chainIn(section, name, state.line).declared = true;
  else if (edit === '-P') setPolicy(chainIn(section, name, state.line), nameAt(state.text, rest, end).name);
  else if (edit === '-I' && state.inserts < MOST_INSERTS) {
    insert(state, chainIn(section, name, state.line), rest, end);
  } else if (edit === '-X' || edit === '-F') remove(section, edit, name);
  else {
    const message = phrase('formats.iptables-save.edit-not-applied', { edit, line: state.line });
    noteDiagnostic(state, 'warning', 'not-simulated', message, { start, end });
  }
}

function setPolicy(chain: ChainBuilder, policy: string): void {
  chain.declared = true;
  if (policy === 'ACCEPT' || policy === 'DROP') chain.policy = policy;
}

/** `-I CHAIN [N]`: before rule N, or first. */
function insert(state: State, chain: ChainBuilder, start: number, end: number): void {
  state.inserts++;
  const second = nameAt(state.text, start, end);
  const numbered = /^\d+$/.test(second.name);
  const at = Math.max(0, Math.min(numbered ? Number(second.name) - 1 : 0, getLength(chain)));
  const rules = rulesAt(state, numbered ? second.rest : start, end);
  // Each is put before the one that was put in just before it.
  for (let i = 0; i < rules.length; i += PER_RULE)
    chain.rules.splice(at * PER_RULE, 0, ...rules.slice(i, i + PER_RULE));
}

/** `-F` empties a chain or all; `-X` removes user chains. */
function remove(section: SaveSection, edit: '-F' | '-X', name: string): void {
  delete section.last;
  for (const chain of name === '' ? [...section.chains.values()] : [section.chains.get(name)]) {
    if (!chain) continue;
    if (edit === '-F') chain.rules.length = 0;
    else if (!chain.policy && chain.rules.length === 0) section.chains.delete(chain.name);
  }
}

const CODE = { bang: 0x21, hash: 0x23, star: 0x2a, colon: 0x3a, dash: 0x2d, bracket: 0x5b, upperC: 0x43 } as const;

/**
 * Splits a text into sections, chains and lines without reading a rule. One look at each line's
 * first character decides nearly all of them; what is left may be a prompt with a command, a rule
 * behind a log prefix, or prose, which is counted and left alone.
 */
export function readSections(text: string): Reading {
  return finished(readSectionsInSteps(text));
}

/** As {@link readSections}, in slices. */
export function* readSectionsInSteps(text: string): Steps<Reading> {
  const state: State = {
    text,
    sections: [],
    notes: [],
    ignored: [],
    current: undefined,
    family: undefined,
    table: undefined,
    scripts: new Map(),
    group: 0,
    line: 0,
    inserts: 0,
    added: [],
    addedLength: 0,
    comma: -1,
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length;) {
    at = readLinesUntil(state, at, at + SLICE_OF_TEXT);
    yield at / text.length;
  }
  closeBlock(state);
  return { ...state, written: state.added.length === 0 ? text : text + state.added.join('') };
}

/** Reads the lines that begin between two offsets. The offset of the line behind them. */
function readLinesUntil(state: State, from: number, until: number): number {
  const { text } = state;
  let at = from;
  while (at < until && at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    state.line++;
    const start = skipBlanks(text, at, end);
    readLine(state, start, trimEnd(text, start, end));
    at = end + 1;
  }
  return at;
}

const isBlank = (code: number): boolean => code <= 0x20 || code === 0xa0 || code === 0x3000;

function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Without trailing blanks, and without the ` | |` of a page's table. */
function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  const bar = (): boolean => text[at - 1] === '|' && (text[at - 2] === ' ' || text[at - 2] === '\t');
  while (at > start && (text.charCodeAt(at - 1) <= 0x20 || bar())) at--;
  return at;
}

function readLine(state: State, start: number, end: number): void {
  if (start >= end) return;
  const { text } = state;
  switch (text.charCodeAt(start)) {
    case CODE.dash:
    case CODE.bang:
      if (goesOn(state, start, end) || readEdit(state, start, end)) return;
      break;
    case CODE.colon:
      if (readChain(state, start, end)) return;
      break;
    case CODE.bracket:
      if (readCounted(state, start, end)) return;
      break;
    case CODE.hash:
      readComment(state, start, end);
      return;
    case CODE.star:
      if (openBlock(state, start, end)) return;
      break;
    case CODE.upperC:
      if (end - start === 6 && text.startsWith('COMMIT', start)) {
        if (state.current?.kind === 'block') state.current.committed = true;
        closeBlock(state);
        return;
      }
      break;
    default:
  }
  readOther(state, start, end);
}

const EDIT = /(-[AINPXFDREZ]|--append|--insert|--new-chain|--policy)(?=\s|$)/y;

/** All but these mean every chain when none is named. */
const NEEDS_CHAIN = /^-(?:[AINPDRE]|-)/;

const VIRTUAL = /-(?:[tuf]|-\w{3,6}-service) \S/y;

/** `-A -t 10.0.0.1:80 -s rr` adds a virtual service, no rule. */
function isIpvsadm(text: string, at: number): boolean {
  VIRTUAL.lastIndex = at;
  return VIRTUAL.test(text);
}

/** `-A CHAIN rule` and the other edits. False: it is something else. */
function readEdit(state: State, start: number, end: number): boolean {
  if (end > start + 3 && state.text.charCodeAt(start + 1) === 0x41 && state.text.charCodeAt(start + 2) === 0x20) {
    if (state.text.charCodeAt(start + 3) === CODE.dash && isIpvsadm(state.text, start + 3)) return false;
    append(state, sectionFor(state, '-A'), start + 3, end);
    return true;
  }
  EDIT.lastIndex = start;
  const found = EDIT.exec(state.text);
  if (!found || (NEEDS_CHAIN.test(found[0]) && start + found[0].length >= end)) return false;
  const edit = ({ '--append': '-A', '--insert': '-I', '--new-chain': '-N', '--policy': '-P' } as const)[
    found[0] as '--append'
  ];
  doEdit(state, sectionFor(state, edit ?? found[0]), edit ?? found[0], start + found[0].length, end);
  return true;
}

/** The section a bare line belongs to; `-P` and `-N` behind rules begin a new listing. */
function sectionFor(state: State, edit: string): SaveSection {
  const { current } = state;
  const restarts = current?.kind === 'listing' && (edit === '-P' || edit === '-N') && ruleCount(current) > 0;
  if (current && !restarts) return current;
  if (restarts) {
    state.table = undefined;
    state.group++;
  }
  return open(state, newSection('listing', state.line, known(state)));
}

function known({ table, family, group }: State): { table?: TableName; family?: IpFamily; group: number } {
  return { ...(table ? { table } : {}), ...(family ? { family } : {}), group };
}

function open(state: State, section: SaveSection): SaveSection {
  state.sections.push(section);
  state.current = section;
  return section;
}

function closeBlock(state: State): void {
  const { current } = state;
  if (current?.kind === 'block' && !current.committed) {
    noteDiagnostic(
      state,
      'warning',
      'syntax',
      phrase('formats.iptables-save.no-commit', { table: current.table ?? '' }),
    );
  }
  if (current?.kind === 'block') state.group++;
  state.current = undefined;
}

/** `:INPUT ACCEPT [12:3456]`, `:KUBE-SERVICES - [0:0]`. */
function readChain(state: State, start: number, end: number): boolean {
  const line = findChainLine(state.text, start, end);
  if (!line) return false;
  const chain = chainIn(sectionFor(state, ':'), line.name, state.line);
  chain.declared = true;
  if (line.policy) chain.policy = line.policy;
  if (line.counters) chain.counters = line.counters;
  return true;
}

const COUNTED = /\[\d+:\d+\]\s*(?=-[AI]\s)/y;

/** `[12:3456] -A CHAIN rule`: the counters stand before what {@link readEdit} reads. */
function readCounted(state: State, start: number, end: number): boolean {
  COUNTED.lastIndex = start;
  const found = COUNTED.exec(state.text);
  return found !== null && readEdit(state, start + found[0].length, end);
}

const GENERATED = /^#\s*(?:Generated|Translated) by (ip(6)?tables)/;

function readComment(state: State, start: number, end: number): void {
  const { text } = state;
  const generated = text.charCodeAt(start + 2) === 0x47 ? GENERATED.exec(text.slice(start, end)) : null;
  if (generated) {
    closeBlock(state);
    state.group++;
    state.family = generated[2] ? 'ipv6' : 'ipv4';
    state.table = undefined;
    return;
  }
  if (state.current?.kind === 'block') return;
  const command = findCommand(text, start, end);
  if (command && command.does !== 'edit' && command.does !== 'other') startListing(state, command);
}

const BLOCK = /^\*\s*([a-z]+)$/;

function openBlock(state: State, start: number, end: number): boolean {
  const table = tableNamed(BLOCK.exec(state.text.slice(start, end))?.[1]);
  if (!table) return false;
  closeBlock(state);
  open(state, newSection('block', state.line, { ...known(state), table }));
  return true;
}

/** What follows a command is its output. */
function startListing(state: State, command: SaveCommand): void {
  closeBlock(state);
  state.group++;
  state.family = command.family;
  state.table = command.does === 'list' ? (command.table ?? 'filter') : command.table;
}

const BEHIND_PREFIX =
  /(?:^|\s)((?:\[\d+:\d+\]\s+)?-A \S+ .*-[jgm] \S|:\S+ (?:-|ACCEPT|DROP) \[\d+:\d+\]|\*(?:nat|filter|mangle|raw|security)$|COMMIT$)/;

/** Without one of these nothing is behind a prefix: prose has none of them. */
const SOME_OF_IT = /-A |\[\d+:|\*[nfmrs]|COMMIT$/;

/** A prompt or a prefix is shorter than this; what is longer is not looked through. */
const LOOK_AT = 2000;

/** A prompt with a command, a numbered or logged line, or prose. */
function readOther(state: State, start: number, end: number): void {
  const { text } = state;
  const line = text.slice(start, Math.min(end, start + LOOK_AT));
  const command = findCommand(text, start, end);
  if (command?.does === 'edit') {
    if (isInSentence(line) || isRefused(text, end)) return ignore(state, start, end);
    const key = `${command.family} ${command.table ?? 'filter'}`;
    const of = { table: command.table ?? 'filter', family: command.family, group: SCRIPT } as const;
    const section = state.scripts.get(key) ?? newSection('script', state.line, of);
    if (!state.scripts.has(key)) state.sections.push(section);
    state.scripts.set(key, section);
    EDIT.lastIndex = command.start;
    const edit = scanWords(text, command.start, command.end)[0]?.value ?? '';
    const short = edit.startsWith('--') ? `-${(edit[2] ?? '').toUpperCase()}` : edit;
    doEdit(state, section, short, command.start + edit.length, command.end);
    return;
  }
  if (command && command.does !== 'other') {
    startListing(state, command);
    return;
  }
  const behind = SOME_OF_IT.test(line) ? BEHIND_PREFIX.exec(line) : null;
  const from = behind ? start + behind.index + behind[0].indexOf(behind[1] ?? '') : start;
  if (from > start) {
    readLine(state, from, end);
    return;
  }
  ignore(state, start, end);
}

/** Commands belong to no listing. */
const SCRIPT = -1;
const ELISION = /^[.\u2026~\s`'"-]*$|^```/;

/** Not ours. In a listing without a table it may stand between two listings. */
function ignore(state: State, start: number, end: number): void {
  const last = state.ignored.at(-1);
  if (last && last.to === state.line - 1) {
    last.to = state.line;
    last.end = end;
  } else state.ignored.push({ from: state.line, to: state.line, start, end });
  if (state.current?.kind === 'block') return;
  state.current = undefined;
  if (!ELISION.test(state.text.slice(start, Math.min(end, start + LOOK_AT)))) {
    state.table = undefined;
    state.family = undefined;
  }
}

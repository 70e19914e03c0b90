import { phrase } from '../../lib/phrase';
import { writtenOut } from '../../linux/xtables/address-lists';
import { chainIn, lengthOf, PER_RULE, type ChainBuilder, type Section } from './section';
import { note, type State } from './state';

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
export function append(state: State, section: Section, start: number, end: number): void {
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
export function doEdit(state: State, section: Section, edit: string, start: number, end: number): void {
  const { name, rest } = nameAt(state.text, start, end);
  if (edit === '-A') append(state, section, start, end);
  else if (edit === '-N') chainIn(section, name, state.line).declared = true;
  else if (edit === '-P') setPolicy(chainIn(section, name, state.line), nameAt(state.text, rest, end).name);
  else if (edit === '-I' && state.inserts < MOST_INSERTS) {
    insert(state, chainIn(section, name, state.line), rest, end);
  } else if (edit === '-X' || edit === '-F') remove(section, edit, name);
  else {
    const message = phrase('formats.iptables-save.edit-not-applied', { edit, line: state.line });
    note(state, 'warning', 'not-simulated', message, { start, end });
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
  const at = Math.max(0, Math.min(numbered ? Number(second.name) - 1 : 0, lengthOf(chain)));
  const rules = rulesAt(state, numbered ? second.rest : start, end);
  // Each is put before the one that was put in just before it.
  for (let i = 0; i < rules.length; i += PER_RULE)
    chain.rules.splice(at * PER_RULE, 0, ...rules.slice(i, i + PER_RULE));
}

/** `-F` empties a chain or all; `-X` removes user chains. */
function remove(section: Section, edit: '-F' | '-X', name: string): void {
  delete section.last;
  for (const chain of name === '' ? [...section.chains.values()] : [section.chains.get(name)]) {
    if (!chain) continue;
    if (edit === '-F') chain.rules.length = 0;
    else if (!chain.policy && chain.rules.length === 0) section.chains.delete(chain.name);
  }
}

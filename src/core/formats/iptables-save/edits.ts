import { phrase } from '../../lib/phrase';
import { chainIn, lengthOf, PER_RULE, type ChainBuilder, type Section } from './section';
import { note, type State } from './state';

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
    last.rules.push(after, end, state.line);
    return;
  }
  const { name, rest } = nameAt(state.text, start, end);
  section.last = chainIn(section, name, state.line);
  section.last.rules.push(rest, end, state.line);
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
  chain.rules.splice(at * PER_RULE, 0, numbered ? second.rest : start, end, state.line);
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

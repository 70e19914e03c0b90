import { phrase, type Phrase } from '../../lib/phrase';
import { err } from '../../lib/result';
import type { Word } from '../../lib/scan';
import type { IpFamily } from '../../net/ip';
import type { ParsedOption } from './extension';
import { makeMatch, matchProtocols, parseMatch, type AnyMatch, type Match, printMatch } from './matches';
import { type RuleHeader, printHeader } from './evaluate';
import { protocolName } from './syntax/protocols';
import { findTarget, parseTarget, targetProtocols, type AnyTarget, type Target, printTarget } from './targets';
import type { Counters, XtRule } from './types';

/** Remark on a rule's text; offsets are those of the text that was read. */
export interface RuleNote {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: 'unrecognised' | 'not-simulated' | 'invalid' | 'syntax' | 'irrelevant';
  readonly message: Phrase;
  readonly start: number;
  readonly end: number;
}

/** Words gathered for one match, one target, or one piece nobody knows. */
export interface Part {
  readonly kind: 'match' | 'target' | 'piece';
  readonly name: string;
  readonly extension?: AnyMatch | AnyTarget;
  readonly isGoto?: boolean;
  readonly options: ParsedOption[];
  /** As written, without the `-m NAME` or `-j NAME` before it. */
  readonly raw: string[];
  /** An option lacked its value. */
  error?: Phrase;
  readonly start: number;
  end: number;
}
export type KnownPart = Part & { readonly extension: AnyMatch | AnyTarget };

/** Input of {@link finishRule}: a rule whose words were gathered. */
export interface Finishing {
  readonly family: IpFamily;
  readonly header: RuleHeader;
  readonly counters?: Counters;
  readonly parts: readonly Part[];
  readonly notes: RuleNote[];
}

/** Adds a note about a part or a word. */
export function addNote(
  notes: RuleNote[],
  severity: RuleNote['severity'],
  code: RuleNote['code'],
  message: Phrase,
  at: Part | Word,
): void {
  notes.push({ severity, code, message, start: at.start, end: at.end });
}

/** From the words gathered to the rule: what cannot be read stays as it was written, with a note. */
export function finishRule(place: Finishing): XtRule {
  const matches: Match[] = [];
  let target: Target | undefined;
  for (const part of place.parts) {
    if (part.kind === 'target') target = finishTarget(place, part);
    else matches.push(finishMatch(place, part));
  }
  return {
    ...place.header,
    matches,
    ...(target ? { target } : {}),
    ...(place.counters ? { counters: place.counters } : {}),
  };
}

function finishMatch(place: Finishing, part: Part): Match {
  const extension = part.extension as AnyMatch | undefined;
  const named = part.kind === 'piece' ? part.raw : ['-m', part.name, ...part.raw];
  const unread = (): Match => makeMatch('unrecognised', { name: part.name, words: named });
  if (!extension) return unread();
  const parsed = part.error ? err(part.error) : parseMatch(extension, part.options, place.family);
  if (!parsed.ok) {
    addNote(place.notes, 'error', 'invalid', parsed.error, part);
    return unread();
  }
  checkProtocol(place, matchProtocols(parsed.value, place.family), part);
  if (extension.simulated === 'no') {
    addNote(place.notes, 'info', 'not-simulated', phrase('xtables.match-not-simulated', { name: part.name }), part);
  }
  return parsed.value;
}

function checkProtocol(place: Finishing, protocols: readonly number[] | undefined, part: Part): void {
  const { proto } = place.header;
  if (!protocols || (proto && !proto.negated && protocols.includes(proto.protocol))) return;
  const values = { name: part.name, protocols: protocols.map(protocolName).join(', ') };
  addNote(place.notes, 'error', 'invalid', phrase('xtables.needs-protocol', values), part);
}

function finishTarget(place: Finishing, part: Part): Target {
  const extension = part.extension as AnyTarget | undefined;
  const unread: Target = { target: 'unrecognised', spec: { name: part.name, words: part.raw } };
  if (!extension && part.raw.length > 0) {
    addNote(place.notes, 'warning', 'unrecognised', phrase('xtables.unrecognised-target', { name: part.name }), part);
    return unread;
  }
  if (part.isGoto && findTarget(part.name, place.family)) {
    addNote(place.notes, 'error', 'invalid', phrase('xtables.goto-no-chain', { name: part.name }), part);
  }
  if (!extension) return { target: part.isGoto ? 'GOTO' : 'JUMP', spec: { chain: part.name } };
  const parsed = part.error ? err(part.error) : parseTarget(extension, part.options, place.family);
  if (!parsed.ok) {
    addNote(place.notes, 'error', 'invalid', parsed.error, part);
    return unread;
  }
  checkProtocol(place, targetProtocols(parsed.value, place.family), part);
  if (extension.simulated === 'no') {
    addNote(place.notes, 'info', 'not-simulated', phrase('xtables.target-not-simulated', { name: part.name }), part);
  }
  return parsed.value;
}

/** A stretch of a rule's text: what the header tests, a module with its options, the remark, the target. */
export interface RulePart {
  readonly kind: 'test' | 'comment' | 'target';
  readonly text: string;
  /** Of a target: the name that stands in it after `-j` or `-g`. */
  readonly name?: string;
}

/** Where a {@link RulePart} begins. */
export type Cut = Omit<RulePart, 'text'> & { readonly start: number };

/** A part begins with an option of the header, `-m`, `-j` or `-g`. */
export function cutAt(cuts: Cut[], start: number, ...[short, name]: [short: string, name: string]): void {
  if (short === '-j' || short === '-g') cuts.push({ kind: 'target', start, name });
  else if (short === '-m') cuts.push({ kind: name === 'comment' ? 'comment' : 'test', start });
  else if (short === '-f' || /^-[sdiop]$/.test(short)) cuts.push({ kind: 'test', start });
}

/** Text of iptables-save after `-A CHAIN ` in its parts, each with the blank that follows it. */
export function printParts(rule: XtRule, family: IpFamily): readonly RulePart[] {
  const { matches, target } = rule;
  const parts: RulePart[] = [
    ...printHeader(rule).map((words) => ({ kind: 'test', text: words.join(' ') }) as const),
    ...matches.map((match) => {
      const kind = match.match === 'comment' ? 'comment' : 'test';
      return { kind, text: printMatch(match, family).join(' ') } as const;
    }),
    ...(target ? [targetPart(target, family)] : []),
  ];
  const shown = parts.filter(({ text }) => text !== '');
  return shown.map((part, at) => (at === shown.length - 1 ? part : { ...part, text: `${part.text} ` }));
}

function targetPart(target: Target, family: IpFamily): RulePart {
  const words = printTarget(target, family);
  return { kind: 'target', text: words.join(' '), name: words[1] ?? '' };
}

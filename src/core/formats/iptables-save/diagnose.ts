import { phrase } from '../../lib/phrase';
import type { IpFamily } from '../../net/ip';
import { isCanonical } from '../../linux/xtables/canonical';
import type { ParsedRule } from '../../linux/xtables/rule-text';
import { findTarget } from '../../linux/xtables/targets';
import type { XtRule } from '../../linux/xtables/types';
import type { Diagnostic } from '../format';
import type { TextRuleset, TextTable } from './assemble';
import type { TextChain } from './text-chain';

/**
 * Everything to say of the rules, one chain after the other. A generator, so that a long text can be
 * gone through in slices and left off at any time.
 */
export function* diagnoseRules(
  text: string,
  rulesets: Readonly<Partial<Record<IpFamily, TextRuleset>>>,
): Generator<Diagnostic | undefined> {
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const table of rulesets[family]?.tables.values() ?? []) {
      const missing = new Set<string>();
      for (const chain of table.chains.values()) {
        const place: Place = { text, table, chain, family, missing };
        for (let index = 0; index < chain.length; index++) {
          if (!isPlain(place, index)) yield* diagnoseRule(place, index);
          yield undefined;
        }
      }
    }
  }
}

const CLEAN: ParsedRule = { rule: { matches: [] }, notes: [] };

/** The chain a rule goes to; a target's name behind -g is said to be one. */
function jumpOf({ target }: XtRule): string | undefined {
  if (target?.target === 'GOTO' && findTarget(target.spec.chain)) return undefined;
  return target?.target === 'JUMP' || target?.target === 'GOTO' ? target.spec.chain : undefined;
}

/** A canonical rule ends in its target; a name with no options that is no target is a chain. */
function canonicalJump(text: string): string | undefined {
  const at = text.lastIndexOf('-j ') + 3;
  if (text.indexOf(' ', at) >= 0) return undefined;
  const name = text.slice(at);
  return findTarget(name) ? undefined : name;
}

interface Place {
  readonly text: string;
  readonly table: TextTable;
  readonly chain: TextChain;
  readonly family: IpFamily;
  /** Chains of the table that were already reported as missing. */
  readonly missing: Set<string>;
}

/** Is there nothing to say of a rule, by a look at its text? That is so of nearly every rule of a dump. */
function isPlain({ table, chain, family, missing }: Place, index: number): boolean {
  const text = chain.text(index) ?? '';
  if (!isCanonical(text, family)) return false;
  const jump = canonicalJump(text);
  return jump === undefined || table.chains.has(jump) || missing.has(jump);
}

function* diagnoseRule({ text, table, chain, family, missing }: Place, index: number): Generator<Diagnostic> {
  const { start, end, line } = chain.span(index);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  // A rule that a list of addresses stands for is written behind the text: only its line is in it.
  const spanOf = (at: { start: number; end: number }): Diagnostic['span'] =>
    start < text.length
      ? { start: at.start, end: at.end, line, column: at.start - lineStart + 1 }
      : { start: 0, end: 0, line, column: 1 };
  const path = `${table.name} ${chain.name} ${index + 1}`;
  const plain = chain.text(index) ?? '';
  const canonical = isCanonical(plain, family);
  const { rule, notes } = canonical ? CLEAN : chain.parse(index);
  for (const note of notes) {
    const span = spanOf(note);
    yield { severity: note.severity, code: note.code, message: note.message, span, path };
  }
  const jump = canonical ? canonicalJump(plain) : jumpOf(rule);
  if (jump !== undefined && !table.chains.has(jump) && !missing.has(jump)) {
    missing.add(jump);
    const message = phrase('formats.iptables-save.chain-missing', { chain: jump, table: table.name });
    const span = spanOf({ start, end });
    yield { severity: 'warning', code: 'unrecognised', message, span, path };
  }
}

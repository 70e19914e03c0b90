import { phrase } from '../lib/phrase';
import type { RoutingRule } from '../linux/routing/types';
import { formatCidr, parseCidr, type Cidr } from '../net/cidr';
import { bitsOf, formatIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';
import { joinWords, Words } from './lines/words';
import { askedBy } from './routes/asked';

/** A line of `ip rule`. */
export interface ListedRule {
  readonly priority: number;
  readonly not: boolean;
  /** Undefined: `all`. */
  readonly from?: Cidr;
  readonly to?: Cidr;
  readonly iif?: string;
  readonly oif?: string;
  readonly fwmark?: { readonly value: number; readonly mask: number };
  readonly lookup?: string;
  /** Everything else as it is: `unreachable`, `suppress_prefixlength 0`, `ipproto tcp`. */
  readonly rest: string;
  readonly family: 'ipv4' | 'ipv6' | undefined;
  readonly span: SourceSpan;
}

const RULE = /^(\d{1,10}):\s+(not\s+)?from\s+(\S+)(.*)$/;

/** A rule while its words are read. */
type Growing = { -readonly [K in keyof ListedRule]?: ListedRule[K] } & { words: string[] };

class RuleReader implements LineReader<readonly ListedRule[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly rules: ListedRule[] = [];
  private family: 'ipv6' | undefined;

  take(line: TextLine): boolean {
    const found = RULE.exec(line.text);
    if (!found) {
      const asked = askedBy(line.text);
      if (asked) this.family = asked.family === 'ipv6' ? 'ipv6' : undefined;
      return false;
    }
    const [, priority, not, from = '', rest = ''] = found;
    const source = from === 'all' ? undefined : parseCidr(from);
    if (source && !source.ok) {
      const message = phrase('formats.ip-route.bad-prefix', { prefix: from });
      this.diagnostics.push(lineNote('warning', 'invalid', message, line, from));
      return false;
    }
    const { words, ...read } = readWords(rest);
    const family = source?.value.address.family ?? read.to?.address.family ?? this.family;
    const rule: ListedRule = {
      ...read,
      priority: Number(priority),
      not: not !== undefined,
      ...(source?.ok ? { from: source.value } : {}),
      rest: words.join(' '),
      family,
      span: spanOfLine(line),
    };
    this.rules.push(rule);
    if (!isSimulated(rule)) {
      const message = phrase('formats.ip-rule.not-simulated', { rule: line.text.slice(0, 120) });
      this.diagnostics.push(lineNote('warning', 'not-simulated', message, line));
    }
    return true;
  }

  finish(): readonly ListedRule[] {
    return this.rules;
  }
}

function readWords(text: string): Growing {
  const words = new Words(text);
  const read: Growing = { words: [] };
  for (let word = words.next(); word !== undefined; word = words.next()) {
    if (word === 'to') {
      const to = words.next() ?? '';
      const cidr = parseCidr(to);
      if (cidr.ok) read.to = cidr.value;
      else if (to !== 'all') read.words.push(word, to);
    } else if (word === 'iif' || word === 'oif') read[word] = words.next() ?? '';
    else if (word === 'lookup' || word === 'table') read.lookup = words.next() ?? '';
    else if (word === 'fwmark') read.fwmark = markOf(words.next() ?? '');
    else if (!/^\[detached\]$/.test(word)) read.words.push(word);
  }
  return read;
}

/** `0x80/0x80`, `0x1`. */
function markOf(text: string): { readonly value: number; readonly mask: number } {
  const [value = '0', mask] = text.split('/');
  return { value: Number(value) >>> 0, mask: mask === undefined ? 0xffffffff : Number(mask) >>> 0 };
}

/** Does the simulator know everything the rule asks? */
export function isSimulated({ not, oif, rest, lookup }: ListedRule): boolean {
  return !not && oif === undefined && lookup !== undefined && (rest === '' || /^proto \S+$/.test(rest));
}

/** A listed rule as the FIB has it. */
export function ruleOf({ priority, from, to, iif, fwmark, lookup = 'main' }: ListedRule): RoutingRule {
  return {
    priority,
    lookup,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(iif === undefined ? {} : { iif }),
    ...(fwmark ? { fwmark } : {}),
  };
}

/** A host without its length, as `ip rule` writes it. */
function cidrText(cidr: Cidr): string {
  return cidr.prefix === bitsOf(cidr.address.family) ? formatIp(cidr.address) : formatCidr(cidr);
}

function markText({ value, mask }: { readonly value: number; readonly mask: number }): string {
  return mask === 0xffffffff ? `0x${value.toString(16)}` : `0x${value.toString(16)}/0x${mask.toString(16)}`;
}

function printRule(rule: ListedRule): string {
  const { from, to, fwmark, iif, oif, lookup } = rule;
  return `${rule.priority}:\t${joinWords(
    rule.not ? 'not' : '',
    `from ${from ? cidrText(from) : 'all'}`,
    to && `to ${cidrText(to)}`,
    fwmark && `fwmark ${markText(fwmark)}`,
    iif === undefined ? '' : `iif ${iif}`,
    oif === undefined ? '' : `oif ${oif}`,
    lookup === undefined ? '' : `lookup ${lookup}`,
    rule.rest,
  )}\n`;
}

/** `ip rule`: which routing table is asked, in what order. */
export const IP_RULE = lineFormat({
  id: 'ip-rule',
  title: 'ip rule',
  command: 'ip rule',
  hint: /\d:\s+(?:not\s+)?from\s+\S/,
  reader: (): LineReader<readonly ListedRule[]> => new RuleReader(),
  print: (rules) => rules.map(printRule).join(''),
  summary: (rules) => ({ rules: rules.length }),
});

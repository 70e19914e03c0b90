import { phrase } from '../lib/phrase';
import type { PortRange, RoutingRule } from '../linux/routing/fib';
import { findProtocol, protocolName } from '../linux/xtables/syntax/protocols';
import { formatCidr, parseCidr, type Cidr, getBits, formatIp, type IpFamily } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';
import { parseRouteCommand } from './ip-route';

/** A line of `ip rule`. */
export interface ListedPolicyRule {
  readonly rule: RoutingRule;
  /** Words that are not known, as they are: `uidrange 0-99`, `proto 16`. */
  readonly rest: string;
  /** Everything that is asked is simulated. */
  readonly simulated: boolean;
  readonly span: SourceSpan;
}

const RULE = /^(\d{1,10}):\s+(not\s+)?from\s+(\S+)(.*)$/;

/** A rule while its words are read. */
type Growing = { -readonly [K in keyof RoutingRule]?: RoutingRule[K] } & { words: string[] };

class RuleReader implements LineReader<readonly ListedPolicyRule[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly rules: ListedPolicyRule[] = [];
  private family: IpFamily | undefined;

  take(line: TextLine): boolean {
    const found = RULE.exec(line.text);
    if (!found) {
      const asked = parseRouteCommand(line.text);
      if (asked) this.family = asked.family;
      return false;
    }
    const [, priority, not, from = '', text = ''] = found;
    const source = from === 'all' ? undefined : parseCidr(from);
    if (source && !source.ok) return this.refuse(line, from);
    const read = readWords(text);
    if (!read) return this.refuse(line, text);
    const { words, ...asked } = read;
    const family = source?.value.address.family ?? asked.to?.address.family ?? this.family;
    const rest = words.join(' ');
    const rule: RoutingRule = {
      ...asked,
      priority: Number(priority),
      lookup: asked.lookup ?? '',
      ...(not === undefined ? {} : { not: true }),
      ...(source?.ok ? { from: source.value } : {}),
      ...(family ? { family } : {}),
    };
    this.add(line, rule, rest);
    return true;
  }

  private refuse(line: TextLine, word: string): boolean {
    const message = phrase('formats.ip-route.bad-prefix', { prefix: word.trim().slice(0, 80) });
    this.diagnostics.push(lineNote('warning', 'invalid', message, line, word.trim()));
    return false;
  }

  private add(line: TextLine, rule: RoutingRule, rest: string): void {
    const leads = rule.lookup !== '' || rule.action !== undefined || rule.goto !== undefined;
    const simulated = leads && (rest === '' || /^proto \S+$/.test(rest));
    this.rules.push({ rule, rest, simulated, span: spanOfLine(line) });
    if (simulated) return;
    const message = phrase('formats.ip-rule.not-simulated', { rule: line.text.slice(0, 120) });
    this.diagnostics.push(lineNote('warning', 'not-simulated', message, line));
  }

  finish(): readonly ListedPolicyRule[] {
    return this.rules;
  }
}

const ACTIONS: ReadonlySet<string> = new Set(['unreachable', 'prohibit', 'blackhole', 'nop']);

/** What a rule may ask and the simulator does not know, each with a value. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'uidrange',
  'tun_id',
  'realms',
  'suppress_ifgroup',
  'proto',
  'protocol',
  'map-to',
  'nat',
]);

/** Words behind `from`, each with its value; undefined: this is no rule. */
function readWords(text: string): Growing | undefined {
  const words = new Words(text);
  const read: Growing = { words: [] };
  for (let word = words.next(); word !== undefined; word = words.next()) {
    if (word === '[detached]' || word === '[unresolved]') continue;
    if (ACTIONS.has(word) && read.action === undefined) read.action = word as 'nop';
    else if (word === 'l3mdev') read.words.push(word);
    else if (UNKNOWN.has(word)) read.words.push(word, words.next() ?? '');
    else if (!readPair(read, word, words.next() ?? '')) return undefined;
  }
  return read;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['table', 'lookup'],
  ['dsfield', 'tos'],
  ['suppress_prefixlength', 'suppressPrefixLength'],
]);

function readPair(read: Growing, word: string, value: string): boolean {
  if (value === '') return false;
  // Nothing is asked twice.
  if (Object.hasOwn(read, ALIASES.get(word) ?? word)) return false;
  switch (word) {
    case 'to':
      return readTo(read, value);
    case 'iif':
    case 'oif':
      read[word] = value;
      return true;
    case 'lookup':
    case 'table':
      read.lookup = value;
      return true;
    case 'fwmark':
      return readMark(read, value);
    case 'sport':
    case 'dport':
      if (!/^\d{1,5}(?:-\d{1,5})?$/.test(value)) return false;
      read[word] = makePorts(value);
      return true;
    case 'ipproto':
      return readProtocol(read, value);
    default:
      return readNumber(read, word, value);
  }
}

const NUMBERS = { tos: 'tos', dsfield: 'tos', suppress_prefixlength: 'suppressPrefixLength', goto: 'goto' } as const;

function readNumber(read: Growing, word: string, value: string): boolean {
  if (!Object.hasOwn(NUMBERS, word) || !/^(?:0x[0-9a-f]{1,8}|\d{1,10})$/i.test(value)) return false;
  read[NUMBERS[word as 'tos']] = Number(value);
  return true;
}

function readTo(read: Growing, value: string): boolean {
  const cidr = parseCidr(value);
  if (cidr.ok) read.to = cidr.value;
  return cidr.ok || value === 'all';
}

function readProtocol(read: Growing, value: string): boolean {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : findProtocol(value);
  if (number === undefined || number > 255) return false;
  read.ipproto = number;
  return true;
}

/** `80`, `1000-2000`. */
function makePorts(text: string): PortRange {
  const [min = 0, max = min] = text.split('-').map(Number);
  return { min, max };
}

function readMark(read: Growing, value: string): boolean {
  if (!/^(?:0x[0-9a-f]{1,8}|\d{1,10})(?:\/(?:0x[0-9a-f]{1,8}|\d{1,10}))?$/i.test(value)) return false;
  read.fwmark = makeMark(value);
  return true;
}

/** `0x80/0x80`, `0x1`. */
function makeMark(text: string): { readonly value: number; readonly mask: number } {
  const [value = '0', mask] = text.split('/');
  return { value: Number(value) >>> 0, mask: mask === undefined ? 0xffffffff : Number(mask) >>> 0 };
}

/** A host without its length, as `ip rule` writes it. */
function cidrText(cidr: Cidr): string {
  return cidr.prefix === getBits(cidr.address.family) ? formatIp(cidr.address) : formatCidr(cidr);
}

function markText({ value, mask }: { readonly value: number; readonly mask: number }): string {
  return mask === 0xffffffff ? `0x${value.toString(16)}` : `0x${value.toString(16)}/0x${mask.toString(16)}`;
}

function portText({ min, max }: PortRange): string {
  return min === max ? String(min) : `${min}-${max}`;
}

function option(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `${name} ${value}`;
}

/** In the order of print_rule() (ip/iprule.c). */
function printRule({ rule, rest }: ListedPolicyRule): string {
  const isProto = rest.startsWith('proto ');
  const { not, from, to, tos, fwmark, iif, oif, ipproto, sport, dport, lookup, suppressPrefixLength, action, goto } =
    rule;
  return `${rule.priority}:\t${joinWords(
    not ? 'not' : '',
    `from ${from ? cidrText(from) : 'all'}`,
    option('to', to && cidrText(to)),
    option('tos', tos === undefined ? undefined : `0x${tos.toString(16)}`),
    option('fwmark', fwmark && markText(fwmark)),
    option('iif', iif),
    option('oif', oif),
    option('ipproto', ipproto === undefined ? undefined : protocolName(ipproto)),
    option('sport', sport && portText(sport)),
    option('dport', dport && portText(dport)),
    isProto ? '' : rest,
    option('lookup', lookup === '' ? undefined : lookup),
    option('suppress_prefixlength', suppressPrefixLength),
    option('goto', goto),
    action,
    isProto ? rest : '',
  )}\n`;
}

/** `ip rule`: which routing table is asked, in what order. */
export const IP_RULE = lineFormat({
  id: 'ip-rule',
  title: 'ip rule',
  command: 'ip rule',
  hint: /\d:\s+(?:not\s+)?from\s+\S/,
  reader: (): LineReader<readonly ListedPolicyRule[]> => new RuleReader(),
  print: (rules) => rules.map(printRule).join(''),
  summary: (rules) => ({ rules: rules.length }),
});

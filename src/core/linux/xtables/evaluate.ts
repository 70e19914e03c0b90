import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { IpFamily } from '../../net/ip';
import { protocolNumber } from '../../net/packet';
import type { HookContext, Edit, HandedEdit } from './extension';
import {
  addressMatches,
  parseMaskedAddress,
  findPrefix,
  printMaskedAddress,
  interfaceMatches,
  parseInterface,
  printInterface,
} from './syntax/addresses';
import { protocolName, findProtocol } from './syntax/protocols';
import type { AddressTest, InterfaceTest, ProtocolTest, XtRule } from './types';
import type { RuleQuestion } from '../chain-walk';
import { isStateful, printMatch, testMatch, type Match } from './matches';
import { unlistedSetQuestion } from './matches/set';
import { targetExtension, applyTarget } from './targets';
import { CONTINUE, type Verdict } from '../hooks';

/** Effect of a rule that holds: its target's verdict, and the edits that conntrack and NAT make for it. */
interface Taken {
  readonly verdict: Verdict;
  readonly handed: readonly HandedEdit[];
}

/** Does what the target of a rule that holds does to the packet; `hasChain`: which chains its table has. */
export function takeTarget(rule: XtRule, ctx: HookContext, hasChain: (name: string) => boolean): Taken {
  const { verdict, edits = [] } = evaluateTarget(rule, ctx, hasChain);
  return { verdict, handed: applyOwn(ctx, edits) };
}

/** The target's word; one that is not simulated either takes the packet or lets it go on. */
function evaluateTarget(
  { target }: XtRule,
  ctx: HookContext,
  hasChain: (name: string) => boolean,
): { verdict: Verdict; edits?: readonly Edit[] } {
  if (!target) return { verdict: CONTINUE };
  const isChain = target.target === 'JUMP' || target.target === 'GOTO';
  const missing = isChain && !hasChain(target.spec.chain);
  if (!missing && targetExtension(target).simulated !== 'no') return applyTarget(target, ctx);
  const name = isChain ? target.spec.chain : target.target === 'unrecognised' ? target.spec.name : target.target;
  const reason = missing ? phrase('xtables.target-missing', { name }) : phrase('xtables.target-unknown', { name });
  const branch = ctx.decide({ kind: 'unknown', where: whereOf(ctx), reason, branches: 2 });
  return { verdict: branch === 0 ? { kind: 'STOLEN', by: name } : CONTINUE };
}

/** `nat KUBE-SERVICES 3`. */
function whereOf({ ref }: HookContext): string {
  return `${ref.table} ${ref.chain} ${ref.index + 1}`;
}

/** Marks and the TTL are changed here; the rest is handed back. */
function applyOwn({ skb }: HookContext, edits: readonly Edit[]): HandedEdit[] {
  const handed: HandedEdit[] = [];
  for (const edit of edits) {
    if (edit.kind === 'mark') skb.mark = edit.mark;
    else if (edit.kind === 'ctmark') {
      if (skb.ct) skb.ct.mark = edit.mark;
    } else if (edit.kind === 'ttl') skb.packet = { ...skb.packet, ttl: edit.ttl };
    else if (edit.kind === 'tos') {
      if ((skb.packet.tos ?? 0) !== edit.tos) skb.packet = { ...skb.packet, tos: edit.tos };
    } else handed.push(edit);
  }
  return handed;
}

/** Fixed part of a rule (struct ipt_ip): the tests `-s -d -i -o -p -f`. */
export type RuleHeader = Pick<XtRule, 'src' | 'dst' | 'indev' | 'outdev' | 'proto' | 'fragment'>;

/** Reads `-s`/`-d`; undefined when everything is meant. */
export function parseAddressTest(
  text: string,
  negated: boolean,
  family: IpFamily,
): Result<AddressTest | undefined, Phrase> {
  const parsed = parseMaskedAddress(text, family);
  if (!parsed.ok) return parsed;
  if (!negated && findPrefix(parsed.value.mask) === 0) return ok(undefined);
  return ok({ negated, ...parsed.value });
}

/** Reads `-i`/`-o`; undefined for `+`, which any device is. */
export function parseInterfaceTest(text: string, negated: boolean): Result<InterfaceTest | undefined, Phrase> {
  const parsed = parseInterface(text);
  if (!parsed) return err(phrase('xtables.value-interface', { value: text }));
  return ok(parsed.prefix && parsed.name === '' && !negated ? undefined : { negated, ...parsed });
}

/** Reads `-p`; undefined for `all`. */
export function parseProtocolTest(text: string, negated: boolean): Result<ProtocolTest | undefined, Phrase> {
  const protocol = findProtocol(text);
  if (protocol === undefined || (protocol === 0 && negated)) {
    return err(phrase('xtables.value-protocol', { value: text }));
  }
  return ok(protocol === 0 ? undefined : { negated, protocol });
}

function not(test: { readonly negated: boolean }): string[] {
  return test.negated ? ['!'] : [];
}

/** `! -i +` fits no packet, and iptables-save does not print it (save_iface() in iptables/xshared.c). */
function isAnyDevice({ name, prefix }: InterfaceTest): boolean {
  return prefix && name === '';
}

/** The words of the header, each test a group, in the order and with what iptables-save has of them. */
export function printHeader({ indev, outdev, ...rule }: RuleHeader): string[][] {
  return headerGroups({
    ...rule,
    ...(indev && !isAnyDevice(indev) ? { indev } : {}),
    ...(outdev && !isAnyDevice(outdev) ? { outdev } : {}),
  });
}

/** The words of a header, each test a group. */
export function headerGroups(rule: RuleHeader): string[][] {
  const groups: string[][] = [];
  if (rule.src) groups.push([...not(rule.src), '-s', printMaskedAddress(rule.src)]);
  if (rule.dst) groups.push([...not(rule.dst), '-d', printMaskedAddress(rule.dst)]);
  if (rule.indev) groups.push([...not(rule.indev), '-i', printInterface(rule.indev)]);
  if (rule.outdev) groups.push([...not(rule.outdev), '-o', printInterface(rule.outdev)]);
  if (rule.proto) groups.push([...not(rule.proto), '-p', protocolName(rule.proto.protocol)]);
  if (rule.fragment) groups.push([...not(rule.fragment), '-f']);
  return groups;
}

/** Does the fixed part fit the packet (ip_packet_match())? Nothing here is ever a later fragment. */
export function headerMatches(rule: RuleHeader, { skb }: HookContext): boolean {
  const { packet } = skb;
  if (rule.src && addressMatches(packet.src, rule.src) === rule.src.negated) return false;
  if (rule.dst && addressMatches(packet.dst, rule.dst) === rule.dst.negated) return false;
  if (rule.indev && interfaceMatches(rule.indev, skb.indev) === rule.indev.negated) return false;
  if (rule.outdev && interfaceMatches(rule.outdev, skb.outdev) === rule.outdev.negated) return false;
  if (rule.proto && (protocolNumber(packet.l4) === rule.proto.protocol) === rule.proto.negated) return false;
  return !rule.fragment || rule.fragment.negated;
}

/** The context whose `matchIndex` follows the match being tested. */
type Live = { -readonly [K in keyof HookContext]: HookContext[K] };

/**
 * Does the rule match? Tests run in the kernel's order and stop at the first that fails, so what a
 * test remembers (recent --set) stays although a later one fails. A test that is not simulated is
 * asked of `ctx.decide` only if every other one holds, the target could change something, and then
 * once per rule; before a test that remembers it has to be asked at once.
 */
export function testRule(rule: XtRule, ctx: Live): boolean {
  if (!headerMatches(rule, ctx)) return false;
  let open: Match | undefined;
  for (let index = 0; index < rule.matches.length; index++) {
    const match = rule.matches[index] as Match;
    if (open && isStateful(match, ctx)) {
      if (!ask(open, ctx)) return false;
      open = undefined;
    }
    ctx.matchIndex = index;
    const outcome = testMatch(match, ctx);
    if (outcome === false) return false;
    if (outcome === 'unknown') open ??= match;
  }
  return !open || (hasEffect(rule) && ask(open, ctx));
}

/** A rule without target only counts; LOG only writes a line. */
function hasEffect({ target }: XtRule): boolean {
  return target !== undefined && (target.target === 'JUMP' || targetExtension(target).simulated !== 'irrelevant');
}

function ask(match: Match, ctx: HookContext): boolean {
  const name = match.match === 'unrecognised' ? match.spec.name : match.match;
  const where = `${ctx.ref.table} ${ctx.ref.chain} ${ctx.ref.index + 1}`;
  const isOfMark = name === 'mark' || name === 'connmark';
  const reason = phrase(isOfMark ? 'xtables.mark-untold' : 'xtables.match-unknown', { name, where });
  const asks = findQuestion(match, ctx);
  return ctx.decide({ kind: 'unknown', where, reason, branches: 2, ...(asks ? { asks } : {}) }) === 0;
}

/** The same test of the same packet at the same hook has one answer, unless it remembers; what was not understood is no test yet. */
function findQuestion(match: Match, ctx: HookContext): RuleQuestion | undefined {
  if (match.match === 'set') return unlistedSetQuestion(match.spec, ctx);
  if (match.match === 'unrecognised' || isStateful(match, ctx)) return undefined;
  const { packet, mark, indev, outdev, physin, physout } = ctx.skb;
  const test = printMatch(match, ctx.family);
  return {
    what: JSON.stringify([ctx.netns.id, ctx.hook, test, packet, mark, indev, outdev, physin, physout]),
    negated: false,
  };
}

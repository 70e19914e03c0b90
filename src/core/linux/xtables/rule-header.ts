import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import { formatIp, type IpFamily } from '../../net/ip';
import { protocolNumber } from '../../net/packet';
import type { HookContext } from './extension';
import { addressMatches, parseMaskedAddress, prefixOf, printMaskedAddress } from './syntax/addresses';
import { interfaceMatches, parseInterface, printInterface } from './syntax/interfaces';
import { protocolName, protocolOf } from './syntax/protocols';
import type { AddressTest, InterfaceTest, ProtocolTest, XtRule } from './types';

/** What `-s -d -i -o -p -f` test: the fixed part of a rule (struct ipt_ip). */
export type Header = Pick<XtRule, 'src' | 'dst' | 'indev' | 'outdev' | 'proto' | 'fragment'>;

/** Reads `-s`/`-d`; undefined when everything is meant. */
export function parseAddressTest(
  text: string,
  negated: boolean,
  family: IpFamily,
): Result<AddressTest | undefined, Phrase> {
  const parsed = parseMaskedAddress(text, family);
  if (!parsed.ok) return parsed;
  if (!negated && prefixOf(parsed.value.mask) === 0) return ok(undefined);
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
  const protocol = protocolOf(text);
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
export function printHeader({ indev, outdev, ...rule }: Header): string[][] {
  return groupsOf({
    ...rule,
    ...(indev && !isAnyDevice(indev) ? { indev } : {}),
    ...(outdev && !isAnyDevice(outdev) ? { outdev } : {}),
  });
}

function groupsOf(rule: Header): string[][] {
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
export function headerMatches(rule: Header, { skb }: HookContext): boolean {
  const { packet } = skb;
  if (rule.src && addressMatches(packet.src, rule.src) === rule.src.negated) return false;
  if (rule.dst && addressMatches(packet.dst, rule.dst) === rule.dst.negated) return false;
  if (rule.indev && interfaceMatches(rule.indev, skb.indev) === rule.indev.negated) return false;
  if (rule.outdev && interfaceMatches(rule.outdev, skb.outdev) === rule.outdev.negated) return false;
  if (rule.proto && (protocolNumber(packet.l4) === rule.proto.protocol) === rule.proto.negated) return false;
  return !rule.fragment || rule.fragment.negated;
}

/** One test of the header for the reader. */
export interface HeaderTest {
  readonly part: string;
  readonly matched: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Every test of the header, in the kernel's order. */
export function explainHeader(rule: Header, ctx: HookContext): HeaderTest[] {
  const { packet } = ctx.skb;
  const one = (only: Header, actual: string): HeaderTest => {
    const words = groupsOf(only)[0] ?? [];
    const part = words.find((word) => word.startsWith('-')) ?? '';
    return { part, matched: headerMatches(only, ctx), expected: words.join(' '), actual };
  };
  const tests: HeaderTest[] = [];
  if (rule.src) tests.push(one({ src: rule.src }, `-s ${formatIp(packet.src)}`));
  if (rule.dst) tests.push(one({ dst: rule.dst }, `-d ${formatIp(packet.dst)}`));
  if (rule.indev) tests.push(one({ indev: rule.indev }, ctx.skb.indev === undefined ? '' : `-i ${ctx.skb.indev}`));
  if (rule.outdev) tests.push(one({ outdev: rule.outdev }, ctx.skb.outdev === undefined ? '' : `-o ${ctx.skb.outdev}`));
  if (rule.proto) tests.push(one({ proto: rule.proto }, `-p ${protocolName(protocolNumber(packet.l4))}`));
  if (rule.fragment) tests.push(one({ fragment: rule.fragment }, ''));
  return tests;
}

import { Memo } from '../../../lib/memo';
import { ip, type IpFamily } from '../../../net/ip';
import { type L4Header, type Packet, flagsOfLetters } from '../../../net/packet';
import type { Choice } from '../../chain-walk';
import { HOOKS, type Hook, type TableName } from '../../hooks';
import type { Netns } from '../../netns';
import type { Skb } from '../../skb';
import { createState, type NetnsState } from '../../state';
import type { WalkEvent, XtRuleset, XtTable } from '../types';
import { rulesetFromLines, type ChainLines } from '../ruleset-text';
import { walkTable } from '../walk';

/** A ruleset from plain iptables-save text; tests only, so no errors. */
export function rulesetOf(text: string, family: IpFamily = 'ipv4'): XtRuleset {
  const tables = new Map<TableName, Map<string, ChainLines & { rules: { text: string }[] }>>();
  let chains = new Map<string, ChainLines & { rules: { text: string }[] }>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('*')) tables.set(line.slice(1) as TableName, (chains = new Map()));
    else if (line.startsWith(':')) {
      const [name = '', policy] = line.slice(1).split(' ');
      chains.set(name, { ...(policy === 'ACCEPT' || policy === 'DROP' ? { policy } : {}), rules: [] });
    } else if (line.startsWith('-A ')) {
      const [, name = '', rule = ''] = /^-A (\S+) ?(.*)$/.exec(line) ?? [];
      const chain = chains.get(name) ?? { rules: [] };
      chains.set(name, chain);
      chain.rules.push({ text: rule });
    }
  }
  return rulesetFromLines(tables, family);
}

function l4Of(proto: string, ports: readonly [number, number], rest: string): L4Header {
  const [sport, dport] = ports;
  if (proto === 'tcp') return { proto, sport, dport, flags: flagsOfLetters(rest), seq: 0, ack: 0 };
  if (proto === 'udp') return { proto, sport, dport };
  if (proto === 'sctp') return { proto, sport, dport, chunk: rest || 'INIT' };
  const number = (key: string): number => Number(new RegExp(`${key}=(\\d+)`).exec(rest)?.[1] ?? 0);
  if (proto === 'icmp' || proto === 'icmpv6') return { proto, type: number('type'), code: number('code') };
  return { proto: 'other', protocol: Number(proto) };
}

function endpointOf(text: string): { address: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([\d.]+|[\da-f:]+?))(?::(\d+))?$/i.exec(text) ?? [];
  return { address: bracketed ?? plain ?? text, port: Number(port ?? 0) };
}

/** `tcp 10.0.0.1:5>10.0.0.2:80 S`, `icmp 10.0.0.1>10.0.0.2 type=8 code=0`. */
export function packetOf(text: string): Packet {
  const [, proto = '', from = '', to = '', rest = ''] = /^(\S+) ([^>\s]+)>(\S+) ?(.*)$/.exec(text) ?? [];
  const isV6WithoutPort = !from.startsWith('[') && from.split(':').length > 2;
  const src = isV6WithoutPort ? { address: from, port: 0 } : endpointOf(from);
  const dst = isV6WithoutPort ? { address: to, port: 0 } : endpointOf(to);
  const address = ip(src.address);
  const l4 = l4Of(proto, [src.port, dst.port], rest);
  return { family: address.family, src: address, dst: ip(dst.address), ttl: 64, l4 };
}

/** A namespace without anything. */
export const EMPTY_NETNS: Netns = {
  id: 'n',
  title: 'n',
  kind: 'node',
  devices: [],
  routes: [],
  sockets: [],
  sysctls: {},
  xtables: {},
  memo: new Memo(),
};

/** `FORWARD in=eth0 out=cni0 mark=5 tcp 10.0.0.1:5>10.0.0.2:80 S`. */
export function visitOf(text: string): { hook: Hook; skb: Skb } {
  const [first = '', ...words] = text.split(' ');
  const devices: Record<string, string> = {};
  while (/^\w+=/.test(words[0] ?? '') && words[0]?.includes('>') === false) {
    const [key = '', value = ''] = (words.shift() ?? '').split('=');
    devices[key] = value;
  }
  const hook = HOOKS.find((name) => name === first) ?? 'FORWARD';
  const skb: Skb = { packet: packetOf(words.join(' ')), mark: Number(devices['mark'] ?? 0), local: hook === 'OUTPUT' };
  if (devices['in']) skb.indev = devices['in'];
  if (devices['out']) skb.outdev = devices['out'];
  if (devices['physin']) skb.physin = devices['physin'];
  if (devices['physout']) skb.physout = devices['physout'];
  return { hook, skb };
}

export interface WalkOptions {
  readonly netns?: Netns;
  readonly state?: NetnsState;
  readonly decide?: (choice: Choice) => number;
}

/** Walks one table; the verdict's kind and everything recorded. */
export function walkVisit(
  table: XtTable,
  visit: { hook: Hook; skb: Skb },
  options: WalkOptions = {},
): { verdict: string; events: WalkEvent[]; marks: number[] } {
  const events: WalkEvent[] = [];
  const marks: number[] = [];
  const { hook, skb } = visit;
  const verdict = walkTable({
    table,
    chain: hook,
    ctx: {
      family: skb.packet.family,
      hook,
      skb,
      netns: options.netns ?? EMPTY_NETNS,
      state: options.state ?? createState(),
      decide: options.decide ?? (() => 0),
    },
    apply: () => undefined,
    record: (event) => {
      events.push(event);
      marks.push(event.kind === 'rule' ? (event.markBefore ?? skb.mark) : skb.mark);
    },
  });
  return { verdict: verdict.kind, events, marks };
}

/** Events as the kernel's recordings write them: `nat KUBE-SVC 2 m=0x4000`, skips left out. */
export function eventLines(events: readonly WalkEvent[], marks: readonly number[]): string[] {
  return events.flatMap((event, i) => {
    const mark = marks[i] ? ` m=0x${marks[i].toString(16)}` : '';
    if (event.kind === 'skip') return [];
    if (event.kind === 'rule') return [`${event.ref.table} ${event.ref.chain} ${event.ref.index + 1}${mark}`];
    return [`${event.table} ${event.chain} ${event.kind}${mark}`];
  });
}

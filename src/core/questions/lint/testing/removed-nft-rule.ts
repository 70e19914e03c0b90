import { createRng, type Rng } from '../../../lib/random';
import { isIpHook, type Hook } from '../../../linux/hooks';
import { walkChain } from '../../../linux/nftables/walk';
import type { NftChain, NftTable } from '../../../linux/nftables/types';
import { PACKET_STATES } from '../../../linux/packet-space';
import type { Skb } from '../../../linux/skb';
import { createState } from '../../../linux/state';
import { EMPTY_NETNS } from '../../../linux/xtables/testing/walk-text';
import { ip, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import type { L4Header } from '../../../net/packet';
import { observedOfPasted } from '../../reconstruct/observe-pasted';
import { pasted } from '../../../paste/testing/paste';
import { lintPasted } from '../lint';
import { drawn } from './removed-rule';

/** A rule that a finding calls covered, and the words that its packets are made of. */
interface Claim {
  readonly table: NftTable;
  readonly chain: NftChain;
  readonly index: number;
  readonly own: Words;
  readonly all: Words;
}

/** What rules are written with: addresses of a family, numbers, devices. */
interface Words {
  readonly addresses: Readonly<Record<IpFamily, readonly IpAddress[]>>;
  readonly numbers: readonly number[];
  readonly devices: readonly string[];
}

/**
 * Findings on a listing of nftables that others take all of a rule's packets: how many, how many of `packets` packets made
 * for each came to its rule, and of which of them the listing without the rule does otherwise, or the rule acts.
 */
export function nftRemovalsOf(
  text: string,
  packets: number,
): { readonly claims: number; readonly wrong: readonly string[] } {
  const node = pasted(text);
  const { nftables } = observedOfPasted(node);
  const covered = lintPasted(node).filter(({ id }) => id === 'covered');
  const claims = covered.flatMap(({ places: [place] }): Claim[] => {
    const table = [...(nftables?.tables ?? [])].find(([name]) => name === place?.table)?.[1];
    const chain = table?.chains.get(place?.chain ?? '');
    if (!table || !chain || place?.index === undefined) return [];
    return [{ table, chain, index: place.index, own: wordsOf(chain.text(place.index)), all: wordsOf(text) }];
  });
  const wrong = claims.flatMap((claim) => {
    const found = nftRemovalChanges(claim, packets);
    return found === undefined ? [] : [`${claim.chain.name} ${claim.index + 1}: ${found}`];
  });
  return { claims: claims.length, wrong };
}

/** The first of `count` packets that fares otherwise without the rule, or that the rule does something with; undefined: none. */
function nftRemovalChanges(claim: Claim, count: number): string | undefined {
  const { table, chain, index } = claim;
  const silent: NftChain = {
    ...chain,
    length: chain.length,
    // A rule that does nothing, so that the others keep their places.
    rule: (at) => (at === index ? { statements: [] } : chain.rule(at)),
  };
  const without: NftTable = { ...table, chains: new Map(table.chains).set(chain.name, silent) };
  const bases = [...table.chains.values()].filter(({ base }) => base && isIpHook(base.hook));
  const rng = createRng(index + count);
  for (let at = 0; at < count; at++) {
    const base = bases[rng.below(bases.length)];
    if (!base?.base || !isIpHook(base.base.hook)) return 'no base chain';
    const skb = packetNear(claim, { hook: base.base.hook, isNat: base.base.type === 'nat' }, rng);
    const seed = rng.u32();
    const [before, after] = [table, without].map((each) => ended(each, { base: base.name, skb, seed }, claim));
    if (before !== after) return `${base.name} ${JSON.stringify(skb)}: ${before} | ${after}`;
  }
  return undefined;
}

interface Visit {
  readonly base: string;
  readonly skb: Skb;
  readonly seed: number;
}

function ended(table: NftTable, { base, skb, seed }: Visit, { chain: own, index }: Claim): string {
  const packet: Skb = { ...skb };
  const chain = table.chains.get(base);
  const hook = chain?.base?.hook;
  if (!chain || !hook) return '';
  const edits: unknown[] = [];
  let acted = '';
  const verdict = walkChain({
    table,
    chain,
    ctx: {
      family: packet.packet.family,
      hook,
      skb: packet,
      netns: EMPTY_NETNS,
      state: createState(),
      decide: (choice) => drawn(choice, seed),
    },
    apply: (edit) => {
      if (edit.kind === 'notrack') packet.ctState = 'UNTRACKED';
      edits.push(edit);
      return undefined;
    },
    record: (event) => {
      const isIt = event.kind === 'rule' && event.ref.chain === own.name && event.ref.index === index;
      if (isIt && table.chains.get(own.name) === own) acted = ' acted';
    },
  });
  return JSON.stringify([verdict, packet.mark, edits]) + acted;
}

/** What the words of a text, one rule or a whole listing, give to make packets of. */
function wordsOf(text: string): Words {
  const listed = (expression: RegExp): readonly string[] => [...text.matchAll(expression)].map(([, word = '']) => word);
  const addresses = [...listed(/(\d+\.\d+\.\d+\.\d+)/g), ...listed(/([\da-f]{1,4}:[\da-f:]{2,38})/g)].flatMap(
    (word) => {
      const read = parseIp(word);
      return read.ok ? [read.value] : [];
    },
  );
  return {
    addresses: {
      ipv4: addresses.filter(({ family }) => family === 'ipv4'),
      ipv6: addresses.filter(({ family }) => family === 'ipv6'),
    },
    numbers: listed(/(?:^|[\s,{-])(0x[\da-f]+|\d{1,5})\b/g).map(Number),
    devices: listed(/[io]if(?:name)? (?:!= )?"?([\w.-]+)/g),
  };
}

const ANY = { ipv4: ip('198.51.100.7'), ipv6: ip('2001:db8::7') } as const;

/** A packet at a hook that is mostly made of a rule's own words, else of those of its listing. */
function packetNear(
  { table, own, all }: Claim,
  { hook, isNat }: { readonly hook: Hook; readonly isNat: boolean },
  rng: Rng,
): Skb {
  const family: IpFamily = table.family === 'ip6' || (table.family === 'inet' && rng.below(2) === 0) ? 'ipv6' : 'ipv4';
  const pick = <T>(list: (words: Words) => readonly T[], otherwise: T): T => {
    const from = list(rng.below(4) === 0 ? all : own);
    return from.length === 0 || rng.below(8) === 0 ? otherwise : (from[rng.below(from.length)] ?? otherwise);
  };
  const number = (): number => (pick(({ numbers }) => numbers, rng.below(65_536)) + (rng.below(6) === 0 ? 1 : 0)) >>> 0;
  const address = (): IpAddress => {
    const near = pick(({ addresses }) => addresses[family], ANY[family]);
    const last = near.words.length - 1;
    return { family, words: near.words.map((word, at) => (at === last ? (word ^ rng.below(3)) >>> 0 : word)) };
  };
  const device = (): string => pick(({ devices }) => devices, 'other0');
  const state = isNat ? 'NEW' : PACKET_STATES[rng.below(PACKET_STATES.length)];
  return {
    packet: { family, src: address(), dst: address(), ttl: 64, l4: l4With(number, family, rng) },
    mark: rng.below(2) === 0 ? 0 : number(),
    local: hook === 'OUTPUT',
    ...(state && state !== 'INVALID' ? { ctState: state } : {}),
    ...(hook === 'OUTPUT' ? {} : { indev: device() }),
    ...(hook === 'PREROUTING' || hook === 'INPUT' ? {} : { outdev: device() }),
  };
}

function l4With(number: () => number, family: IpFamily, rng: Rng): L4Header {
  const ports = { sport: number() & 0xffff, dport: number() & 0xffff };
  switch (rng.below(5)) {
    case 0:
      return { proto: 'udp', ...ports };
    case 1:
      return family === 'ipv4'
        ? { proto: 'icmp', type: rng.below(19), code: 0 }
        : { proto: 'icmpv6', type: 128 + rng.below(10), code: 0 };
    case 2:
      return { proto: 'other', protocol: number() & 0xff };
    default:
      return { proto: 'tcp', ...ports, flags: rng.below(2) === 0 ? { syn: true } : { ack: true }, seq: 1, ack: 0 };
  }
}

import { phrase } from '../../../lib/phrase';
import { isXtTable, type RuleRef } from '../../../linux/hooks';
import type { IpSet } from '../../../linux/ipset/ip-set';
import { formatIp } from '../../../net/ip';
import { hasPorts, type Packet } from '../../../net/packet';
import type { PastedText } from '../../../paste/pasted-types';
import { ownerOfChain } from '../../../paste/owners';
import { brokenLeg, getFamily, listSkipped, SIZE, type Candidate, type WalkedFlow } from '../candidate';

type Direction = 'src' | 'dst';

/** The parts of a packet that an element of a set is made of, by the names in the set's type (`hash:ip,port`). */
const PARTS: Readonly<Record<string, (packet: Packet, direction: Direction) => string | undefined>> = {
  ip: (packet, direction) => formatIp(packet[direction]),
  net: (packet, direction) => `${formatIp(packet[direction])}/${packet.family === 'ipv4' ? 32 : 128}`,
  port: ({ l4 }, direction) => (hasPorts(l4) ? `${l4.proto}:${direction === 'src' ? l4.sport : l4.dport}` : undefined),
};

/**
 * The element that has a packet match `--match-set NAME src,dst`; undefined: the set's kind holds what a packet's
 * addresses and ports do not tell.
 */
export function elementFor({ type }: IpSet, directions: readonly Direction[], packet: Packet): string | undefined {
  const [method, kinds = ''] = type.split(':');
  if (method !== 'hash') return undefined;
  const parts = kinds.split(',').map((kind, at) => {
    const direction = directions[at];
    return direction && PARTS[kind]?.(packet, direction);
  });
  return parts.includes(undefined) ? undefined : parts.join(',');
}

interface ListedSet {
  readonly text: string;
  /** 0-based: the element's line goes here. */
  readonly line: number;
  /** As `ipset save` writes elements, else as `ipset list` does. */
  readonly isSave: boolean;
}

/** Where a text lists a set; undefined: none does. */
function findListed(texts: readonly PastedText[], name: string): ListedSet | undefined {
  for (const { id, text } of texts) {
    const lines = text.split('\n').map((line) => line.trim());
    const save = lines.findIndex((line) => line.startsWith(`create ${name} `));
    if (save >= 0) return { text: id, line: save + 1, isSave: true };
    const head = lines.indexOf(`Name: ${name}`);
    const members = head < 0 ? -1 : lines.indexOf('Members:', head);
    if (members >= 0) return { text: id, line: members + 1, isSave: false };
  }
  return undefined;
}

/**
 * Changes of sets that let a stopped flow of a pasted node through: an element is put into a set, by which the flow leaves the
 * chain before the rule that stopped it. Only sets that are in the texts, and rules that accept or return.
 */
export function setCandidates({ document, network, trace, through }: WalkedFlow): readonly Candidate[] {
  const hop = through ? undefined : brokenLeg(trace)?.hops.at(-1);
  const stop = hop?.steps.at(-1);
  const netns = network.netns.get(hop?.netns ?? '');
  if (!hop || !netns || stop?.kind !== 'stop' || !stop.ref || !isXtTable(stop.ref.table)) return [];
  const { table, chain: name, index: last } = stop.ref;
  const chain = netns.xtables[getFamily(hop)]?.tables.get(table)?.chains.get(name);
  const before = listSkipped(hop.steps).filter(
    (ref: RuleRef) => ref.table === table && ref.chain === name && ref.index < last,
  );
  return before.flatMap(({ index }): Candidate[] => {
    const rule = chain && index < chain.length ? chain.rule(index) : undefined;
    if (rule?.target?.target !== 'RETURN' && rule?.target?.target !== 'ACCEPT') return [];
    const asked = rule.matches.flatMap((match) => (match.match === 'set' && match.spec.set ? [match.spec.set] : []));
    const [only] = asked;
    const set = netns.ipsets?.get(only?.value.name ?? '');
    if (!only || asked.length > 1 || only.negated || !set) return [];
    const element = elementFor(set, only.value.directions, stop.packet);
    const listed = findListed(document.pasted.texts, set.name);
    if (element === undefined || !listed) return [];
    const insert = [listed.isSave ? `add ${set.name} ${element}` : element];
    return [
      {
        change: { kind: 'lines', text: listed.text, line: listed.line, remove: 0, insert },
        says: phrase('document.why.element', { set: set.name, element }),
        size: SIZE.accept,
        about: 'rules',
        ...(ownerOfChain(name) === 'kube-proxy' ? { note: phrase('document.why.note.rewritten') } : {}),
      },
    ];
  });
}

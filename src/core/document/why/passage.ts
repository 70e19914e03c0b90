import { phrase } from '../../lib/phrase';
import { isXtTable } from '../../linux/hooks';
import { formatIp } from '../../net/ip';
import { hasPorts, type Packet } from '../../net/packet';
import type { Leg } from '../../sim/trace';
import type { Document } from '../document';
import { applyChange, type Change } from './change';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';
import { lineOfPastedRule, policyLines, type PastedLine } from './pasted-lines';
import { brokenLeg, familyOf } from './walked';

/** Rules in the way of one flow: more than so many are no small change any more. */
const MOST_ACCEPTS = 4;

/** The flow in a changed document, walked; undefined: it cannot be sent there. */
export type Walk = (document: Document) => WalkedFlow | undefined;

/**
 * An accept for exactly this flow, put before the rule that stopped it; again for the next one that stops it then
 * (answers have rules of their own, and so have other tables). None where a line of the text cannot be put there.
 */
export function passageCandidates(walked: WalkedFlow, walk: Walk): readonly Candidate[] {
  const changes: Change[] = [];
  const lines: string[] = [];
  let now: WalkedFlow | undefined = walked;
  while (now && !now.through && changes.length < MOST_ACCEPTS) {
    const next: Insertion | undefined = insertionFor(now);
    if (!next || lines.includes(next.rule)) return [];
    changes.push(next.change);
    lines.push(next.rule);
    now = walk(applyChange(walked.document, { kind: 'all', changes }));
  }
  if (!now?.through || lines.length === 0) return [];
  return [
    {
      change: { kind: 'all', changes },
      says: phrase('document.why.accept', { count: lines.length, rules: lines.join(' ⏎ ') }),
      size: SIZE.accept + lines.length,
      about: 'rules',
    },
  ];
}

interface Insertion {
  readonly rule: string;
  readonly change: Change;
}

function insertionFor(walked: WalkedFlow): Insertion | undefined {
  const leg = brokenLeg(walked.trace);
  const stop = leg?.hops.at(-1)?.steps.at(-1);
  if (!leg || stop?.kind !== 'stop') return undefined;
  const place = stop.ref ? placeOfRule(walked, leg) : placeOfPolicy(walked, leg);
  if (!place) return undefined;
  const { line, before, chain } = place;
  const isSave = chain !== undefined;
  const rule = isSave ? acceptSave(chain, leg.role, stop.packet) : acceptNft(leg.role, stop.packet);
  const indent = /^\s*/.exec(line.words)?.[0] ?? '';
  const at = before ? line.line : line.line + 1;
  return { rule, change: { kind: 'lines', text: line.text, line: at, remove: 0, insert: [`${indent}${rule}`] } };
}

interface Place {
  readonly line: PastedLine;
  /** Before that line, else after it. */
  readonly before: boolean;
  /** Of iptables-save and `iptables -S`; absent: a rule of nft. */
  readonly chain?: string;
}

/** A line rules can be written next to, as iptables-save or as nft spells them. */
function placeAt(line: PastedLine | undefined, isXt: boolean): Pick<Place, 'line' | 'chain'> | undefined {
  if (!line) return undefined;
  // Rules of iptables-nft stand in tables of nftables, written as iptables does.
  const chain = /^\s*-A (\S+)/.exec(line.words)?.[1];
  if (chain !== undefined) return { line, chain };
  return isXt ? undefined : { line };
}

function placeOfRule({ document, network }: WalkedFlow, leg: Leg): Place | undefined {
  const hop = leg.hops.at(-1);
  const stop = hop?.steps.at(-1);
  const netns = hop && network.netns.get(hop.netns);
  if (!netns || stop?.kind !== 'stop' || !stop.ref) return undefined;
  const line = lineOfPastedRule(document.pasted.texts, netns, familyOf(hop), stop.ref);
  const place = placeAt(line, isXtTable(stop.ref.table));
  return place && { ...place, before: true };
}

/** Behind the last rule of the chain whose policy dropped it. */
function placeOfPolicy({ document, network }: WalkedFlow, leg: Leg): Place | undefined {
  const hop = leg.hops.at(-1);
  const policy = hop?.steps.at(-2);
  const netns = hop && network.netns.get(hop.netns);
  if (!netns || policy?.kind !== 'policy') return undefined;
  const { table, chain } = policy;
  const isXt = isXtTable(table);
  const family = familyOf(hop);
  const rules = isXtTable(table)
    ? netns.xtables[family]?.tables.get(table)?.chains.get(chain)
    : netns.nftables?.tables.get(table)?.chains.get(chain);
  if (!rules || rules.length === 0) return emptyChain(document, table, chain);
  const ref = { table, chain, index: rules.length - 1 };
  const place = placeAt(lineOfPastedRule(document.pasted.texts, netns, family, ref), isXt);
  return place && { ...place, before: false };
}

/** A built-in chain without rules: behind all others of its table, where iptables-save says its policy. */
function emptyChain({ pasted }: Document, table: string, chain: string): Place | undefined {
  const [policy] = policyLines(pasted.texts, table, chain);
  const lines = pasted.texts.find(({ id }) => id === policy?.text)?.text.split('\n') ?? [];
  const line = lines.findIndex((words, at) => policy !== undefined && at > policy.line && words.trim() === 'COMMIT');
  if (!policy || line < 0 || !policy.words.startsWith(':')) return undefined;
  return { line: { text: policy.text, line, words: '' }, before: true, chain };
}

const PROTOCOLS: Readonly<Record<string, string>> = { icmpv6: 'ipv6-icmp' };

function acceptSave(chain: string, role: Leg['role'], { src, dst, family, l4 }: Packet): string {
  if (role !== 'request') return `-A ${chain} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`;
  const bits = family === 'ipv4' ? 32 : 128;
  const proto = PROTOCOLS[l4.proto] ?? l4.proto;
  const port = hasPorts(l4) ? ` -m ${l4.proto} --dport ${l4.dport}` : '';
  return `-A ${chain} -s ${formatIp(src)}/${bits} -d ${formatIp(dst)}/${bits} -p ${proto}${port} -j ACCEPT`;
}

function acceptNft(role: Leg['role'], { src, dst, family, l4 }: Packet): string {
  if (role !== 'request') return 'ct state established,related accept';
  const ip = family === 'ipv4' ? 'ip' : 'ip6';
  const proto = hasPorts(l4) ? `${l4.proto} dport ${l4.dport}` : `meta l4proto ${PROTOCOLS[l4.proto] ?? l4.proto}`;
  return `${ip} saddr ${formatIp(src)} ${ip} daddr ${formatIp(dst)} ${proto} accept`;
}

import type { Document } from '../../core/document/document';
import { formatIp, parseIp } from '../../core/net/ip';
import { hasPorts, type Packet } from '../../core/net/packet';
import { formatEndpoint } from '../../core/net/tuple';
import type { NatStep } from '../../core/sim/trace';
import type { FlatStep } from '../../store/selectors';
import type { Bench } from '../../worker/protocol';
import { withoutDefault } from '../topology/names.model';

/** A message of `shell.caption` with its values; undefined where the trace's own sentence says it best. */
export interface CaptionSentence {
  readonly id: 'begins' | 'natDst' | 'natSrc' | 'natBack' | 'arrives' | 'arrivesReply';
  readonly values: Readonly<Record<string, string>>;
}

/** What a caption may need besides the step. */
export interface CaptionContext {
  /** Names of Services by the text of their addresses. */
  readonly services: ReadonlyMap<string, string>;
  /** Exact odds of the shown outcome; undefined if there is only one or they are unknown. */
  readonly odds: string | undefined;
}

/** Services by every address they have: `10.96.0.10` -> `kube-system/kube-dns`. */
export function servicesByAddress(document: Document, bench: Bench | undefined): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const note = (address: string | undefined, name: string): void => {
    const parsed = address === undefined ? undefined : parseIp(address);
    if (parsed?.ok) names.set(formatIp(parsed.value), withoutDefault(name));
  };
  for (const { address, name } of bench?.found ?? []) note(address, name);
  if (document.subject !== 'cluster') return names;
  for (const { metadata, spec, status } of document.cluster.services) {
    const name = `${metadata.namespace ?? 'default'}/${metadata.name}`;
    const ips = [spec.clusterIP, ...(spec.clusterIPs ?? []), ...(spec.externalIPs ?? [])];
    for (const address of [...ips, ...(status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip)]) note(address, name);
  }
  return names;
}

function end(packet: Packet, side: 'src' | 'dst'): string {
  const { l4 } = packet;
  if (!hasPorts(l4)) return formatIp(packet[side]);
  return formatEndpoint(packet[side], side === 'src' ? l4.sport : l4.dport);
}

function natSentence(step: NatStep, role: FlatStep['role'], odds: string | undefined): CaptionSentence {
  const side = step.manip === 'DST' ? 'dst' : 'src';
  const values = { before: end(step.before, side), after: end(step.packet, side) };
  if (step.by === 'binding') return { id: 'natBack', values };
  if (side === 'src') return { id: 'natSrc', values };
  return { id: 'natDst', values: { ...values, odds: (role === 'request' && odds) || 'none' } };
}

/** The one sentence at the moments that matter: a packet sets out, is rewritten, arrives. */
export function captionOf({ data, role }: FlatStep, { services, odds }: CaptionContext): CaptionSentence | undefined {
  if (data.kind === 'nat') return natSentence(data, role, odds);
  if (data.kind === 'originate' && role === 'request') {
    const service = services.get(formatIp(data.packet.dst)) ?? 'none';
    return { id: 'begins', values: { from: withoutDefault(data.by), to: end(data.packet, 'dst'), service } };
  }
  if (data.kind === 'deliver' && role !== 'error') {
    const [to, seen] = [withoutDefault(data.to), end(data.packet, 'src')];
    return role === 'request'
      ? { id: 'arrives', values: { to, seen: formatIp(data.packet.src) } }
      : { id: 'arrivesReply', values: { to, seen } };
  }
  return undefined;
}

/** A piece of a sentence: words, or an address (with its port, if it has one) to be drawn as a chip. */
export type CaptionPart = { readonly text: string } | { readonly address: string; readonly port: number | undefined };

/** Splits a sentence at its addresses, so that they can have the colour of their network. */
export function splitAddresses(sentence: string): readonly CaptionPart[] {
  const parts: CaptionPart[] = [];
  let from = 0;
  for (const { 0: found, index } of sentence.matchAll(/\[[0-9a-f:.]+\](?::\d+)?|\d+(?:\.\d+){3}(?::\d+)?/gi)) {
    const address = readEndpoint(found);
    if (!address) continue;
    if (index > from) parts.push({ text: sentence.slice(from, index) });
    parts.push(address);
    from = index + found.length;
  }
  if (from < sentence.length) parts.push({ text: sentence.slice(from) });
  return parts;
}

function readEndpoint(text: string): CaptionPart | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? '';
  return parseIp(address).ok ? { address, port: port === undefined ? undefined : Number(port) } : undefined;
}

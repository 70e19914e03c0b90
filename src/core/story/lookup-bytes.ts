import type { Document, FlowSource } from '../document/document';
import { lookupName } from '../document/resolve-name';
import { dnsBytes, type DnsMessage } from '../kubernetes/dns/message';
import { namespacedName } from '../kubernetes/types';
import type { Memo } from '../lib/memo';
import type { Packet } from '../net/packet';
import type { Leg } from '../sim/trace';

/** What is asked for a name and what is said to it; a leg of the question has the one or the other. */
export interface Exchange extends Pick<DnsMessage, 'name' | 'type'> {
  readonly reply: NonNullable<DnsMessage['reply']>;
}

interface Asking {
  readonly from: FlowSource;
  /** As the sender writes it. */
  readonly name: string | undefined;
  readonly memo: Memo;
}

/** What a Pod asks for a name, of all its questions the one that is answered; undefined: none is. */
export function findExchange(document: Document, { from, name, memo }: Asking): Exchange | undefined {
  const pod = document.cluster.pods.find(
    (each) => from.kind === 'pod' && namespacedName(each) === `${from.namespace}/${from.name}`,
  );
  if (!pod || name === undefined) return undefined;
  const ask = (asked: string) => {
    const lookup = lookupName(document, pod, { name: asked, memo });
    return lookup.ok ? lookup.value.asked.filter(({ records }) => records.length > 0) : [];
  };
  const found = ask(name).at(-1);
  if (!found) return undefined;
  const targets = found.records.flatMap(({ type, value }) => (type === 'SRV' ? [value.split(' ').at(-1) ?? ''] : []));
  const extra = [...new Set(targets)].flatMap((target) => ask(target).flatMap(({ records }) => records));
  return { name: found.name, type: found.type, reply: { rcode: 'NOERROR', records: found.records, extra } };
}

/** What a resolver that names no other size takes in a datagram (RFC 1035, 4.2.1). */
const MOST_BYTES = 512;

/**
 * The message a packet of a question carries; absent: none. What opens a connection carries nothing yet, and what goes
 * over it once it stands has its length before it (RFC 1035, 4.2.2). A server that cannot answer says SERVFAIL.
 */
export function lookupBytes(exchange: Exchange, leg: Leg, packet: Packet): readonly number[] | undefined {
  const { l4, inner } = packet;
  if (inner) return lookupBytes(exchange, leg, inner.packet);
  const { reply, ...question } = exchange;
  const { role, lookup } = leg;
  if (!lookup || (l4.proto !== 'udp' && (l4.proto !== 'tcp' || l4.flags.syn || l4.flags.rst))) return undefined;
  const failed = { rcode: 'SERVFAIL', records: [], extra: [] } as const;
  const said = role === 'reply' ? reply : failed;
  const most = l4.proto === 'udp' ? { most: MOST_BYTES } : {};
  const message = dnsBytes(role === 'request' ? question : { ...question, reply: { ...said, ...most } });
  return l4.proto === 'udp' ? message : [message.length >>> 8, message.length & 0xff, ...message];
}

import { readCaptured, type CapturedArp, type CapturedPacketLine } from '../../formats/packets/captured';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** So many are told of each kind. */
const MOST_TOLD = 2;

/** Packets from one end to another: who asked first, and what came back. */
interface Exchange {
  readonly from: string;
  readonly to: string;
  readonly asked: readonly CapturedPacketLine[];
  readonly answers: readonly CapturedPacketLine[];
}

const DUMPED = /(?:^|[\s:])\S{3,253} > \S{3,253}: (?:Flags|ICMP|UDP|\d)|\[SYN\]|Request who-has/m;

const splitPlace = (place: string): readonly [host: string, port: string] => {
  const at = place.lastIndexOf(':');
  return at < 0 ? [place, ''] : [place.slice(0, at), place.slice(at + 1)];
};

/** Things by what they are called, in the order of the first of each. */
function gather<T>(all: readonly T[], name: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const gathered = new Map<string, T[]>();
  for (const each of all) gathered.set(name(each), [...(gathered.get(name(each)) ?? []), each]);
  return gathered;
}

/** Packets of one kind by their ends, each with those the other way round. */
function listExchanges(packets: readonly CapturedPacketLine[], kind: 'syn' | 'udp'): readonly Exchange[] {
  const asked = gather(
    packets.filter((each) => each.kind === kind),
    ({ src, dst }) => `${src} ${dst}`,
  );
  return [...asked.values()].flatMap((all): readonly Exchange[] => {
    const [first] = all;
    if (!first) return [];
    const { src: from, dst: to } = first;
    return [{ from, to, asked: all, answers: packets.filter(({ src, dst }) => src === to && dst === from) }];
  });
}

type CaptureFact = Pick<EvidenceFinding, 'severity'> & {
  readonly kind: 'unanswered' | 'repeated' | 'other' | 'refused' | 'tunnel' | 'udp' | 'icmp' | 'arp';
  readonly values: Readonly<Record<string, string | number>>;
  readonly line: string;
};

const makeFinding = ({ kind, severity, values, line }: CaptureFact): EvidenceFinding => ({
  id: `capture-${kind}`,
  severity,
  ...('to' in values && 'from' in values
    ? { flow: `${values['from']} -> ${values['to']}/${kind === 'udp' ? 'udp' : 'tcp'}` }
    : {}),
  says: phrase(`evidence.capture.${kind}`, values),
  next: phrase(`evidence.capture-next.${kind}`, values),
  words: [line],
});

interface Seen {
  readonly packets: readonly CapturedPacketLine[];
  readonly exchanges: readonly Exchange[];
}

/** The answer to a client's very end of somebody it did not ask: an address that was not translated back. */
function findOther({ from }: Exchange, { packets, exchanges }: Seen): CapturedPacketLine | undefined {
  return packets.find(
    ({ kind, src, dst }) =>
      kind === 'syn-ack' && dst === from && !exchanges.some((each) => each.from === from && each.to === src),
  );
}

/**
 * The answer that the same client took for none of its connections (it resets it, RFC 9293 3.10.7.4), of somebody else at the port that was
 * asked, as a capture behind the translation shows it: there the question has the Pod’s address, and at the client the Service’s.
 */
function findDisowned({ from, to }: Exchange, { packets, exchanges }: Seen): CapturedPacketLine | undefined {
  const [[host], [, port]] = [splitPlace(from), splitPlace(to)];
  const disowned = exchanges.filter(
    (each) =>
      each.to !== to &&
      splitPlace(each.from)[0] === host &&
      splitPlace(each.to)[1] === port &&
      packets.some(({ kind, src, dst }) => kind === 'reset' && src === each.from && dst === each.to),
  );
  return disowned.flatMap(({ answers }) => answers.find(({ kind }) => kind === 'syn-ack') ?? [])[0];
}

/** Exchanges stand in the order of their first packets: what is sent on comes later than what is sent. */
const isBehind = (each: Exchange, other: Exchange, { exchanges }: Seen): boolean =>
  exchanges.indexOf(each) > exchanges.indexOf(other);

function tellConnection(exchange: Exchange, seen: Seen): readonly CaptureFact[] {
  const { from, to, asked, answers } = exchange;
  const [first] = asked;
  if (!first) return [];
  const kinds = answers.map(({ kind }) => kind);
  const values = { from, to, port: splitPlace(to)[1], count: asked.length };
  const accepted = kinds.filter((kind) => kind === 'syn-ack').length;
  if (accepted > 0) {
    const isStuck = accepted > 1 && asked.length > 1;
    return isStuck
      ? [{ kind: 'repeated', severity: 'warning', values: { ...values, answers: accepted }, line: first.line }]
      : [];
  }
  if (kinds.includes('reset')) return [{ kind: 'refused', severity: 'warning', values, line: first.line }];
  const other = findOther(exchange, seen);
  if (other) return [{ kind: 'other', severity: 'error', values: { ...values, by: other.src }, line: other.line }];
  const disowned = findDisowned(exchange, seen);
  if (disowned) {
    const client = { ...values, from: splitPlace(from)[0], by: disowned.src };
    return [{ kind: 'other', severity: 'error', values: client, line: disowned.line }];
  }
  const others = seen.exchanges.filter((each) => each.from === from && each.to !== to);
  // Where the same packet goes on and is answered, the answer is on its way back.
  if (others.some(({ answers: back }) => back.length > 0)) return [];
  const isTunnelled = first.isInner && seen.packets.some(({ kind, isInner }) => isInner && kind === 'echo-reply');
  const leads = others.find((each) => isBehind(each, exchange, seen))?.to ?? 'none';
  return [
    {
      kind: isTunnelled ? 'tunnel' : 'unanswered',
      severity: 'warning',
      values: { ...values, leads },
      line: first.line,
    },
  ];
}

/** Ports of what asks everybody, and of tunnels. */
const NOT_ASKED = /:(?:67|68|546|547|1900|5353|4789|8472|6081|bootps|bootpc|mdns)$/;
const EVERYBODY = /^(?:255\.|22[4-9]\.|23\d\.|\[?ff)/i;
/** `options timeout` of resolv.conf(5) as it is without being set. */
const RESOLVER_WAITS = 5;

function tellDatagrams({ from, to, asked, answers }: Exchange): readonly CaptureFact[] {
  const [first, second] = asked;
  if (!first || !second || answers.length > 0 || NOT_ASKED.test(to) || EVERYBODY.test(to)) return [];
  const waits = Math.round((second.at ?? 0) - (first.at ?? 0));
  const [host, port] = splitPlace(to);
  const values = {
    from,
    to,
    host: /^[\d.]+$|^\[/.test(host) ? host.replace(/[[\]]/g, '') : 'ADDRESS',
    port,
    count: asked.length,
    resolver: waits === RESOLVER_WAITS ? 'yes' : 'no',
  };
  return [{ kind: 'udp', severity: 'warning', values, line: first.line }];
}

/** Kinds of ICMP errors, by their words (tcpdump: print-icmp.c). */
const ERRORS = [
  { why: 'mtu', of: /need to frag|too big/ },
  { why: 'prohibited', of: /prohibited|filtered/ },
  { why: 'port', of: /port \S+ unreachable|unreachable port/ },
] as const;

function tellError({ src, dst, what = '', line }: CapturedPacketLine): CaptureFact {
  const why = ERRORS.find(({ of }) => of.test(what))?.why ?? 'host';
  const mtu = /\bmtu (\d{2,5})/.exec(what)?.[1] ?? 'none';
  return { kind: 'icmp', severity: 'warning', values: { by: src, to: dst, what, why, mtu }, line };
}

/** Addresses that were asked for more than once and answered by nobody. */
function tellArps(arps: readonly CapturedArp[]): readonly CaptureFact[] {
  const asked = gather(
    arps.filter(({ by }) => by !== undefined),
    ({ address }) => address,
  );
  const answered = new Set(arps.flatMap(({ by, address }) => (by === undefined ? [address] : [])));
  return [...asked].flatMap(([address, all]): readonly CaptureFact[] => {
    const [first] = all;
    if (!first || all.length < 2 || answered.has(address)) return [];
    return [
      {
        kind: 'arp',
        severity: 'warning',
        values: { address, by: first.by ?? '', count: all.length },
        line: first.line,
      },
    ];
  });
}

const isUnsure = ({ kind, values }: CaptureFact): boolean => kind === 'unanswered' && values['count'] === 1;

function findInText(text: string): readonly CaptureFact[] {
  const { packets, arps } = readCaptured(text);
  const exchanges = listExchanges(packets, 'syn');
  const seen: Seen = { packets, exchanges };
  const errors = packets.filter(({ kind }) => kind === 'unreachable');
  const told = [
    ...exchanges.flatMap((each) => tellConnection(each, seen)),
    ...listExchanges(packets, 'udp').flatMap(tellDatagrams),
    ...[...new Map(errors.map((each) => [`${each.src} ${each.what}`, each])).values()].map(tellError),
    ...tellArps(arps),
  ];
  // One SYN without an answer is the end of a capture, too, where others were answered.
  return told.filter((each) => !isUnsure(each) || told.length === 1);
}

/** What is alike is told once: of tunnels one of all, of others each that was asked. */
const nameKind = ({ kind, values }: CaptureFact): string =>
  kind === 'tunnel' ? kind : `${kind} ${values['to'] ?? values['address']} ${values['by'] ?? ''}`;

/**
 * Findings that a capture proves by itself: connections whose first packet nobody answers, whose answer does not arrive or comes from an
 * address that was not asked, datagrams and questions of ARP without an answer, and errors that machines on the way told
 * (RFC 9293 3.5; RFC 792; resolv.conf(5)).
 */
export function findOfCaptures(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const told = texts.flatMap(({ text }) => (DUMPED.test(text) ? findInText(text) : []));
  const once = new Map(told.toReversed().map((each) => [nameKind(each), each]));
  const kinds = gather([...once.values()].toReversed(), ({ kind }) => kind);
  return [...kinds.values()].flatMap((all) => all.slice(0, MOST_TOLD).map(makeFinding));
}

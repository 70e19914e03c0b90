import { add, formatFraction, fraction, ZERO } from '../lib/fraction';
import type { Phrase } from '../lib/phrase';
import type { HttpOption } from '../net/http';
import { formatIp } from '../net/ip';
import { formatEndpoint, withEndpoints, type L4Header, type Packet } from '../net/packet';
import { socketWalker } from './walker';
import { INITIAL_TTL, makeSkb } from './errors';
import type { OriginateStep } from './trace';
import type { Dialler, Pending, ProxyDial, World } from './world';

/** Fields of the step with which a proxy dials, or answers. */
interface DialStep extends Pick<OriginateStep, 'reason' | 'odds' | 'candidates'> {
  readonly http: NonNullable<OriginateStep['http']>;
  readonly role: Pending['role'];
  readonly second?: true | undefined;
}

/**
 * Dials for a proxy that reads requests: whom the request leads to, the next endpoint where that one did not answer,
 * or an answer of its own (404, 503, a redirect).
 */
export const dialByRequest: Dialler = (world, dial, makePacket) => {
  const { client, second } = dial;
  const asked = world.http ?? { host: formatIp(client.dst), path: '/' };
  const answer = dial.socket.proxy?.http?.(asked, client);
  if (!answer) return undefined;
  const untold = (reason: Phrase): Pending => {
    dial.over = true;
    return told(dial, client, { role: 'request', second: true, reason, http: 'unknown' });
  };
  if ('unknown' in answer) return untold(answer.unknown);
  const { tried = [] } = dial;
  const left = answer.options.filter((option) => !tried.includes(nameOf(option)));
  const isOver = dial.attempts > 0 && (dial.attempts >= answer.attempts || left.length === 0);
  const { failed } = answer;
  if (isOver && 'unknown' in failed) return untold(failed.unknown);
  const { option, odds } =
    isOver && !('unknown' in failed) ? { option: failed, odds: undefined } : drawOption(world, dial, left);
  const said = { reason: option.reason, ...(odds === undefined ? {} : { odds }) };
  const to = 'to' in option ? option.to : undefined;
  if (!to) {
    dial.over = true;
    return told(dial, answerTo(client), { role: 'reply', second, http: option.status ?? 502, ...said });
  }
  dial.attempts++;
  dial.tried = [...tried, nameOf({ to })];
  const candidates = answer.options.map(nameOf).filter((name) => name !== '');
  const packet = makePacket(world, dial, to);
  return connecting(world, dial, {
    packet,
    said: { role: 'request', second: true, http: 'passed', candidates, ...said },
  });
};

const nameOf = ({ to }: Pick<HttpOption, 'to'>): string => (to ? formatEndpoint(to.address, to.port) : '');

function told({ netns, socket }: ProxyDial, packet: Packet, { role, second, ...said }: DialStep): Pending {
  const start = { kind: 'originate', by: socket.owner, bound: role === 'reply', ...said } as const;
  return { role, ...(second ? { second } : {}), netns, skb: makeSkb(packet), start };
}

/** Programs at its socket are asked before there is a packet, as of any process. */
function connecting(
  world: World,
  dial: ProxyDial,
  { packet, said }: { readonly packet: Packet; readonly said: DialStep },
): Pending {
  const socket = socketWalker(world, dial.netns)?.askSocket(world, dial.netns, packet, {});
  const sent = socket?.to ? withEndpoints(packet, socket.to) : packet;
  dial.request = sent;
  const pending = told(dial, sent, said);
  return socket && pending.start.kind === 'originate' ? { ...pending, start: { ...pending.start, socket } } : pending;
}

/** Of shares that are left after some were tried, each is as large among them as before. */
function drawOption(
  world: World,
  { socket }: ProxyDial,
  left: readonly HttpOption[],
): { readonly option: Pick<HttpOption, 'to' | 'status' | 'reason'>; readonly odds?: string | undefined } {
  const sum = left.reduce((total, { share }) => add(total, share), ZERO);
  const probabilities = left.map(({ share }) => fraction(share.num * sum.den, share.den * sum.num));
  const where = `${socket.owner} ${socket.proto} ${socket.port}`;
  const at = left.length === 1 ? 0 : world.decide({ kind: 'random', where, probabilities });
  return {
    option: left[at] as HttpOption,
    odds: left.length === 1 ? undefined : formatFraction(probabilities[at] ?? ZERO),
  };
}

/** Packet with the proxy's own answer on the client's connection. */
function answerTo({ family, src, dst, l4 }: Packet): Packet {
  const said: L4Header =
    l4.proto === 'tcp'
      ? { proto: 'tcp', sport: l4.dport, dport: l4.sport, flags: { ack: true }, seq: 5001, ack: (l4.seq + 1) >>> 0 }
      : l4;
  return { family, src: dst, dst: src, ttl: INITIAL_TTL, l4: said };
}

import { add, formatFraction, multiply, ONE, ZERO, type Fraction } from '../../lib/fraction';
import { createRng } from '../../lib/random';
import { formatIp, ip, sameIp } from '../../net/ip';
import { hasPorts, type Packet } from '../../net/packet';
import type { Choice } from '../../linux/chain-walk';
import { FTP_DATA_PORT } from '../../linux/ipvs/service';
import { runPacket } from '../../sim/simulate';
import type { Leg, TraceStep } from '../../sim/trace';
import { endText, FIRST_END, type HostEnd } from '../host-end';
import { FLOW_ORIGINS, type FlowOrigin } from '../entrances';
import type { HostModel } from '../host-model';
import { SPECIAL_NETWORKS } from '../router';
import { cofactor, makePacket, sampleHeader, type Header } from '../sample';
import { spellOut } from '../maps';

const keyOf = ({ kind, dst, src, device, via, why }: HostEnd): string =>
  [kind, dst, src, device, via, kind === 'rejected' ? why : ''].map((each) => each ?? '').join(' ');

/** An end of the model with the whole destination, as the walk has it. */
function spelledOut(end: HostEnd, sent: Packet): HostEnd {
  if (end.dst === undefined) return end;
  const [, four, bracketed, six, port] =
    /^(?:([\d.]*)|\[([^\]]+)\]|([\da-f:]*:[\da-f:]*:[\da-f:]*))(?::(\d+))?$/.exec(end.dst) ?? [];
  const address = four ?? bracketed ?? six ?? '';
  const dst = address === '' ? sent.dst : ip(address);
  const dport = port === undefined ? undefined : Number(port);
  const was = hasPorts(sent.l4) ? sent.l4.dport : undefined;
  const { dst: _written, ...rest } = end;
  const to = endText(sameIp(dst, sent.dst) ? undefined : dst, dport === was ? undefined : dport);
  return { ...rest, ...(to === undefined ? {} : { dst: to }) };
}

/** Nobody can say what a target does: then any end may be the walk's. */
const ANY_END = keyOf({ kind: 'unknown' });

/** Steps of a leg on the host itself, until the packet leaves it. */
function ownSteps(leg: Leg, host: string): TraceStep[] {
  const steps = leg.hops.filter(({ netns }) => netns === host).flatMap((hop) => hop.steps);
  const out = steps.findIndex((step) => step.kind === 'transmit' && step.device !== 'lo');
  return out < 0 ? steps : steps.slice(0, out + 1);
}

function changes(sent: Packet, seen: Packet): Pick<HostEnd, 'dst' | 'src'> {
  const [was, is] = [sent.l4, seen.l4];
  const port = hasPorts(was) && hasPorts(is) && was.dport !== is.dport ? is.dport : undefined;
  const dst = endText(sameIp(sent.dst, seen.dst) ? undefined : seen.dst, port);
  return {
    ...(dst === undefined ? {} : { dst }),
    ...(sameIp(sent.src, seen.src) ? {} : { src: formatIp(seen.src) }),
  };
}

/** Did the host's rules let it in? Who has the socket is another question. */
function passedInput(steps: readonly TraceStep[]): boolean {
  const stop = steps.at(-1);
  const hook = steps.findLast((step) => step.kind === 'hook');
  return hook?.kind === 'hook' && hook.hook === 'INPUT' && (stop?.kind !== 'stop' || stop.ref === undefined);
}

/** How the walk ended for the host itself. */
function readEnd(sent: Packet, leg: Leg, host: string): HostEnd {
  const steps = ownSteps(leg, host);
  const last = steps.at(-1);
  const { disposition } = leg;
  if (last?.kind === 'transmit') {
    const route = steps.findLast((step) => step.kind === 'routing')?.route;
    const via = route?.via ? { via: formatIp(route.via) } : {};
    return { kind: 'sent', device: last.device, ...via, ...changes(sent, last.packet) };
  }
  switch (disposition.kind) {
    case 'DELIVERED':
    case 'NO_SOCKET':
      return { kind: 'local', ...changes(sent, last?.packet ?? sent) };
    case 'REJECTED':
      return { kind: 'rejected', why: disposition.with };
    case 'DROPPED':
      return { kind: 'dropped' };
    case 'MARTIAN':
    case 'NO_ROUTE':
      return { kind: 'refused' };
    case 'UNKNOWN':
      if (disposition.reason.id.startsWith('ipvs.')) return { kind: 'unknown' };
      return passedInput(steps) ? { kind: 'local', ...changes(sent, last?.packet ?? sent) } : { kind: 'unknown' };
    case 'LEFT':
    case 'LOOP':
    case 'TTL_EXCEEDED':
      return { kind: 'unknown' };
  }
}

/** Of an own broadcast a copy comes in again, which draws, too: its odds are not those of what is sent. */
function isHeardByItself(leg: Leg, host: string): boolean {
  return ownSteps(leg, host).filter((step) => step.kind === 'hook' && step.hook === 'POSTROUTING').length > 1;
}

/** Ways of one packet that are walked: each question of which nobody knows the answer doubles them. */
const MOST_WALKS = 1000;

/** Every end of what is walked again and again, with its odds, and whether something was asked that nobody knows. */
export function walkEach(
  run: (decide: (choice: Choice) => number) => { readonly end: string; readonly asks?: boolean },
) {
  const ends = new Map<string, Fraction>();
  const open: number[][] = [[]];
  let asked = false;
  for (let walks = 0; open.length > 0; walks++) {
    if (walks > MOST_WALKS) return { ends, asked: true };
    const script = open.pop() ?? [];
    const decisions: { choice: Choice; taken: number }[] = [];
    const { end, asks = false } = run((choice) => {
      const taken = script[decisions.length] ?? 0;
      decisions.push({ choice, taken });
      return taken;
    });
    let odds = ONE;
    decisions.forEach(({ choice, taken }, i) => {
      const branches = choice.kind === 'random' ? choice.probabilities.length : choice.branches;
      for (let other = 1; i >= script.length && other < branches; other++)
        open.push([...decisions.slice(0, i).map((each) => each.taken), other]);
      asked ||= choice.kind === 'unknown';
      if (choice.kind === 'random') odds = multiply(odds, choice.probabilities[taken] ?? ZERO);
    });
    asked ||= asks;
    ends.set(end, add(ends.get(end) ?? ZERO, odds));
  }
  return { ends, asked };
}

/** Every end of a packet's walk with its odds, and whether something was asked that nobody knows. */
export function walkAll({ netns }: Pick<HostModel, 'netns'>, packet: Packet, device: string | undefined) {
  const network = { netns: new Map([[netns.id, netns]]), segments: [] };
  return walkEach((decide) => {
    const from = device === undefined ? {} : { device };
    const [leg] = runPacket({ network, netns, state: new Map(), decide, packet, ...from });
    if (!leg) throw new Error('no leg');
    return { end: keyOf(readEnd(packet, leg, netns.id)), asks: isHeardByItself(leg, netns.id) };
  });
}

function modelAll(
  model: HostModel,
  origin: FlowOrigin,
  { header, sent }: { readonly header: Header; readonly sent: Packet },
) {
  const { sure, odds } = model.space.oddsOf(cofactor(model.space, model.outcome[origin], header));
  const ends = new Map<string, Fraction>();
  for (const [value, share] of odds) {
    const key = value < FIRST_END ? 'nowhere' : keyOf(spelledOut(model.ends.at(value - FIRST_END), sent));
    ends.set(key, add(ends.get(key) ?? ZERO, share));
  }
  return { sure, ends };
}

/** Ends with their odds, in one order. */
export const sayEnds = (ends: ReadonlyMap<string, Fraction>): string =>
  [...ends]
    .map(([end, odds]) => `${end} ${formatFraction(odds)}`)
    .toSorted()
    .join(' | ');

/**
 * Samples packets of each end of a host's model and walks them: what differs, how many were walked, and of how many everything is known. Where nothing is
 * unknown, ends and odds are equal; else each end of the walk is one of the model's.
 */
export function holdHostToWalk(model: HostModel, { each, seed }: { readonly each: number; readonly seed: number }) {
  const { space } = model;
  const rng = createRng(seed);
  const differences: string[] = [];
  space.become = {};
  const strange = [
    ...(['src', 'dst'] as const).flatMap((side) => space.regions(side, SPECIAL_NETWORKS).map(({ packets }) => packets)),
    space.port('src', FTP_DATA_PORT, FTP_DATA_PORT),
  ];
  let walked = 0;
  let exactly = 0;
  for (const origin of FLOW_ORIGINS) {
    const outcome = model.outcome[origin];
    for (const leaf of listLeaves(model, outcome)) {
      const set = spellOut(space, space.diagrams.and(model.begins[origin], space.diagrams.where(outcome, leaf)));
      const tries = set === 0 ? 0 : each;
      for (let i = 0; i < tries; i++) {
        // Half of them from an address or port that the kernel treats like no other: few packets have one.
        const rare = space.diagrams.and(set, strange[rng.below(strange.length)] ?? 0);
        const header = sampleHeader(space, i % 2 === 1 && rare !== 0 ? rare : set, () => rng.below(2));
        const skb = makePacket(space, header, origin === 'made' ? 'OUTPUT' : 'PREROUTING');
        const walk = walkAll(model, skb.packet, origin === 'made' ? undefined : skb.indev);
        const { sure, ends } = modelAll(model, origin, { header, sent: skb.packet });
        walked++;
        const exact = sure && !walk.asked;
        if (exact) exactly++;
        const same = exact
          ? sayEnds(walk.ends) === sayEnds(ends)
          : [...walk.ends.keys()].every((end) => ends.has(end) || ends.has(ANY_END));
        if (!same) {
          const { packet, indev = '' } = skb;
          const ports = hasPorts(packet.l4) ? `${packet.l4.sport}>${packet.l4.dport}` : '';
          differences.push(
            `${origin} ${indev} ${packet.l4.proto} ${formatIp(packet.src)}>${formatIp(packet.dst)} ${ports}: walk ${sayEnds(walk.ends)}; model ${sayEnds(ends)}`,
          );
        }
      }
    }
  }
  return { walked, exactly, differences };
}

/** Every leaf of a map of ends. */
export function listLeaves({ space: { diagrams } }: Pick<HostModel, 'space'>, root: number): number[] {
  const seen = new Set<number>([root]);
  for (const node of seen) {
    if (diagrams.isLeaf(node)) continue;
    seen.add(diagrams.low(node));
    seen.add(diagrams.high(node));
  }
  return [...seen].filter((node) => node > 1 && diagrams.isLeaf(node));
}

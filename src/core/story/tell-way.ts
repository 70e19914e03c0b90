import { hex } from '../linux/xtables/syntax/numbers';
import { phrase, type Phrase } from '../lib/phrase';
import { formatCidr, formatIp, parseIp, sameIp } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import type { Route } from '../linux/routing/fib';
import { countRules } from './missed-rules';
import { ruleTextAt } from './ruleset-lines';
import type { MomentBecause, StoryEnd } from './moment';
import { findMultipathRoute } from './next-hops';
import { readTest } from './rule-test';
import {
  byMoment,
  byRule,
  stepOfKind,
  keepsSource,
  originOfRule,
  ruleBefore,
  listSteps,
  type MomentInputs,
  type MomentWords,
  originReason,
  programAt,
  ownerOfAddress,
} from './telling';
import { BALANCER_ID } from '../kubernetes/network/load-balancers';
import type { TunnelStep } from '../sim/trace';
import type { WalkStep } from './walk';

/** `sent`: who asks, and what is written on the packet. */
export function tellSent(telling: MomentInputs): MomentWords {
  const {
    header: { to },
    walked,
  } = telling;
  const from = ownerOfAddress(telling, telling.header.from);
  const { l4 } = telling.step.data.packet;
  const isOngoing = l4.proto === 'tcp' && !l4.flags.syn;
  const asked = stepOfKind(telling.step, 'originate');
  if (telling.step.lookup) {
    const name = asked?.name ?? '';
    const again = l4.proto === 'tcp' && asksAgain(telling) ? 'yes' : 'no';
    return { sentence: phrase('story.sent.name', { from, to: to.name, name, again }), cause: carried(telling, to) };
  }
  if (asked?.asks) return { sentence: phrase('story.sent.asks', { from, to: to.name }), cause: carried(telling, to) };
  const cause = asked?.name === undefined ? carried(telling, to) : asked.reason;
  if (isOngoing) return { sentence: phrase('story.sent.ongoing', { from, to: to.name }), cause };
  if (to.kind === 'service') {
    const again = asked?.again ? 'yes' : 'no';
    return { sentence: phrase('story.sent.service', { from, service: to.name, again }), cause };
  }
  const isNode = to.nodePortOf !== undefined && walked.trace.legs.length > 0;
  if (isNode)
    return {
      sentence: phrase('story.sent.nodePort', { from, node: to.name, port: String(to.port ?? '') }),
      cause,
    };
  return { sentence: phrase('story.sent.other', { from, to: to.name }), cause };
}

/** Was the same asked before? Then the answer did not fit. */
function asksAgain({ before, step }: MomentInputs): boolean {
  return before.some(({ lookup, kind, leg }) => lookup && kind === 'sent' && leg < step.leg);
}

function carried(telling: MomentInputs, to: StoryEnd): Phrase {
  const { derived } = telling.walked;
  if (to.kind === 'unknown') return phrase('story.sent.nobody-known', { address: to.address });
  if (to.kind !== 'service') return guessedOwner(telling, to) ?? sayAddress(to, isWritten(telling));
  const parsed = parseIp(to.address);
  const nodes = [...derived.network.netns.values()].filter(({ kind }) => kind === 'node');
  const having = nodes.map(({ devices }) =>
    devices.find(({ addresses }) => parsed.ok && addresses.some(({ address }) => sameIp(address, parsed.value))),
  );
  const device = having.find((each) => each !== undefined);
  const values = { address: to.address, service: to.name, written: isWritten(telling) };
  if (!device) return routedTo(telling, to) ?? announced(telling, to) ?? phrase('story.sent.on-no-device', values);
  const all = having.includes(undefined) ? 'no' : 'yes';
  return phrase('story.sent.on-device', { ...values, device: device.name, all });
}

/** Is there a packet with the address on it? A system call that a program may still change has sent none. */
const isWritten = ({ step }: MomentInputs): 'yes' | 'no' => (stepOfKind(step, 'originate')?.asks ? 'no' : 'yes');

/** Sentence on whose address it is; an end that is called by nothing but its address is named by no text. */
function sayAddress({ address, name }: StoryEnd, written: 'yes' | 'no'): Phrase {
  return name === address
    ? phrase('story.sent.named-by-none', { address, written })
    : phrase('story.sent.address-of', { address, to: name, written });
}

/**
 * An address that is a machine's only because the packet comes in for it: whose it is no text tells. What is known is the
 * rule that rewrites it there, where one does (REDIRECT, DNAT without `-d`).
 */
function guessedOwner(telling: MomentInputs, to: StoryEnd): Phrase | undefined {
  const { address, name: node } = to;
  const { derived } = telling.walked;
  const isGuess = derived.assumptions.some(
    ({ reason: { id, values } }) => id === 'analysis.address.arrives' && values?.['address'] === address,
  );
  if (!isGuess) return undefined;
  const { step, steps } = telling;
  const rewritten = steps.find(
    ({ index, leg, netns, data }) =>
      index > step.index && leg === step.leg && netns === to.netns && data.kind === 'nat' && data.manip === 'DST',
  );
  const by = rewritten && stepOfKind(ruleBefore(telling, rewritten), 'rule');
  if (!rewritten || !by) return phrase('story.sent.taken-for', { address, node });
  const { dst, l4 } = rewritten.data.packet;
  const next = 'dport' in l4 ? formatEndpoint(dst, l4.dport) : formatIp(dst);
  const { table, chain, index } = by.ref;
  return phrase('story.sent.caught', { address, node, rule: `${table} ${chain} ${index + 1}`, next });
}

/** The load balancer that a packet comes to first, with an address that no device has. */
function routedTo({ step, steps, cast }: MomentInputs, to: StoryEnd): Phrase | undefined {
  const first = steps.find(({ index, leg, netns }) => index > step.index && leg === step.leg && netns !== step.netns);
  if (first?.netns !== BALANCER_ID) return undefined;
  const machine = cast.title(first.netns);
  return phrase('story.sent.routed-to', { address: to.address, service: to.name, machine });
}

/** From outside: the node that answers for an address no device has (`kubernetes/network/load-balancers.ts`). */
function announced({ walked: { derived }, cast, header }: MomentInputs, to: StoryEnd): Phrase | undefined {
  const parsed = parseIp(to.address);
  if (header.from.kind !== 'outside' || !parsed.ok) return undefined;
  const node = [...derived.network.netns.values()].find(({ devices }) =>
    devices.some(({ announces = [] }) => announces.some((address) => sameIp(address, parsed.value))),
  );
  if (!node) return undefined;
  const ask = parsed.value.family === 'ipv4' ? 'ARP' : 'NDP';
  return phrase('story.sent.announced', { address: to.address, service: to.name, node: cast.title(node.id), ask });
}

/** `routed`: where it goes now, and which route says so. */
export function tellRouted(telling: MomentInputs): MomentWords {
  const { step, node } = telling;
  const routing = stepOfKind(step, 'routing');
  const asked = countRules(telling);
  if (!routing?.route || routing.decision === 'local') {
    const sentence = phrase('story.routed.local', { node });
    return { sentence, cause: phrase('story.routed.no-rule', { ...asked }), because: becauseRewritten(telling) };
  }
  const { route, device = '' } = routing;
  const next = route.via && nextHop(telling, step, formatIp(route.via));
  const sentence =
    next === undefined ? phrase('story.routed.device', { device }) : phrase('story.routed.via', { device, next });
  const text = route.dst.prefix === 0 ? 'default' : formatCidr(route.dst);
  return {
    sentence,
    cause: phrase('story.routed.by-route', { node, route: text, ...otherWays(telling, route), ...asked }),
    because: becauseRewritten(telling),
  };
}

/** Of a route with several next hops how many it has, and by what the others leave: `eth2 to 192.168.2.3`. */
function otherWays(
  { walked: { derived }, site }: MomentInputs,
  route: Route,
): { readonly ways: number; readonly others: string } {
  const { others = [] } = findMultipathRoute(derived.network.netns.get(site.netns), route) ?? {};
  const said = others.map(({ dev = '', via }) => (via ? `${dev} (${formatIp(via)})` : dev));
  return { ways: others.length === 0 ? 1 : others.length + 1, others: said.slice(0, MOST_WAYS).join(', ') };
}

/** More next hops have no room in a sentence. */
const MOST_WAYS = 3;

/** The way is another since the destination was rewritten. */
function becauseRewritten(telling: MomentInputs): readonly MomentBecause[] {
  const { leg } = telling.step;
  return byMoment(telling, (moment) => moment.kind === 'rewritten' && moment.leg === leg);
}

function nextHop({ cast, steps }: MomentInputs, { index, leg }: WalkStep, via: string): string {
  const sent = steps.find(
    (step) => step.leg === leg && step.index > index && stepOfKind(step, 'transmit')?.to !== undefined,
  );
  const to = stepOfKind(sent, 'transmit')?.to;
  return to ? cast.title(to.netns) : via;
}

/** `source-rewritten`: the source is another now, or stays, and why. */
export function tellSource(telling: MomentInputs): MomentWords {
  const {
    cut,
    header: { from },
    step,
    node,
  } = telling;
  if (cut.variant === 'kept') {
    return {
      sentence: phrase('story.source.kept', { from: from.name }),
      cause: phrase(causeOfKept(telling), { node }),
      because: byRule(telling, step),
    };
  }
  const isPort = telling.was.from.address === from.address && from.port !== undefined;
  const sentence = isPort
    ? phrase('story.source.port', { port: String(from.port) })
    : phrase('story.source.rewritten', { node: from.name, address: isOwnAlready(telling) ? from.address : 'none' });
  const program = programAt(step);
  if (program) return { sentence, cause: program.reason };
  if (cut.variant === 'again')
    return { sentence, cause: phrase('story.rewritten.by-memory', { node }), because: byMoment(telling, isSource) };
  const rule = ruleBefore(telling, step);
  const marked = byMoment(telling, ({ kind, leg }) => kind === 'marked' && leg === step.leg);
  const because = [...marked, ...(rule ? byRule(telling, rule) : [])];
  const device = deviceAddress(telling, rule);
  if (marked.length > 0)
    return { sentence, cause: phrase('story.source.because-marked', { node, ...device }), because };
  return {
    sentence,
    cause: phrase('story.source.because-rule', {
      node,
      target: getTarget(telling, rule),
      kept: keepsSource(telling),
      ...device,
    }),
    because,
  };
}

/** Was the source an address of the same machine before? */
const isOwnAlready = ({ was, header: { from } }: MomentInputs): boolean =>
  from.netns !== undefined && was.from.netns === from.netns;

/**
 * Which address MASQUERADE takes, where a reader would expect another: the one the device has for the next hop, whatever `src`
 * the route has and whichever address of the machine the packet had (`nf_nat_masquerade_ipv4`, net/netfilter/nf_nat_masquerade.c).
 */
function deviceAddress(
  telling: MomentInputs,
  rule: WalkStep | undefined,
): { device: string; address: string; src: string } {
  const { steps, step, header } = telling;
  const here = steps.filter(({ leg, hop, index }) => leg === step.leg && hop === step.hop && index < step.index);
  const { route, device } =
    stepOfKind(
      here.findLast(({ data }) => data.kind === 'routing'),
      'routing',
    ) ?? {};
  const isMasqueraded = /masquerade/i.test(getTarget(telling, rule));
  const src = route?.src && formatIp(route.src) !== header.from.address ? formatIp(route.src) : 'none';
  const isExpected = src === 'none' && !isOwnAlready(telling);
  const isSaid = isMasqueraded && !isExpected && device !== undefined;
  return { device: isSaid ? device : 'none', address: header.from.address, src };
}

type KeptCause = 'story.source.because-same' | 'story.source.because-unmarked' | 'story.source.because-untouched';

/** Why the source stays: a rule gave the one it had, nothing marked it where marks tell whom to masquerade, or no rule is about it. */
function causeOfKept(telling: MomentInputs): KeptCause {
  const { steps, step } = telling;
  const given = steps.some(
    (each) => each.leg === step.leg && each.hop === step.hop && each.index <= step.index && givesSource(telling, each),
  );
  if (given) return 'story.source.because-same';
  return marksWhom(telling) ? 'story.source.because-unmarked' : 'story.source.because-untouched';
}

/** Did the rule of a step translate the source, to whatever address? */
function givesSource({ walked: { derived }, site }: MomentInputs, step: WalkStep): boolean {
  const ref = stepOfKind(step, 'rule')?.ref;
  const text = ref && ruleTextAt(derived, site, ref);
  return text !== undefined && /-j (?:MASQUERADE|SNAT)\b|\b(?:masquerade|snat)\b/.test(text.replaceAll(/"[^"]*"/g, ''));
}

/** Is it by a mark that this machine knows whom to masquerade? Nodes do, machines outside have rules of their own. */
function marksWhom({ walked: { derived }, site }: MomentInputs): boolean {
  return derived.network.netns.get(site.netns)?.kind === 'node';
}

const isSource = ({ kind, variant }: { readonly kind: string; readonly variant?: string }): boolean =>
  kind === 'source-rewritten' && variant !== 'kept';

/** The target that gave another source, as its tool writes it: `MASQUERADE`, `SNAT`. */
function getTarget({ walked: { derived }, site }: MomentInputs, rule: WalkStep | undefined): string {
  const ref = stepOfKind(rule, 'rule')?.ref;
  const text = (ref && ruleTextAt(derived, site, ref)) ?? '';
  return /-j (\S+)|\b(masquerade|snat)\b/.exec(text)?.slice(1).find(Boolean) ?? 'SNAT';
}

/** `crosses`: to another machine, or up into a process. */
export function tellCrosses(telling: MomentInputs): MomentWords {
  const { cut, step, cast } = telling;
  if (cut.variant === 'process') {
    const owner = stepOfKind(step, 'deliver')?.to ?? '';
    const process = cast.process(owner);
    const asks = telling.steps.some(({ leg, second, role, data }) => {
      return leg > step.leg && second === true && role === 'request' && data.kind === 'originate' && data.by === owner;
    });
    return {
      sentence: phrase('story.crosses.process', { process }),
      cause: phrase(asks ? 'story.crosses.accepted' : 'story.crosses.taken', { process }),
      because: byMoment(telling, ({ kind }) => kind === 'rewritten'),
    };
  }
  const tunnel = stepOfKind(step, 'tunnel');
  if (tunnel) return tellTunnel(telling, tunnel);
  const to = cast.title(crossedTo(telling));
  const inside = listSteps(telling);
  const machines = new Set(inside.map(({ netns }) => netns));
  const left = inside.find(({ data }) => data.kind === 'transmit');
  const device = stepOfKind(left, 'transmit')?.device ?? '';
  const asked = countRules(telling);
  if (machines.size === 1 && inside[0]?.data.kind === 'receive') return tellThrough(telling, { to, left });
  if (left && left.netns === crossedTo(telling))
    return {
      sentence: phrase('story.crosses.round', { role: step.role, to, device }),
      cause:
        device === 'lo'
          ? phrase('story.crosses.own', { node: to, device, ...asked })
          : phrase('story.routed.no-rule', { ...asked }),
    };
  // A Pod's packet crosses nothing to come to its own node.
  const isOwnNode = left !== undefined && cast.isPod(left.netns) && machines.size === 2;
  const crossing = step.role === 'request' ? 'story.crosses.machine' : 'story.crosses.reply';
  const isThrough = isOwnNode && step.role === 'request';
  const sentence = phrase(isThrough ? 'story.crosses.through' : crossing, { role: step.role, to });
  const by = left && phrase('story.crosses.by', { node: cast.title(left.netns), device, ...asked });
  return { sentence, cause: (left && byHealth(telling, left)) ?? by };
}

/** Into a machine, and on where it leaves that in the same moment. */
function tellThrough(
  telling: MomentInputs,
  { to, left }: { readonly to: string; readonly left: WalkStep | undefined },
): MomentWords {
  const { role } = telling.step;
  if (!left) {
    const device = stepOfKind(listSteps(telling)[0], 'receive')?.device ?? '';
    return { sentence: phrase('story.crosses.reaches', { role, to }), cause: phrase('story.crosses.in', { device }) };
  }
  const device = stepOfKind(left, 'transmit')?.device ?? '';
  const values = { node: telling.cast.title(left.netns), device, ...countRules(telling) };
  const cause = passedUnseen(telling, device) ?? phrase('story.crosses.by', values);
  return { sentence: phrase('story.crosses.through', { role, to }), cause };
}

/** A bridge that asks no hook hands a frame from port to port (`br_nf_pre_routing`, net/bridge/br_netfilter_hooks.c). */
function passedUnseen(telling: MomentInputs, device: string): Phrase | undefined {
  const inside = listSteps(telling);
  const bridged = inside.find(({ data }) => data.kind === 'bridge' && data.action === 'forward');
  const { bridge } = stepOfKind(bridged, 'bridge') ?? {};
  if (!bridged || bridge === undefined || inside.some(({ data }) => data.kind === 'hook')) return undefined;
  const setting = `bridge-nf-call-${bridged.data.packet.family === 'ipv4' ? 'iptables' : 'ip6tables'}`;
  const value = telling.walked.derived.network.netns.get(bridged.netns)?.sysctls[`net.bridge.${setting}`];
  return value === 0 ? phrase('story.crosses.bridged', { bridge, device, setting }) : undefined;
}

/** Of a load balancer that hands packets on as they are: between how many nodes it chose (`kubernetes/network/load-balancers.ts`). */
function byHealth({ walked: { derived }, header: { to }, cast }: MomentInputs, left: WalkStep): Phrase | undefined {
  const parsed = parseIp(to.address);
  if (left.netns !== BALANCER_ID || to.kind !== 'service' || !parsed.ok) return undefined;
  const route = derived.network.netns.get(BALANCER_ID)?.routes.find(({ dst }) => sameIp(dst.address, parsed.value));
  const next = stepOfKind(left, 'transmit')?.to?.netns;
  if (!route || next === undefined) return undefined;
  const values = { machine: cast.title(BALANCER_ID), to: cast.title(next), count: route.nexthops?.length ?? 1 };
  return phrase('story.crosses.by-health', values);
}

/** Into or out of a tunnel: who the wire sees, and that hooks are asked of both packets. */
function tellTunnel({ header, node }: MomentInputs, { action, device, before, packet }: TunnelStep): MomentWords {
  const outer = action === 'wrap' ? packet : before;
  const values = { node, device, from: formatIp(outer.src), to: formatIp(outer.dst) };
  const far = header.to.name;
  return action === 'wrap'
    ? { sentence: phrase('story.crosses.wrapped', { node, far }), cause: phrase('story.crosses.wrapped-by', values) }
    : { sentence: phrase('story.crosses.unwrapped', { node }), cause: phrase('story.crosses.unwrapped-by', values) };
}

/** The last machine it comes to in this moment that is no Pod; a Pod's own node where it goes on into the Pod. */
function crossedTo(telling: MomentInputs): string {
  const inside = listSteps(telling);
  return inside.findLast(({ data }) => data.kind === 'receive')?.netns ?? inside.at(-1)?.netns ?? '';
}

/** `marked`: what the mark is for, and which object asked for it. */
export function tellMarked(telling: MomentInputs): MomentWords {
  const { step, node, steps } = telling;
  const rule = stepOfKind(step, 'rule');
  const sentence = phrase(rule?.ref.chain === 'KUBE-MARK-DROP' ? 'story.marked.drop' : 'story.marked.masquerade', {
    node,
  });
  const jump = steps.findLast(
    ({ index, data, hop, leg }) => index < step.index && hop === step.hop && leg === step.leg && data.kind === 'rule',
  );
  const origin = jump && originOfRule(telling, jump);
  const mark = hex(rule?.mark ?? 0);
  return {
    sentence,
    cause: origin ? originReason(origin) : byMark(telling, jump, mark),
    because: jump ? byRule(telling, jump) : [],
  };
}

/** Which test led a packet to the mark, as its rule writes it, and that its source is outside of the range where that is asked. */
function byMark({ walked: { derived }, was }: MomentInputs, jump: WalkStep | undefined, mark: string): Phrase {
  const data = stepOfKind(jump, 'rule');
  const text = jump && data && ruleTextAt(derived, { netns: jump.netns, family: data.packet.family }, data.ref);
  const outside =
    /(?:^| )! -s (\S+)|\bsaddr != (\S+)/
      .exec(text ?? '')
      ?.slice(1)
      .find(Boolean) ?? 'none';
  return phrase('story.marked.by-rule', { mark, test: readTest(text) ?? 'none', outside, source: was.from.address });
}

import { goesByTurns } from '../linux/ipvs/scheduler';
import { phrase, type Phrase } from '../lib/phrase';
import { isKeptClient, listAffinityRules, collectDrawRules, numberDrawn, type DrawRule } from './draws';
import { isEndpointChain } from './cuts';
import { countUnnamed } from '../kubernetes/unnamed-endpoints';
import { countBehind } from './behind';
import { plainName } from './service-at';
import { findOrigin } from '../document/kernel-parts';
import { ruleTextAt, type NetnsFamily } from './ruleset-lines';
import type { MomentBecause } from './moment';
import type { PartRef } from '../kubernetes/proxy/mode';
import { namespacedName, type ServiceObject } from '../kubernetes/types';
import {
  programAt,
  countRulesBefore,
  byMoment,
  byObject,
  byRule,
  findDirector,
  processName,
  stepOfKind,
  keepsSource,
  ruleBefore,
  type MomentInputs,
  type MomentWords,
} from './telling';
import type { IpvsStep, ProgramStep } from '../sim/trace';

const NOBODY = '?';

/** `recognised`: whose address it is, and by what the node knows. */
export function tellRecognised(telling: MomentInputs): MomentWords {
  const { node, was, step, service = was.to.name } = telling;
  const isPort = was.to.nodePortOf !== undefined;
  const sentence = phrase(isPort ? 'story.recognised.nodePort' : 'story.recognised.name', { node, service });
  const rule = stepOfKind(step, 'rule');
  if (!rule) return { sentence, ...recognisedByIpvs(telling, service) };
  const because = byRule(telling, step);
  if (rule.lookup)
    return { sentence, cause: phrase('story.recognised.by-map', { size: rule.lookup.size, service }), because };
  if (rule.verdict.kind === 'ACCEPT')
    return { sentence, cause: phrase('story.recognised.by-portal', { service }), because };
  const own = isPort && asksForOwn(telling) ? 'yes' : 'no';
  return {
    sentence,
    cause: phrase('story.recognised.by-rule', { asked: countRulesBefore(telling), service, own }),
    because,
  };
}

/** Was the port asked for as the address is one of the machine itself (`-m addrtype --dst-type LOCAL -j KUBE-NODEPORTS`)? */
function asksForOwn({ walked: { derived }, steps, step, site }: MomentInputs): boolean {
  return steps.some(({ index, leg, hop, data }) => {
    const isBefore = index < step.index && leg === step.leg && hop === step.hop && data.kind === 'rule';
    return isBefore && /--dst-type LOCAL|fib daddr type local/.test(ruleTextAt(derived, site, data.ref) ?? '');
  });
}

function recognisedByIpvs(telling: MomentInputs, service: string): Omit<MomentWords, 'sentence'> {
  const { step, walked, site } = telling;
  const routing = stepOfKind(step, 'routing');
  const because = byServer(telling, findDirector(telling));
  const device = walked.derived.network.netns.get(site.netns)?.devices.find(({ kind }) => kind === 'dummy')?.name;
  const comesIn = routing?.decision === 'local' && device !== undefined && telling.was.to.kind === 'service';
  const cause = comesIn
    ? phrase('story.recognised.by-ipvs', { device, service })
    : phrase('story.recognised.by-ipvs-here', { service });
  return { cause, because };
}

function byServer({ walked: { derived }, site }: MomentInputs, data: IpvsStep | undefined): readonly MomentBecause[] {
  if (!data) return [];
  const at = { kind: 'virtual-server', server: data.service } as const;
  const origin = findOrigin(derived, site, at);
  return [{ kind: 'part', ...site, at }, ...(origin ? [byObject(origin)] : [])];
}

/** `chosen`: which endpoint, and what decided. */
export function tellChosen(telling: MomentInputs): MomentWords {
  const told = chosenBy(telling);
  const stale = whyStale(telling);
  return stale ? { ...told, cause: stale } : told;
}

/** The node's rules are older than the cluster: they lead to an endpoint that is not ready any more, or gone. */
function whyStale({ walked: { document, derived }, pod, step, node }: MomentInputs): Phrase | undefined {
  if (pod?.kind !== 'pod' || !document.stopped?.[step.netns] || !derived.settled) return undefined;
  const endpoints = derived.settled.endpointSlices.flatMap(({ endpoints: each = [] }) => each);
  const own = endpoints.filter(({ addresses }) => addresses?.includes(pod.address));
  if (own.some(({ conditions }) => conditions?.ready !== false)) return undefined;
  return phrase('story.chosen.stale', { node, pod: pod.name, is: own.length === 0 ? 'gone' : 'not-ready' });
}

function chosenBy(telling: MomentInputs): MomentWords {
  const { step } = telling;
  const ipvs = stepOfKind(step, 'ipvs');
  if (ipvs) return chosenByIpvs(telling, ipvs);
  const program = programAt(step);
  if (program) return chosenByProgram(telling, program);
  const dialled = stepOfKind(step, 'originate');
  if (dialled) return chosenByProcess(telling);
  const drawn = numberDrawn(step);
  if (drawn) {
    const offered = offeredOf(telling, drawn.size);
    const values = {
      count: drawn.size,
      last: drawn.size - 1,
      service: nameOf(telling),
      looked: countLooked(telling),
      ...offered,
    };
    const because = [
      { kind: 'draw', step: step.index, odds: drawn.odds, number: drawn.number } as const,
      ...byRule(telling, step),
    ];
    const sentence = phrase('story.chosen.number', { number: drawn.number, pod: podOf(telling) });
    return { sentence, cause: phrase('story.chosen.one-number', values), because };
  }
  return chosenByRules(telling);
}

const podOf = ({ pod }: MomentInputs): string => pod?.name ?? NOBODY;
const nameOf = ({ service, was }: MomentInputs): string => service ?? was.to.name;

function chosenByRules(telling: MomentInputs): MomentWords {
  const { step, walked, site, node } = telling;
  const rule = stepOfKind(step, 'rule');
  const pod = podOf(telling);
  if (isKeptClient(walked.derived, site, step)) {
    return {
      sentence: phrase('story.chosen.kept', { pod }),
      cause: phrase('story.chosen.affinity', { node }),
      because: byRule(telling, step),
    };
  }
  const rungs = collectDrawRules(walked.derived, site, step);
  const draws: readonly MomentBecause[] =
    rule?.odds === undefined ? [] : [{ kind: 'draw', step: step.index, odds: rule.odds }];
  const because = [...draws, ...byRule(telling, step)];
  if (rungs.length > 1)
    return { sentence: phrase('story.chosen.draw', { pod }), cause: causeOfDraws(telling, rungs), because };
  const isOnly = rule !== undefined && rule.odds === undefined && isEndpointChain(verdictChain(rule.verdict));
  if (!isOnly) return { sentence: phrase('story.chosen.rule', { pod }), because };
  return {
    sentence: phrase('story.chosen.only', { pod }),
    cause: phrase('story.chosen.only-endpoint', { service: nameOf(telling) }),
    because,
  };
}

const verdictChain = (verdict: { readonly kind: string; readonly chain?: string }): string => verdict.chain ?? '';

function causeOfDraws(telling: MomentInputs, rungs: readonly DrawRule[]): Phrase {
  const no = rungs.filter(({ said }) => said === 'no').length;
  // What a balancer draws for may be nodes, that choose among Pods again.
  const targets = telling.pod?.kind === 'node' ? 'nodes' : 'pods';
  const looked = countLooked(telling);
  const offered = targets === 'nodes' ? NODES : offeredOf(telling, rungs.length);
  const values = { count: rungs.length, no, service: nameOf(telling), targets, looked, ...offered } as const;
  const isRest = rungs.some(({ said, odds }) => said === 'yes' && odds === undefined);
  return isRest ? phrase('story.chosen.rest', values) : phrase('story.chosen.draws', values);
}

/** Of a balancer's choice among nodes: none is left out. */
const NODES = { of: 'all', waiting: 0, node: '', unnamed: 0, total: 0 } as const;

/**
 * Whether those that are drawn among are all ready endpoints of the port, those here or only some (a policy, hints, rules that
 * are stale); and how many of the same, all or here, are not ready.
 */
function offeredOf(
  telling: MomentInputs,
  count: number,
): { of: 'all' | 'here' | 'some'; waiting: number; node: string; unnamed: number; total: number } {
  const { walked, was, step, node } = telling;
  const service = serviceObject(telling);
  const behind = countBehind(walked, service, { step, to: was.to });
  const unnamed = service ? countUnnamed(service) : 0;
  const told = { node, unnamed, total: count + unnamed };
  if (!behind || behind.ready === count) return { of: 'all', waiting: behind?.waiting ?? 0, ...told };
  if (behind.readyHere === count) return { of: 'here', waiting: behind.waitingHere, ...told };
  return { of: 'some', waiting: behind.waiting, ...told };
}

function serviceObject({ walked: { derived }, service }: MomentInputs): ServiceObject | undefined {
  return derived.settled?.services.find((each) => plainName(namespacedName(each)) === service);
}

/** Does its Service keep a client with the endpoint it had? Then later connections are nobody's turn. */
function keepsClients(telling: MomentInputs): 'yes' | 'no' {
  return serviceObject(telling)?.spec.sessionAffinity === 'ClientIP' ? 'yes' : 'no';
}

/** How many rules of the chain were asked before whether the client is remembered (sessionAffinity): none of them matched. */
function countLooked({ walked: { derived }, steps, step }: MomentInputs): number {
  return listAffinityRules(derived, steps, step).length;
}

/**
 * Schedulers whose rule is said in a sentence; what they choose follows from it, but for the order of equal servers.
 */
const EXPLAINED: ReadonlySet<string> = new Set(['lc', 'wlc', 'sed', 'nq', 'sh', 'dh']);

function chosenByIpvs(telling: MomentInputs, { scheduler, candidates, odds, from, reason }: IpvsStep): MomentWords {
  const pod = podOf(telling);
  const because = byServer(telling, stepOfKind(telling.step, 'ipvs'));
  if (from !== 'scheduler') return { sentence: phrase('story.chosen.kept', { pod }), cause: reason, because };
  const drawn: readonly MomentBecause[] = odds === undefined ? [] : [{ kind: 'draw', step: telling.step.index, odds }];
  if (candidates.length === 1) {
    return {
      sentence: phrase('story.chosen.only', { pod }),
      cause: phrase('story.chosen.only-endpoint', { service: nameOf(telling) }),
      because,
    };
  }
  const isTurn = goesByTurns(scheduler);
  const isUnknown = isTurn && odds !== undefined;
  const turn = isUnknown ? phrase('story.chosen.some-turn', { pod }) : phrase('story.chosen.turn', { pod });
  const sentence = isTurn ? turn : phrase('story.chosen.scheduler', { scheduler, pod });
  const cause = isUnknown
    ? phrase('story.chosen.turn-unknown', { count: candidates.length, pod, odds, kept: keepsClients(telling) })
    : EXPLAINED.has(scheduler)
      ? phrase('story.chosen.by-scheduler', { scheduler, odds: odds ?? 'none' })
      : reason;
  return { sentence, cause, because: [...drawn, ...because] };
}

/** Where a program's maps are: its node's, also of what it does at the sockets of a Pod. */
export function programNetns({ walked: { derived }, site }: MomentInputs): NetnsFamily {
  return { ...site, netns: derived.network.netns.get(site.netns)?.node ?? site.netns };
}

/** The part of a node's state that serves a frontend: an entry of a map, or a policy of HNS. */
export function partOfFrontend({ kind }: ProgramStep, frontend: string): PartRef {
  return kind === 'vfp' ? { kind: 'policy', policy: frontend } : { kind: 'frontend', frontend };
}

function byFrontend(telling: MomentInputs, step: ProgramStep): readonly MomentBecause[] {
  if (step.service === undefined) return [];
  const own = programNetns(telling);
  const at = partOfFrontend(step, step.service);
  const origin = findOrigin(telling.walked.derived, own, at);
  return [{ kind: 'part', ...own, at }, ...(origin ? [byObject(origin)] : [])];
}

/** The system call at which a program is asked, before there is a packet; undefined: it is asked of a packet, or there is none. */
export function systemCall(data: ProgramStep | undefined): 'sendmsg()' | 'connect()' | undefined {
  if (!data || data.device !== undefined) return undefined;
  return data.program.includes('sendmsg') ? 'sendmsg()' : 'connect()';
}

function chosenByProgram(telling: MomentInputs, data: ProgramStep): MomentWords {
  const { program, device, odds, reason, did } = data;
  const call = systemCall(data);
  const pod = podOf(telling);
  const drawn: readonly MomentBecause[] = odds === undefined ? [] : [{ kind: 'draw', step: telling.step.index, odds }];
  const sentence =
    call !== undefined || device === undefined
      ? phrase('story.chosen.socket', { pod, call: call ?? '' })
      : did === 'told'
        ? phrase('story.chosen.told', { pod, program, device })
        : data.kind === 'vfp'
          ? phrase('story.chosen.vfp', { pod, node: telling.node })
          : phrase('story.chosen.program', { pod, program, device });
  return { sentence, cause: reason, because: [...drawn, ...byFrontend(telling, data)] };
}

function chosenByProcess(telling: MomentInputs): MomentWords {
  const { step, cast } = telling;
  const dialled = stepOfKind(step, 'originate');
  const because: readonly MomentBecause[] =
    dialled?.odds === undefined ? [] : [{ kind: 'draw', step: step.index, odds: dialled.odds }];
  const told = dialled?.http === undefined ? 'story.chosen.process' : 'story.chosen.http';
  const sentence = phrase(told, { process: cast.process(dialled?.by ?? ''), pod: podOf(telling) });
  const accepted = byMoment(telling, ({ kind, variant }) => kind === 'crosses' && variant === 'process');
  return { sentence, cause: dialled?.reason, because: [...because, ...accepted] };
}

/** `rewritten`: what the destination is now, and who said so. */
export function tellRewritten(telling: MomentInputs): MomentWords {
  const { step, header, node, cut, steps } = telling;
  const proxy = findProxy(telling);
  const sentence =
    proxy === undefined
      ? phrase('story.rewritten.pod', { pod: header.to.name })
      : phrase('story.rewritten.process', { process: proxy });
  if (step.data.kind === 'ipvs') {
    return {
      sentence,
      cause: phrase('story.rewritten.by-ipvs', { service: nameOf(telling), node }),
      because: byMoment(telling, ({ kind }) => kind === 'chosen'),
    };
  }
  if (cut.variant === 'again')
    return {
      sentence,
      cause: phrase('story.rewritten.by-memory', { node }),
      because: byMoment(telling, ({ kind }) => kind === 'rewritten'),
    };
  const rule = ruleBefore(telling, step);
  const chosen = byMoment(telling, ({ kind, leg }) => kind === 'chosen' && leg === step.leg);
  const ofPod = stepOfKind(rule, 'rule');
  const kept = keepsSource(telling);
  const cause =
    ofPod && isEndpointChain(ofPod.ref.chain)
      ? phrase(telling.pod?.kind === 'node' ? 'story.rewritten.by-endpoint' : 'story.rewritten.by-rule', { node, kept })
      : phrase('story.rewritten.by-other-rule', { node, kept });
  const recognised = byMoment(telling, ({ at }) => steps[at] === rule);
  return { sentence, cause, because: [...chosen, ...recognised, ...(rule ? byRule(telling, rule) : [])] };
}

/** The process whose own port the destination is now; undefined: it is no process that proxies. */
function findProxy({ steps, step, cast }: MomentInputs): string | undefined {
  const found = steps.find(({ index, leg, data }) => index > step.index && leg === step.leg && data.kind === 'deliver');
  const to = stepOfKind(found, 'deliver')?.to;
  return found && to !== undefined && !step.second && cast.isProxy(found.netns, to) ? cast.process(to) : undefined;
}

/** `arrives`: who got it, and whom it sees. */
export function tellArrives(telling: MomentInputs): MomentWords {
  const {
    step,
    header: { from },
    steps,
    cast,
  } = telling;
  const pod = processName(telling, stepOfKind(step, 'deliver')?.to ?? '');
  const sentence = phrase('story.arrives.at', { pod, from: from.name });
  const unread = stepOfKind(step, 'deliver')?.unread;
  if (unread) return { sentence, cause: unread };
  const began = steps.find(({ leg }) => leg === step.leg) ?? step;
  const sender = cast.header(began.data.packet, began.netns).from;
  const asked = steps[0] && cast.header(steps[0].data.packet, steps[0].netns).from;
  const process = stepOfKind(began, 'originate');
  if (step.second && process && asked) {
    const isSeen = asked.netns !== undefined && asked.netns === from.netns;
    return {
      sentence,
      cause: isSeen
        ? phrase('story.arrives.process-here', { process: cast.process(process.by), node: from.name })
        : phrase('story.arrives.process', { process: cast.process(process.by), sender: asked.name }),
      because: byMoment(telling, ({ kind }) => kind === 'chosen'),
    };
  }
  if (sender.address === from.address) {
    const isWhole = sender.text === from.text;
    return {
      sentence,
      cause: phrase(isWhole ? 'story.arrives.as-sent' : 'story.arrives.other-port'),
      because: byMoment(
        telling,
        ({ kind, variant }) => kind === 'source-rewritten' && (variant === 'kept') === isWhole,
      ),
    };
  }
  // A node that has the address of a Service on a device of its own asks it from that address.
  const whose = sender.kind === 'service' && process ? began.netns : sender.netns;
  const isSame = whose !== undefined && whose === from.netns;
  return {
    sentence,
    cause: isSame
      ? phrase('story.arrives.same', { from: from.name })
      : phrase('story.arrives.rewritten', { sender: sender.name }),
    because: byMoment(telling, ({ kind, leg }) => kind === 'source-rewritten' && leg === step.leg),
  };
}

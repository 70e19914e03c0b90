import { getNamespace, namespacedName, type ServiceObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import type { Origin, PartRef } from '../kubernetes/proxy/mode';
import { formatIp } from '../net/ip';
import { hasPorts } from '../net/packet';
import { countBehind } from './behind';
import { plainName } from './service-at';
import { findOrigin } from '../document/kernel-parts';
import { findPart, ruleTextAt } from './ruleset-lines';
import { findNotable } from './notable-rules';
import { findFailedSend } from './failed-send';
import { whyUntranslated } from './untranslated';
import { partOfFrontend, programNetns, systemCall } from './tell-service';
import type { MomentBecause, StoryEnd } from './moment';
import {
  originalDestination,
  countRulesBefore,
  byMoment,
  byObject,
  stepOfKind,
  findElement,
  listRules,
  listSteps,
  originReason,
  processName,
  programAt,
  type MomentInputs,
  type MomentWords,
} from './telling';

/** `refused`: who says no, and which object made kube-proxy write so. */
export function tellRefused(telling: MomentInputs): MomentWords {
  const { step } = telling;
  const port = step.data.packet;
  const { because, origin, isForEmpty } = endedBy(telling);
  const service = origin && findService(telling, origin);
  if (service && isForEmpty && isEmpty(telling, service)) return { ...tellEmpty(telling, service), because };
  if (step.role === 'reply' && !origin) return tellStranger(telling, because);
  const isUnheard = telling.walked.trace.legs[step.leg]?.disposition.kind === 'NO_SOCKET' && hasPorts(port.l4);
  const sentence =
    isUnheard && hasPorts(port.l4)
      ? phrase('story.refused.nobody-listens', { node: telling.node, port: String(port.l4.dport) })
      : sayRefused(telling);
  const cause =
    whyWritten(telling, { because, origin, isForEmpty }) ?? (isUnheard ? whyUnheard(telling) : findReason(telling));
  return { sentence, cause, because };
}

/** Sentence of a refusal of which no more is known by name. */
function sayRefused(telling: MomentInputs): Phrase {
  const { node } = telling;
  const call = calledBy(telling);
  if (call) return phrase('story.refused.call', { call, why: 'other', service: '' });
  return phrase(isUnanswered(telling, telling.step.leg) ? 'story.refused.no-neighbour' : 'story.refused.by', { node });
}

/** The system call that a program refuses; undefined: a packet is. */
const calledBy = ({ steps, cut }: MomentInputs): ReturnType<typeof systemCall> =>
  systemCall(programAt(steps[cut.last - 1]));

/** Does a packet end as nobody answers who has its next hop? The kernel asks some times before it gives up (net/core/neighbour.c). */
export function isUnanswered({ walked: { trace } }: Pick<MomentInputs, 'walked'>, leg: number): boolean {
  const disposition = trace.legs[leg]?.disposition;
  return disposition?.kind === 'DROPPED' && disposition.by === 'neighbour';
}

/** Nobody of the Service may be asked: it has no endpoint, or none that is ready. */
function tellEmpty(telling: MomentInputs, service: ServiceObject): MomentWords {
  const { node, was } = telling;
  const waiting = countBehind(telling.walked, service, { step: telling.step, to: was.to })?.waiting ?? 0;
  const values = { node, service: nameOfService(service) };
  const call = calledBy(telling);
  const why = waiting > 0 ? 'waiting' : 'empty';
  return {
    sentence: call
      ? phrase('story.refused.call', { call, why, ...values })
      : phrase(waiting > 0 ? 'story.refused.none-ready' : 'story.refused.no-pod', values),
    cause: whyEmpty(telling, service, waiting),
  };
}

const nameOfService = (service: ServiceObject): string => plainName(namespacedName(service));

/**
 * Why the rule that ended it was written. What takes packets for a Service says why it takes them: where it has nobody to
 * give them to, that is why; and a policy Local that leaves out who is here but not ready says so. Undefined: nobody's rule.
 */
function whyWritten(telling: MomentInputs, { origin, isForEmpty }: Ended): Phrase | undefined {
  const service = origin && findService(telling, origin);
  const { to } = telling.was;
  const behind = countBehind(telling.walked, service, { step: telling.step, to });
  const policy = service && localPolicy(service, to);
  const isForThis = isForEmpty || origin?.why.id.endsWith('no-local-endpoints') === true;
  const isLeftOut = isForEmpty || (behind?.waitingHere ?? 0) > 0;
  if (service && isForEmpty && behind?.ready === 0) return noneForPort(telling, service);
  if (!service || !behind || policy === undefined || behind.readyHere > 0 || !isForThis || !isLeftOut)
    return origin && originReason(origin);
  const { waitingHere: here, ready } = behind;
  return phrase('story.refused.none-here', {
    policy,
    node: nodeName(telling),
    service: nameOfService(service),
    here,
    ready,
  });
}

/** A Service with endpoints, none of them for the port that was asked for: `targetPort` names a port that no Pod has. */
function noneForPort({ step, was }: MomentInputs, service: ServiceObject): Phrase {
  const { l4 } = step.data.packet;
  const protocol = hasPorts(l4) ? l4.proto.toUpperCase() : '';
  const ports = service.spec.ports ?? [];
  const port = ports.find((each) => each.port === was.to.port && (each.protocol ?? 'TCP') === protocol);
  return phrase('story.refused.none-for-port', {
    service: nameOfService(service),
    port: port?.name ?? String(port?.port ?? was.to.port),
    protocol,
    target: String(port?.targetPort ?? ''),
    known: port?.targetPort === undefined ? 'no' : 'yes',
  });
}

/** The policy of those who ask for this address, if it is Local: `internalTrafficPolicy`. */
export function localPolicy({ spec }: ServiceObject, to: StoryEnd): string | undefined {
  const isInternal = [spec.clusterIP, ...(spec.clusterIPs ?? [])].includes(to.address);
  const [own, other] = isInternal ? (['internal', 'external'] as const) : (['external', 'internal'] as const);
  return [own, other].map((side) => `${side}TrafficPolicy` as const).find((policy) => spec[policy] === 'Local');
}

/** The node where it ends, also where a program in a Pod's socket ends it. */
function nodeName({ cast, walked, site }: MomentInputs): string {
  return cast.title(walked.derived.network.netns.get(site.netns)?.node ?? site.netns);
}

/** More ports than these say nothing. */
const MOST_PORTS = 4;

/** Where it does listen. */
function whyUnheard(telling: MomentInputs): Phrase | undefined {
  const { walked, step } = telling;
  const { l4 } = step.data.packet;
  const sockets = walked.derived.network.netns.get(step.netns)?.sockets ?? [];
  const ports = [...new Set(sockets.filter(({ proto }) => proto === l4.proto).map(({ port }) => port))];
  if (ports.length === 0 || ports.length > MOST_PORTS) return findReason(telling);
  return phrase('story.refused.listens', { ports: ports.toSorted((a, b) => a - b).join(', ') });
}

/** An answer that nobody waits for: it does not come from who was asked. */
function tellStranger(telling: MomentInputs, because: MomentWords['because'] = []): MomentWords {
  const {
    node,
    header: { from },
  } = telling;
  const asked = originalDestination(telling);
  const sentence = phrase('story.refused.stranger', { node, from: from.name });
  if (!asked) return { sentence, because };
  return {
    sentence,
    cause: phrase('story.refused.had-asked', { asked: asked.name, address: asked.text, from: from.text }),
    because,
  };
}

/** `dropped`: by which rule or part, without a word to anybody. */
export function tellDropped(telling: MomentInputs): MomentWords {
  const ended = endedBy(telling);
  const { steps, step } = telling;
  const sender = findFailedSend(steps, step);
  const name = sender && processName({ ...telling, step: sender }, stepOfKind(sender, 'originate')?.by ?? '');
  const told = name === telling.node ? 'process' : (name ?? 'none');
  return {
    sentence: phrase('story.dropped.by', { node: telling.node, told }),
    cause:
      whyRedirected(telling) ??
      whyProgram(telling) ??
      whyWritten(telling, ended) ??
      whyDropped(telling) ??
      findReason(telling),
    because: ended.because,
  };
}

/** REDIRECT of a packet that came by a device without an address (`nf_nat_redirect_ipv4`, net/netfilter/nf_nat_redirect.c). */
function whyRedirected({ steps, cut, walked }: MomentInputs): Phrase | undefined {
  const last = steps[cut.last - 1];
  const rule = stepOfKind(last, 'rule');
  if (!last || rule?.verdict.kind !== 'DROP') return undefined;
  const text = ruleTextAt(walked.derived, { netns: last.netns, family: rule.packet.family }, rule.ref) ?? '';
  const came = steps.findLast(({ index, data }) => index < last.index && data.kind === 'receive');
  const device = stepOfKind(came, 'receive')?.device;
  const isRedirect = /-j REDIRECT\b|\bredirect\b/.test(text);
  return isRedirect && device !== undefined ? phrase('story.dropped.redirect', { device }) : undefined;
}

/** A program that drops says why itself; what it was written for says only whose packet it is. */
function whyProgram(telling: MomentInputs): Phrase | undefined {
  const program = programAt(telling.steps[telling.cut.last - 1]);
  return program?.did === 'dropped' ? program.reason : undefined;
}

/** The rule or policy of a filter that says DROP, and what is notable before it; undefined: something else did it. */
function whyDropped(telling: MomentInputs): Phrase | undefined {
  const { steps, cut, hook } = telling;
  const [stop, policy] = [stepOfKind(steps[cut.last], 'stop'), stepOfKind(steps[cut.last - 1], 'policy')];
  if (hook === undefined || stop === undefined) return undefined;
  const notable = findNotable(telling);
  if (policy?.verdict.kind === 'DROP') {
    const chain = `${policy.table} ${policy.chain}`;
    return phrase('story.dropped.by-policy', {
      chain,
      hook,
      missed: countRulesBefore({ steps, step: telling.step }),
      ...notable,
    });
  }
  const rule = stepOfKind(steps[cut.last - 1], 'rule');
  if (!stop.ref || rule?.verdict.kind !== 'DROP') return undefined;
  const { table, chain, index } = stop.ref;
  return phrase('story.dropped.by-rule', { rule: `${table} ${chain} ${index + 1}`, hook, ...notable });
}

/** A proxy read the request and answers it; undefined: it asked somebody, or reads none. */
export function tellByItself(telling: MomentInputs): MomentWords | undefined {
  const asked = stepOfKind(telling.step, 'originate');
  if (typeof asked?.http !== 'number') return undefined;
  const values = { from: telling.cast.process(asked.by), status: asked.http };
  const because = byMoment(telling, ({ kind }) => kind === 'crosses');
  return { sentence: phrase('story.answers.http', values), cause: asked.reason, because };
}

/** `lost`: no rule said so; the kernel has no way for it. A Service's address has none anywhere: then it is why nothing changed it. */
export function tellLost(telling: MomentInputs): MomentWords {
  const cause = whyUntranslated(telling) ?? whyBeyond(telling) ?? findReason(telling);
  return { sentence: phrase('story.lost.at', { node: telling.node }), cause };
}

/** A machine outside stands for all that is behind it: that it has no way to an address of nobody says little of that machine. */
function whyBeyond({ walked, step, header, node }: MomentInputs): Phrase | undefined {
  if (header.to.kind !== 'unknown' || walked.derived.network.netns.get(step.netns)?.kind !== 'router') return undefined;
  return phrase('story.lost.beyond', { address: header.to.address, node });
}

/** `unknown`: what is not in the picture is not guessed. */
export function tellUnknown(telling: MomentInputs): MomentWords {
  const { node, cut } = telling;
  const sent = listSteps(telling).findLast(({ data }) => data.kind === 'transmit');
  const device = stepOfKind(sent, 'transmit')?.device;
  if (cut.variant !== 'left' || device === undefined)
    return { sentence: phrase('story.unknown.at', { node }), cause: findReason(telling) };
  const routed = stepOfKind(
    telling.steps.findLast(({ index, data }) => index < telling.step.index && data.kind === 'routing'),
    'routing',
  );
  const via = routed?.route?.via;
  const cause = phrase('story.unknown.behind', { device, next: via ? formatIp(via) : 'none' });
  return { sentence: phrase('story.unknown.left', { node, device }), cause };
}

/** What the engine itself says of the end. */
function findReason({ walked: { trace }, step, steps, cut }: MomentInputs): Phrase | undefined {
  const stop = stepOfKind(steps[cut.last], 'stop');
  if (stop) return stop.reason;
  const disposition = trace.legs[step.leg]?.disposition;
  return disposition && 'reason' in disposition ? disposition.reason : undefined;
}

interface Ended {
  readonly because: readonly MomentBecause[];
  readonly origin: Origin | undefined;
  /** True where the packet ends there because the Service has no endpoints, and not whatever those are. */
  readonly isForEmpty: boolean;
}

/** The rule, policy or virtual server that ended it, and the object that asked for that. */
function endedBy(telling: MomentInputs): Ended {
  const { walked, site, cut, steps } = telling;
  const director = stepOfKind(
    steps.findLast(({ index, data }) => index <= cut.last && index >= cut.last - 1 && data.kind === 'ipvs'),
    'ipvs',
  );
  if (director) {
    const at = { kind: 'virtual-server', server: director.service } as const;
    return endedAt(
      { kind: 'part', ...site, at },
      findOrigin(walked.derived, site, at),
      director.candidates.length === 0,
    );
  }
  const program = programAt(steps[cut.last - 1]);
  if (program?.service !== undefined) return endedByProgram(telling, partOfFrontend(program, program.service));
  const policy = stepOfKind(steps[cut.last - 1], 'policy');
  if (policy && policy.verdict.kind === 'DROP') {
    return endedAt({ kind: 'policy', ...site, table: policy.table, chain: policy.chain }, undefined, false);
  }
  return endedByRule(telling);
}

function endedByProgram(telling: MomentInputs, at: PartRef): Ended {
  const site = programNetns(telling);
  const part: MomentBecause = { kind: 'part', ...site, at };
  return endedAt(part, findOrigin(telling.walked.derived, site, at), telling.cut.kind === 'refused');
}

function endedByRule(telling: MomentInputs): Ended {
  const {
    walked: { derived },
    site,
    cut,
    steps,
  } = telling;
  const ref = stepOfKind(steps[cut.last], 'stop')?.ref;
  if (!ref) return { because: [], origin: undefined, isForEmpty: false };
  const found = listRules(telling).findLast(({ data: { verdict, ref: own, lookup } }) => {
    const isIt = own.chain === ref.chain && own.index === ref.index;
    return lookup !== undefined && (isIt || ('chain' in verdict && verdict.chain === ref.chain));
  });
  const element = found && findElement(found.data);
  const origin = element ? findOrigin(derived, site, element) : findOrigin(derived, site, findPart(ref));
  const isForEmpty =
    element?.kind === 'element'
      ? element.set.startsWith('no-endpoint')
      : origin?.why.id.endsWith('no-endpoints') === true;
  return endedAt(element ? { kind: 'part', ...site, at: element } : { kind: 'rule', ...site, ref }, origin, isForEmpty);
}

function endedAt(own: MomentBecause, origin: Origin | undefined, isForEmpty: boolean): Ended {
  return { origin, isForEmpty, because: origin ? [own, byObject(origin)] : [own] };
}

function findService(
  { walked: { derived } }: MomentInputs,
  { kind, namespace, name, servicePort }: Origin,
): ServiceObject | undefined {
  const wanted = servicePort
    ? { namespace: servicePort.namespace, name: servicePort.serviceName }
    : { namespace, name };
  if (kind !== 'Service' && !servicePort) return undefined;
  return derived.settled?.services.find(
    (each) => each.metadata.name === wanted.name && getNamespace(each) === wanted.namespace,
  );
}

/** Has none of its slices an endpoint that could be asked? */
function isEmpty({ walked: { derived } }: MomentInputs, service: ServiceObject): boolean {
  const namespace = getNamespace(service);
  const slices = (derived.settled?.endpointSlices ?? []).filter(
    ({ metadata }) =>
      metadata.labels?.['kubernetes.io/service-name'] === service.metadata.name &&
      (metadata.namespace ?? 'default') === namespace,
  );
  return slices.every(({ endpoints = [] }) => endpoints.every(({ conditions }) => conditions?.ready === false));
}

function whyEmpty({ walked: { derived } }: MomentInputs, service: ServiceObject, waiting: number): Phrase {
  const labels = Object.entries(service.spec.selector ?? {});
  if (labels.length === 0) return phrase('story.refused.no-selector');
  const pods = (derived.settled?.pods ?? []).filter((pod) => getNamespace(pod) === getNamespace(service)).length;
  return phrase('story.refused.selector', {
    selector: labels.map(([key, value]) => `${key}=${value}`).join(','),
    pods,
    waiting,
  });
}

import { firstRequest } from '../../../sim/trace';
import { type Phrase, phrase } from '../../../lib/phrase';
import type { RuleRef } from '../../../linux/hooks';
import { type IpFamily, formatIp, sameIp } from '../../../net/ip';
import {
  type Concern,
  type WalkedFlow,
  brokenLeg,
  listPods,
  portsAtAddress,
  findDocumentService,
  listHops,
} from '../candidate';
import { findNftRefusal } from './kernel-refusals';
import { containerPorts, findTargetPort } from '../../../kubernetes/controllers/endpoint-pods';
import { hasEnded, isReady, isTerminating } from '../../../kubernetes/pods';
import { findOwnerService } from '../../../kubernetes/defaults';
import { namespacedName, type Labels, type PodObject, type ServiceObject } from '../../../kubernetes/types';
import { hasPorts, formatEndpoint } from '../../../net/packet';

/** Why a flow ends as it does, in objects, settings and rules: read off the document and the walk, never guessed. */
export interface Cause {
  readonly says: Phrase;
  readonly about?: Concern;
  /** The rule it is told by. */
  readonly rule?: { readonly netns: string; readonly family: IpFamily; readonly ref: RuleRef };
}

/** One kind of cause; none: it is not of that kind. */
export type FindCauses = (walked: WalkedFlow) => readonly Cause[];

/** `app=web,tier=front`. */
export function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

/** A Service with no endpoint that may be used: because of its selector, its Pods, their ports or its traffic policy. */
export const noEndpoints: FindCauses = (walked) => {
  const service = findDocumentService(walked);
  const end = brokenLeg(walked.trace)?.disposition;
  if (walked.through || !service || end?.kind === 'NO_SOCKET' || isOtherPort(walked)) return [];
  const cause = ofSelector(walked, service) ?? ofPods(walked, service) ?? ofPolicy(walked, service);
  return cause ? [cause] : [];
};

/** Is a Service asked at a port that it does not have? That nobody stands behind it decides nothing then. */
function isOtherPort(walked: WalkedFlow): boolean {
  const at = portsAtAddress(walked);
  const { dport } = walked.sent;
  return at !== undefined && dport !== 0 && !at.ports.includes(dport);
}

function ofSelector(walked: WalkedFlow, service: ServiceObject): Cause | undefined {
  const service_ = namespacedName(service);
  const { selector = {} } = service.spec;
  if (Object.keys(selector).length === 0) {
    const has = walked.document.cluster.endpointSlices.some(
      (slice) =>
        findOwnerService(slice) === service.metadata.name &&
        (slice.endpoints ?? []).some(({ addresses = [] }) => addresses.length > 0),
    );
    return has
      ? undefined
      : { says: phrase('document.why.cause.no-selector', { service: service_ }), about: 'selector' };
  }
  if (listPods(walked, service).length > 0) return undefined;
  const values = { service: service_, selector: labelText(selector) };
  return { says: phrase('document.why.cause.selects-none', values), about: 'selector' };
}

function ofPods(walked: WalkedFlow, service: ServiceObject): Cause | undefined {
  const name = namespacedName(service);
  const pods = listPods(walked, service).filter((pod) => !hasEnded(pod));
  if ((service.spec.selector ?? undefined) === undefined) return undefined;
  const values = { service: name, count: listPods(walked, service).length };
  if (!pods.some((pod) => !isTerminating(pod))) {
    return { says: phrase('document.why.cause.all-terminating', values), about: 'release' };
  }
  const usable = pods.filter((pod) => isReady(pod) || service.spec.publishNotReadyAddresses === true);
  if (usable.length === 0) return { says: phrase('document.why.cause.none-ready', values), about: 'readiness' };
  const port = service.spec.ports?.find((each) => each.port === walked.flow.port);
  if (typeof port?.targetPort !== 'string' || usable.some((pod) => findTargetPort(pod, port) !== undefined))
    return undefined;
  const says = phrase('document.why.cause.no-named-port', {
    service: name,
    port: port.targetPort,
    has: portNames(usable),
  });
  return { says, about: 'target-port' };
}

const portNames = (pods: readonly PodObject[]): string =>
  [...new Set(pods.flatMap(containerPorts).map(({ name, containerPort }) => name ?? String(containerPort)))]
    .slice(0, 4)
    .join(', ') || '∅';

/** A policy Local, and none of the endpoints is on the node that decided. */
function ofPolicy(walked: WalkedFlow, service: ServiceObject): Cause | undefined {
  const node = decidingNode(walked);
  const field = policyField(walked, service);
  if (node === undefined || field === undefined || service.spec[field] !== 'Local') return undefined;
  const pods = listPods(walked, service).filter((pod) => !hasEnded(pod));
  const here = pods.filter(({ spec }) => spec.nodeName === node);
  if (here.some((pod) => isReady(pod) && !isTerminating(pod))) return undefined;
  const others = pods.filter((pod) => isReady(pod) && !isTerminating(pod)).flatMap(({ spec }) => spec.nodeName ?? []);
  const values = {
    service: namespacedName(service),
    field,
    node,
    others: [...new Set(others)].slice(0, 4).join(', ') || '∅',
  };
  const leaving = here.find(isTerminating);
  if (!leaving) return { says: phrase('document.why.cause.none-local', values), about: 'traffic-policy' };
  const { release } = walked.document;
  const says = phrase('document.why.cause.local-terminating', { ...values, pod: namespacedName(leaving), release });
  return { says, about: 'release' };
}

/** The node whose kube-proxy the packet met: where the request ended, else the first it came through. */
function decidingNode({ trace, network }: WalkedFlow): string | undefined {
  const [request] = trace.legs;
  const ids = (request?.hops ?? []).map(({ netns }) => netns).toReversed();
  return ids.find((id) => network.netns.get(id)?.kind === 'node');
}

/** Which of its policies speaks for the way the flow takes. */
function policyField(
  { flow, sent }: WalkedFlow,
  { spec }: ServiceObject,
): 'internalTrafficPolicy' | 'externalTrafficPolicy' | undefined {
  const { to } = flow;
  if (to.kind === 'service') return to.via === 'clusterIP' ? 'internalTrafficPolicy' : 'externalTrafficPolicy';
  if (to.kind !== 'address') return undefined;
  const own = [spec.clusterIP, ...(spec.clusterIPs ?? [])];
  return own.includes(to.address) && sent.dport === flow.port ? 'internalTrafficPolicy' : 'externalTrafficPolicy';
}

/** An old connection decided where the packet goes: the nat table was not asked. */
export const knownConnection: FindCauses = (walked) => {
  const steps = listHops(walked.trace)
    .filter(({ leg }) => leg === firstRequest(walked.trace))
    .flatMap((hop) => hop.steps);
  const at = steps.findIndex(
    (step) => step.kind === 'conntrack' && step.entry !== undefined && !step.created && step.direction === 'original',
  );
  const hit = steps[at];
  // A packet that comes in again by lo meets the entry that it made itself: the nat table was asked before.
  if (steps.slice(0, at).some((step) => step.kind === 'conntrack' && step.created)) return [];
  if (steps.slice(0, at).some((step) => step.kind === 'nat' && step.by === 'rule')) return [];
  if (hit?.kind !== 'conntrack' || !hit.entry) return [];
  const { reply, original } = hit.entry;
  const leads = formatEndpoint(reply.src, reply.sport);
  const service = walked.found.find(
    ({ address, port }) => address === formatIp(original.dst) && port === original.dport,
  );
  if (!service || service.endpoints.length === 0 || service.endpoints.includes(leads)) return [];
  const values = { service: service.name, leads, endpoints: service.endpoints.slice(0, 3).join(', ') };
  return [{ says: phrase('document.why.cause.stale-connection', values), about: 'connection' }];
};

/** The answer came back without what the request's rewrite would have to be undone by. */
export const answerUntranslated: FindCauses = (walked) => {
  const { sent, trace, network } = walked;
  const reply = trace.legs.find(({ role, lookup }) => role === 'reply' && !lookup);
  const arrived = reply?.hops.at(-1)?.steps.at(-1)?.packet;
  if (walked.through || reply?.disposition.kind !== 'NO_SOCKET' || !arrived || !hasPorts(arrived.l4)) return [];
  if (sameIp(arrived.src, sent.dst)) return [];
  const values = {
    seen: formatEndpoint(arrived.src, arrived.l4.sport),
    asked: formatEndpoint(sent.dst, sent.dport),
  };
  const bridged = reply.hops.find(({ netns, steps }) => {
    const isForwarded = steps.some((step) => step.kind === 'bridge' && step.action === 'forward');
    return isForwarded && network.netns.get(netns)?.sysctls['net.bridge.bridge-nf-call-iptables'] === 0;
  });
  const says = phrase(`document.why.cause.answer-untranslated${bridged ? '-bridge' : ''}`, values);
  return [{ says, about: 'node-facts' }];
};

/** Finds causes in what the kernel itself did: no route, a martian, a loop, an answer that does not come back. */
export const kernelSays: FindCauses = (walked) => {
  const leg = brokenLeg(walked.trace);
  // Without kube-proxy's rules what comes of the packet is no cause: that there are none is.
  if (walked.through || !leg || findNftRefusal(walked)) return [];
  const { disposition } = leg;
  const cause = (says: Cause['says']): readonly Cause[] => [{ says, about: 'node-facts' }];
  switch (disposition.kind) {
    case 'NO_ROUTE':
    case 'MARTIAN':
    case 'LOOP':
    case 'UNKNOWN':
    case 'LEFT':
      return cause(disposition.reason);
    case 'NO_SOCKET':
      return leg.role === 'request' ? cause(disposition.reason) : [];
    case 'DROPPED': {
      const stop = leg.hops.at(-1)?.steps.at(-1);
      return stop?.kind === 'stop' && !stop.ref && !disposition.by.endsWith(' policy') ? cause(stop.reason) : [];
    }
    case 'DELIVERED':
      return leg.role === 'reply' || leg.role === 'error' ? [] : cause(phrase('document.why.cause.no-answer'));
    case 'REJECTED':
    case 'TTL_EXCEEDED':
      return [];
  }
};

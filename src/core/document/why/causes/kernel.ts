import { phrase } from '../../../lib/phrase';
import { formatIp, sameIp } from '../../../net/ip';
import { hasPorts } from '../../../net/packet';
import { formatEndpoint } from '../../../net/tuple';
import { brokenLeg, hopsOf } from '../walked';
import type { Cause, FindCauses } from './cause';

/** An old connection decided where the packet goes: the nat table was not asked. */
export const knownConnection: FindCauses = (walked) => {
  const hit = hopsOf(walked.trace)
    .filter(({ leg }) => leg === walked.trace.legs[0])
    .flatMap(({ steps }) => steps)
    .find(
      (step) => step.kind === 'conntrack' && step.entry !== undefined && !step.created && step.direction === 'original',
    );
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
  const reply = trace.legs.find(({ role }) => role === 'reply');
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

/** What the kernel itself did: no route, a martian, a loop, an answer that does not come back. */
export const kernelSays: FindCauses = (walked) => {
  const leg = brokenLeg(walked.trace);
  if (walked.through || !leg) return [];
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

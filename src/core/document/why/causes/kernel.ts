import { phrase } from '../../../lib/phrase';
import { formatIp } from '../../../net/ip';
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

/** What the kernel itself did: no route, a martian, a loop, an answer that does not come back. */
export const kernelSays: FindCauses = (walked) => {
  const leg = brokenLeg(walked.trace);
  if (walked.through || !leg) return [];
  const { disposition } = leg;
  const cause = (says: Cause['says']): readonly Cause[] => [{ says, about: 'node-facts' }];
  switch (disposition.kind) {
    case 'NO_ROUTE':
    case 'NO_SOCKET':
    case 'MARTIAN':
    case 'LOOP':
    case 'UNKNOWN':
    case 'LEFT':
      return cause(disposition.reason);
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

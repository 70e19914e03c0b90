import { kernelStateAt } from '../document/kernel-parts';
import { addressesOfService } from '../kubernetes/service-addresses';
import { namespacedName, type ServiceObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import type { L4Header } from '../net/packet';
import { countBehind } from './behind';
import { plainName } from './service-at';
import type { MomentInputs } from './telling';

/**
 * Why a packet that nothing took still carries the address of a Service. Of all that would have to change the nearest to the
 * Service: its ports, rules that its node refused, its Pods, a node on the way, the rules of that node. Undefined: it carries no such address, or answers.
 */
export function whyUntranslated(telling: MomentInputs): Phrase | undefined {
  const { to } = telling.header;
  if (to.kind !== 'service' || telling.step.role !== 'request') return undefined;
  const service = findAsked(telling);
  const node = lastNode(telling);
  return phrase('story.lost.untranslated', {
    address: to.address,
    service: to.name,
    ports: service ? listPorts(service) : '',
    asked: nameProtocol(telling.step.data.packet.l4),
    node: node === undefined ? '' : telling.cast.title(node),
    why: nearestReason(telling, service, node),
  });
}

type Reason = 'port' | 'empty' | 'outside' | 'refused' | 'other';

function nearestReason(telling: MomentInputs, service: ServiceObject | undefined, node: string | undefined): Reason {
  const { step, header, walked } = telling;
  if (service && !hasPort(service, telling)) return 'port';
  const site = node === undefined ? undefined : { netns: node, family: step.data.packet.family };
  // Nothing of what kube-proxy meant for an empty Service is there either.
  if (site && kernelStateAt(walked.derived, site)?.nftables?.refusal) return 'refused';
  if (service && countBehind(walked, service, { step, to: header.to })?.ready === 0) return 'empty';
  return site ? 'other' : 'outside';
}

/** The Service at the address the packet carries; undefined: nodes were pasted, and no object tells of it. */
function findAsked({ walked: { derived }, header: { to } }: MomentInputs): ServiceObject | undefined {
  return derived.settled?.services.find(
    (each) => plainName(namespacedName(each)) === to.name && addressesOfService(each).includes(to.address),
  );
}

/** The last node the packet was on; undefined: it came by none. */
function lastNode({ steps, step, walked: { derived } }: MomentInputs): string | undefined {
  const isNode = (netns: string): boolean => derived.network.netns.get(netns)?.kind === 'node';
  return steps.findLast(({ leg, index, netns }) => leg === step.leg && index <= step.index && isNode(netns))?.netns;
}

function hasPort({ spec }: ServiceObject, { step, header: { to } }: MomentInputs): boolean {
  const wanted = step.data.packet.l4.proto.toUpperCase();
  return (spec.ports ?? []).some(({ port, protocol = 'TCP' }) => port === to.port && protocol === wanted);
}

/** More of them say nothing. */
const MOST_PORTS = 4;

/** `TCP 80, UDP 53`. */
function listPorts({ spec }: ServiceObject): string {
  const all = (spec.ports ?? []).map(({ port, protocol = 'TCP' }) => `${protocol} ${port}`);
  return all.length > MOST_PORTS ? `${all.slice(0, MOST_PORTS).join(', ')} …` : all.join(', ');
}

/** `TCP 443`; without ports the protocol. */
function nameProtocol(l4: L4Header): string {
  const name = l4.proto === 'other' ? `IP ${l4.protocol}` : l4.proto.toUpperCase();
  return 'dport' in l4 ? `${name} ${l4.dport}` : name;
}

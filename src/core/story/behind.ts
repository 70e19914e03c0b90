import { listEndpoints, type EndpointInfo } from '../kubernetes/endpoint';
import { getNamespace, LABEL_SERVICE_NAME, type ClusterObjects, type ServiceObject } from '../kubernetes/types';
import { hasPorts } from '../net/packet';
import type { IpFamily } from '../net/ip';
import type { StoryEnd } from './moment';
import type { StoryWalk, WalkStep } from './walk';

/**
 * Endpoints of a Service port as its slices have them: the one count that sentence, lens and stage tell. `ready` may be
 * chosen; `waiting` are not ready, without those that are being deleted. `here`: on one node.
 */
export interface EndpointCounts {
  readonly ready: number;
  readonly waiting: number;
  readonly readyHere: number;
  readonly waitingHere: number;
}

/** The endpoints of the port that the packet of a step asked for, `to` being its destination then; undefined: nodes were pasted. */
export function countBehind(
  walked: Pick<StoryWalk, 'derived'>,
  service: ServiceObject | undefined,
  asked: AskedAt,
): EndpointCounts | undefined {
  const all = listBehind(walked, service, asked);
  if (!all) return undefined;
  const [ready, waiting] = [all.filter((each) => each.ready), all.filter(isWaiting)];
  const here = (list: readonly EndpointInfo[]): number => list.filter(({ isLocal }) => isLocal).length;
  return { ready: ready.length, waiting: waiting.length, readyHere: here(ready), waitingHere: here(waiting) };
}

/** The same endpoints as far as they are not ready: each with `namespace/name` of its Pod, those without one left out. */
export function endpointsWaiting(
  walked: Pick<StoryWalk, 'derived'>,
  service: ServiceObject | undefined,
  asked: AskedAt,
): readonly (Pick<EndpointInfo, 'ip' | 'port' | 'endpoint'> & { readonly name: string })[] {
  return (listBehind(walked, service, asked) ?? [])
    .filter(isWaiting)
    .flatMap(({ ip, port, endpoint, slice, index }) => {
      const pod = slice.endpoints?.[index]?.targetRef;
      return pod?.name === undefined ? [] : [{ ip, port, endpoint, name: `${getNamespace(slice)}/${pod.name}` }];
    });
}

/** The step of a packet, and its destination when it was sent. */
interface AskedAt {
  readonly step: WalkStep;
  readonly to: Pick<StoryEnd, 'port'>;
}

function listBehind(
  { derived: { settled, network } }: Pick<StoryWalk, 'derived'>,
  service: ServiceObject | undefined,
  { step, to }: AskedAt,
): readonly EndpointInfo[] | undefined {
  if (!settled || !service) return undefined;
  const { packet } = step.data;
  const node = network.netns.get(step.netns)?.node ?? step.netns;
  const protocol = hasPorts(packet.l4) ? packet.l4.proto.toUpperCase() : '';
  const asked = { family: packet.family, protocol, port: to.port, node: network.netns.get(node)?.title ?? node };
  return listAsked(settled, service, asked);
}

/** Address a packet asked, in which protocol, and the name of the node that decides. */
interface AskedOn {
  readonly family: IpFamily;
  readonly protocol: string;
  readonly port: number | undefined;
  readonly node: string;
}

/** Of all ports of the Service where none has that number. */
function listAsked(
  { endpointSlices }: Pick<ClusterObjects, 'endpointSlices'>,
  service: ServiceObject,
  { family, protocol: asks, port: wanted, node }: AskedOn,
): readonly EndpointInfo[] {
  const slices = endpointSlices.filter(
    ({ metadata, addressType }) =>
      metadata.labels?.[LABEL_SERVICE_NAME] === service.metadata.name &&
      getNamespace({ metadata }) === getNamespace(service) &&
      addressType !== 'FQDN',
  );
  const ports = service.spec.ports ?? [];
  const own = ports.filter(
    ({ port, nodePort, protocol = 'TCP' }) => (wanted === port || wanted === nodePort) && protocol === asks,
  );
  const found = new Map<string, EndpointInfo>();
  for (const { name: portName = '', protocol = 'TCP' } of own.length > 0 ? own : ports) {
    for (const each of listEndpoints(slices, { portName, protocol }, { family, node })) found.set(each.endpoint, each);
  }
  return [...found.values()];
}

const isWaiting = ({ ready, terminating }: EndpointInfo): boolean => !ready && !terminating;

import { phrase } from '../../lib/phrase';
import { namespacedName } from '../../kubernetes/types';
import { wantedNode, podsAtHostPort } from './causes/service-fields';
import {
  makeName,
  portsAtAddress,
  SIZE,
  type Candidate,
  type WalkedFlow,
  findDocumentService,
  listPods,
} from './candidate';

/** The most other nodes, and the most other ports, that are tried. */
const MOST_NODES = 4;
const MOST_PORTS = 3;

/** Changes a caller can make: ask another node, another port, or from another node. */
export function callerCandidates(walked: WalkedFlow): readonly Candidate[] {
  return [...elsewhere(walked), ...otherPorts(walked), ...atHostPort(walked), ...onePort(walked)];
}

/** The same flow by another node, or from another node. */
function elsewhere({ document, flow }: WalkedFlow): readonly Candidate[] {
  const { from, to } = flow;
  const nodes = document.cluster.nodes.map(({ metadata }) => metadata.name);
  const by =
    to.kind === 'service' && to.via === 'nodePort'
      ? nodes.filter((name) => name !== (to.node ?? nodes[0])).map((node) => ({ to: { ...to, node }, node }))
      : [];
  const sender =
    from.kind === 'node'
      ? nodes.filter((name) => name !== from.name).map((name) => ({ from: { ...from, name }, node: name }))
      : [];
  return [...by.slice(0, MOST_NODES), ...sender.slice(0, MOST_NODES)].map(({ node, ...ends }) => ({
    change: { kind: 'flow', id: flow.id, ...ends },
    says: 'to' in ends ? phrase('document.why.by-node', { node }) : phrase('document.why.from-node', { node }),
    size: SIZE.caller,
  }));
}

/** The ports that the Service has at the address that was asked. */
export function otherPorts(walked: WalkedFlow): readonly Candidate[] {
  const { flow, sent, through } = walked;
  const { ports = [] } = portsAtAddress(walked) ?? {};
  if (through || ports.includes(sent.dport)) return [];
  return ports.slice(0, MOST_PORTS).map((port) => ({
    change: { kind: 'flow', id: flow.id, port },
    says: phrase('document.why.port', { port }),
    size: SIZE.caller,
    about: 'asked-port',
  }));
}

/** The node that has the Pod of a hostPort asked instead, or the Pod put on the node that was asked. */
function atHostPort(walked: WalkedFlow): readonly Candidate[] {
  const { document, flow, through } = walked;
  const asked = wantedNode(walked);
  if (through || asked === undefined) return [];
  return podsAtHostPort(walked)
    .filter(({ node }) => node !== asked)
    .slice(0, MOST_NODES)
    .flatMap(({ pod, node }): Candidate[] => {
      const has = document.cluster.nodes.find(({ metadata }) => metadata.name === node);
      const address = has?.status.addresses?.find(({ type }) => type === 'InternalIP')?.address;
      const there: Candidate[] =
        address === undefined
          ? []
          : [
              {
                change: { kind: 'flow', id: flow.id, to: { kind: 'address', address } },
                says: phrase('document.why.by-node', { node }),
                size: SIZE.caller,
                about: 'host-ports',
              },
            ];
      const here: Candidate = {
        change: { kind: 'move-pod', pod: makeName(pod), node: asked },
        says: phrase('document.why.pod-moved', { name: namespacedName(pod), node: asked }),
        size: SIZE.node,
        about: 'host-ports',
      };
      return [...there, here];
    });
}

/** ClientIP affinity is kept for each port alone: over one port both kinds of traffic share it. */
function onePort(walked: WalkedFlow): readonly Candidate[] {
  const { flow } = walked;
  const port = siblingPort(walked);
  if (port === undefined) return [];
  return [
    {
      change: { kind: 'flow', id: flow.id, port },
      says: phrase('document.why.one-port', { port, instead: flow.port }),
      size: SIZE.caller,
      about: 'affinity',
    },
  ];
}

/** Another port of a Service with ClientIP affinity and several Pods; none where the flow got nowhere. */
export function siblingPort(walked: WalkedFlow): number | undefined {
  const { flow, through } = walked;
  const service = findDocumentService(walked);
  const { ports = [], sessionAffinity } = service?.spec ?? {};
  if (!through || !service || flow.to.kind !== 'service' || sessionAffinity !== 'ClientIP') return undefined;
  if (listPods(walked, service).length < 2) return undefined;
  return ports.find(({ port, protocol = 'TCP' }) => port !== flow.port && protocol.toLowerCase() === flow.protocol)
    ?.port;
}

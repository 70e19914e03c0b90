import { phrase } from '../../../lib/phrase';
import { containerPorts } from '../../../kubernetes/controllers/endpoint-pods';
import { namespacedName } from '../../../kubernetes/meta';
import { contains, parseCidr, formatIp, sameIp } from '../../../net/ip';
import { hasPorts } from '../../../net/packet';
import { type WalkedFlow, brokenLeg, podsOf, portsAtAddress, serviceOf } from '../candidate';
import type { Cause, FindCauses } from './endpoints';

/** The sender is in none of the Service's loadBalancerSourceRanges. */
export const outOfRange: FindCauses = (walked) => {
  const service = serviceOf(walked);
  const ranges = service?.spec.loadBalancerSourceRanges ?? [];
  const first = walked.trace.legs[0]?.hops[0]?.steps[0]?.packet.src;
  const src = walked.sent.src ?? first;
  if (walked.through || !service || ranges.length === 0 || !src) return [];
  const isIn = ranges.some((text) => {
    const range = parseCidr(text);
    return range.ok && contains(range.value, src);
  });
  if (isIn) return [];
  const values = { service: namespacedName(service), source: formatIp(src), ranges: ranges.join(', ') };
  return [{ says: phrase('document.why.cause.out-of-range', values), about: 'source-ranges' }];
};

/** The Service sends to a port on which its Pod does not listen. */
export const nobodyListens: FindCauses = (walked) => {
  const end = brokenLeg(walked.trace)?.disposition;
  if (end?.kind !== 'NO_SOCKET') return [];
  const last = walked.trace.legs[0]?.hops.at(-1)?.steps.at(-1)?.packet;
  const port = last && hasPorts(last.l4) ? last.l4.dport : 0;
  const service = serviceOf(walked);
  const pod = service && podsOf(walked, service).find((each) => namespacedName(each) === end.netns);
  if (!service || !pod) return unclaimedPort(walked, port, end.netns);
  const listens = containerPorts(pod).map(({ containerPort }) => containerPort);
  const values = {
    service: namespacedName(service),
    pod: namespacedName(pod),
    port,
    listens: [...new Set(listens)].join(', ') || '∅',
  };
  return [{ says: phrase('document.why.cause.target-port', values), about: 'target-port' }];
};

/** A port of a node that no rule takes and no process has. */
function unclaimedPort(walked: WalkedFlow, port: number, netns: string): ReturnType<FindCauses> {
  const { document, network, sent } = walked;
  const node = network.netns.get(netns)?.title ?? netns;
  const service = serviceOf(walked);
  const isNodePort = service?.spec.ports?.some(({ nodePort }) => nodePort === sent.dport) ?? false;
  if (!service || !isNodePort) return [];
  const values = {
    service: namespacedName(service),
    port,
    node,
    address: formatIp(sent.dst),
    mode: document.mode,
    addresses: document.kubeProxy.nodePortAddresses?.join(', ') ?? '',
  };
  if (values.addresses !== '') {
    return [{ says: phrase('document.why.cause.node-port-addresses', values), about: 'node-ports' }];
  }
  return [{ says: phrase('document.why.cause.node-port-unclaimed', values), about: 'mode' }];
}

/** An externalIP that is the very address of a Node: the Service takes that port of the Node. */
export const nodesOwnAddress: FindCauses = (walked) => {
  const service = serviceOf(walked);
  const wanted = formatIp(walked.sent.dst);
  if (!service || !(service.spec.externalIPs ?? []).includes(wanted)) return [];
  const node = walked.document.cluster.nodes.find(({ status }) =>
    (status.addresses ?? []).some(({ address }) => address === wanted),
  );
  if (!node) return [];
  const values = {
    service: namespacedName(service),
    address: wanted,
    node: node.metadata.name,
    port: walked.sent.dport,
  };
  return [{ says: phrase('document.why.cause.external-ip-of-node', values), about: 'external-ips' }];
};

/** sessionAffinity is kept for each port of a Service alone (pkg/proxy: a ServicePortName has its own recent list, set or template). */
export const affinityOfPort: FindCauses = (walked) => {
  const service = serviceOf(walked);
  const { ports = [], sessionAffinity } = service?.spec ?? {};
  if (!service || sessionAffinity !== 'ClientIP' || ports.length < 2) return [];
  if (podsOf(walked, service).length < 2) return [];
  const values = { service: namespacedName(service), port: walked.flow.port, count: ports.length };
  return [{ says: phrase('document.why.cause.affinity-of-port', values), about: 'affinity' }];
};

/** An address of a Service was asked at a port the Service does not have. */
export const noSuchPort: FindCauses = (walked) => {
  const at = portsAtAddress(walked);
  const { dport } = walked.sent;
  if (walked.through || !at || dport === 0 || at.ports.includes(dport)) return [];
  const values = { service: at.service, port: dport, has: at.ports.join(', ') };
  return [{ says: phrase('document.why.cause.no-such-port', values), about: 'asked-port' }, ...nodeItself(walked)];
};

/**
 * In IPVS mode a node has every Service's address on kube-ipvs0: a port no virtual server has leads to the node's own
 * processes, which kube-proxy refuses since 1.26 (KUBE-IPVS-FILTER).
 */
function nodeItself({ trace, network, sent }: WalkedFlow): readonly Cause[] {
  const request = trace.legs[0];
  if (request?.disposition.kind !== 'NO_SOCKET') return [];
  const node = network.netns.get(request.disposition.netns);
  const device = node?.devices.find(
    ({ kind, addresses }) => kind === 'dummy' && addresses.some(({ address }) => sameIp(address, sent.dst)),
  );
  if (!node || !device) return [];
  const values = { address: formatIp(sent.dst), node: node.title, device: device.name, port: sent.dport };
  return [{ says: phrase('document.why.cause.node-has-address', values), about: 'release' }];
}

import { firstRequest } from '../../../sim/trace';
import { phrase, type PhraseIdBelow } from '../../../lib/phrase';
import { containerPorts } from '../../../kubernetes/controllers/endpoint-pods';
import { namespacedName, type PodObject } from '../../../kubernetes/types';
import { contains, parseCidr, formatIp, sameIp } from '../../../net/ip';
import { hasPorts, formatEndpoint } from '../../../net/packet';
import {
  type WalkedFlow,
  brokenLeg,
  listPods,
  portsAtAddress,
  findDocumentService,
  getFamily,
  jumpTo,
  candidateRuleName,
  ruleText,
  type WalkedHop,
} from '../candidate';
import type { Cause, FindCauses } from './endpoints';
import { isOtherFamily } from './families';
import { hasEnded } from '../../../kubernetes/pods';
import { listHostPorts } from '../../../kubernetes/network/host-ports';
import type { HostPort } from '../../../kubernetes/writers/writer';
import { isNodeAddress } from '../../../document/resolve-flow';
import { ownerOfChain } from '../../../paste/owners';

const NO_ENDPOINTS = /--comment "?(\S+) has no (local )?endpoints"?/;

const withoutEndpoints = (service: string, local: string | undefined): Cause => ({
  says: phrase(`document.why.cause.rule-no${local ? '-local' : ''}-endpoints`, { service }),
  about: local ? 'traffic-policy' : 'readiness',
});

const DPORT = /--dport (\d+)(?: |$)/;
const DST = /(?:^| )-d ([^\s/]+)/;

/** A line of the text says that what was asked has no endpoints, though the walk did not come to it. */
export const refusedInText: FindCauses = ({ document, sent, through, trace }) => {
  if (through || document.subject !== 'pasted' || brokenLeg(trace)?.disposition.kind === 'REJECTED') return [];
  for (const { text } of document.pasted.texts) {
    for (const line of text.split('\n')) {
      const [, service, local] = NO_ENDPOINTS.exec(line) ?? [];
      if (service === undefined || Number(DPORT.exec(line)?.[1]) !== sent.dport) continue;
      const dst = DST.exec(line)?.[1];
      if (dst !== undefined && dst !== formatIp(sent.dst)) continue;
      return [withoutEndpoints(service, local)];
    }
  }
  return [];
};

/** The rule, or the policy, that ended a packet, and whose it is. */
export const stopped: FindCauses = (walked) => {
  const leg = brokenLeg(walked.trace);
  const hop = leg?.hops.at(-1);
  const steps = hop?.steps ?? [];
  const stop = steps.at(-1);
  if (!leg || !hop || stop?.kind !== 'stop') return [];
  const before = steps.at(-2);
  if (!stop.ref) {
    const isPolicy = leg.disposition.kind === 'DROPPED' && before?.kind === 'policy';
    return isPolicy ? [ofPolicy(before.table, before.chain)] : [];
  }
  const text = ruleText(walked.network.netns.get(hop.netns), getFamily(hop), stop.ref) ?? '';
  const [, service, local] = NO_ENDPOINTS.exec(text) ?? ofVerdictMap(walked, { ...hop, leg }) ?? [];
  const rule = { netns: hop.netns, family: getFamily(hop), ref: stop.ref };
  const told =
    service === undefined || walked.document.subject === 'cluster'
      ? []
      : [{ ...withoutEndpoints(service, local), rule }];
  const owner = ownerOfChain(stop.ref.chain) ?? tableOwner(stop.ref.table);
  const values = { rule: candidateRuleName(stop.ref), text, owner: owner ?? '' };
  const says = phrase(`document.why.cause.rule${owner === undefined ? '' : '-of'}`, values);
  return [...told, { says, about: 'rules', rule }];
};

/** The maps of Services without endpoints that nftables mode looks packets up in (pkg/proxy/nftables/proxier.go). */
const NO_ENDPOINT_MAP = /vmap @no-endpoint-(?:services|nodeports)/;

/**
 * The Service port that a lookup in these maps ended; as the comment of an iptables rule would say it: they drop what a
 * traffic policy keeps to the node, and refuse the rest.
 */
function ofVerdictMap(
  { network, found, sent }: WalkedFlow,
  hop: WalkedHop,
): readonly [string, string, string?] | undefined {
  const netns = network.netns.get(hop.netns);
  const refs = hop.steps.flatMap((step) =>
    (step.kind === 'rule' || step.kind === 'stop') && step.ref ? [step.ref] : [],
  );
  const looked = refs.slice(-2).some((ref) => NO_ENDPOINT_MAP.test(ruleText(netns, getFamily(hop), ref) ?? ''));
  if (!looked) return undefined;
  const asked = formatIp(sent.dst);
  const isAsked = ({ address, external = [], port, nodePort, protocol }: (typeof found)[number]): boolean =>
    protocol === sent.proto &&
    (((address === asked || external.includes(asked)) && port === sent.dport) || nodePort === sent.dport);
  const name = found.find(isAsked)?.name ?? formatEndpoint(sent.dst, sent.dport);
  return hop.leg.disposition.kind === 'REJECTED' ? ['', name] : ['', name, 'local '];
}

/** The packet was delivered, and not to an endpoint of the Service it was for: the rule that sent it elsewhere. */
export const sentElsewhere: FindCauses = (walked) => {
  const { dst, dport } = walked.sent;
  const asked = formatIp(dst);
  const service = walked.found.find(({ address, port }) => address === asked && port === dport);
  if (walked.through || !service || service.endpoints.length === 0) return [];
  const request = firstRequest(walked.trace);
  return (request?.hops ?? []).flatMap((hop): Cause[] => {
    const at = hop.steps.findIndex((step) => step.kind === 'nat' && step.manip === 'DST' && step.by === 'rule');
    const nat = hop.steps[at];
    const rule = hop.steps.slice(0, at).findLast(({ kind }) => kind === 'rule');
    if (nat?.kind !== 'nat' || rule?.kind !== 'rule' || !hasPorts(nat.packet.l4)) return [];
    const place = formatEndpoint(nat.packet.dst, nat.packet.l4.dport);
    if (service.endpoints.includes(place)) return [];
    const text = ruleText(walked.network.netns.get(hop.netns), getFamily(hop), rule.ref) ?? '';
    const values = {
      service: service.name,
      endpoints: service.endpoints.slice(0, 3).join(', '),
      place,
      rule: candidateRuleName(rule.ref),
      owner: ownerOfChain(rule.ref.chain) ?? tableOwner(rule.ref.table) ?? '?',
      text,
    };
    return [
      {
        says: phrase('document.why.cause.elsewhere', values),
        about: 'rules',
        rule: { netns: hop.netns, family: getFamily(hop), ref: rule.ref },
      },
    ];
  });
};

/** Programs that have an nftables table of their own, by its name. */
function tableOwner(table: string): string | undefined {
  return /^(?:inet|ip6?) (firewalld|kube-proxy)$/.exec(table)?.[1];
}

const ofPolicy = (table: string, chain: string): Cause => ({
  says: phrase('document.why.cause.policy', { table, chain }),
  about: 'rules',
});

/** The source was rewritten: the rule that jumped to the marking chain, and what about the packet made it. */
export const sourceRewritten: FindCauses = (walked) => {
  const hops = (firstRequest(walked.trace)?.hops ?? []).map((hop) => ({
    ...hop,
    leg: firstRequest(walked.trace),
  })) as WalkedHop[];
  return hops.flatMap((hop): Cause[] => {
    const at = hop.steps.findIndex((step) => step.kind === 'nat' && step.manip === 'SRC' && step.by === 'rule');
    const nat = hop.steps[at];
    // A translation may keep the address and give another port alone: the receiver sees whoever sent it.
    if (nat?.kind !== 'nat' || sameIp(nat.before.src, nat.packet.src)) return [];
    const marked = hop.steps
      .slice(0, at)
      .findLastIndex((step) => step.kind === 'rule' && step.markBefore !== undefined && step.mark !== 0);
    const setter = hop.steps[marked];
    if (setter?.kind !== 'rule') return [];
    const ref = jumpTo(hop.steps, setter.ref.chain, marked) ?? setter.ref;
    const text = ruleText(walked.network.netns.get(hop.netns), getFamily(hop), ref) ?? '';
    const values = {
      from: formatIp(nat.before.src),
      to: formatIp(nat.packet.src),
      rule: candidateRuleName(ref),
      text,
      ...reasonValues(text),
    };
    return [
      {
        says: phrase(`document.why.cause.source.${getReason(text, values.from, walked)}`, values),
        about: 'local-traffic',
        rule: { netns: hop.netns, family: getFamily(hop), ref },
      },
    ];
  });
};

/** `! -s 10.244.0.0/16`, `ip saddr != 10.244.0.0/16`: who does not count as local traffic. */
const NOT_LOCAL = /(?:! -[si]|(?:saddr|iifname) !=) "?([^\s"]+)"?/;

function reasonValues(text: string): { readonly cidr: string } {
  return { cidr: NOT_LOCAL.exec(text)?.[1] ?? '' };
}

/** Why a rule jumps to the marking chain: told by what it tests. */
function getReason(text: string, from: string, { document }: WalkedFlow): PhraseIdBelow<'document.why.cause.source'> {
  if (NOT_LOCAL.test(text)) return 'not-local';
  if (new RegExp(`(?:-s|saddr) ${from.replaceAll('.', '\\.')}(?:/\\d+)?(?: |$)`).test(text)) return 'hairpin';
  if (/KUBE-LOOP-BACK/.test(text)) return 'hairpin';
  if (/src-type LOCAL|fib saddr type local/.test(text)) return 'local-process';
  if (/-A KUBE-EXT|external destinations|externally/.test(text)) return 'external';
  return document.subject === 'cluster' && document.kubeProxy.iptables?.masqueradeAll ? 'all' : 'marked';
}

/** A Pod with the hostPort that was asked for, and where it runs. */
interface PodAtHostPort {
  readonly pod: PodObject;
  readonly port: HostPort;
  readonly node: string;
}

/** The Pods that have the port that was asked as a hostPort; none where no node's own address was asked. */
export function podsAtHostPort({ document, network, sent }: WalkedFlow): readonly PodAtHostPort[] {
  if (document.subject === 'pasted' || !isNodeAddress(network, sent.dst)) return [];
  return document.cluster.pods.flatMap((pod) => {
    const node = pod.spec.nodeName;
    if (node === undefined || pod.spec.hostNetwork || hasEnded(pod)) return [];
    const ports = listHostPorts(pod).filter(
      ({ hostPort, protocol }) => hostPort === sent.dport && protocol === sent.proto,
    );
    return ports.map((port) => ({ pod, port, node }));
  });
}

/** The node whose own address was asked. */
export function wantedNode({ document, sent }: WalkedFlow): string | undefined {
  const asked = formatIp(sent.dst);
  const node = document.cluster.nodes.find(({ status }) =>
    (status.addresses ?? []).some(({ address }) => address === asked),
  );
  return node?.metadata.name;
}

/**
 * A hostPort is open on its Pod's node alone, and behind kube-proxy's own jumps: a nodePort or
 * externalIP of the same number takes the packet first (plugins/meta/portmap appends its rule).
 */
export const wantedHostPort: FindCauses = (walked) => {
  const pods = podsAtHostPort(walked);
  const node = wantedNode(walked);
  const [first] = pods;
  if (!first || node === undefined) return [];
  const values = { port: first.port.hostPort, node, pod: namespacedName(first.pod), on: first.node };
  const here = pods.find((each) => each.node === node);
  if (here) return takenBefore(walked, here);
  if (brokenLeg(walked.trace)?.disposition.kind !== 'NO_SOCKET') return [];
  return [{ says: phrase('document.why.cause.host-port-elsewhere', values), about: 'host-ports' }];
};

/** The Pod is there, and somebody else got the packet. */
function takenBefore(walked: WalkedFlow, { pod, port, node }: PodAtHostPort): ReturnType<FindCauses> {
  const service = findDocumentService(walked);
  const end = walked.trace.legs.findLast(({ role }) => role === 'request')?.disposition;
  const got = end?.kind === 'DELIVERED' ? end.netns : undefined;
  if (!service || got === namespacedName(pod)) return [];
  const values = { port: port.hostPort, node, pod: namespacedName(pod), service: namespacedName(service) };
  return [{ says: phrase('document.why.cause.host-port-taken', values), about: 'node-ports' }];
}

/** The sender is in none of the Service's loadBalancerSourceRanges. */
export const outOfRange: FindCauses = (walked) => {
  const service = findDocumentService(walked);
  const ranges = service?.spec.loadBalancerSourceRanges ?? [];
  const first = firstRequest(walked.trace)?.hops[0]?.steps[0]?.packet.src;
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
  const end = firstRequest(walked.trace)?.disposition;
  if (end?.kind !== 'NO_SOCKET') return [];
  const last = firstRequest(walked.trace)?.hops.at(-1)?.steps.at(-1)?.packet;
  const port = last && hasPorts(last.l4) ? last.l4.dport : 0;
  const service = findDocumentService(walked);
  const pod = service && listPods(walked, service).find((each) => namespacedName(each) === end.netns);
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
  const service = findDocumentService(walked);
  const isNodePort = service?.spec.ports?.some(({ nodePort }) => nodePort === sent.dport) ?? false;
  if (!service || !isNodePort || isOtherFamily(walked)) return [];
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
  const service = findDocumentService(walked);
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
  const service = findDocumentService(walked);
  const { ports = [], sessionAffinity } = service?.spec ?? {};
  if (!service || sessionAffinity !== 'ClientIP' || ports.length < 2) return [];
  if (listPods(walked, service).length < 2) return [];
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
  const request = firstRequest(trace);
  if (request?.disposition.kind !== 'NO_SOCKET') return [];
  const node = network.netns.get(request.disposition.netns);
  const device = node?.devices.find(
    ({ kind, addresses }) => kind === 'dummy' && addresses.some(({ address }) => sameIp(address, sent.dst)),
  );
  if (!node || !device) return [];
  const values = { address: formatIp(sent.dst), node: node.title, device: device.name, port: sent.dport };
  return [{ says: phrase('document.why.cause.node-has-address', values), about: 'release' }];
}

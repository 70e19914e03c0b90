import { phrase } from '../../lib/phrase';
import { finished } from '../../lib/scan';
import { listPodIPs } from '../../kubernetes/pods';
import { namespacedName, type ServiceObject, type ServicePort } from '../../kubernetes/types';
import { contains, formatIp, parseCidr, type IpAddress } from '../../net/ip';
import type { Document, Flow, FlowTarget } from '../../document/document';
import { addPod } from '../../document/edits/pods';
import { openRebuilt } from '../../document/edits/pasted';
import { setSelector } from '../../document/edits/services';
import { rebuildCluster } from '../reconstruct/rebuild';
import { applyChange, makeName, listPods, SIZE, type Candidate, type Concern, type WalkedFlow } from './candidate';
import { listCauses } from './causes';
import type { Cause } from './causes/endpoints';
import { clusterCandidates } from './cluster-candidates';

/** The flow in a changed document, walked; undefined: it cannot be sent there. */
export type Walk = (document: Document) => WalkedFlow | undefined;

/** Clusters of more Services are not handed over for one suggestion. */
const MOST_SERVICES = 200;
/** Objects and settings of the rebuilt cluster that are tried. */
const MOST_CHANGES = 6;

/**
 * kube-proxy writes its rules from objects: where these are the cause (no endpoints, a traffic policy, a source it
 * takes for a stranger), no line of the text mends it for longer than a sync. What does is shown in the cluster that
 * the rules are made into.
 */
export function rebuiltCandidates(walked: WalkedFlow, causes: readonly Cause[], again: Walk): readonly Candidate[] {
  const abouts = new Set(causes.map(({ about }) => about));
  const wanted = CONCERNS.filter((each) => abouts.has(each));
  const isReadiness = !walked.through && wanted.includes('readiness');
  if (wanted.length === 0 || (walked.through && !wanted.includes('local-traffic'))) return [];
  const opened = openedOf(walked);
  const asked = opened && findAsked(opened, walked);
  if (!opened || !asked) return [];
  if (!isReadiness) return objectCandidates(walked, { opened, asked, wanted }, again);
  const says = phrase('document.why.rebuilt', { service: namespacedName(asked.service) });
  const change = { kind: 'open', document: withEndpoint(opened, walked, asked) } as const;
  return [{ change, says, size: SIZE.pod, about: 'readiness' }];
}

/** What objects and settings can be the cause of. */
const CONCERNS = ['readiness', 'traffic-policy', 'local-traffic'] as const satisfies readonly Concern[];

function openedOf({ document, found }: WalkedFlow): Document | undefined {
  if (found.length > MOST_SERVICES) return undefined;
  const { made, machine } = finished(rebuildCluster(document.pasted, {}));
  if (!made || made.cluster.services.length > MOST_SERVICES) return undefined;
  const { node, config, mode, furnished, compared, comparedWith, release } = made;
  return openRebuilt(document, {
    ...furnished,
    node,
    ...(machine === undefined ? {} : { machine }),
    config,
    mode,
    release: comparedWith ?? release.release,
    ...(compared ? {} : { detected: release.release }),
  });
}

interface ServicePortVia {
  readonly service: ServiceObject;
  readonly port: ServicePort;
  readonly via: Extract<FlowTarget, { kind: 'service' }>['via'];
}

function findAsked({ cluster }: Document, { sent }: WalkedFlow): ServicePortVia | undefined {
  const address = formatIp(sent.dst);
  for (const service of cluster.services) {
    const { clusterIP, externalIPs = [], ports = [] } = service.spec;
    const balanced = (service.status?.loadBalancer?.ingress ?? []).some(({ ip }) => ip === address);
    for (const port of ports) {
      if (port.port === sent.dport && clusterIP === address) return { service, port, via: 'clusterIP' };
      if (port.port === sent.dport && externalIPs.includes(address)) return { service, port, via: 'externalIP' };
      if (port.port === sent.dport && balanced) return { service, port, via: 'loadBalancer' };
      if (port.nodePort === sent.dport) return { service, port, via: 'nodePort' };
    }
  }
  return undefined;
}

function flowTo({ id, protocol }: Flow, from: Flow['from'], { service, port, via }: ServicePortVia): Flow {
  const to = { kind: 'service', ...makeName(service), via } as const;
  return { id, from, to, protocol, port: port.port };
}

const withFlow = (document: Document, flow: Flow): Document => ({
  ...document,
  flows: [flow, ...document.flows.filter(({ id }) => id !== flow.id)],
});

function withEndpoint(opened: Document, { flow, sent }: WalkedFlow, asked: ServicePortVia): Document {
  const { service, port, via } = asked;
  const which = makeName(service);
  const selector = service.spec.selector ?? { app: which.name };
  const target = port.targetPort ?? port.port;
  const named = typeof target === 'string' ? { name: target, containerPort: port.port } : { containerPort: target };
  const selecting = setSelector(opened, which, selector);
  const next = addPod(selecting, { ...which, labels: selector, ports: [named] });
  // A clusterIP is asked from inside: by the node, where nobody else is known.
  const own: Flow['from'] = { kind: 'node', name: opened.title };
  const from: Flow['from'] = via !== 'clusterIP' && sent.inject ? { kind: 'external' } : own;
  return withFlow(next, flowTo(flow, from, asked));
}

interface Opened {
  readonly opened: Document;
  readonly asked: ServicePortVia;
  readonly wanted: readonly Concern[];
}

/** Changes of objects and settings, where the rebuilt cluster ends the flow for the same cause as the text does. */
function objectCandidates(walked: WalkedFlow, { opened, asked, wanted }: Opened, again: Walk): readonly Candidate[] {
  const from = senderIn(opened, walked, asked);
  const document = from && withFlow(opened, flowTo(walked.flow, from, asked));
  const there = document && again(document);
  if (!there || there.through !== walked.through) return [];
  const isSame = listCauses(there).some(({ about }) => about !== undefined && wanted.includes(about));
  if (!isSame) return [];
  const abouts = new Set<Concern | undefined>(
    wanted.includes('local-traffic') ? [...wanted, 'traffic-policy'] : wanted,
  );
  return clusterCandidates(there)
    .filter(({ about, size }) => abouts.has(about) && size < SIZE.connection)
    .slice(0, MOST_CHANGES)
    .map((candidate) => ({
      ...candidate,
      change: { kind: 'open', document: applyChange(document, candidate.change) },
      note: phrase('document.why.note.rebuilt'),
    }));
}

/**
 * Sender, in the rebuilt cluster, of what the node got: the Pod of the address, the Node itself, or a client outside.
 */
function senderIn(
  opened: Document,
  { flow, sent, network }: WalkedFlow,
  { service }: ServicePortVia,
): Flow['from'] | undefined {
  const src = sent.src ?? network.netns.get(sent.netns)?.devices.flatMap(({ addresses }) => addresses)[0]?.address;
  const isMadeHere = flow.from.kind === 'interface' && (flow.from.device ?? '') === '';
  if (isMadeHere) return { kind: 'node', name: opened.title };
  if (!src) return undefined;
  const address = formatIp(src);
  const { cluster, settings } = opened;
  const own = cluster.pods.find((pod) => listPodIPs(pod).includes(address));
  if (own) return { kind: 'pod', ...makeName(own) };
  if (!isIn(settings.clusterCIDR, src)) return { kind: 'external', address };
  const behind = new Set(listPods({ document: opened }, service));
  const other = cluster.pods.find((pod) => !behind.has(pod) && pod.spec.nodeName === opened.title);
  return other && { kind: 'pod', ...makeName(other) };
}

function isIn(ranges: readonly string[], address: IpAddress): boolean {
  return ranges.some((text) => {
    const range = parseCidr(text);
    return range.ok && contains(range.value, address);
  });
}

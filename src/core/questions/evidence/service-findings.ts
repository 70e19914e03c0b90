import { nameKey } from '../../document/edits/offered-flows';
import { byOwner } from '../../kubernetes/complete';
import { indexPods, LabelIndex } from '../../kubernetes/labelled';
import { listPodIPs, matchesLabels, tellsLabels } from '../../kubernetes/pods';
import {
  getNamespace,
  type ClusterObjects,
  type EndpointSliceObject,
  type PodObject,
  type ServiceObject,
  type ServicePort,
} from '../../kubernetes/types';
import { putInGroup } from '../../lib/groups';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';
import { writePolicyPatch, writeSelectorPatch, writeTargetPatch } from './service-patches';
import { externalAddress } from './known/external-address';
import { headlessExternal } from './headless-external';
import { tellsNoSelector } from './unselecting-services';
import { listToldPods, type ToldPod } from '../../kubernetes/told-pods';
import { writeLabels, listDeclared, pathOfService } from './told-pods';

/** A Service with the Pods of the texts that it selects, and all others. */
interface ServedService {
  readonly service: ServiceObject;
  readonly selected: readonly ToldPod[];
  readonly pods: readonly ToldPod[];
  readonly hasEndpoints: boolean;
  /** True where endpoints of it are listed, be it none. */
  readonly isListed: boolean;
  /** Ports of its endpoints, as they are listed. */
  readonly listedPorts: readonly { readonly name?: string; readonly port?: number }[];
  /** Nodes of the texts without an endpoint of it, where the texts place all of them. */
  readonly idle: IdleNodes;
}

interface IdleNodes {
  readonly names: readonly string[];
  /** Rows of Pods have no labels: those called after the Service were taken for its endpoints. */
  readonly isByName: boolean;
}

type Check = (served: ServedService) => readonly EvidenceFinding[];

/**
 * Findings on Services that the objects of the texts prove: a selector that fits no Pod, a port that no container has, Pods
 * that are not ready. Only objects of the texts are asked, none that was made up.
 */
export function findOfServices(told: ClusterObjects): readonly EvidenceFinding[] {
  const pods = listToldPods(told);
  const selects = new LabelIndex(pods, (pod) => pod);
  const slices = byOwner(told.endpointSlices);
  const findIdle = idleTest(told, slices);
  return told.services.flatMap((service) => {
    const own = slices.get(nameKey(service)) ?? [];
    const served = {
      service,
      pods,
      hasEndpoints: own.some(({ endpoints }) => (endpoints ?? []).length > 0),
      isListed: own.length > 0,
      listedPorts: own.flatMap(({ ports }) => ports ?? []),
      idle: findIdle(service),
      selected: selects.select(getNamespace(service), service.spec.selector),
    };
    return [...headlessExternal(service), ...CHECKS.flatMap((check) => check(served))];
  });
}

/** A question of Services: nodes on which no endpoint is; none where a text does not place one of them. */
function idleTest(
  { nodes, pods }: ClusterObjects,
  slices: ReadonlyMap<string, readonly EndpointSliceObject[]>,
): (service: ServiceObject) => IdleNodes {
  const placed = new Map(pods.flatMap((pod) => listPodIPs(pod).map((ip) => [ip, pod.spec.nodeName] as const)));
  const all = nodes.map(({ metadata }) => metadata.name);
  const selects = indexPods(pods);
  const byName = indexByName(pods.filter((pod) => !tellsLabels(pod)));
  return (service) => {
    const listed = (slices.get(nameKey(service)) ?? [])
      .flatMap(({ endpoints }) => endpoints ?? [])
      .map(({ nodeName, addresses = [] }) => nodeName ?? placed.get(addresses[0] ?? ''));
    const selected = selects.select(getNamespace(service), service.spec.selector);
    const isByName = listed.length === 0 && selected.length === 0;
    const found = isByName ? listNamesakes(service, byName) : selected;
    const behind = new Set(listed.length > 0 ? listed : found.map(({ spec }) => spec.nodeName));
    const isPlaced = behind.size > 0 && !behind.has(undefined);
    return { names: isPlaced ? all.filter((name) => !behind.has(name)) : [], isByName };
  };
}

/** Pods without labels by each beginning of their names that ends before a dash, and by the whole name. */
function indexByName(pods: readonly PodObject[]): ReadonlyMap<string, readonly PodObject[]> {
  const index = new Map<string, PodObject[]>();
  for (const pod of pods) {
    const words = pod.metadata.name.split('-');
    for (let count = words.length; count > 0; count--) {
      putInGroup(index, `${getNamespace(pod)}/${words.slice(0, count).join('-')}`, pod);
    }
  }
  return index;
}

/** Pods that are called after a Service or what it selects. */
function listNamesakes(
  { metadata, spec }: ServiceObject,
  byName: ReadonlyMap<string, readonly PodObject[]>,
): readonly PodObject[] {
  const words = [metadata.name, ...Object.values(spec.selector ?? {})];
  return words.flatMap((word) => byName.get(`${getNamespace({ metadata })}/${word}`) ?? []);
}

const about = ({ service }: ServedService, finding: Omit<EvidenceFinding, 'path'>): readonly [EvidenceFinding] => [
  { ...finding, path: pathOfService(service) },
];

/** A selector that fits none of the Pods that were pasted. */
const selectsNobody: Check = (served) => {
  const { service, selected, hasEndpoints } = served;
  const { selector = {} } = service.spec;
  const pods = served.pods.filter(({ isBare }) => !isBare);
  if (hasEndpoints || selected.length > 0 || pods.length === 0 || Object.keys(selector).length === 0) return [];
  const elsewhere = pods.filter(({ labels }) => matchesLabels(labels, selector));
  const near = elsewhere.length > 0 ? elsewhere : pods;
  const values = {
    name: nameKey(service),
    selector: writeLabels(selector),
    where: elsewhere.length > 0 ? 'elsewhere' : 'nowhere',
    pods: quoteWords(near.map(({ namespace, name, labels }) => `${namespace}/${name} (${writeLabels(labels) || '-'})`)),
  };
  return about(served, {
    id: 'no-pod-selected',
    severity: 'error',
    says: phrase('evidence.no-pod-selected', values),
    next: phrase('evidence.next.selector', {
      patch: elsewhere.length > 0 ? 'none' : writeSelectorPatch(service, near),
    }),
  });
};

const getProtocol = ({ protocol = 'TCP' }: { readonly protocol?: string }): string => protocol;
const getTarget = ({ port, targetPort }: ServicePort): number | string => targetPort ?? port;

/** Clients of a headless Service get addresses of Pods and ask them at the port they know: nothing translates it. */
const headlessPort: Check = (served) => {
  const { service } = served;
  if (service.spec.clusterIP !== 'None') return [];
  return (service.spec.ports ?? []).flatMap((port) => {
    const target = getTarget(port);
    const declared = served.selected.flatMap(listDeclared).find(({ name }) => name === target)?.containerPort;
    const named = declared ?? served.listedPorts.find(({ name = '' }) => name === (port.name ?? ''))?.port;
    const number = typeof target === 'number' ? target : named;
    if (number === undefined || number === port.port) return [];
    const values = { name: nameKey(service), port: String(port.port), target: String(number) };
    return about(served, {
      id: 'headless-port',
      severity: 'error',
      says: phrase('evidence.headless-port', values),
      next: phrase('evidence.next.headless-port', values),
    });
  });
};

/** Are the containers of a Pod in the texts? A description that was cut off before them, or a row of a table, tells of no port. */
const tellsContainers = ({ spec }: ToldPod): boolean => (spec.containers ?? []).length > 0;

/** A targetPort by a name that no container has: the endpoint has no such port, and gets none of its traffic. */
const unknownName: Check = (served) =>
  (served.service.spec.ports ?? []).flatMap((port) => {
    const target = getTarget(port);
    const lacking = served.selected.filter(
      (pod) => tellsContainers(pod) && !listDeclared(pod).some(({ name }) => name === target),
    );
    if (typeof target !== 'string' || lacking.length === 0) return [];
    const names = lacking.flatMap(listDeclared).flatMap(({ name, containerPort }) => `${name ?? '-'} ${containerPort}`);
    const values = {
      name: nameKey(served.service),
      target,
      pods: quoteWords(lacking.map(({ name }) => name)),
      names: quoteWords(names) || 'none',
    };
    return about(served, {
      id: 'target-name',
      severity: 'error',
      says: phrase('evidence.target-name', values),
      next: phrase('evidence.next.target-name', { target }),
    });
  });

/** A targetPort that containers do not declare, though they declare others; or with another protocol. */
const undeclaredPort: Check = (served) =>
  (served.service.spec.ports ?? []).flatMap((port, at) => {
    const target = getTarget(port);
    const declaring = served.selected.map((pod) => ({ pod, ports: listDeclared(pod) }));
    const others = declaring.filter(
      ({ ports }) =>
        ports.length > 0 &&
        !ports.some((each) => each.containerPort === target && getProtocol(each) === getProtocol(port)),
    );
    if (typeof target !== 'number' || others.length === 0) return [];
    const isProtocol = others.some(({ ports }) => ports.some(({ containerPort }) => containerPort === target));
    const declared = others.flatMap(({ ports }) => ports.map((each) => `${each.containerPort}/${getProtocol(each)}`));
    const values = {
      name: nameKey(served.service),
      target: `${target}/${getProtocol(port)}`,
      pods: quoteWords(others.map(({ pod }) => pod.name)),
      declared: quoteWords(declared),
    };
    return about(served, {
      id: isProtocol ? 'target-protocol' : 'target-port',
      severity: 'warning',
      says: phrase(isProtocol ? 'evidence.target-protocol' : 'evidence.target-port', values),
      next: phrase('evidence.next.target-port', {
        ...values,
        patch: isProtocol
          ? 'none'
          : writeTargetPatch(
              served.service,
              at,
              others.map(({ pod }) => pod),
            ),
      }),
    });
  });

/** Pods that are not Ready: endpoints that get no new traffic (pkg/controller/endpointslice). */
const unready: Check = (served) => {
  const { service, selected } = served;
  const waiting = selected.filter(({ isReady }) => isReady === false);
  if (waiting.length === 0 || service.spec.publishNotReadyAddresses) return [];
  const isAll = waiting.length === selected.length;
  const values = {
    name: nameKey(service),
    pods: quoteWords(waiting.map(({ name }) => name)),
    count: waiting.length,
    all: isAll ? 'all' : 'some',
  };
  const [first] = waiting;
  return about(served, {
    id: 'not-ready',
    severity: isAll ? 'error' : 'warning',
    says: phrase('evidence.not-ready', values),
    next: phrase('evidence.next.not-ready', { pod: first?.name ?? '', namespace: getNamespace(service) }),
  });
};

/** Pods that are not Ready, of which no text tells whether the Service selects them. */
const perhapsUnready: Check = ({ service, selected, pods, hasEndpoints }) => {
  const namespace = getNamespace(service);
  const waiting = pods.filter((pod) => pod.isBare && pod.isReady === false && pod.namespace === namespace);
  if (waiting.length === 0 || selected.length > 0 || hasEndpoints || !service.spec.selector) return [];
  const [first] = waiting;
  return [
    {
      id: 'not-ready',
      severity: 'warning',
      says: phrase('evidence.perhaps-not-ready', {
        name: nameKey(service),
        pods: quoteWords(waiting.map(({ name }) => name)),
        selector: writeLabels(service.spec.selector),
      }),
      next: phrase('evidence.next.not-ready', { pod: first?.name ?? '', namespace }),
      path: `Pod ${namespace}/${first?.name ?? ''}`,
    },
  ];
};

/** A Service whose listing says that it has no endpoints. */
const saysNone: Check = (served) => {
  const { service, hasEndpoints, isListed, selected } = served;
  // Why a Service without a selector has none is another thing.
  if (!isListed || hasEndpoints || selected.length > 0 || tellsNoSelector(service)) return [];
  const selector = writeLabels(service.spec.selector ?? {}) || 'none';
  return about(served, {
    id: 'no-endpoints',
    severity: 'error',
    says: phrase('evidence.no-endpoints-told', { name: nameKey(service) }),
    next: phrase('evidence.next.no-endpoints-told', { selector }),
  });
};

/** A policy of Local: nodes without an endpoint drop what comes from outside. */
const localPolicy: Check = (served) => {
  const { externalTrafficPolicy, type, healthCheckNodePort = 0 } = served.service.spec;
  if (externalTrafficPolicy !== 'Local') return [];
  const { idle, service } = served;
  const nodes = quoteWords(idle.names) || 'none';
  const how = idle.isByName ? 'named' : 'told';
  return about(served, {
    id: 'local-policy',
    severity: idle.names.length > 0 ? 'warning' : 'info',
    says: phrase('evidence.local-policy', { name: nameKey(service), nodes, how, count: idle.names.length }),
    next: phrase('evidence.next.local-policy', {
      health: String(healthCheckNodePort),
      type: type === 'LoadBalancer' ? 'balancer' : 'none',
      patch: writePolicyPatch(service),
    }),
  });
};

/** Ranges of clients: kube-proxy drops what comes to the balancer's address from elsewhere. */
const sourceRanges: Check = (served) => {
  const { loadBalancerSourceRanges = [], type } = served.service.spec;
  if (type !== 'LoadBalancer' || loadBalancerSourceRanges.length === 0) return [];
  if (loadBalancerSourceRanges.some((range) => range.trim().endsWith('/0'))) return [];
  const values = { name: nameKey(served.service), ranges: quoteWords(loadBalancerSourceRanges) };
  return about(served, {
    id: 'source-ranges',
    severity: 'info',
    says: phrase('evidence.source-ranges', values),
    next: phrase('evidence.next.source-ranges', values),
  });
};

const CHECKS: readonly Check[] = [
  ({ service }) => externalAddress(service),
  sourceRanges,
  selectsNobody,
  headlessPort,
  unknownName,
  undeclaredPort,
  unready,
  perhapsUnready,
  saysNone,
  localPolicy,
];

import type { Furnished } from './furnish';
import { ownerServiceOf } from '../../kubernetes/defaults';
import { namespaceOf } from '../../kubernetes/meta';
import type { KubeProxyConfig, ProxyModeId, ServiceObject } from '../../kubernetes/types';
import type { Document, Flow } from '../document';
import { settle } from './cluster';

/** A cluster that was made of the pasted texts, ready for the bench. */
export interface Rebuilt extends Furnished {
  /** The Node whose rules were pasted. */
  readonly node: string;
  /** Of several machines: the one whose rules were read, by its name in the texts. */
  readonly machine?: string;
  readonly config: KubeProxyConfig;
  readonly mode: ProxyModeId;
  readonly release: string;
  /** The release the rules were read as, where it is not compiled and {@link release} stands for it. */
  readonly detected?: string;
}

/**
 * Puts the cluster that was made of the pasted texts in the place of the document's, under its Node's name. The
 * texts stay as the reference it is compared with. Flows of the old cluster go; those that went through
 * the pasted node to a Service go to that Service now.
 */
export function openRebuilt(document: Document, made: Rebuilt): Document {
  const { node, machine, config, mode, release, detected, cluster, settings } = made;
  const opened: Document = {
    ...document,
    title: node,
    subject: 'cluster',
    mode,
    release,
    kubeProxy: config,
    settings: { ...document.settings, ...settings },
    flows: [],
    pasted: {
      ...document.pasted,
      rebuilt: {
        node,
        ...(machine === undefined ? {} : { machine }),
        ...(detected === undefined ? {} : { detected }),
      },
    },
  };
  const settled = settle(opened, cluster);
  return { ...settled, flows: flowsOfRebuilt(document, settled, node) };
}

function flowsOfRebuilt({ flows }: Document, { cluster }: Document, node: string): readonly Flow[] {
  const own = flows.filter(({ from }) => from.kind === 'interface');
  const targets = own.flatMap((flow) => serviceOf(flow, cluster.services) ?? []);
  const first = bestTarget(cluster);
  const wanted = targets.length > 0 ? targets : first ? [first] : [];
  const pod = cluster.pods.find(({ spec }) => spec.nodeName === node && !spec.hostNetwork);
  const from: Flow['from'] = pod
    ? { kind: 'pod', namespace: namespaceOf(pod), name: pod.metadata.name }
    : { kind: 'node', name: node };
  const ids = new Set(own.map(({ id }) => id));
  let number = 1;
  const nextId = (): string => {
    while (ids.has(`flow-${number}`)) number++;
    return `flow-${number++}`;
  };
  return [...wanted.map((target): Flow => ({ id: nextId(), from, ...target })), ...own];
}

type Aim = Pick<Flow, 'to' | 'protocol' | 'port'>;

/** The Service a flow through the pasted node went to, by its clusterIP. */
function serviceOf({ to, protocol, port }: Flow, services: readonly ServiceObject[]): Aim | undefined {
  if (to.kind !== 'address') return undefined;
  const found = services.find(
    ({ spec }) => spec.clusterIPs?.includes(to.address) && spec.ports?.some((each) => each.port === port),
  );
  return found && { to: aimAt(found), protocol, port };
}

function aimAt(service: ServiceObject): Flow['to'] {
  return { kind: 'service', namespace: namespaceOf(service), name: service.metadata.name, via: 'clusterIP' };
}

/** The first port of the Service with most endpoints; those people made themselves first. */
function bestTarget({ services, endpointSlices }: Document['cluster']): Aim | undefined {
  const answers = new Map<string, number>();
  for (const slice of endpointSlices) {
    const key = `${namespaceOf(slice)}/${ownerServiceOf(slice) ?? ''}`;
    answers.set(key, (answers.get(key) ?? 0) + (slice.endpoints ?? []).length);
  }
  const rank = (service: ServiceObject): number => {
    const key = `${namespaceOf(service)}/${service.metadata.name}`;
    return (key === 'default/kubernetes' ? 0 : 1000) + Math.min(answers.get(key) ?? 0, 999);
  };
  let best: ServiceObject | undefined;
  for (const service of services) {
    const isUsable = service.spec.clusterIP !== undefined && (service.spec.ports ?? []).length > 0;
    if (isUsable && (!best || rank(service) > rank(best))) best = service;
  }
  const [port] = best?.spec.ports ?? [];
  if (!best || !port) return undefined;
  return { to: aimAt(best), protocol: PROTOCOLS[port.protocol ?? 'TCP'], port: port.port };
}

const PROTOCOLS = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' } as const;

import type { Document, NodeFacts, PastedText, Subject, Flow } from '../document';
import { mapWhere, without, reconcileDocument } from './cluster';
import type { CompletedCluster } from './complete';
import { findOwnerService } from '../../kubernetes/defaults';
import { getNamespace, type KubeProxyConfig, type ProxyModeId, type ServiceObject } from '../../kubernetes/types';

/** A cluster that was made of the pasted texts, ready for the bench. */
export interface RebuiltCluster extends CompletedCluster {
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
export function openRebuilt(document: Document, made: RebuiltCluster): Document {
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
  const settled = reconcileDocument(opened, cluster);
  return { ...settled, flows: flowsOfRebuilt(document, settled, node) };
}

function flowsOfRebuilt({ flows }: Document, { cluster }: Document, node: string): readonly Flow[] {
  const own = flows.filter(({ from }) => from.kind === 'interface');
  const targets = own.flatMap((flow) => findService(flow, cluster.services) ?? []);
  const first = bestTarget(cluster);
  const wanted = targets.length > 0 ? targets : first ? [first] : [];
  const pod = cluster.pods.find(({ spec }) => spec.nodeName === node && !spec.hostNetwork);
  const from: Flow['from'] = pod
    ? { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name }
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
function findService({ to, protocol, port }: Flow, services: readonly ServiceObject[]): Aim | undefined {
  if (to.kind !== 'address') return undefined;
  const found = services.find(
    ({ spec }) => spec.clusterIPs?.includes(to.address) && spec.ports?.some((each) => each.port === port),
  );
  return found && { to: aimAt(found), protocol, port };
}

function aimAt(service: ServiceObject): Flow['to'] {
  return { kind: 'service', namespace: getNamespace(service), name: service.metadata.name, via: 'clusterIP' };
}

/** The first port of the Service with most endpoints; those people made themselves first. */
function bestTarget({ services, endpointSlices }: Document['cluster']): Aim | undefined {
  const answers = new Map<string, number>();
  for (const slice of endpointSlices) {
    const key = `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;
    answers.set(key, (answers.get(key) ?? 0) + (slice.endpoints ?? []).length);
  }
  const rank = (service: ServiceObject): number => {
    const key = `${getNamespace(service)}/${service.metadata.name}`;
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

/** Adds pasted texts (whole, as they came) and shows the pasted node. Ids are `text-N`. */
export function addPasted(document: Document, texts: readonly Omit<PastedText, 'id'>[]): Document {
  if (texts.length === 0) return document;
  const used = new Set(document.pasted.texts.map(({ id }) => id));
  const added: PastedText[] = [];
  for (let number = 1; added.length < texts.length; number++) {
    const text = texts[added.length];
    if (text && !used.has(`text-${number}`)) added.push({ id: `text-${number}`, ...text });
  }
  return {
    ...document,
    subject: 'pasted',
    pasted: { ...document.pasted, texts: [...document.pasted.texts, ...added] },
  };
}

/** Changes the text or the title of a pasted text. */
export function changePasted(document: Document, id: string, change: Partial<Omit<PastedText, 'id'>>): Document {
  const texts = mapWhere(
    document.pasted.texts,
    (text) => text.id === id,
    (text) => ({ ...text, ...change }),
  );
  return texts === document.pasted.texts ? document : { ...document, pasted: { ...document.pasted, texts } };
}

/** Removes a pasted text; with the last one the bench goes back to the cluster. */
export function removePasted(document: Document, id: string): Document {
  const texts = without(document.pasted.texts, (text) => text.id === id);
  if (texts === document.pasted.texts) return document;
  if (texts.length > 0) return { ...document, pasted: { ...document.pasted, texts } };
  const { rebuilt: _none, ...pasted } = document.pasted;
  return { ...document, subject: 'cluster', pasted: { ...pasted, texts } };
}

/** Says what a dump did not (interfaces, routes, sysctls); a field set to undefined is guessed again. */
export function setFacts(document: Document, change: Partial<NodeFacts>): Document {
  const facts = Object.fromEntries(
    Object.entries({ ...document.pasted.facts, ...change }).filter(([, value]) => value !== undefined),
  ) as NodeFacts;
  return { ...document, pasted: { ...document.pasted, facts } };
}

/** Moves a text to another machine; undefined: it is of the one it tells itself. */
export function moveText(document: Document, id: string, node: string | undefined): Document {
  const texts = mapWhere(
    document.pasted.texts,
    (text) => text.id === id,
    ({ node: _before, ...text }) => (node === undefined ? text : { ...text, node }),
  );
  return texts === document.pasted.texts ? document : { ...document, pasted: { ...document.pasted, texts } };
}

/** Calls a machine that prompts of a text name otherwise; undefined: as they do. */
export function nameMachine(document: Document, id: string, told: string, name: string | undefined): Document {
  const texts = mapWhere(
    document.pasted.texts,
    (text) => text.id === id,
    (text) => assignMachine(text, told, name),
  );
  return texts === document.pasted.texts ? document : { ...document, pasted: { ...document.pasted, texts } };
}

/** The text with what a person says of one of its machines. */
export function assignMachine<T extends Pick<PastedText, 'machines'>>(
  { machines: before, ...text }: T,
  told: string,
  name: string | undefined,
): Omit<T, 'machines'> & Pick<PastedText, 'machines'> {
  const { [told]: _old, ...others } = before ?? {};
  const machines = name === undefined ? others : { ...others, [told]: name };
  return Object.keys(machines).length === 0 ? text : { ...text, machines };
}

/** Says what dumps did not of one of several machines. */
export function makeSetFacts(document: Document, node: string, facts: NodeFacts): Document {
  const nodes = { ...document.pasted.nodes, [node]: { facts } };
  return { ...document, pasted: { ...document.pasted, nodes } };
}

/** Overrides one sysctl of a pasted node; undefined takes the override back. */
export function setSysctl(document: Document, name: string, value: number | undefined): Document {
  const { [name]: _old, ...others } = document.pasted.facts.sysctls ?? {};
  return setFacts(document, { sysctls: value === undefined ? others : { ...others, [name]: value } });
}

/** Shows the built cluster or the pasted node. */
export function setSubject(document: Document, subject: Subject): Document {
  return document.subject === subject ? document : { ...document, subject };
}

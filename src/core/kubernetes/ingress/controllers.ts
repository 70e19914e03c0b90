import type { Memo } from '../../lib/memo';
import { once } from '../../lib/memo';
import { hasEnded, matchesLabels } from '../pods';
import { containerPorts, findTargetPort } from '../controllers/endpoint-pods';
import {
  getNamespace,
  type ClusterObjects,
  type ContainerPort,
  type OtherObject,
  type PodObject,
  type ServiceObject,
} from '../types';
import { GATEWAY_LABEL, isDefaultClass } from './classes';
import { READ, readListeners } from './gateway-rules';
import { asFields, placeOf, readSpec, asText } from './rules';

/** A program that does what Ingresses say, as far as it differs from another. */
interface ControllerKind {
  readonly id: string;
  /** Name in an IngressClass or GatewayClass (`spec.controller`, `spec.controllerName`). */
  readonly controller: string;
  /** The class of its manifests, where no IngressClass was given at all. */
  readonly className: string;
  /** Tells the controller's Pods by their image; others by a label. */
  readonly image: RegExp;
  readonly labels: readonly (readonly [key: string, value: string])[];
  /** How many endpoints it tries (`proxy-next-upstream-tries` of ingress-nginx is 3). */
  readonly attempts: number;
  /** Status it answers with when nobody it asks does: nginx 502 (504 once it waited in vain), Envoy 503. */
  readonly failed: number;
  /** nginx compares ImplementationSpecific character by character, reads its own annotations and redirects to TLS. */
  readonly isNginx?: true;
}

const NAME = 'app.kubernetes.io/name';

/** Controllers whose Pods are known by sight; another one's Pods are labelled {@link CLASS_LABEL}. */
const KINDS: readonly ControllerKind[] = [
  {
    id: 'ingress-nginx',
    controller: 'k8s.io/ingress-nginx',
    className: 'nginx',
    image: /ingress-nginx\/controller|nginx-ingress-controller/,
    labels: [[NAME, 'ingress-nginx']],
    attempts: 3,
    failed: 502,
    isNginx: true,
  },
  {
    id: 'traefik',
    controller: 'traefik.io/ingress-controller',
    className: 'traefik',
    image: /(?:^|\/)traefik(?::|@|$)/,
    labels: [[NAME, 'traefik']],
    attempts: 1,
    failed: 502,
  },
  {
    id: 'haproxy-ingress',
    controller: 'haproxy-ingress.github.io/controller',
    className: 'haproxy',
    image: /haproxy-ingress/,
    labels: [[NAME, 'haproxy-ingress']],
    attempts: 1,
    failed: 503,
  },
  {
    id: 'contour',
    controller: 'projectcontour.io/ingress-controller',
    className: 'contour',
    image: /(?:^|\/)contour-envoy/,
    labels: [['app', 'envoy']],
    attempts: 1,
    failed: 503,
  },
  {
    id: 'kong',
    controller: 'ingress-controllers.konghq.com/kong',
    className: 'kong',
    image: /(?:^|\/)kong(?:-gateway)?(?::|@|$)/,
    labels: [[NAME, 'kong']],
    attempts: 1,
    failed: 502,
  },
];

/** Any other reverse proxy. */
const OTHER: ControllerKind = {
  id: 'other',
  controller: '',
  className: '',
  image: /$^/,
  labels: [],
  attempts: 1,
  failed: 502,
};

/** Label of a Pod that serves the Ingresses of a class, for controllers whose image is not known. */
export const CLASS_LABEL = 'rulewalk/ingress-class';
/** The Pods of one controller (of Ingresses of some classes, or of a Gateway), with what they serve. */
export interface Controller {
  readonly kind: Pick<ControllerKind, 'id' | 'attempts' | 'failed' | 'isNginx'>;
  readonly pods: readonly PodObject[];
  /** Services that select the controller's Pods. */
  readonly services: readonly ServiceObject[];
  /** The Ingresses of its classes, or the Gateway whose routes it serves. */
  readonly ingresses: readonly OtherObject[];
  readonly gateway?: OtherObject;
}

/** Why nobody does what an Ingress says. */
export type Unserved =
  | { readonly why: 'no-class' }
  | { readonly why: 'class-missing' | 'no-controller'; readonly className: string; readonly controller: string };

/** Controllers of a cluster, with the Ingresses and Gateways that each serves. */
export interface Served {
  readonly controllers: readonly Controller[];
  /** By `namespace/name`. */
  readonly unserved: ReadonlyMap<string, Unserved>;
}

/** The class of an Ingress: the field, the old annotation, or the class that is the default. */
function findClass(ingress: OtherObject, classes: readonly OtherObject[]): string | undefined {
  const own =
    asText(readSpec(ingress)['ingressClassName']) || ingress.metadata?.annotations?.['kubernetes.io/ingress.class'];
  return own || classes.find(isDefaultClass)?.metadata?.name;
}

interface Wanted {
  readonly className: string;
  readonly controller: string;
}

/** Without any IngressClass in the texts a class is taken for that of the controller whose manifests call it so. */
function wantedBy(ingress: OtherObject, classes: readonly OtherObject[]): Wanted | Unserved {
  const className = findClass(ingress, classes);
  if (className === undefined) return { why: 'no-class' };
  const found = classes.find(({ metadata }) => metadata?.name === className);
  if (found) return { className, controller: asText(readSpec(found)['controller']) };
  const usual = KINDS.find((kind) => kind.className === className)?.controller ?? '';
  const isOld = ingress.metadata?.annotations?.['kubernetes.io/ingress.class'] === className;
  return classes.length === 0 || isOld
    ? { className, controller: usual }
    : { why: 'class-missing', className, controller: '' };
}

/** `--controller-class=example.com/own`: what a Pod of ingress-nginx answers to. */
function answersTo(pod: PodObject, kind: ControllerKind): string {
  const args = (pod.spec.containers ?? []).flatMap((container) => {
    const { args: own, command } = container as { readonly args?: unknown; readonly command?: unknown };
    return [own, command].flatMap((list) => (Array.isArray(list) ? (list as unknown[]).map(asText) : []));
  });
  const said = args.map((text) => /^--controller-class=(.+)$/.exec(text)?.[1]).find((each) => each !== undefined);
  return said ?? kind.controller;
}

function findKind(pod: PodObject): ControllerKind | undefined {
  const labels = pod.metadata.labels ?? {};
  if (['admission-webhook', 'default-backend'].includes(labels['app.kubernetes.io/component'] ?? '')) return undefined;
  const images = (pod.spec.containers ?? []).map(({ image }) => asText(image));
  return KINDS.find(
    (kind) =>
      images.some((image) => kind.image.test(image)) || kind.labels.some(([key, value]) => labels[key] === value),
  );
}

/** All that runs Ingresses and Gateways; of what nobody runs, why. */
export function findControllers(cluster: ClusterObjects, memo: Memo): Served {
  return controllersOf(cluster.others ?? NONE, memo, cluster.pods, cluster.services);
}

const NONE: readonly OtherObject[] = [];

const controllersOf = once(
  (
    others: readonly OtherObject[],
    _memo,
    pods: ClusterObjects['pods'],
    services: ClusterObjects['services'],
  ): Served => {
    const running = pods.filter((pod) => !hasEnded(pod));
    const classes = others.filter(({ kind }) => kind === 'IngressClass');
    const unserved = new Map<string, Unserved>();
    const byPods = new Map<
      string,
      { readonly kind: ControllerKind; readonly pods: readonly PodObject[]; readonly ingresses: OtherObject[] }
    >();
    for (const ingress of others.filter(({ kind }) => kind === 'Ingress')) {
      const wanted = wantedBy(ingress, classes);
      const { namespace, name } = placeOf(ingress);
      const found = 'why' in wanted ? undefined : podsFor(running, wanted);
      if (!found || found.pods.length === 0) {
        const why: Unserved = 'why' in wanted ? wanted : { why: 'no-controller', ...wanted };
        unserved.set(`${namespace}/${name}`, why);
        continue;
      }
      const key = found.pods.map((pod) => `${getNamespace(pod)}/${pod.metadata.name}`).join();
      const known = byPods.get(key);
      if (known) known.ingresses.push(ingress);
      else byPods.set(key, { ...found, ingresses: [ingress] });
    }
    const ofGateways = others.flatMap((gateway) => gatewayController(gateway, running, others));
    const controllers = [...byPods.values(), ...ofGateways].map((each): Controller => ({
      ...each,
      services: services.filter((service) => each.pods.some((pod) => isSelected(pod, service))),
    }));
    return { controllers, unserved };
  },
);

function isSelected(pod: PodObject, service: ServiceObject): boolean {
  return getNamespace(pod) === getNamespace(service) && matchesLabels(pod.metadata.labels, service.spec.selector);
}

function podsFor(
  pods: readonly PodObject[],
  { className, controller }: Wanted,
): { readonly kind: ControllerKind; readonly pods: readonly PodObject[] } {
  const labelled = pods.filter(({ metadata }) => metadata.labels?.[CLASS_LABEL] === className);
  if (labelled.length > 0) return { kind: findKind(labelled[0] as PodObject) ?? OTHER, pods: labelled };
  const known = pods.flatMap((pod) => {
    const kind = findKind(pod);
    return kind && controller !== '' && answersTo(pod, kind) === controller ? [{ kind, pod }] : [];
  });
  return { kind: known[0]?.kind ?? OTHER, pods: known.map(({ pod }) => pod) };
}

function gatewayController(
  gateway: OtherObject,
  pods: readonly PodObject[],
  others: readonly OtherObject[],
): readonly Omit<Controller, 'services'>[] {
  if (gateway.kind !== 'Gateway') return [];
  const { namespace, name } = placeOf(gateway);
  const own = pods.filter((pod) => getNamespace(pod) === namespace && pod.metadata.labels?.[GATEWAY_LABEL] === name);
  const className = asText(readSpec(gateway)['gatewayClassName']);
  const gatewayClass = others.find(({ kind, metadata }) => kind === 'GatewayClass' && metadata?.name === className);
  const controller = asText(asFields(gatewayClass && readSpec(gatewayClass))['controllerName']);
  const shared = pods.filter(
    (pod) => findKind(pod)?.controller === `${controller.replace(/\/.*/, '')}/ingress-controller`,
  );
  const found = own.length > 0 ? own : controller === '' ? [] : shared;
  const [first] = found;
  if (!first) return [];
  // Most that have Pods of their own are Envoy (Envoy Gateway, Istio, Cilium, kgateway).
  const kind = findKind(first) ?? { ...OTHER, failed: 503 };
  return [{ kind, pods: found, ingresses: [], gateway }];
}

/** A port of a controller's Pods that speaks HTTP. */
export interface HttpPort {
  /** Of the Pod. */
  readonly port: number;
  readonly isTls: boolean;
  /** The listener's port, of a Gateway. */
  readonly listener?: number;
}

const PLAIN = /^(?:http|web)(?:-\d+)?$/;
const TLS = /^(?:https|websecure|ssl|tls)(?:-\d+)?$/;

function portRole({ name, containerPort }: ContainerPort): HttpPort[] {
  const isTls = TLS.test(name ?? '') || (name === undefined && containerPort === 443);
  return isTls || PLAIN.test(name ?? '') || (name === undefined && containerPort === 80)
    ? [{ port: containerPort, isTls }]
    : [];
}

const USUAL: readonly HttpPort[] = [
  { port: 80, isTls: false },
  { port: 443, isTls: true },
];

/** The ports of a controller's Pod that take requests; a Gateway's are those its listeners' Services lead to. */
export function httpPorts({ gateway, services }: Controller, pod: PodObject): readonly HttpPort[] {
  const declared = containerPorts(pod).filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  if (!gateway) {
    const named = declared.flatMap(portRole);
    return named.length > 0 ? named : USUAL;
  }
  const listeners = readListeners(gateway).filter(({ protocol }) => READ.has(protocol));
  return listeners.flatMap(({ port, protocol }) => {
    const own =
      servicePortTo(services, pod, port) ?? declared.find((each) => each.containerPort === port)?.containerPort;
    return own === undefined ? [] : [{ port: own, isTls: protocol !== 'HTTP', listener: port }];
  });
}

/** Where a Service's port leads in a Pod. */
function servicePortTo(services: readonly ServiceObject[], pod: PodObject, port: number): number | undefined {
  const found = services.flatMap(({ spec }) => spec.ports ?? []).find((each) => each.port === port);
  return found && findTargetPort(pod, found);
}

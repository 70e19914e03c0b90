import { once, type Memo } from '../../../lib/memo';
import { familyOfText } from '../../service-port';
import { type IpAddress, isUnspecified } from '../../../net/ip';
import { phrase, type PhraseIdBelow } from '../../../lib/phrase';
import type { LbKey, LbServiceType, LbFlag, LbService } from '../../../linux/ebpf/lb-maps';
import {
  getNamespace,
  type EndpointSliceObject,
  type ServiceObject,
  type ServicePort,
  type ServiceType,
} from '../../types';
import type { Origin } from '../mode';
import { addressOfText, compareKeys, wildcardOf } from './addresses';
import { isExposed, isHandled, readAgentService, type AgentService } from './agent-service';
import { chooseBackends, serviceBackends, type AgentBackend, type FrontendBackend } from './backends';
import type { CiliumContext } from './context';

/** A frontend before node addresses are put in for wildcards: a row of the agent's table `frontends`. */
export interface Frontend extends LbKey {
  readonly type: LbServiceType;
  /** `test/echo`; of a hostPort `default/my-app:host-port:4444:UID`. */
  readonly serviceName: string;
  readonly portName: string;
  readonly service: AgentService;
  /** In the order of slots; those of any state. */
  readonly backends: readonly FrontendBackend[];
  readonly origin: Origin;
}

/** An address of a Service and what it is; one for all its ports. */
interface ServiceAddress {
  readonly address: IpAddress;
  readonly type: LbServiceType;
  readonly field: string;
}

function places(
  texts: readonly (string | undefined)[],
  type: LbServiceType,
  field: (index: number) => string,
): ServiceAddress[] {
  return texts.flatMap((text, index) => {
    const address = addressOfText(text ?? '');
    return address ? [{ address, type, field: field(index) }] : [];
  });
}

function clusterPlaces({ spec }: ServiceObject): ServiceAddress[] {
  const listed = spec.clusterIPs && spec.clusterIPs.length > 0 ? spec.clusterIPs : [spec.clusterIP];
  return places(listed, 'ClusterIP', (index) => (spec.clusterIPs ? `spec.clusterIPs[${index}]` : 'spec.clusterIP'));
}

/** A NodePort is written for any address, of each family of the Service. */
function nodePlaces({ spec }: ServiceObject): ServiceAddress[] {
  const listed = (spec.clusterIPs ?? [spec.clusterIP ?? '']).flatMap((text) => familyOfText(text) ?? []);
  const named = spec.ipFamilies?.map((family) => (family === 'IPv6' ? ('ipv6' as const) : ('ipv4' as const)));
  const families = named && named.length > 0 ? named : listed.length > 0 ? listed : (['ipv4'] as const);
  return families.map((family) => ({ address: wildcardOf(family), type: 'NodePort', field: '' }));
}

function balancerPlaces({ status }: ServiceObject, { features }: CiliumContext): ServiceAddress[] {
  const ingress = status?.loadBalancer?.ingress ?? [];
  const used = ingress.map(({ ip, ipMode }) => (features.ipMode && ipMode === 'Proxy' ? undefined : ip));
  return places(used, 'LoadBalancer', (index) => `status.loadBalancer.ingress[${index}].ip`);
}

const OUTSIDE: ReadonlySet<ServiceType> = new Set(['NodePort', 'LoadBalancer']);

/** Where one port of a Service answers (pkg/loadbalancer/reflectors/k8s.go convertService). */
function listPlaces(service: ServiceObject, port: ServicePort, context: CiliumContext): ServiceAddress[] {
  const { type = 'ClusterIP', externalIPs = [] } = service.spec;
  const everything = context.settings['kube-proxy-replacement'];
  const cluster = isExposed(service, 'ClusterIP') ? clusterPlaces(service) : [];
  if (!everything) return cluster;
  const hasNodePort = OUTSIDE.has(type) && (port.nodePort ?? 0) !== 0 && isExposed(service, 'NodePort');
  const isBalanced = type === 'LoadBalancer' && isExposed(service, 'LoadBalancer');
  return [
    ...cluster,
    ...(hasNodePort ? nodePlaces(service) : []),
    ...(isBalanced ? balancerPlaces(service, context) : []),
    ...places(externalIPs, 'ExternalIPs', (index) => `spec.externalIPs[${index}]`),
  ];
}

const WHY: Readonly<Record<LbServiceType, PhraseIdBelow<'kubernetes.ebpf'>>> = {
  ClusterIP: 'cluster-ip',
  NodePort: 'node-port',
  LoadBalancer: 'load-balancer',
  ExternalIPs: 'external-ip',
  HostPort: 'host-port',
  LocalRedirect: 'cluster-ip',
};

/** Why a frontend is there, in a sentence with its Service or Pod. */
export function whyFrontend(type: LbServiceType, name: string): Origin['why'] {
  return phrase(`kubernetes.ebpf.${WHY[type]}`, { name });
}

/** One port of a Service while its frontends are made. */
interface PortOfService {
  readonly object: ServiceObject;
  readonly service: AgentService;
  readonly port: ServicePort;
  readonly index: number;
  readonly backends: readonly AgentBackend[];
  readonly context: CiliumContext;
}

/** Only the backends of this node: which policy says so depends on where clients are. */
function isLocalOnly(type: LbServiceType, scope: 0 | 1, { extLocal, intLocal }: AgentService): boolean {
  return type === 'ClusterIP' || scope === 1 ? intLocal : extLocal;
}

function makeFrontend(of: PortOfService, place: ServiceAddress, scope: 0 | 1): Frontend {
  const { object, service, port, index, context } = of;
  const isNodePort = place.type === 'NodePort';
  const protocol = port.protocol ?? 'TCP';
  const portName = port.name ?? '';
  const localOnly = isLocalOnly(place.type, scope, service);
  const wanting = { family: place.address.family, protocol, portName, localOnly };
  const [namespace, name] = [getNamespace(object), object.metadata.name];
  return {
    address: place.address,
    port: isNodePort ? (port.nodePort ?? 0) : port.port,
    protocol: context.features.protocolInKey ? protocol : 'ANY',
    scope,
    type: place.type,
    serviceName: `${namespace}/${name}`,
    portName,
    service,
    backends: chooseBackends(of.backends, wanting, object, context),
    origin: {
      kind: 'Service',
      namespace,
      name,
      field: isNodePort ? `spec.ports[${index}].nodePort` : place.field,
      why: whyFrontend(place.type, `${namespace}/${name}`),
      servicePort: { namespace, serviceName: name, index },
    },
  };
}

/** NodePorts and load balancer addresses stand twice where only one of the two policies is Local. */
function listScopes({ type }: ServiceAddress, { extLocal, intLocal }: AgentService): readonly (0 | 1)[] {
  const isOutside = type === 'NodePort' || type === 'LoadBalancer';
  return isOutside && extLocal !== intLocal ? [0, 1] : [0];
}

/**
 * The frontends of a Service in the order they are reconciled, with their backends: as remembered, if nothing about the
 * Service, its slices or the node changed.
 */
export const serviceFrontends = once(
  (
    service: ServiceObject,
    memo: Memo,
    slices: readonly EndpointSliceObject[],
    context: CiliumContext,
  ): readonly Frontend[] => {
    if (!isHandled(service, context)) return [];
    const agent = readAgentService(service, context);
    const backends = serviceBackends(slices, context, memo);
    const frontends = (service.spec.ports ?? []).flatMap((port, index) => {
      const of: PortOfService = { object: service, service: agent, port, index, backends, context };
      return listPlaces(service, port, context).flatMap((place) =>
        listScopes(place, agent).map((scope) => makeFrontend(of, place, scope)),
      );
    });
    return frontends.toSorted(compareKeys);
  },
);

/** Can packets from outside use it? A wildcard is only looked up by sockets. */
function isRoutable({ address, type }: Frontend, { settings }: CiliumContext): boolean {
  return !isUnspecified(address) && (type !== 'ClusterIP' || settings['bpf-lb-external-clusterip']);
}

function checksRanges({ type, service }: Frontend, { features, settings }: CiliumContext): boolean {
  if (service.sourceRanges.length === 0) return false;
  if (!features.rangesOfVips || settings['bpf-lb-source-range-all-types']) return true;
  return type === 'LoadBalancer' || (features.rangesOfExternalIPs && type === 'ExternalIPs');
}

function isDsr({ service, protocol }: Frontend, { features, settings }: CiliumContext): boolean {
  if (service.forwardingMode) return service.forwardingMode === 'dsr';
  const mode = settings['bpf-lb-mode'];
  return mode === 'dsr' || (mode === 'hybrid' && features.hybridSetsDsr && protocol === 'TCP');
}

/** The bits of a frontend's master and slots (pkg/loadbalancer NewSvcFlag), in the order they are printed. */
export function flagsOf(frontend: Frontend, context: CiliumContext): LbFlag[] {
  const { type, service } = frontend;
  const checks = checksRanges(frontend, context);
  const bits: readonly (readonly [LbFlag, boolean])[] = [
    ['Local', service.extLocal],
    ['InternalLocal', service.intLocal],
    ['two-scopes', service.extLocal !== service.intLocal && type !== 'ClusterIP'],
    ['sessionAffinity', service.affinityTimeout > 0],
    ['non-routable', !isRoutable(frontend, context)],
    ['check source-range', checks],
    ['deny', checks && service.denies],
    ['loopback', service.loopback],
    ['delegate-if-local', service.delegates],
    ['dsr', isDsr(frontend, context)],
  ];
  return bits.filter(([, isSet]) => isSet).map(([flag]) => flag);
}

/** Has the frontend a Maglev table (pkg/loadbalancer/reconciler useMaglev)? An annotation decides, else the agent. */
export function usesMaglev(frontend: Frontend, { settings }: CiliumContext): boolean {
  const { address, type, service } = frontend;
  if (isUnspecified(address)) return false;
  if (service.algorithm) return service.algorithm === 'maglev';
  if (settings['bpf-lb-algorithm'] !== 'maglev') return false;
  return type !== 'ClusterIP' || settings['bpf-lb-external-clusterip'];
}

/** The counts of a master: those that take new connections, and the others (KEP-1669: without any other, terminating ones). */
export function countsOf({ backends }: Frontend): Pick<LbService, 'count' | 'qcount'> {
  const slots = backends.filter(({ state }) => state !== 'maintenance');
  const active = slots.filter(({ state, unhealthy }) => state === 'active' && !unhealthy).length;
  const terminating = slots.filter(({ state, unhealthy }) => state === 'terminating' && !unhealthy).length;
  const count = active > 0 ? active : terminating;
  return { count, qcount: slots.length - count };
}

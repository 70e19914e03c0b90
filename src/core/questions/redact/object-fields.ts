import type {
  ClusterObjects,
  Container,
  ContainerPort,
  DeploymentObject,
  Endpoint,
  EndpointSliceObject,
  Labels,
  NodeObject,
  ObjectMeta,
  PodObject,
  PodSpec,
  ServiceObject,
} from '../../kubernetes/types';
import { makeChoice, type FieldsOf } from './field-table';

/** A map of labels, and a selector of them. */
export const LABELS: FieldsOf<Labels> = { '{key}': 'key', '{}': 'label' };
const ANNOTATIONS: FieldsOf<Labels> = {
  '{key}': 'key',
  '{}': 'annotation',
  'kubernetes.io/ingress.class': 'name',
  'metallb.io/loadBalancerIPs': 'address',
  'metallb.universe.tf/loadBalancerIPs': 'address',
  'kube-vip.io/loadbalancerIPs': 'address',
  'lbipam.cilium.io/ips': 'address',
};
const PROTOCOLS = makeChoice('TCP', 'UDP', 'SCTP');
const CONDITIONS = { type: 'word', status: 'word' } as const;

const META: FieldsOf<ObjectMeta> = {
  name: 'name',
  namespace: 'name',
  labels: LABELS,
  annotations: ANNOTATIONS,
  uid: 'name',
  generateName: 'name',
  creationTimestamp: 'word',
  deletionTimestamp: 'word',
  ownerReferences: { apiVersion: 'word', kind: 'word', name: 'name' },
};

const NODE: FieldsOf<NodeObject> = {
  apiVersion: makeChoice('v1'),
  kind: makeChoice('Node'),
  metadata: META,
  spec: {
    podCIDR: 'address',
    podCIDRs: 'address',
    unschedulable: 'plain',
    taints: { key: 'key', effect: 'word', value: 'label' },
  },
  status: {
    addresses: { type: 'word', address: 'name' },
    conditions: CONDITIONS,
    allocatable: { '{key}': 'word', '{}': 'word' },
    nodeInfo: { kernelVersion: 'word', kubeletVersion: 'word', kubeProxyVersion: 'word' },
  },
};

const CONTAINER_PORT: FieldsOf<ContainerPort> = {
  name: 'name',
  containerPort: 'plain',
  hostPort: 'plain',
  hostIP: 'address',
  protocol: PROTOCOLS,
};
const CONTAINER: FieldsOf<Container> = { name: 'name', image: 'annotation', ports: CONTAINER_PORT };

const POD_SPEC: FieldsOf<PodSpec> = {
  nodeName: 'name',
  hostNetwork: 'plain',
  dnsPolicy: makeChoice('ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'),
  dnsConfig: { nameservers: 'address', searches: 'host', options: { name: 'word', value: 'word' } },
  hostname: 'name',
  subdomain: 'name',
  containers: CONTAINER,
  initContainers: { ...CONTAINER, restartPolicy: 'word' },
};

const POD: FieldsOf<PodObject> = {
  apiVersion: makeChoice('v1'),
  kind: makeChoice('Pod'),
  metadata: META,
  spec: POD_SPEC,
  status: {
    phase: 'word',
    podIP: 'address',
    podIPs: { ip: 'address' },
    hostIP: 'address',
    conditions: CONDITIONS,
  },
};

const DEPLOYMENT: FieldsOf<DeploymentObject> = {
  apiVersion: makeChoice('apps/v1'),
  kind: makeChoice('Deployment'),
  metadata: META,
  spec: {
    replicas: 'plain',
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: POD_SPEC },
  },
};

const SERVICE: FieldsOf<ServiceObject> = {
  apiVersion: makeChoice('v1'),
  kind: makeChoice('Service'),
  metadata: META,
  spec: {
    type: makeChoice('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    selector: LABELS,
    clusterIP: 'address',
    clusterIPs: 'address',
    ipFamilies: makeChoice('IPv4', 'IPv6'),
    ipFamilyPolicy: makeChoice('SingleStack', 'PreferDualStack', 'RequireDualStack'),
    ports: {
      name: 'name',
      protocol: PROTOCOLS,
      port: 'plain',
      targetPort: 'name',
      nodePort: 'plain',
      appProtocol: 'key',
    },
    externalIPs: 'address',
    externalName: 'host',
    loadBalancerIP: 'address',
    loadBalancerSourceRanges: 'address',
    loadBalancerClass: 'key',
    allocateLoadBalancerNodePorts: 'plain',
    externalTrafficPolicy: makeChoice('Cluster', 'Local', ''),
    internalTrafficPolicy: makeChoice('Cluster', 'Local'),
    trafficDistribution: 'word',
    healthCheckNodePort: 'plain',
    publishNotReadyAddresses: 'plain',
    sessionAffinity: makeChoice('None', 'ClientIP', ''),
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 'plain' } },
  },
  status: { loadBalancer: { ingress: { ip: 'address', hostname: 'host', ipMode: makeChoice('VIP', 'Proxy') } } },
};

const ENDPOINT: FieldsOf<Endpoint> = {
  addresses: 'host',
  conditions: { ready: 'plain', serving: 'plain', terminating: 'plain' },
  hostname: 'name',
  nodeName: 'name',
  zone: 'label',
  hints: { forZones: { name: 'label' }, forNodes: { name: 'name' } },
  targetRef: { kind: 'word', namespace: 'name', name: 'name', uid: 'name' },
};

const SLICE: FieldsOf<EndpointSliceObject> = {
  apiVersion: makeChoice('discovery.k8s.io/v1'),
  kind: makeChoice('EndpointSlice'),
  metadata: META,
  addressType: makeChoice('IPv4', 'IPv6', 'FQDN'),
  ports: { name: 'name', protocol: PROTOCOLS, port: 'plain', appProtocol: 'key' },
  endpoints: ENDPOINT,
};

/** The objects of a cluster. */
export const CLUSTER_FIELDS: FieldsOf<ClusterObjects> = {
  nodes: NODE,
  pods: POD,
  deployments: DEPLOYMENT,
  services: SERVICE,
  endpointSlices: SLICE,
  others: { apiVersion: 'word', kind: 'word', metadata: META },
};

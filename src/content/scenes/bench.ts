import { emptyDocument, type Document, type Flow, type FlowTarget } from '../../core/document/document';
import { addFlow, replaceCluster } from '../../core/document/edits/cluster';
import { gatewayWithPods, ingressNginx, ingressObject } from '../../core/document/edits/routes';
import { addPasted, setFacts } from '../../core/document/edits/pasted';
import { makeCluster, node, service } from '../../core/kubernetes/build';
import { withNodeSettings, type NodeSettings } from '../../core/kubernetes/network/node-settings';
import type { ClusterObjects, KubernetesObject, OtherObject, ServiceObject } from '../../core/kubernetes/types';
import { clientPod, dnsService, httpPods, makePod, toService } from '../examples/example';

/** Where names are asked for. */
export const DNS: FlowTarget = { kind: 'service', namespace: 'kube-system', name: 'kube-dns', via: 'clusterIP' };

interface BenchOptions {
  /** How many Pods stand behind web. */
  readonly pods: number;
  /** The node they are all on; absent: wherever there is room. */
  readonly on?: string;
  readonly service?: Partial<Omit<ServiceObject['spec'], 'ports'>>;
  /** Addresses the load balancer gave it. */
  readonly ingress?: readonly string[];
  /** Of both nodes. */
  readonly settings?: NodeSettings;
  /** Of IPVS. */
  readonly scheduler?: string;
  /** What stands in front of it outside. */
  readonly balancer?: string;
  /** No Pod stands behind kube-dns. */
  readonly isDnsDown?: true;
  readonly extra?: readonly KubernetesObject[];
  /** NetworkPolicies and the like. */
  readonly others?: readonly (OtherObject & { readonly spec: object })[];
}

interface Bench {
  readonly document: () => Document;
}

const askWeb = (cluster: ClusterObjects): Omit<Flow, 'id'> => ({
  from: makePod(cluster, 'client'),
  to: toService('web'),
  protocol: 'tcp',
  port: 80,
});

/** Two nodes, a client on the first, DNS, and the Service web with some Pods; one flow, the client's to web unless told. */
export function clusterBench(options: BenchOptions, flow = askWeb): Bench {
  const { pods, on, settings = {}, ingress = [], scheduler, extra = [], others } = options;
  const objects = [
    ...['node1', 'node2'].map((name) => withNodeSettings(node(name), settings)),
    ...dnsService().filter(({ kind }) => kind === 'Service' || !options.isDnsDown),
    ...(pods > 0 ? [httpPods('web', pods, on)] : []),
    clientPod('node1'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ...options.service,
      ports: [
        { name: 'http', port: 80, targetPort: 'http', ...(options.service?.clusterIP ? {} : { nodePort: 30_080 }) },
      ],
      ingress,
      ...(options.balancer === undefined ? {} : { annotations: { 'rulewalk/load-balancer': options.balancer } }),
    }),
    ...extra,
  ];
  return {
    document: () => {
      const made = replaceCluster(emptyDocument(), { ...makeCluster(objects), ...(others ? { others } : {}) });
      const kubeProxy = scheduler === undefined ? made.kubeProxy : { ...made.kubeProxy, ipvs: { scheduler } };
      return addFlow({ ...made, kubeProxy }, flow(made.cluster));
    },
  };
}

/** A Gateway whose Pod is in the network of one node, two Services on the other that an HTTPRoute shares requests among, and one request from outside. */
export function gatewayBench(weights: { readonly web: number; readonly canary: number }): Bench {
  const gateway = gatewayWithPods(
    { namespace: 'default', name: 'gateway' },
    { replicas: 1, nodeName: 'node1', hostNetwork: true, service: { type: 'ClusterIP' } },
  );
  const canary = service('canary', {
    selector: { app: 'canary' },
    ports: [{ name: 'http', port: 80, targetPort: 'http' }],
  });
  const extra = [httpPods('canary', 1, 'node2'), canary, ...gateway.deployments, ...gateway.services];
  const classes = gateway.others as readonly (OtherObject & { readonly spec: object })[];
  const others = [...classes, httpRoute('shop', weights)];
  return clusterBench({ pods: 1, on: 'node2', extra, others }, () => ({
    from: { kind: 'external' },
    to: { kind: 'route', object: 'HTTPRoute', namespace: 'default', name: 'shop' },
    protocol: 'tcp',
    port: 80,
    http: {},
  }));
}

function httpRoute(name: string, weights: Readonly<Record<string, number>>) {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name, namespace: 'default' },
    spec: {
      parentRefs: [{ name: 'gateway' }],
      hostnames: [`${name}.example`],
      rules: [{ backendRefs: Object.entries(weights).map(([to, weight]) => ({ name: to, port: 80, weight })) }],
    },
  } as OtherObject & { readonly spec: object };
}

/** An Ingress with its controller in the network of one node, the Service it leads to on the other, and one request from outside. */
export function requestBench(http: NonNullable<Flow['http']>): Bench {
  const nginx = ingressNginx({ replicas: 1, nodeName: 'node1', hostNetwork: true, service: { type: 'ClusterIP' } });
  const behind = service('cart', {
    selector: { app: 'cart' },
    ports: [{ name: 'http', port: 80, targetPort: 'http' }],
  });
  const shop = ingressObject({ name: 'shop' }, [
    { host: 'shop.example', path: '/', service: 'web' },
    { host: 'shop.example', path: '/cart', service: 'cart' },
  ]) as OtherObject & { readonly spec: object };
  const classes = nginx.others as readonly (OtherObject & { readonly spec: object })[];
  const extra = [httpPods('cart', 1, 'node2'), behind, ...nginx.deployments, ...nginx.services];
  return clusterBench({ pods: 1, on: 'node2', extra, others: [...classes, shop] }, () => ({
    from: { kind: 'external' },
    to: { kind: 'route', object: 'Ingress', namespace: 'default', name: 'shop' },
    protocol: 'tcp',
    port: 80,
    http,
  }));
}

const FACTS = {
  interfaces: [
    { name: 'eth0', addresses: ['172.18.0.2/16'] },
    { name: 'cni0', addresses: ['10.244.0.1/24'], kind: 'bridge' },
  ],
  routes: [{ dst: '10.244.1.0/24', via: '172.18.0.3', dev: 'eth0' }],
} as const;

/** A pasted node with one packet: of a Pod to the Service, or of a client outside to the nodePort. */
export function pastedBench(text: string, from: 'pod' | 'outside'): Bench {
  const flow =
    from === 'pod'
      ? ({
          from: { kind: 'interface', device: 'cni0', address: '10.244.0.9' },
          to: { kind: 'address', address: '10.96.98.173' },
          protocol: 'tcp',
          port: 80,
        } as const)
      : ({
          from: { kind: 'interface', device: 'eth0', address: '172.18.0.250' },
          to: { kind: 'address', address: '172.18.0.2' },
          protocol: 'tcp',
          port: 30_080,
        } as const);
  return { document: () => addFlow(setFacts(addPasted(emptyDocument(), [{ title: 'node1', text }]), FACTS), flow) };
}

/** The nat table of a node whose kube-proxy knows one Service, as `iptables-save` prints it. */
export const NAT_OF_WEB = `*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-EXT-CDGGSHYLG3RE2FKL - [0:0]
:KUBE-MARK-DROP - [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-NODEPORTS - [0:0]
:KUBE-POSTROUTING - [0:0]
:KUBE-SEP-UIQK3OSOSTRHRPBX - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-CDGGSHYLG3RE2FKL - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING
-A KUBE-EXT-CDGGSHYLG3RE2FKL -m comment --comment "masquerade traffic for default/web:http external destinations" -j KUBE-MARK-MASQ
-A KUBE-EXT-CDGGSHYLG3RE2FKL -j KUBE-SVC-CDGGSHYLG3RE2FKL
-A KUBE-MARK-DROP -j MARK --set-xmark 0x8000/0x8000
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-NODEPORTS -p tcp -m comment --comment "default/web:http" -m tcp --dport 30080 -j KUBE-EXT-CDGGSHYLG3RE2FKL
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully
-A KUBE-SEP-UIQK3OSOSTRHRPBX -s 10.244.1.2/32 -m comment --comment "default/web:http" -j KUBE-MARK-MASQ
-A KUBE-SEP-UIQK3OSOSTRHRPBX -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination 10.244.1.2:8080
-A KUBE-SERVICES -d 10.96.0.1/32 -p tcp -m comment --comment "default/kubernetes:https cluster IP" -m tcp --dport 443 -j KUBE-MARK-MASQ
-A KUBE-SERVICES -d 10.96.98.173/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-CDGGSHYLG3RE2FKL
-A KUBE-SERVICES -m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-SVC-CDGGSHYLG3RE2FKL -m comment --comment "default/web:http -> 10.244.1.2:8080" -j KUBE-SEP-UIQK3OSOSTRHRPBX
COMMIT
`;

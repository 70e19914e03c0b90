import { emptyDocument, type Document, type Flow, type FlowTarget } from '../../core/document/document';
import { addFlow, replaceCluster } from '../../core/document/edits/cluster';
import { makeCluster, deployment, pod, service } from '../../core/kubernetes/build';
import type { ClusterObjects, KubernetesObject, OtherObject } from '../../core/kubernetes/types';
import type { Locale, LocaleTexts } from '../languages';
import { type ExampleId, textIn } from '../titles';

/** A bench somebody can open with one click: one file each, one line in index.ts. */
export interface Example {
  readonly id: string;
  readonly title: LocaleTexts;
  /** One sentence: what will be seen. */
  readonly about: LocaleTexts;
  readonly document: (locale?: Locale) => Document;
}

/** What an example is made of; the control plane does the rest. */
export interface Recipe extends Omit<Example, 'id' | 'document' | 'title' | 'about'> {
  /** Names its words in each language's `examples.ts`. */
  readonly id: ExampleId;
  readonly seed?: number;
  readonly objects: () => readonly KubernetesObject[];
  /** Absent: the newest that is recorded whole, as a new document has it. */
  readonly release?: string;
  /** Ingresses and the like. */
  readonly others?: readonly OtherObject[];
  /** Flows over the finished cluster, whose Pods have their names by then. */
  readonly flows: (cluster: ClusterObjects) => readonly Omit<Flow, 'id'>[];
}

/** Makes an example of a recipe. */
export function example({ id, seed = 1, release, objects, others, flows }: Recipe): Example {
  const words = exampleWords(id);
  return {
    id,
    ...words,
    document: (locale = 'en') => {
      const empty = { ...emptyDocument(words.title[locale]), seed, ...(release === undefined ? {} : { release }) };
      const document = replaceCluster(empty, { ...makeCluster(objects()), ...(others ? { others } : {}) });
      return flows(document.cluster).reduce(addFlow, document);
    },
  };
}

/** The title of an example, and one sentence on it. */
export function exampleWords(id: ExampleId): Pick<Example, 'title' | 'about'> {
  return {
    title: textIn(({ EXAMPLE_WORDS }) => EXAMPLE_WORDS[id].title),
    about: textIn(({ EXAMPLE_WORDS }) => EXAMPLE_WORDS[id].about),
  };
}

type PodEnd = { readonly kind: 'pod'; readonly namespace: string; readonly name: string };

/** The first Pod of an app, on a node if one is named; the app's own name when there is none, so that the flow says so. */
export function makePod(cluster: ClusterObjects, app: string, nodeName?: string): PodEnd {
  const found = cluster.pods.find(
    ({ metadata, spec }) => metadata.labels?.['app'] === app && (nodeName === undefined || spec.nodeName === nodeName),
  );
  return { kind: 'pod', namespace: 'default', name: found?.metadata.name ?? app };
}

/** A Service of the namespace `default` as a flow's target. */
export function toService(
  name: string,
  via: 'clusterIP' | 'nodePort' | 'externalIP' | 'loadBalancer' = 'clusterIP',
  nodeName?: string,
): FlowTarget {
  const end = { kind: 'service', namespace: 'default', name, via } as const;
  return nodeName === undefined ? end : { ...end, node: nodeName };
}

/** A Pod `client` that listens to nothing. */
export function clientPod(nodeName: string): KubernetesObject {
  return pod('client', { node: nodeName, labels: { app: 'client' }, containers: [{ name: 'client' }] });
}

/** A Deployment `app` of Pods that listen on TCP 8080 as port `http`. */
export function httpPods(name: string, replicas: number, nodeName?: string): KubernetesObject {
  return deployment(name, {
    replicas,
    labels: { app: name },
    ...(nodeName === undefined ? {} : { nodeName }),
    containers: [{ name, ports: [{ name: 'http', containerPort: 8080 }] }],
  });
}

/** DNS as every cluster has it: the Service `kube-dns` and two CoreDNS Pods. `kubernetes` is made by the API server. */
export function dnsService(replicas = 2): readonly KubernetesObject[] {
  const dnsPorts = [
    { name: 'dns', protocol: 'UDP', containerPort: 53 },
    { name: 'dns-tcp', protocol: 'TCP', containerPort: 53 },
  ] as const;
  const dns = service('kube-system/kube-dns', {
    clusterIP: '10.96.0.10',
    selector: { 'k8s-app': 'kube-dns' },
    ports: [
      { name: 'dns', protocol: 'UDP', port: 53 },
      { name: 'dns-tcp', protocol: 'TCP', port: 53 },
    ],
  });
  const coredns = deployment('kube-system/coredns', {
    replicas,
    labels: { 'k8s-app': 'kube-dns' },
    containers: [{ name: 'coredns', ports: dnsPorts }],
  });
  return [dns, coredns];
}

/** The same Pods by another address: whom the DNS caches of nodes ask (nodelocaldns.yaml). */
export function upstreamService(): KubernetesObject {
  return service('kube-system/kube-dns-upstream', {
    selector: { 'k8s-app': 'kube-dns' },
    ports: [
      { name: 'dns', protocol: 'UDP', port: 53, targetPort: 53 },
      { name: 'dns-tcp', protocol: 'TCP', port: 53, targetPort: 53 },
    ],
  });
}

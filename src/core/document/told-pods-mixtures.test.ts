import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeCluster } from '../kubernetes/complete';
import { findOwnerService } from '../kubernetes/defaults';
import { getNamespace } from '../kubernetes/types';
import { finished } from '../lib/scan';
import { tries } from '../lib/testing/soaking';
import { emptyDocument, type Document } from './document';
import { openManifest } from './open-manifest';

const WORKLOADS = ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'] as const;
type WorkloadKind = (typeof WORKLOADS)[number];

const NODES = [
  ['ip-10-0-8-254.eu-west-1.compute.internal', '10.0.8.254'],
  ['ip-10-0-8-176.eu-west-1.compute.internal', '10.0.8.176'],
] as const;

interface ToldPod {
  readonly name: string;
  readonly ip: string;
  readonly node: string;
}

const ENDS = ['4kdbr', '5r757', 'dhts5', 'hsl87'];
const nameAt = (kind: WorkloadKind, at: number): string => {
  if (kind === 'StatefulSet') return `till-${at}`;
  return kind === 'Deployment' ? `till-dbdd7955d-${ENDS[at]}` : `till-${ENDS[at]}`;
};
const listPods = (kind: WorkloadKind): readonly ToldPod[] =>
  Array.from({ length: kind === 'DaemonSet' ? 2 : 4 }, (_, at) => {
    const [node] = NODES[at % 2]!;
    return { name: nameAt(kind, at), ip: `192.168.${at % 2 === 0 ? 3 : 49}.${136 + at}`, node };
  });

const inTable = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at]! + 3))
          .join('')
          .trimEnd()}\n`,
    )
    .join('');
};
const shell = (command: string, printed: string): string => `\`\`\`\n$ ${command}\n${printed}\`\`\`\n\n`;

/** A listing of a part of the cluster, and the Pods it names. */
interface View {
  readonly tells: 'names' | 'unplaced' | 'addresses' | 'workload' | 'service' | 'nodes';
  readonly print: (pods: readonly ToldPod[], kind: WorkloadKind) => string;
}

const AFTER = { Deployment: 'apps/v1', ReplicaSet: 'apps/v1', StatefulSet: 'apps/v1', DaemonSet: 'apps/v1' } as const;
/** Of more than three endpoints kubectl prints three. */
const cut = (places: readonly string[]): string =>
  `${places.slice(0, 3).join(',')}${places.length > 3 ? ` + ${places.length - 3} more...` : ''}`;
const inWords = (yaml: string): string => `As I have it:\n\n\`\`\`yaml\n${yaml}\`\`\`\n\n`;
const labelsOf = (kind: WorkloadKind): string =>
  kind === 'Deployment' ? 'app=till,pod-template-hash=dbdd7955d' : 'app=till';

const VIEWS: Readonly<Record<string, View>> = {
  'Endpoints with targetRef': {
    tells: 'names',
    print: (pods) =>
      inWords(
        `apiVersion: v1\nkind: Endpoints\nmetadata: {name: till, namespace: default}\nsubsets:\n- addresses:\n${pods
          .map(
            ({ name, ip, node }) =>
              `  - {ip: ${ip}, nodeName: ${node}, targetRef: {kind: Pod, name: ${name}, namespace: default}}\n`,
          )
          .join('')}  ports: [{port: 8080, protocol: TCP}]\n`,
      ),
  },
  'EndpointSlice with targetRef': {
    tells: 'names',
    print: (pods) =>
      inWords(
        `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: till-x2k4p, namespace: default, labels: {kubernetes.io/service-name: till}}\naddressType: IPv4\nports: [{name: "", port: 8080, protocol: TCP}]\nendpoints:\n${pods
          .map(
            ({ name, ip, node }) =>
              `- {addresses: [${ip}], conditions: {ready: true}, nodeName: ${node}, targetRef: {kind: Pod, name: ${name}, namespace: default}}\n`,
          )
          .join('')}`,
      ),
  },
  'get endpoints': {
    tells: 'addresses',
    print: (pods) =>
      shell(
        'kubectl get endpoints till',
        inTable([
          ['NAME', 'ENDPOINTS', 'AGE'],
          ['till', cut(pods.map(({ ip }) => `${ip}:8080`)), '3d'],
        ]),
      ),
  },
  'get endpointslices': {
    tells: 'addresses',
    print: (pods) =>
      shell(
        'kubectl get endpointslices',
        inTable([
          ['NAME', 'ADDRESSTYPE', 'PORTS', 'ENDPOINTS', 'AGE'],
          ['till-x2k4p', 'IPv4', '8080', cut(pods.map(({ ip }) => ip)), '3d'],
        ]),
      ),
  },
  'get pods -o wide': {
    tells: 'names',
    print: (pods) =>
      shell(
        'kubectl get pods -o wide',
        inTable([
          ['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE'],
          ...pods.map(({ name, ip, node }) => [name, '1/1', 'Running', '0', '2m', ip, node]),
        ]),
      ),
  },
  'get pods': {
    tells: 'unplaced',
    print: (pods) =>
      shell(
        'kubectl get pods',
        inTable([
          ['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'],
          ...pods.map(({ name }) => [name, '1/1', 'Running', '0', '2m']),
        ]),
      ),
  },
  'get pods -o wide, later': {
    tells: 'names',
    print: (pods) =>
      shell(
        'kubectl get po -o wide',
        inTable([
          ['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE', 'NOMINATED NODE'],
          ...pods.map(({ name, ip, node }) => [name, '1/1', 'Running', '0', '25m', ip, node, '<none>']),
        ]),
      ),
  },
  'get pods --show-labels': {
    tells: 'names',
    print: (pods, kind) =>
      shell(
        'kubectl get pods -o wide --show-labels',
        inTable([
          ['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE', 'LABELS'],
          ...pods.map(({ name, ip, node }) => [name, '1/1', 'Running', '0', '2m', ip, node, labelsOf(kind)]),
        ]),
      ),
  },
  'describe pods': {
    tells: 'names',
    print: (pods, kind) =>
      shell(
        'kubectl describe pods',
        pods
          .map(
            ({ name, ip, node }) =>
              `Name:         ${name}\nNamespace:    default\nNode:         ${node}/${NODES.find(([each]) => each === node)![1]}\nLabels:       ${labelsOf(kind).replace(',', '\n              ')}\nStatus:       Running\nIP:           ${ip}\nContainers:\n  till:\n    Image:          till@sha256:aa\n    Port:           8080/TCP\n    State:          Running\n    Ready:          True\nConditions:\n  Type              Status\n  Ready             True\n`,
          )
          .join('\n\n'),
      ),
  },
  'Pods with a sidecar': {
    tells: 'names',
    print: (pods, kind) =>
      inWords(
        pods
          .map(
            ({ name, ip, node }) =>
              `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  labels: {${labelsOf(kind).replaceAll('=', ': ').replace(',', ', ')}}\nspec:\n  nodeName: ${node}\n  containers: [{name: till, image: till, ports: [{containerPort: 8080}]}, {name: proxy, image: proxy}]\nstatus: {phase: Running, podIP: ${ip}, conditions: [{type: Ready, status: "True"}]}\n`,
          )
          .join('---\n'),
      ),
  },
  workload: {
    tells: 'workload',
    print: (pods, kind) =>
      inWords(
        `apiVersion: ${AFTER[kind]}\nkind: ${kind}\nmetadata: {name: till, namespace: default}\nspec:\n  replicas: ${pods.length}\n  selector: {matchLabels: {app: till}}\n  template:\n    metadata: {labels: {app: till}}\n    spec: {containers: [{name: till, image: till}]}\n`,
      ),
  },
  Service: {
    tells: 'service',
    print: () =>
      inWords(
        'apiVersion: v1\nkind: Service\nmetadata: {name: till, namespace: default}\nspec: {type: NodePort, clusterIP: 10.97.169.67, selector: {app: till}, ports: [{port: 80, protocol: TCP, targetPort: 8080, nodePort: 31986}]}\n',
      ),
  },
  'get services': {
    tells: 'service',
    print: () =>
      shell(
        'kubectl get svc',
        inTable([
          ['NAME', 'TYPE', 'CLUSTER-IP', 'EXTERNAL-IP', 'PORT(S)', 'AGE'],
          ['till', 'NodePort', '10.97.169.67', '<none>', '80:31986/TCP', '3d'],
        ]),
      ),
  },
  'get services -o wide': {
    tells: 'service',
    print: () =>
      shell(
        'kubectl get svc -o wide',
        inTable([
          ['NAME', 'TYPE', 'CLUSTER-IP', 'EXTERNAL-IP', 'PORT(S)', 'AGE', 'SELECTOR'],
          ['till', 'NodePort', '10.97.169.67', '<none>', '80:31986/TCP', '3d', 'app=till'],
        ]),
      ),
  },
  'describe service': {
    tells: 'addresses',
    print: (pods) =>
      shell(
        'kubectl describe svc till',
        `Name:                     till\nNamespace:                default\nSelector:                 app=till\nType:                     NodePort\nIP:                       10.97.169.67\nPort:                     <unset>  80/TCP\nTargetPort:               8080/TCP\nNodePort:                 <unset>  31986/TCP\nEndpoints:                ${cut(pods.map(({ ip }) => `${ip}:8080`))}\nSession Affinity:         None\n`,
      ),
  },
  'get nodes': {
    tells: 'nodes',
    print: () =>
      shell(
        'kubectl get nodes -o wide',
        inTable([
          [
            'NAME',
            'STATUS',
            'ROLES',
            'AGE',
            'VERSION',
            'INTERNAL-IP',
            'EXTERNAL-IP',
            'OS-IMAGE',
            'KERNEL-VERSION',
            'CONTAINER-RUNTIME',
          ],
          ...NODES.map(([name, ip]) => [
            name,
            'Ready',
            '<none>',
            '3d',
            'v1.29.3',
            ip,
            '<none>',
            'Ubuntu 22.04.3 LTS',
            '5.15.0-91-generic',
            'containerd://1.7.2',
          ]),
        ]),
      ),
  },
};

const mixtures = fc.record({
  kind: fc.constantFrom(...WORKLOADS),
  names: fc.shuffledSubarray(Object.keys(VIEWS), { minLength: 2, maxLength: 6 }),
  isOneText: fc.boolean(),
});

function openViews(names: readonly string[], kind: WorkloadKind, isOneText: boolean): Document | undefined {
  const pods = listPods(kind);
  const printed = names.map((name) => VIEWS[name]!.print(pods, kind));
  const texts = isOneText ? [printed.join('')] : printed;
  return finished(openManifest({ document: { ...emptyDocument(), release: '1.29' }, texts, state: 'told' })).document;
}

/** What of a document is not as its views tell it. */
function listUntrue(document: Document, names: readonly string[], kind: WorkloadKind): readonly string[] {
  const told = listPods(kind);
  const { pods, nodes } = document.cluster;
  const tells = (what: View['tells']): boolean => names.some((name) => VIEWS[name]?.tells === what);
  const wrong: string[] = [];
  const own = pods.filter((pod) => getNamespace(pod) === 'default');
  // What is told by addresses alone is cut short.
  const least = tells('names') || tells('unplaced') ? told.length : Math.min(told.length, 3);
  if (own.length > told.length || own.length < least)
    wrong.push(`${own.length} Pods: ${own.map(({ metadata }) => metadata.name).join(' ')}`);
  for (const { name, ip, node } of tells('names') ? told : []) {
    const pod = own.find(({ metadata }) => metadata.name === name);
    const isSo = pod?.status?.podIP === ip && pod.spec.nodeName === node && !pod.spec.hostNetwork;
    if (!isSo) wrong.push(`${name}: ${pod?.status?.podIP} on ${pod?.spec.nodeName}`);
  }
  const addresses = own.map(({ status }) => status?.podIP ?? '');
  for (const { ip } of told.slice(0, tells('names') ? undefined : 3))
    if (!addresses.includes(ip)) wrong.push(`nobody at ${ip}`);
  if (tells('names') || names.includes('get nodes')) {
    const listed = nodes.map(
      ({ metadata, status }) => `${metadata.name} ${status.addresses?.map(({ address }) => address).join()}`,
    );
    if (
      listed.toSorted().join(' ') !==
      NODES.map((each) => each.join(' '))
        .toSorted()
        .join(' ')
    )
      wrong.push(`nodes ${listed.join(' ')}`);
  }
  const slices = completeCluster(document.cluster).endpointSlices.filter((slice) => findOwnerService(slice) === 'till');
  const ends = slices.flatMap(({ endpoints }) => (endpoints ?? []).flatMap((each) => each.addresses ?? [])).toSorted();
  if (tells('names') && slices.length > 0 && ends.join(' ') !== addresses.toSorted().join(' '))
    wrong.push(`endpoints ${ends.join(' ')}`);
  return wrong;
}

/** Endpoints without names beside Nodes may stand outside of the cluster: then a Service or workload tells that they are Pods. */
function tellsPods(names: readonly string[]): boolean {
  const told = new Set(names.map((name) => VIEWS[name]!.tells));
  const isOfCluster = !told.has('nodes') || names.some((name) => /service|Service|workload/.test(name));
  return told.has('names') || (told.has('addresses') && isOfCluster);
}

describe('Pods that texts tell in several ways', () => {
  it('are those of their workload: none is made up beside them, and each is where it is told', () => {
    fc.assert(
      fc.property(
        mixtures.filter(({ names }) => tellsPods(names)),
        ({ kind, names, isOneText }) => {
          const document = openViews(names, kind, isOneText);
          expect(document ? listUntrue(document, names, kind) : ['not opened'], names.join(' + ')).toEqual([]);
        },
      ),
      { numRuns: tries(3000) },
    );
  });
});

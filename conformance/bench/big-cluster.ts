import { openTexts } from '../../src/core/public/open-texts';
import { listEvidence } from '../../src/core/questions/evidence/list-evidence';
import type { Figure } from './walk';

const NODES = 40;

const podIP = (nth: number): string => {
  const own = Math.floor(nth / NODES);
  return `10.${128 + (nth % NODES)}.${Math.floor(own / 250)}.${(own % 250) + 2}`;
};
const clusterIP = (nth: number): string => `10.96.${Math.floor(nth / 250)}.${(nth % 250) + 2}`;

/** A cluster of so many Services of three Pods each, as `kubectl get nodes,pods,services -o json` prints it. */
function writeObjects(services: number): string {
  const nodes = Array.from({ length: NODES }, (_, i) => ({
    kind: 'Node',
    metadata: { name: `node${i}` },
    spec: { podCIDR: `10.${128 + i}.0.0/16` },
    status: { addresses: [{ type: 'InternalIP', address: `192.168.1.${i + 10}` }] },
  }));
  const pods = Array.from({ length: services * 3 }, (_, i) => ({
    kind: 'Pod',
    metadata: { name: `app-${i % services}-${i}`, namespace: 'default', labels: { app: `app-${i % services}` } },
    spec: { nodeName: `node${i % NODES}`, containers: [{ name: 'main', ports: [{ containerPort: 8080 }] }] },
    status: { phase: 'Running', podIP: podIP(i), conditions: [{ type: 'Ready', status: 'True' }] },
  }));
  const own = Array.from({ length: services }, (_, i) => ({
    kind: 'Service',
    metadata: { name: `app-${i}`, namespace: 'default' },
    spec: { clusterIP: clusterIP(i), selector: { app: `app-${i}` }, ports: [{ port: 80, targetPort: 8080 }] },
  }));
  const items = [...nodes, ...pods, ...own].map((object) => ({ apiVersion: 'v1', ...object }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2);
}

/** The same as `kubectl get pods,services -o wide` lists it. */
function writeTables(services: number): string {
  const pods = Array.from({ length: services * 3 }, (_, i) =>
    [`app-${i % services}-${i}`, '1/1', 'Running', '0', '3d', podIP(i), `node${i % NODES}`, '<none>', '<none>'].join(
      '   ',
    ),
  );
  const own = Array.from({ length: services }, (_, i) =>
    [`app-${i}`, 'ClusterIP', clusterIP(i), '<none>', '80/TCP', '3d', `app=app-${i}`].join('   '),
  );
  return [
    '$ kubectl get pods -o wide',
    'NAME   READY   STATUS   RESTARTS   AGE   IP   NODE   NOMINATED NODE   READINESS GATES',
    ...pods,
    '',
    '$ kubectl get svc -o wide',
    'NAME   TYPE   CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE   SELECTOR',
    ...own,
    '',
  ].join('\n');
}

/** Milliseconds of processor time until a text is a cluster, and all that it proves is listed. */
function openedIn(text: string, pods: number): number {
  const before = process.cpuUsage();
  const opened = openTexts([{ title: 'cluster', text }]);
  if (!opened.ok) throw new Error('no cluster was read');
  listEvidence(opened.value);
  if (opened.value.document.cluster.pods.length !== pods) throw new Error('Pods were lost');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const WRITERS = { 'objects as JSON': writeObjects, 'tables -o wide': writeTables } as const;

/** A large cluster brought as kubectl prints it; twice as much of it takes about twice as long. */
export function* bigClusterFigures(): Generator<Figure> {
  for (const [name, write] of Object.entries(WRITERS)) {
    // Once before, so that what is measured is not the compiler of the first second.
    openedIn(write(300), 900);
    const [half, whole] = [openedIn(write(1500), 4500), openedIn(write(3000), 9000)];
    const title = `3,000 Services, 9,000 Pods, ${name}`;
    yield { name: `${title}: opened, with what it proves`, value: whole, unit: 'ms', most: 12_000 };
    yield { name: `${title}: beside half of them`, value: whole / half, unit: 'x', most: 3 };
  }
}

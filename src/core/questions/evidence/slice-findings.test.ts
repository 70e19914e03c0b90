import { expect, it } from 'vitest';
import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { finished } from '../../lib/scan';
import { buildCluster } from '../../kubernetes/build';
import type { KubernetesObject } from '../../kubernetes/types';
import { findOfSlices } from './slice-findings';

const PORTS = [
  { name: 'dns', protocol: 'UDP', port: 1053, targetPort: 53 },
  { name: 'metrics', port: 9100, targetPort: 'metrics' },
];
const SERVICE = (spec: object) =>
  ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'till' }, spec }) as KubernetesObject;
const SLICE = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'till-1', labels: { 'kubernetes.io/service-name': 'till' } },
  addressType: 'IPv4',
  ports: [{ port: 53, protocol: 'UDP' }],
  endpoints: [{ addresses: ['10.9.9.3'] }],
} as unknown as KubernetesObject;
const find = (spec: object) => findOfSlices(buildCluster(SERVICE(spec), SLICE));

it('ports of other names: says the ports that a slice has to have', () => {
  const [found] = find({ ports: PORTS });
  expect(found?.id).toBe('unnamed-endpoints');
  expect(found?.next.values).toMatchObject({
    named: 'yes',
    fix: 'ports: [{name: dns, port: 53, protocol: UDP}, {name: metrics, port: PORT, protocol: TCP}]',
  });
});

it('a headless Service, whose addresses hang on no port', () => {
  expect(find({ ports: PORTS, clusterIP: 'None' })).toEqual([]);
  expect(find({ ports: [{ port: 53, protocol: 'UDP' }] })).toEqual([]);
});

it('two endpoints of one address, of which one is not ready', () => {
  const twins = (address: string) => ({
    ...SLICE,
    ports: [{ port: 80, protocol: 'TCP' }],
    endpoints: [
      {
        addresses: [address],
        conditions: { ready: false, terminating: true },
        targetRef: { kind: 'Pod', name: 'old' },
      },
      { addresses: ['10.9.9.3'], conditions: { ready: true }, targetRef: { kind: 'Pod', name: 'new' } },
    ],
  });
  const service = SERVICE({ ports: [{ port: 80 }] });
  const look = (address: string) => findOfSlices(buildCluster(service, twins(address) as unknown as KubernetesObject));
  expect(look('10.9.9.3')[0]?.says.values).toMatchObject({ ready: 'new', dead: 'old', address: '10.9.9.3' });
  expect(look('10.9.9.4')).toEqual([]);
});

const TABLES = (labels: string, service = 'store-ext') => `$ kubectl get svc -n vault
NAME        TYPE        CLUSTER-IP     EXTERNAL-IP   PORT(S)    AGE
${service}   ClusterIP   10.96.44.18    <none>        9000/TCP   3d

$ kubectl get endpointslices -n vault --show-labels
NAME          ADDRESSTYPE   PORTS   ENDPOINTS               AGE   LABELS
store-ext-a   IPv4          9000    172.18.4.7,172.18.4.9   3d    ${labels}
`;
function open(text: string) {
  const opened = finished(openManifest({ document: emptyDocument(), texts: [text], state: 'last' }));
  const { objects, document } = opened;
  if (!objects || !document) throw new Error('no objects');
  return { pods: document.cluster.pods, found: findOfSlices(objects, [{ text }]) };
}

it('a table of slices with labels: the label alone joins one to its Service, not its name', () => {
  const { pods, found } = open(TABLES('app=store,tier=back'));
  expect(found.map(({ id, says }) => [id, says.values?.['owner'], says.values?.['service']])).toEqual([
    ['misnamed-slice', 'none', 'store-ext'],
  ]);
  // Nobody is made up behind a Service whose slice is told and is not its own.
  expect(pods).toEqual([]);
  const joined = open(TABLES('app=store,kubernetes.io/service-name=store-ext'));
  expect(joined.found).toEqual([]);
  expect(joined.pods).not.toEqual([]);
});

it('a slice without the label, and a command that shows the Service to have no endpoint', () => {
  const shown = '\n$ kubectl describe svc depot -n vault | grep Endpoints\nEndpoints:       <none>\n';
  const slices = TABLES('app=store').split('\n\n')[1]!.replace('store-ext-a', 'depot-1');
  expect(open(`${slices}${shown}`).found[0]?.says.values).toMatchObject({ service: 'depot', alike: 'yes' });
  expect(open(`${slices}${shown.replace('<none>', '10.9.9.3:9000')}`).found).toEqual([]);
});

it('a port without a name is told by its number, as a number', () => {
  const slice = { ...SLICE, ports: [{ name: 'db', port: 53 }] } as unknown as KubernetesObject;
  const values = (port: object) => findOfSlices(buildCluster(SERVICE({ ports: [port] }), slice))[0]?.says.values;
  expect(values({ port: 53 })).toMatchObject({ called: 'unnamed' });
  expect(values({ name: 'sql', port: 53 })).toMatchObject({ called: 'named' });
});

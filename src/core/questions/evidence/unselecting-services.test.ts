import { expect, it } from 'vitest';
import { finished } from '../../lib/scan';
import { proveTexts } from './prove-texts';

const DESCRIBED = `Name:              till
Namespace:         shop
Labels:            <none>
Annotations:       <none>
Selector:          <none>
Type:              ClusterIP
IP Family Policy:  SingleStack
IP Families:       IPv4
IP:                10.96.33.7
IPs:               10.96.33.7
Port:              http  80/TCP
TargetPort:        8080/TCP
Endpoints:         <none>
Session Affinity:  None
Events:            <none>
`;
const SERVICE = (name = 'till', spec = '') => `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: shop}
spec:
  ports: [{name: http, port: 80, targetPort: 8080}]
${spec}`;
const POD = (name: string, labels: string, port = 8080) => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: shop, labels: ${labels}}
spec: {containers: [{name: a, image: a, ports: [{containerPort: ${port}}]}]}
`;
const SLICE = (owner: string, endpoints: string) => `---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: x, namespace: shop, labels: {kubernetes.io/service-name: ${owner}}}
addressType: IPv4
ports: [{name: http, port: 8080}]
endpoints: ${endpoints}
`;
const FAILS = 'It fails: curl: (7) Failed to connect to till.shop port 80: Connection refused\n';

function findIn(...texts: readonly string[]) {
  const pasted = { texts: texts.map((text, at) => ({ id: `t${at}`, title: `t${at}`, text })), facts: {} };
  return finished(proveTexts(pasted)).find(({ id }) => id === 'no-selector');
}
const patchIn = (...texts: readonly string[]) => findIn(...texts)?.next.values;
const PATCH = (labels: object) =>
  `kubectl -n shop patch service till --type=json -p '${JSON.stringify([{ op: 'add', path: '/spec/selector', value: labels }])}'`;

it('nobody writes the endpoints of a Service that is described without a selector and without endpoints', () => {
  expect(findIn(DESCRIBED)).toMatchObject({
    severity: 'error',
    line: { line: 1 },
    says: { values: { endpoints: 'listed' } },
  });
  const ids = finished(proveTexts({ texts: [{ id: 'a', title: 'a', text: DESCRIBED }], facts: {} })).map(
    ({ id }) => id,
  );
  expect(ids).not.toContain('no-endpoints');
});

it('written out, it is said beside a failure alone', () => {
  expect(findIn(SERVICE(), FAILS)).toMatchObject({ severity: 'warning', says: { values: { endpoints: 'untold' } } });
  expect(findIn(SERVICE())).toBeUndefined();
});

it.each([
  ['a selector', [SERVICE('till', '  selector: {app: till}\n'), FAILS]],
  ['another cluster’s name', [SERVICE('till', '  type: ExternalName\n  externalName: a.example.com\n'), FAILS]],
  ['endpoints that somebody wrote', [SERVICE() + SLICE('till', '[{addresses: [192.0.2.1]}]'), FAILS]],
  ['endpoints by a name that no Service has', [SERVICE() + SLICE('tills', '[{addresses: [192.0.2.1]}]'), FAILS]],
  [
    'a row, which has no selectors',
    [
      `NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\ntill   ClusterIP   10.96.3.7    <none>        80/TCP    3d\n`,
      FAILS,
    ],
  ],
  ['the API server’s own', [SERVICE('kubernetes').replace('shop', 'default'), FAILS]],
])('nothing is said of one with %s', (_what, texts) => {
  expect(findIn(...texts)).toBeUndefined();
});

it('the labels of the Pods that listen at its port are what it has to select, without those of controllers', () => {
  const pods =
    POD('till-a', '{app: till, pod-template-hash: x1}') + POD('till-b', '{app: till, pod-template-hash: x2}');
  expect(patchIn(SERVICE() + pods, FAILS)?.['patch']).toBe(PATCH({ app: 'till' }));
  const others = POD('other', '{app: other}') + POD('shelf', '{app: shelf}', 9090);
  expect(patchIn(SERVICE() + pods + others, FAILS)?.['patch']).toBe(PATCH({ app: 'till' }));
  expect(patchIn(SERVICE() + others, FAILS)?.['patch']).toBe(PATCH({ app: 'other' }));
  const unlike = POD('one', '{app: one}') + POD('two', '{app: two}');
  expect(patchIn(SERVICE() + unlike, FAILS)).toMatchObject({ labels: 'none', patch: PATCH({ LABEL: 'VALUE' }) });
});

it('endpoints of its own have its name, and its ports by their names', () => {
  expect(JSON.parse(String(patchIn(SERVICE(), FAILS)?.['slice']))).toMatchObject({
    metadata: { namespace: 'shop', labels: { 'kubernetes.io/service-name': 'till' } },
    ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
  });
});

it('an excerpt without ports says nothing of its selector', () => {
  const excerpt = SERVICE().replace(/ {2}ports:.*\n/, '  type: LoadBalancer\n');
  expect(findIn(FAILS, SERVICE())).toBeDefined();
  expect(findIn(FAILS, excerpt)).toBeUndefined();
});

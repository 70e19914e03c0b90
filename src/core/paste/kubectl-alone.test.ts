import { expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

const TABLES = `$ kubectl get nodes -o wide
NAME       STATUS   ROLES    AGE   VERSION   INTERNAL-IP     EXTERNAL-IP
worker-1   Ready    <none>   9d    v1.30.3   172.19.0.6      <none>
worker-2   Ready    <none>   9d    v1.30.3   172.19.0.7      <none>
$ kubectl get svc -n shop
NAME   TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)   AGE
cart   ClusterIP   10.96.3.7     <none>        80/TCP    8d
$ kubectl get endpoints -n shop
NAME   ENDPOINTS                           AGE
cart   10.42.1.5:9376,10.42.2.6:9376       8d
$ kubectl get pods -n shop -o wide
NAME     READY   STATUS    RESTARTS   AGE   IP          NODE
cart-0   1/1     Running   0          8d    10.42.1.5   worker-1
cart-1   1/1     Running   0          8d    10.42.2.6   worker-2
ask-0    1/1     Running   0          8d    10.42.1.9   worker-1
`;
const made = networkOfPasted(pasted(TABLES));
const said = (id: string): unknown[] =>
  made.assumptions.filter(({ reason }) => reason.id === id).map(({ value }) => value);

it('no rules are said to name what Pods of kubectl are in', () => {
  expect(said('analysis.pod-bridge.named')).toEqual([]);
  expect(said('analysis.pod-bridge.pod')).toEqual(['cni0 10.42.1.1/24']);
});

it('no way leads to a Node that kubectl does not list', () => {
  expect(said('analysis.route.pods')).toEqual([]);
  expect(said('analysis.route.node')).toEqual(['worker-2 172.19.0.7: 10.42.2.0/24 via 172.19.0.7 dev eth0']);
  const without = networkOfPasted(pasted(TABLES.slice(TABLES.indexOf('$ kubectl get svc'))));
  expect(without.assumptions.filter(({ reason }) => reason.id === 'analysis.route.pods')).toHaveLength(1);
});

it('the packet offered goes to an endpoint of a Service, by the port that is listed', () => {
  const [offer] = made.suggested;
  expect([offer?.from, offer?.to, offer?.port, offer?.reason]).toEqual([
    '10.42.1.9',
    '10.42.2.6',
    9376,
    { id: 'analysis.offer.listed', values: { service: 'shop/cart' } },
  ]);
});

it('rows are counted, not tables', () => {
  const pieces = made.texts.flatMap((text) => text.pieces ?? []);
  expect(pieces.map(({ format, count }) => [format, count])).toEqual([['kubectl-table', 7]]);
});

const LOG = `[ 8.5] seen: IN=cni7 OUT= SRC=10.42.1.5 DST=172.19.0.6 LEN=60 TTL=64 PROTO=TCP SPT=49720 DPT=10250 WINDOW=64860 RES=0x00 SYN URGP=0
`;
const RULES = '*filter\n:INPUT DROP [0:0]\n-A INPUT -i lo -j ACCEPT\nCOMMIT\n';

it('what only a packet shows is said to be seen, not told or named by rules', () => {
  const reasons = (text: string) =>
    networkOfPasted(pasted(text)).assumptions.flatMap(({ about, reason: { id, values } }) =>
      about === 'interface' ? [[id, values?.['by'] ?? values?.['how']]] : [],
    );
  expect(reasons(LOG + RULES)).toEqual([
    ['analysis.address.own', 'seen'],
    ['analysis.interface.named', 'packet'],
  ]);
  expect(reasons(LOG + RULES.replace('-i lo', '-i cni7'))).toContainEqual(['analysis.interface.named', 'rule']);
});

import { expect, it } from 'vitest';
import { hash16 } from '../lib/sha';
import { networkOfPasted, type PastedNetwork } from './pasted';

const CHAIN = `KUBE-SVC-${hash16('shop/cart:httptcp')}`;

const RULES = `root@worker-1:~# iptables-save -t nat
*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:${CHAIN} - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.3.7/32 -p tcp -m tcp --dport 80 -j ${CHAIN}
-A ${CHAIN} -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.244.1.9:8080
COMMIT
`;

const objects = (address: string, endpoint: string): string => `root@worker-1:~# kubectl get svc,ep,po,no -o yaml
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Service
  metadata: {name: cart, namespace: shop}
  spec:
    clusterIP: ${address}
    ports:
    - {name: http, port: 80, protocol: TCP}
- apiVersion: v1
  kind: Endpoints
  metadata: {name: cart, namespace: shop}
  subsets:
  - addresses:
    - {ip: ${endpoint}, nodeName: worker-1, targetRef: {kind: Pod, name: cart-7d9f, namespace: shop}}
    ports:
    - {name: http, port: 8080, protocol: TCP}
- apiVersion: v1
  kind: Node
  metadata: {name: worker-1}
  spec: {podCIDR: 10.244.1.0/24}
  status:
    addresses:
    - {type: InternalIP, address: 172.20.0.5}
`;

function paste(...texts: string[]): PastedNetwork {
  return networkOfPasted({
    texts: texts.map((text, index) => ({ id: `${index}`, title: `${index}`, text })),
    facts: {},
  });
}

const titles = ({ network }: PastedNetwork): string[] => [...network.netns.values()].map(({ title }) => title);
const differs = ({ assumptions }: PastedNetwork): string[] =>
  assumptions.filter(({ about }) => about === 'object').map(({ value, settledBy = '' }) => `${value} | ${settledBy}`);

it.each([
  ['one paste', [`${RULES}\n${objects('10.96.3.7', '10.244.1.9')}`]],
  ['two pastes', [RULES, objects('10.96.3.7', '10.244.1.9')]],
])('objects name what stands behind the rules: %s', (_, texts) => {
  const pasted = paste(...texts);
  expect(pasted.found.map(({ name }) => name)).toEqual(['shop/cart:http']);
  expect(titles(pasted)).toEqual(expect.arrayContaining(['worker-1', 'shop/cart-7d9f 10.244.1.9']));
  const node = pasted.network.netns.get('node');
  expect(JSON.stringify(node?.devices.find(({ name }) => name === 'cni0')?.addresses)).toContain('"prefix":24');
  expect(differs(pasted)).toEqual([]);
});

it('says where objects and rules are not the same', () => {
  expect(differs(paste(RULES, objects('10.96.9.9', '10.244.1.10')))).toEqual([
    'shop/cart 10.96.3.7 | kubectl -n shop get svc cart -o wide',
    'shop/cart +10.244.1.10:8080 -10.244.1.9:8080 | kubectl -n shop get endpoints cart -o wide',
  ]);
});

it.each([
  [
    'JSON',
    '{\n    "apiVersion": "v1",\n    "kind": "Service",\n    "metadata": {"name": "cart", "namespace": "shop"},\n    "spec": {"clusterIP": "10.96.3.7", "ports": [{"name": "http", "port": 80}]}\n}',
  ],
  [
    'a table',
    'NAMESPACE   NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\nshop        cart   ClusterIP   10.96.3.7    <none>        80/TCP    1d',
  ],
])('%s of kubectl counts as well', (_, text) => {
  expect(differs(paste(RULES, `$ kubectl get\n${text}\n\nand prose: after it`))).toEqual([]);
  expect(differs(paste(RULES, text.replace('10.96.3.7', '10.96.3.8')))).toHaveLength(1);
});

it('a broken object is left where it is, and the rules stand', () => {
  const pasted = paste(`${RULES}\napiVersion: v1\nkind: [Service\n`);
  expect(pasted.found).toHaveLength(1);
  expect(pasted.texts[0]?.others.some(({ looksLike }) => looksLike === 'kubernetes')).toBe(true);
});

import { describe, expect, it } from 'vitest';
import { openTexts } from '../public/open-texts';
import { listAskedPlaces } from './asked-places';

const asked = (text: string): readonly string[] =>
  listAskedPlaces([text]).map(({ host, port, at, inside, isFailed }) =>
    [`${host}:${port}`, at && `at ${at}`, inside && `in ${inside}`, isFailed && 'failed'].filter(Boolean).join(' '),
  );

describe('places that a text asks', () => {
  it.each([
    ['[root@shelf-2 ~]# curl -m 3 http://10.96.3.4:8080/x', ['10.96.3.4:8080 at shelf-2']],
    ['$ kubectl -n shop exec -it till-0 -- wget -qO- https://front.shop', ['front.shop:443 in shop/till-0']],
    ['root@a:~# nc -zv 10.96.3.4 53', ['10.96.3.4:53 at a']],
    [
      'telnet 10.96.3.4 6443\nTrying 10.96.3.4...\ntelnet: connect to address 10.96.3.4: Connection refused',
      ['10.96.3.4:6443 failed'],
    ],
    ['curl: (7) Failed to connect to 10.96.3.4 port 80 after 1 ms: Connection refused', ['10.96.3.4:80 failed']],
    ['Get "https://10.96.0.1:443/api": dial tcp 10.96.0.1:443: i/o timeout', ['10.96.0.1:443 failed']],
    ['ping 10.244.2.5\n4 packets transmitted, 0 received, 100% packet loss, time 3070ms', ['10.244.2.5:0 failed']],
    ['curl http://[fd00::7]:8080', ['fd00::7:8080']],
    ['After that NodePort 30443 times out.', [':30443 failed']],
    ['The address 203.0.113.9:31080 (of the load balancer) is not accessible.', ['203.0.113.9:31080 failed']],
    ['It listens on 203.0.113.9:31080, as it should.', []],
    ['    nodePort: 30443', []],
    ['we use curl here, and wget', []],
    ['curl -sfL https://get.k3s.io | sh -', ['get.k3s.io:443']],
  ])('%s', (text, places) => {
    expect(asked(text)).toEqual(places);
  });

  it('come once, those that failed first', () => {
    const text = 'curl 10.96.3.4:80\nok\ncurl 10.96.3.5:80\ncurl: (28) Connection timed out\ncurl 10.96.3.4:80\n';
    expect(asked(text)).toEqual(['10.96.3.5:80 failed', '10.96.3.4:80']);
  });
});

const NODE = `[root@shelf-2 ~]# curl -m 3 10.96.3.7:80
curl: (28) Connection timed out
*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SVC-BBBBBBBBBBBBBBBB - [0:0]
:KUBE-SEP-BBBBBBBBBBBBBBBB - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.3.6/32 -p tcp -m comment --comment "shop/cart cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SERVICES -d 10.96.3.7/32 -p tcp -m comment --comment "shop/till cluster IP" -m tcp --dport 80 -j KUBE-SVC-BBBBBBBBBBBBBBBB
-A KUBE-SVC-AAAAAAAAAAAAAAAA -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.42.1.8:8080
-A KUBE-SVC-BBBBBBBBBBBBBBBB -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p tcp -m tcp -j DNAT --to-destination 10.42.1.9:8080
COMMIT
`;

const CLUSTER = `$ kubectl get nodes -o wide
NAME    STATUS   ROLES    AGE   VERSION   INTERNAL-IP     EXTERNAL-IP
shelf   Ready    <none>   9d    v1.30.3   172.19.0.6      <none>
table   Ready    <none>   9d    v1.30.3   172.19.0.7      <none>
$ kubectl get svc -n shop
NAME   TYPE       CLUSTER-IP    EXTERNAL-IP   PORT(S)        AGE
cart   NodePort   10.96.3.7     <none>        80:30080/TCP   8d
$ kubectl get endpoints -n shop
NAME   ENDPOINTS        AGE
cart   10.42.1.5:9376   8d
$ curl -m 3 http://172.19.0.7:30080
curl: (28) Connection timed out
`;

const DUAL = `apiVersion: v1
kind: Node
metadata: {name: shelf}
status: {addresses: [{type: InternalIP, address: 172.19.0.7}, {type: InternalIP, address: "fd00:1::7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: cart, namespace: shop}
spec:
  type: NodePort
  clusterIP: 10.96.3.7
  clusterIPs: [10.96.3.7, "fd00:96::7"]
  ipFamilies: [IPv4, IPv6]
  ipFamilyPolicy: PreferDualStack
  selector: {app: cart}
  ports: [{port: 80, nodePort: 30080}]
`;

function open(text: string) {
  const opened = openTexts([{ title: 'post', text }]);
  if (!opened.ok) throw new Error('not opened');
  return opened.value;
}

it('what a person did not get comes before what a program did not', () => {
  const text =
    'dial tcp 10.42.0.22:9000: connection refused\ncurl -v http://192.0.2.41\n* connect to 192.0.2.41 port 80 failed: refused\n';
  expect(asked(text)).toEqual(['192.0.2.41:80 failed', '10.42.0.22:9000 failed']);
});

describe('what a text asks is offered first', () => {
  it('of a node: by the node itself where its prompt stands before the command', () => {
    const [first] = open(NODE).derived.suggested;
    expect(first).toMatchObject({ to: '10.96.3.7', port: 80, reason: { id: 'analysis.offer.asked' } });
    expect(first?.device).toBeUndefined();
    const own = '$ ip -br a\neth7 UP 192.0.2.5/24\n';
    const [outside] = open(NODE.replace('10.96.3.7:80', '10.99.9.9:80') + own + 'NodePort 30443 times out\n').derived
      .suggested;
    expect(outside).toMatchObject({ to: '192.0.2.5', port: 30_443, device: 'eth7' });
    const excerpt = NODE.replace('10.96.3.7:80', '10.99.9.9:80').replace(/^(?:\*nat|COMMIT|:.*)\n/gm, '');
    const [other] = open(excerpt).derived.suggested;
    expect(other?.reason.id).not.toBe('analysis.offer.asked');
  });

  it.each([
    [
      'curl -m 3 http://10.99.9.9:8443/\ncurl: (7) Failed to connect to 10.99.9.9 port 8443: refused',
      '10.99.9.9',
      8443,
      'tcp',
    ],
    ['dig @10.99.0.10 a.example\n;; connection timed out; no servers could be reached', '10.99.0.10', 53, 'udp'],
    ['nslookup a.example 10.99.0.10\n;; connection timed out; no servers could be reached', '10.99.0.10', 53, 'udp'],
    ['dig +tcp @10.99.0.10 a.example\n;; failed: timed out.', '10.99.0.10', 53, 'tcp'],
  ])('of a node with all its rules: an address that they do not know, too: %s', (typed, to, port, protocol) => {
    const [, ...rest] = NODE.split('\n').filter((line) => !/10\.96\.3\.7:80/.test(line) || line.startsWith('-A'));
    const rules = rest.filter((line) => !line.startsWith('curl'));
    const [first] = open(`$ ${typed}\n${rules.join('\n')}\n`).derived.suggested;
    expect(first).toMatchObject({ to, port, protocol, reason: { id: 'analysis.offer.asked' } });
  });

  it.each([
    ['$ curl -6 http://[fd00:1::7]:30080', 'fd00:1::7', 30_080],
    ['$ curl http://[fd00:96::7]/', 'fd00:96::7', 80],
  ])(
    'of a cluster: the address that was asked, where a flow to the Service asks at another: %s',
    (typed, address, port) => {
      const [flow] = open(`${typed}\ncurl: (28) Connection timed out\n$ kubectl get nodes,svc -o yaml\n${DUAL}`)
        .document.flows;
      expect(flow).toMatchObject({ to: { kind: 'address', address }, port });
    },
  );

  it('of a cluster: a node port of that node, from outside; a cluster IP from the Node it was typed on', () => {
    expect(open(CLUSTER).document.flows[0]).toMatchObject({
      from: { kind: 'external' },
      to: { kind: 'service', name: 'cart', via: 'nodePort', node: 'table' },
      port: 80,
    });
    const typed = CLUSTER.replace(
      '$ curl -m 3 http://172.19.0.7:30080',
      'root@shelf:~# curl cart.shop.svc.cluster.local',
    );
    expect(open(typed).document.flows[0]).toMatchObject({
      from: { kind: 'node', name: 'shelf' },
      to: { kind: 'service', name: 'cart', via: 'clusterIP' },
    });
    expect(new Set(open(CLUSTER).document.flows.map(({ id }) => id)).size).toBe(open(CLUSTER).document.flows.length);
  });
});

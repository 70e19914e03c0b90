import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

/** One line of what a call says of a text. */
async function said(verb: string, text: string, more: readonly string[] = []) {
  const { code, out, err } = await ranCommand([verb, 'post.txt', ...more], { files: { 'post.txt': text } });
  return { code, text: `${out}${err}`.replaceAll(/\s+/g, ' ') };
}

const service = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\nspec: ${spec}\n---\n`;
const pod = (name: string, { labels = 'app: till', ports = '', more = '' } = {}): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {${labels}}}\nspec: {containers: [{name: c, image: x, ports: [${ports && `{${ports}}`}]}]}\n${more}---\n`;
const READY = 'status: {podIP: 10.244.1.9, conditions: [{type: Ready, status: "True"}]}\n';
const UNREADY = 'status: {conditions: [{type: Ready, status: "False"}]}\n';
const TILL = service('till', '{selector: {app: till}, ports: [{port: 80, targetPort: 9100}]}');
const KIND = `kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
name: lab
nodes:
- {role: control-plane, image: "kindest/node:v1.32.2", extraPortMappings: [{containerPort: 31000, hostPort: 8080}]}
- role: worker
- role: worker
networking: {kubeProxyMode: nftables}
---
`;

describe('what decides and is told by no object', () => {
  it.each([
    ['readiness without a status', TILL + pod('till-0', { ports: 'containerPort: 9100' }), 'Pod shop/till-0 is Ready'],
    [
      'a port that no container declares',
      TILL + pod('till-0', { more: READY }),
      'declares port 9100 (none declares any)',
    ],
    ['a Pod that nothing tells of', TILL, 'No object tells of a Pod behind the Service'],
    ['an API server that nothing tells of', pod('till-0', { more: READY }), 'Service kubernetes and its API server'],
  ])('%s: the verdict begins with it, and it cannot be said', async (_name, text, guess) => {
    const walked = await said('walk', text);
    expect(walked.code).toBe(2);
    const [, first = ''] = walked.text.split(' ? ');
    expect(first.trim()).toMatch(/^cannot be said, for it hangs on a guess: /);
    expect(first).toContain(guess);
  });

  it('all that decides is told: it arrives', async () => {
    const told = TILL + pod('till-0', { ports: 'containerPort: 9100', more: READY });
    const { code, text } = await said('walk', told);
    expect([code, text]).toEqual([0, expect.stringContaining('arrives at 10.244.1.9:9100 and is answered')]);
    expect(text).toContain('Nothing tells the release of Kubernetes: 1.30 is taken');
    expect(text).toContain('clusterCIDR 10.244.0.0/16');
  });

  it('a refusal of a Pod that declares no port hangs on that', async () => {
    const { code, text } = await said('walk', pod('till-0', { more: READY }), [
      '--from',
      'node1',
      '--to',
      'shop/till-0:7',
    ]);
    expect([code, text]).toEqual([2, expect.stringContaining('No container of Pod shop/till-0 declares a port')]);
  });

  it('in Korean too', async () => {
    expect((await said('walk', TILL, ['--lang', 'ko'])).text).toContain('짐작에 달려 있어 말할 수 없습니다');
  });
});

describe('a configuration of kind', () => {
  it('tells Nodes, release and mode', async () => {
    const { text } = await said('explain', KIND + TILL + pod('till-0'));
    expect(text).toContain('A cluster of 3 Nodes');
    expect(text).toContain('kube-proxy 1.32 in nftables mode');
    expect(text).not.toMatch(/Cluster \S+ has no part|Nothing tells/);
  });

  it('beside Nodes that are told says nothing of them', async () => {
    const node = 'apiVersion: v1\nkind: Node\nmetadata: {name: own}\nstatus: {}\n---\n';
    expect((await said('explain', KIND + node + TILL)).text).toContain('A cluster of 1 Node,');
  });

  it('maps a port of the host to one that nobody has', async () => {
    const { text } = await said(
      'lint',
      KIND + service('till', '{type: NodePort, ports: [{port: 80, nodePort: 31001}]}'),
    );
    expect(text).toContain('kind-mapping: extraPortMappings of the kind configuration (8080:31000)');
    expect(text).toContain('kind-unmapped: The nodePort of shop/till');
    const mapped = service('till', '{type: NodePort, ports: [{port: 80, nodePort: 31000}]}');
    expect((await said('lint', KIND + mapped)).text).toContain('Port 8080 of the host leads to nodePort 31000');
  });
});

const HEADLESS = service('till', '{clusterIP: None, selector: {app: till}, ports: [{port: 80, targetPort: 9100}]}');
const NAMED = service('till', '{selector: {app: till}, ports: [{port: 80, targetPort: web}]}');
const OVER_UDP = service('till', '{selector: {app: till}, ports: [{port: 80, protocol: UDP, targetPort: 9100}]}');
const LOCAL = service('till', '{type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}');

it('a router outside that was made up decides nothing', async () => {
  const { code, text } = await said('walk', pod('till-0', { more: READY }), [
    '--from',
    'outside',
    '--to',
    'shop/till-0:7',
  ]);
  expect([code, text]).toEqual([2, expect.stringContaining('No text tells the routes of gateway')]);
});

it('an address that no text places has no end, least of all at a router that was made up', async () => {
  const { code, text } = await said('walk', pod('till-0', { more: READY }), [
    '--from',
    'outside',
    '--to',
    '203.0.113.77:80',
  ]);
  expect([code, text]).toEqual([2, expect.stringContaining('or who has 203.0.113.77')]);
  expect(text).not.toContain('ip_forward is 0');
});

describe('lint of objects', () => {
  it.each([
    ['headless-port', 1, HEADLESS + pod('till-0'), 'Ask for port 9100, or let the containers listen on 80'],
    ['no-pod-selected', 1, TILL + pod('a', { labels: 'app: tills' }), 'shop/a (app=tills)'],
    ['target-name', 1, NAMED + pod('a', { ports: 'containerPort: 9100, name: http' }), 'they have: http 9100'],
    ['target-port', 0, TILL + pod('a', { ports: 'containerPort: 9000' }), 'declare 9000/TCP only'],
    ['target-protocol', 0, OVER_UDP + pod('a', { ports: 'containerPort: 9100' }), 'with another protocol: 9100/TCP'],
    ['not-ready', 1, TILL + pod('a', { more: UNREADY }), 'the Service has no ready endpoint'],
    ['local-policy', 0, LOCAL, 'set externalTrafficPolicy Cluster'],
  ])('%s', async (id, code, text, sentence) => {
    const linted = await said('lint', text);
    expect(linted.text).toContain(` ${id}: `);
    expect(linted.text).toContain(sentence);
    expect(linted.code).toBe(code);
  });

  it('says none of them of objects that fit', async () => {
    const { text } = await said('lint', TILL + pod('till-0', { ports: 'containerPort: 9100', more: READY }));
    expect(text).not.toMatch(/headless|selected|target-|not-ready|policy/);
  });

  it('Pods of the namespace are told: none is made for a selector that fits none', async () => {
    const { code, text } = await said('walk', TILL + pod('a', { labels: 'app: tills', more: READY }));
    expect([code, text]).toEqual([1, expect.stringContaining('is refused in')]);
  });
});

const TABLES = `$ kubectl get pods,svc -n shop -o wide
NAME         READY   STATUS             RESTARTS   AGE   IP           NODE     NOMINATED NODE   READINESS GATES
pod/till-1   0/1     CrashLoopBackOff   7          12m   10.244.1.5   node-a   <none>           <none>
pod/till-2   1/1     Running            0          12m   10.244.2.5   node-b   <none>           <none>

NAME           TYPE        CLUSTER-IP      EXTERNAL-IP   PORT(S)   AGE   SELECTOR
service/till   ClusterIP   10.96.77.1      <none>        80/TCP    12m   app=till
`;

describe('tables of kubectl alone', () => {
  it('are a cluster, and what they do not list is no verdict', async () => {
    const { code, text } = await said('walk', TABLES);
    expect([code, text]).toEqual([2, expect.stringContaining('shop/till:80/tcp')]);
    expect((await said('lint', TABLES)).text).toContain('Not Ready: till-1; and no text tells whether shop/till');
  });
});

const CUT = `Name:             till-0
Namespace:        shop
Priority:         0
Node:             node-a/172.18.0.3
Labels:           app=till
Annotations:      <none>
Status:           Running
IP:               10.244.1.17
`;

it('a description of a Pod that was cut off is a Pod, and said to be cut', async () => {
  const { text } = await said('lint', CUT);
  expect(text).toContain('The containers of Pod shop/till-0 are not in the text');
  expect((await said('walk', `${CUT}\n$ kubectl get svc\n`)).text).not.toContain('reads as prose');
});

const LOCAL_TABLES = `$ kubectl get nodes -o wide
NAME   STATUS   ROLES    AGE   VERSION   INTERNAL-IP    EXTERNAL-IP
n-a    Ready    <none>   10d   v1.30.4   192.168.1.50   <none>
n-b    Ready    <none>   10d   v1.30.4   192.168.1.51   <none>

$ kubectl describe svc till -n shop
Name:                     till
Namespace:                shop
Selector:                 app=till
Type:                     LoadBalancer
IP:                       10.96.7.21
LoadBalancer Ingress:     192.168.1.60
Port:                     web  80/TCP
TargetPort:               8000/TCP
NodePort:                 web  31234/TCP
Endpoints:                10.244.1.8:8000
Session Affinity:         None
External Traffic Policy:  Local
Events:                   <none>
`;

describe('where a Pod is', () => {
  it('decides where a policy of Local asks and no text tells it', async () => {
    const { code, text } = await said('walk', LOCAL_TABLES);
    expect([code, text]).toEqual([2, expect.stringContaining('No text tells on which Node shop/till')]);
    const everywhere = await said('walk', LOCAL_TABLES.replace('Policy:  Local', 'Policy:  Cluster'));
    expect(everywhere.text).not.toContain('on which Node');
  });

  it('Services of kube-system that are told come before the API server that is not', async () => {
    const { text } = await said('walk', LOCAL_TABLES.replaceAll(/\bshop\b/g, 'kube-system'));
    expect(text).toContain('-> kube-system/till:80/tcp');
  });
});

it('a Service of a table without any rules is no host that answers', async () => {
  const listed =
    'NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\ntill   ClusterIP   10.96.7.21   <none>        80/TCP    5d\n';
  const entry =
    'tcp 6 118 SYN_SENT src=172.16.3.2 dst=10.96.7.21 sport=55110 dport=80 [UNREPLIED] src=10.96.7.21 dst=172.16.3.2 sport=80 dport=55110 mark=0 use=1\n';
  const { code, text } = await said('walk', `$ kubectl get svc\n${listed}$ conntrack -L\n${entry}`);
  expect([code, text]).toEqual([
    2,
    expect.stringContaining('No rules of the node are in the texts, and 10.96.7.21 is default/till'),
  ]);
});

it('endpoints that are told to be none are none', async () => {
  const none = LOCAL_TABLES.replace('10.244.1.8:8000', '<none>').replace('Policy:  Local', 'Policy:  Cluster');
  const walked = await said('walk', none);
  expect([walked.code, walked.text]).toEqual([1, expect.stringContaining('is refused in')]);
  const linted = await said('lint', none);
  expect([linted.code, linted.text]).toEqual([
    1,
    expect.stringContaining('no-endpoints: shop/till has no endpoints: the text says so'),
  ]);
});

it('so are those of a table', async () => {
  const head =
    'NAME           TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE   SELECTOR\nservice/till   ClusterIP   10.96.7.21   <none>        80/TCP    5d    app=till\n';
  const table = `$ kubectl get svc,ep -n shop -o wide\n${head}\nNAME             ENDPOINTS   AGE\nendpoints/till   <none>      5d\n`;
  expect((await said('walk', table)).text).toContain('is refused in');
  expect((await said('lint', table)).text).toContain('no-endpoints: shop/till has no endpoints: the text says so');
});

import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

/** What a call says of a text, on one line. */
async function said(verb: string, text: string, more: readonly string[] = []): Promise<string> {
  const { out, err } = await ranCommand([verb, 'post.txt', ...more], { files: { 'post.txt': text } });
  return `${out}${err}`.replaceAll(/\s+/g, ' ');
}

const SLICES = `$ kubectl get endpointslices -A
NAMESPACE     NAME               ADDRESSTYPE   PORTS        ENDPOINTS               AGE
default       kubernetes         IPv4          6443         172.23.0.4              9d
shop          till-8xk2p         IPv4          8080,8080    10.244.1.7              9d
shop          desk-4m7wq         IPv4          8080,9090    10.244.1.9              9d
kube-system   kube-dns-wz7q9     IPv4          9153,53,53   10.244.0.2,10.244.0.5   9d
`;
const SERVICES = `$ kubectl get svc -n kube-system
NAME       TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)                  AGE
kube-dns   ClusterIP   10.96.0.10   <none>        53/UDP,53/TCP,9153/TCP   9d
`;
const ENDPOINTS = `$ kubectl get endpoints -n kube-system
NAME       ENDPOINTS                                     AGE
kube-dns   10.244.0.2:53,10.244.0.2:53,10.244.0.2:9153   9d
`;

describe('what a table does not tell', () => {
  it.each([
    ['slices', SLICES],
    ['slices beside their Service', SLICES + SERVICES],
    ['endpoints', ENDPOINTS],
  ])('is no fault of the %s', async (_what, text) => {
    expect(await said('lint', text)).not.toMatch(/error/);
    expect(await said('explain', text)).toContain('53/udp');
  });

  it('is as every cluster has it for the API server and DNS', async () => {
    const text = await said('explain', SLICES);
    expect(text).toContain('default/kubernetes: ClusterIP at 10.96.0.1 (made up: no object tells it), ports 443/tcp.');
    expect(text).toContain('ports 9153/tcp, 53/udp, 53/tcp.');
  });

  it('leaves the order of slices and Services apart: a number is of the port with that number', async () => {
    const text = await said('walk', SLICES + SERVICES, ['--from', 'node1', '--to', 'kube-system/kube-dns:9153']);
    expect(text).toMatch(/arrives at 10\.244\.0\.\d:9153 and is answered/);
  });

  it('is no fault of a Service made for slices that are written out', async () => {
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: till-1, labels: {kubernetes.io/service-name: till}}\naddressType: IPv4\nports: [{name: '', port: 80}, {name: b, port: 81}]\nendpoints: [{addresses: [10.244.1.5]}]\n`;
    expect(await said('lint', slice)).not.toContain('needs a name');
  });

  it('is a fault of what is written out', async () => {
    const port = '{port: 80}';
    const written = `apiVersion: v1\nkind: Service\nmetadata: {name: till}\nspec: {ports: [${port}, ${port}]}\n`;
    expect(await said('lint', written)).toContain('Port 80/TCP is there twice');
  });
});

describe('how much is made up', () => {
  const described = `$ kubectl describe service till
Name:              till
Namespace:         shop
Selector:          app=till
Type:              ClusterIP
IP:                10.97.4.4
Port:              web  80/TCP
TargetPort:        8080/TCP
Endpoints:         10.244.1.5:8080,10.244.1.6:8080
Session Affinity:  None
`;
  it.each([
    ['slices', SLICES],
    ['a description', described],
    ['a Service', SERVICES],
  ])('is the same number wherever it is said, of %s', async (_what, text) => {
    const whole = await said('explain', text);
    const numbers = /A cluster of (.*?), with kube-proxy/.exec(whole)?.[1] ?? '';
    const made = (kind: string): string => new RegExp(`${kind}s? \\((\\d+) made up`).exec(numbers)?.[1] ?? '0';
    const counts = ['Node', 'Service', 'Pod', 'EndpointSlice'].map((kind) => `${kind}s ${made(kind)}`);
    const noted = /Made up beside it: (.*?)\.( |$)/.exec(await said('lint', text))?.[1] ?? '';
    expect(noted.replaceAll(/ \(.*?\)/g, '')).toBe(counts.join(', '));
  });

  it('tells Pods at told addresses from those of which nothing is told', async () => {
    expect(await said('explain', described)).toContain('2 Pods (2 made up, 2 of them for endpoints or workloads');
    expect(await said('explain', SERVICES)).toMatch(/3 Pods \(3 made up\).* and \d EndpointSlices \(\d made up\)/);
  });
});

describe('endpoints that a listing does not name', () => {
  const described = `$ kubectl describe service till -n shop
Name:              till
Namespace:         shop
Selector:          app=till
Type:              ClusterIP
IP:                10.97.4.4
Port:              web  80/TCP
TargetPort:        8080/TCP
Endpoints:         10.244.1.5:8080,10.244.1.6:8080,10.244.1.7:8080 + 2 more...
Session Affinity:  None
`;
  const listed = `$ kubectl get endpoints -n shop
NAME   ENDPOINTS                                                     AGE
till   10.244.1.5:8080,10.244.1.6:8080,10.244.1.7:8080 + 2 more...   9d
`;
  it.each([
    ['a description', described],
    ['a table', listed],
  ])('have no odds, nor have the others of %s', async (_what, text) => {
    const walked = await said('walk', text, ['--from', 'node1', '--to', 'shop/till', '--why']);
    expect(walked).not.toContain('1/3');
    expect(walked).toContain('5 Pods or more stand behind shop/till; 2 of them no text names');
    const sentence = 'Of the endpoints of shop/till at least 2 are not named in the listing';
    expect(walked).toContain(sentence);
    expect(await said('explain', text)).toContain(sentence);
  });

  it('are named where a slice is written out whole', async () => {
    const ips = ['5', '6', '7', '8'].map((last) => `{addresses: [10.244.1.${last}]}`).join(', ');
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: till-1, namespace: shop, labels: {kubernetes.io/service-name: till}}\naddressType: IPv4\nports: [{name: web, port: 8080}]\nendpoints: [${ips}]\n`;
    const walked = await said('walk', `${described}\n$ kubectl get endpointslices -o yaml\n${slice}`, [
      '--from',
      'node1',
      '--to',
      'shop/till',
    ]);
    expect(walked).toContain('1/4');
  });
});

describe('an object that cannot be read', () => {
  const broken = `apiVersion: v1
kind: Service
metadata: {name: till, namespace: shop}
spec: {clusterIP: 10.97.4.4, ports: [{port: 80}]}
---
apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata:
  name: pool
spec:
  addresses:
  - 172.23.0.100-172.23.0.110
  ---
apiVersion: metallb.io/v1beta1
kind: L2Advertisement
metadata: {name: wide}
`;
  it('is named by its kind, and what is wrong with it in the words of whoever wrote it', async () => {
    const text = await said('lint', broken);
    expect(text).toContain('left out: IPAddressPool (L13)');
    expect(text).toContain('The line “---” that separates two objects is indented here');
    expect(text).not.toContain('picture');
  });
});

describe('Nodes of a table without addresses', () => {
  const nodes = (label: string): string => `# kubectl get nodes --show-labels
NAME          STATUS   ROLES           AGE   VERSION    LABELS
10.61.7.11    Ready    worker          3d    v1.27.17   kubernetes.io/os=linux${label}
10.61.7.12    Ready    control-plane   3d    v1.27.17   kubernetes.io/os=linux
`;
  const wanting = `$ kubectl get svc -n shop
NAME   TYPE           CLUSTER-IP    EXTERNAL-IP    PORT(S)        AGE
till   LoadBalancer   10.97.4.4     192.168.7.90   80:31080/TCP   9d
`;
  it('have those that they are called by, and it is said', async () => {
    const text = await said('explain', nodes(''));
    expect(text).toContain('A cluster of 2 Nodes, ');
    expect(text).toContain('kube-proxy 1.27 in');
    expect(text).toContain('The addresses of 2 Nodes are taken from their names: 10.61.7.11, 10.61.7.12');
    expect(text).not.toContain('10.0.0.10');
  });

  it('are told by their labels, roles or not', async () => {
    const label = ',node.kubernetes.io/exclude-from-external-load-balancers=';
    expect(await said('lint', nodes(label) + wanting)).toContain('Node 10.61.7.11 has the label');
    expect(await said('lint', nodes('') + wanting)).not.toContain('has the label');
    expect(await said('lint', nodes(label))).not.toContain('has the label');
  });

  it('get a packet of a load balancer by somebody who announces it: that is open', async () => {
    const walked = await said('walk', nodes('') + wanting);
    expect(walked).toContain('That something brings a packet for 192.168.7.90 to a node is taken');
    expect(walked).toContain('arping 192.168.7.90');
    const pool =
      'apiVersion: metallb.io/v1beta1\nkind: IPAddressPool\nmetadata: {name: p, namespace: m}\nspec: {addresses: [192.168.7.90-192.168.7.99]}\n';
    const text = `${nodes('')}${wanting}\n$ cat pool.yaml\n${pool}`;
    const l2 =
      '---\napiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata: {name: a, namespace: m}\nspec: {}\n';
    expect(await said('walk', text + l2)).toContain('That a speaker of MetalLB answers for 192.168.7.90');
    // Without an advertisement nobody is said to answer ARP, and no moment of a walk is told.
    const unannounced = await said('walk', text);
    expect(unannounced).toContain('Who announces 192.168.7.90 no text tells');
    expect(unannounced).not.toMatch(/knows the address|If that holds| 1\. /);
    const linted = await said('lint', text);
    expect(linted).toContain('kind: L2Advertisement');
    expect(linted).toContain('spec: {ipAddressPools: [p]}');
  });

  it.each(['Kuberntes', 'Kubernets', 'Kubernetes'])(
    'a release stands beside the word %s, however it is spelt',
    async (word) => {
      const text = await said('explain', `My vanilla ${word} v1.29.4 cluster\n${wanting}`);
      expect(text).toContain('with kube-proxy 1.29 in');
    },
  );
});

describe('a NodePort that answers on some nodes alone', () => {
  const nodes = `# kubectl get nodes
NAME          STATUS   ROLES    AGE   VERSION
10.61.7.11    Ready    worker   3d    v1.27.17
10.61.7.12    Ready    worker   3d    v1.27.17
`;
  it.each([
    ['in words', 'Our NodePort works only from the node where the Pod runs.\n'],
    [
      'by clients',
      'curl 10.61.7.11:31080\n<html>ok</html>\n$ date\n$ true\n$ true\ncurl 10.61.7.12:31080\ncurl: (28) Connection timed out\n',
    ],
  ])('%s: has three causes, each with its command', async (_how, words) => {
    const text = await said('lint', words + nodes);
    expect(text).toContain('has one of three causes');
    for (const part of ['externalTrafficPolicy', 'iptables -S FORWARD', 'ip_forward', 'ip route get'])
      expect(text).toContain(part);
  });

  it('is not read into other words', async () => {
    expect(await said('lint', `A NodePort of 31080 answers on all nodes.\n${nodes}`)).not.toContain('three causes');
  });
});

const TWO_AT_ONE = ['one', 'two']
  .map(
    (name, at) => `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: default }
spec:
  selector: { app: ${name} }
  clusterIP: 10.96.0.1${at}
  externalIPs: [203.0.113.7]
  ports: [{ port: 80 }]
`,
  )
  .join('---\n');

describe('a mode that is asked for', () => {
  it('is no guess', async () => {
    expect(await said('explain', TWO_AT_ONE)).toContain('Nothing tells the mode of kube-proxy: iptables is taken');
    const asked = await said('explain', TWO_AT_ONE, ['--mode', 'ipvs']);
    expect(asked).not.toContain('Nothing tells the mode');
    expect(asked).toContain('in ipvs mode.');
  });

  it('decides which of two Services at one address is led to; none is said to be the first', async () => {
    const firstOf = async (mode: string): Promise<string | undefined> =>
      /(?:it is|becomes) (one|two)\b/.exec(
        await said('walk', TWO_AT_ONE, ['--mode', mode, '--from', 'outside', '--to', '203.0.113.7:80']),
      )?.[1];
    expect([await firstOf('iptables'), await firstOf('ipvs'), await firstOf('nftables')]).toEqual([
      'one',
      'two',
      undefined,
    ]);
    expect(await said('explain', TWO_AT_ONE)).toContain('kube-proxy leads them to one Service at most');
  });

  it('where nft refuses all that kube-proxy gives it, that is said', async () => {
    expect(await said('explain', TWO_AT_ONE, ['--mode', 'nftables'])).toContain('nft refuses the whole transaction: ');
    expect(await said('explain', TWO_AT_ONE)).not.toContain('nft refuses');
  });
});

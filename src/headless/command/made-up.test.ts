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

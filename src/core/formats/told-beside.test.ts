import { describe, expect, it } from 'vitest';
import { readByFormat, detectFormats } from '.';
import { networkOfPasted } from '../paste/pasted';
import { KUBERNETES_YAML } from './kubernetes-yaml';

function read(text: string) {
  const result = readByFormat(text);
  if (!result.ok) throw new Error('not read');
  return result.value;
}

/** The id of the sentence a text is answered with, and its values. */
function said(text: string): [string, Readonly<Record<string, unknown>> | undefined][] {
  return networkOfPasted({ texts: [{ id: 't', title: 't', text }], facts: {} }).diagnostics.map(
    ({ message: { id, values } }) => [id, values],
  );
}

const NEIGH = `172.18.0.4 dev eth0 lladdr 02:42:ac:12:00:04 REACHABLE
10.244.1.9 dev cni0 FAILED
fe80::1 dev eth0 lladdr 02:42:ac:12:00:01 router STALE
`;

describe('entries without a device', () => {
  it.each([
    'ce:2f:4e:4f:11:aa dst 172.18.0.4 self permanent\n',
    '# bridge fdb show dev flannel.1\n\nnote\nce:2f:4e:4f:11:aa dst 172.18.0.4 self permanent\n',
    '10.244.2.0 lladdr 5e:1f:36:a1:70:04 PERMANENT\n',
  ])('are of none where no command names it: %j', (text) => {
    expect(readByFormat(text).ok).toBe(false);
  });
});

describe('texts that are recognised, and change no walk', () => {
  it.each([
    ['neighbours', 'ip neigh', NEIGH, { count: 3, devices: 2, silent: 1 }],
    [
      'neighbours',
      'arp -a',
      '? (172.18.0.4) at 02:42:ac:12:00:04 [ether] on eth0\ngw (172.18.0.1) at <incomplete> on eth0\n',
      { count: 2, devices: 1, silent: 1 },
    ],
    [
      'neighbours',
      'arp -n',
      `Address                  HWtype  HWaddress           Flags Mask            Iface
172.18.0.4               ether   02:42:ac:12:00:04   C                     eth0
10.244.1.5                       (incomplete)                              cni0
`,
      { count: 2, devices: 2, silent: 1 },
    ],
    [
      'bridge-fdb',
      'bridge fdb',
      'ce:2f:4e:4f:11:aa dev flannel.1 dst 172.18.0.4 self permanent\n6e:5d:5c:4e:d2:01 dev veth5 master cni0 \n',
      { count: 2, hosts: 1 },
    ],
    [
      'neighbours',
      'ip neigh of one device',
      '# ip neigh show dev flannel.1\n10.244.2.0 lladdr 5e:1f:36:a1:70:04 PERMANENT\n10.244.3.0 FAILED\n',
      { count: 2, devices: 1, silent: 1 },
    ],
    [
      'bridge-fdb',
      'bridge fdb of one device',
      '# bridge fdb show dev flannel.1\nce:2f:4e:4f:11:aa dst 172.18.0.4 self permanent # b\n',
      { count: 1, hosts: 1 },
    ],
    [
      'calico-status',
      'calicoctl node status',
      `IPv4 BGP status
+--------------+-------------------+-------+----------+--------------------------------+
| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |              INFO              |
+--------------+-------------------+-------+----------+--------------------------------+
| 10.0.8.176   | node-to-node mesh | up    | 05:21:11 | Established                    |
| 10.0.8.177   | node-to-node mesh | start | 05:21:11 | Active Socket: Connection      |
+--------------+-------------------+-------+----------+--------------------------------+
`,
      { count: 2, down: 1 },
    ],
  ])('%s: %s', (format, _command, text, values) => {
    const { format: found, print } = read(text);
    expect(found).toBe(format);
    expect(said(text)).toEqual([[`formats.${format}.read`, values]]);
    expect(read(print()).summary).toEqual(read(text).summary);
  });

  it.each([
    [
      'nslookup',
      "Server:\t\t10.96.0.10\nAddress:\t10.96.0.10#53\n\nName:\tweb.shop.svc.cluster.local\nAddress: 10.96.7.7\nName:\tweb.shop.svc.cluster.local\nAddress: fd00::7\n** server can't find cart: NXDOMAIN\n",
      'web.shop.svc.cluster.local: 10.96.7.7, fd00::7; cart: NXDOMAIN',
      2,
    ],
    [
      'Busybox',
      'Server:    10.96.0.10\nAddress 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local\n\nName:      web\nAddress 1: 10.96.7.7 web.shop.svc.cluster.local\n',
      'web: 10.96.7.7',
      1,
    ],
    [
      'dig',
      ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; QUESTION SECTION:\n;web.shop.svc.cluster.local.\tIN\tA\n\n;; ANSWER SECTION:\nweb.shop.svc.cluster.local. 30\tIN\tA\t10.96.7.7\n;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: 2\n;; QUESTION SECTION:\n;cart.\tIN\tA\n',
      'web.shop.svc.cluster.local: 10.96.7.7; cart: NXDOMAIN',
      2,
    ],
    [
      'host',
      'web.shop.svc.cluster.local has address 10.96.7.7\nHost cart not found: 3(NXDOMAIN)\n',
      'web.shop.svc.cluster.local: 10.96.7.7; cart: NXDOMAIN',
      2,
    ],
  ])('an answer of a name server: %s', (_command, text, names, count) => {
    expect(read(text).format).toBe('dns-answers');
    expect(said(text)).toEqual([['formats.dns-answers.read', { count, names }]]);
  });

  it('a resolver is told by its server; a search path alone by nothing', () => {
    const path = 'search shop.svc.cluster.local svc.cluster.local\noptions ndots:5 timeout:2\n';
    expect(said(`nameserver 10.96.0.10\n${path}`)).toEqual([
      [
        'formats.dns-answers.resolv-conf',
        { servers: '10.96.0.10', search: 'shop.svc.cluster.local svc.cluster.local', ndots: 5 },
      ],
    ]);
    expect(said(path).map(([id]) => id)).not.toContain('formats.dns-answers.resolv-conf');
  });

  it('a neighbour is no route', () => {
    expect(detectFormats(NEIGH)[0]?.id).toBe('neighbours');
    const made = networkOfPasted({ texts: [{ id: 't', title: 't', text: NEIGH }], facts: {} });
    expect(made.texts[0]?.pieces?.map(({ format, count }) => `${format} ${count}`)).toEqual(['neighbours 3']);
  });

  it('an answer says which Pod gave it: the answers of each target are counted', () => {
    const one = (pod: string): string => `host:~$ curl 10.96.7.7:80/env\n{"env":{"HOME":"/","HOSTNAME":"${pod}"}}\n`;
    const text = `${one('web-a')}${one('web-b')}${one('web-a')}$ wget -qO- http://shop\nHostname: cart-c\nIP: 10.244.1.5\n`;
    expect(said(text)).toEqual([
      ['formats.http-answers.read', { asked: '10.96.7.7:80/env', count: 3, pods: 2, names: 'web-a (2), web-b' }],
      ['formats.http-answers.one-pod', { asked: 'http://shop', count: 1, pod: 'cart-c' }],
    ]);
  });

  it('several answers of one Pod tell no more of the spread than one', () => {
    const one = '$ curl http://10.96.7.7/\nHostname: web-a\n';
    expect(said(one + one + one)).toEqual([
      ['formats.http-answers.one-pod', { asked: 'http://10.96.7.7/', count: 3, pod: 'web-a' }],
    ]);
  });

  it('a Pod is named in a sentence, by a loop, and by the answer to /hostname', () => {
    const loop =
      '$ for i in 1 2 3; do curl -s http://web.shop:8080; done\nHello from web-5d4f8c7b9d-x2x4z\nHello from web-5d4f8c7b9d-b7kqp\n';
    expect(said(`${loop}$ wget -qO- http://10.96.7.7/hostname\ndb-0\n`)).toEqual([
      [
        'formats.http-answers.read',
        { asked: 'http://web.shop:8080', count: 2, pods: 2, names: 'web-5d4f8c7b9d-x2x4z, web-5d4f8c7b9d-b7kqp' },
      ],
      ['formats.http-answers.one-pod', { asked: 'http://10.96.7.7/hostname', count: 1, pod: 'db-0' }],
    ]);
  });

  it('a table of Pods below a command is no answer', () => {
    const table = '$ curl -s web\nok\n$ kubectl get pods\nNAME   READY\nweb-5d4f8c7b9d-x2x4z   1/1\n';
    expect(said(table).map(([id]) => id)).not.toContain('formats.http-answers.one-pod');
  });

  it('the command is of its answer, and one that nobody answered is left aside', () => {
    const text = 'host:~$ curl http://10.96.7.7:80/\nHostname: web-a\n$ wget -qO- http://shop\nConnecting to shop\n';
    const made = networkOfPasted({ texts: [{ id: 't', title: 't', text }], facts: {} });
    const [{ pieces, others } = {}] = made.texts;
    expect(pieces?.map(({ format, count, lines }) => [format, count, lines])).toEqual([['http-answers', 1, 2]]);
    expect(others?.map(({ from, to }) => [from, to])).toEqual([[3, 4]]);
  });

  it('a heading of a page that nobody asked for is no answer', () => {
    expect(readByFormat('Hostname: alpha\nServer name: beta\n').ok).toBe(false);
  });
});

it('calicoctl lists Pods and nodes as kubectl does', () => {
  const text = `NAMESPACE   WORKLOAD   NODE     NETWORKS           INTERFACE
default     web-a      node1    192.168.3.140/32   cali82a8bb394bd
default     web-b      node2    192.168.49.6/32    calie930c422661

NAME    ASN       IPV4             IPV6
node1   (64512)   10.0.8.254/24
node2   (64512)   10.0.8.176/24
`;
  expect(read(text).summary).toEqual({ tables: ['pods 2', 'nodes 2'] });
  const made = networkOfPasted({ texts: [{ id: 't', title: 't', text }], facts: {} });
  const titles = [...made.network.netns.values()].map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['node1', 'node2', 'default/web-a 192.168.3.140']));
});

it.each([
  [
    `I0118 13:22:28.123456       1 server_others.go:140] Using iptables Proxier.
I0118 13:22:28.133456       1 server.go:444] Version: v1.11.5
I0118 13:22:28.153456       1 config.go:202] Starting service config controller
`,
    'log iptables',
  ],
  [
    `I0805 09:18:01.552981       1 server_linux.go:66] "Using nftables proxy"
I0805 09:18:01.653456       1 conntrack.go:58] "Setting nf_conntrack_max" nfConntrackMax=131072
`,
    'log nftables',
  ],
  [
    'W0305 10:02:11.123456       1 server_others.go:263] Flag proxy-mode="" unknown, assuming iptables proxy\n',
    'log iptables',
  ],
  ['W0305 10:02:11.123456       1 server_others.go:559] Unknown proxy mode, assuming iptables proxy\n', 'log iptables'],
  ['I0521 07:07:07.123456    1234 server_windows.go:122] Using Kernelspace Proxier.\n', 'log kernelspace'],
])('lines of kube-proxy’s log tell its mode, whole', (text, config) => {
  const { format, summary, diagnostics } = read(text);
  expect([format, summary, diagnostics]).toEqual(['kube-proxy-config', { configs: [config] }, []]);
});

describe('objects of older versions of the API', () => {
  const objects = (text: string) => {
    const parsed = KUBERNETES_YAML.parse(text);
    if (!parsed.ok) throw new Error('not read');
    return parsed.value;
  };

  it.each(['extensions/v1beta1', 'apps/v1beta1'])('a Deployment of %s selects by its template', (apiVersion) => {
    const { value, diagnostics } = objects(
      `apiVersion: ${apiVersion}\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template: {metadata: {labels: {app: web}}}\n`,
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(value.cluster.deployments[0]?.spec.selector).toEqual({ matchLabels: { app: 'web' } });
  });

  it('a Deployment of apps/v1 has to say whom it selects', () => {
    const { diagnostics } = objects(
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template: {metadata: {labels: {app: web}}}\n---\nkind: Node\nmetadata: {name: a}\n',
    );
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('an EndpointSlice of v1beta1 has its node in the topology', () => {
    const { value } = objects(
      `apiVersion: discovery.k8s.io/v1beta1\nkind: EndpointSlice\nmetadata: {name: web-1, labels: {kubernetes.io/service-name: web}}\naddressType: IPv4\nendpoints:\n- addresses: [10.244.1.5]\n  topology: {kubernetes.io/hostname: node1, topology.kubernetes.io/zone: a}\n`,
    );
    expect(value.cluster.endpointSlices[0]?.endpoints?.[0]).toMatchObject({ nodeName: 'node1', zone: 'a' });
  });
});

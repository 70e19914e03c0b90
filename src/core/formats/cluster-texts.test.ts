import { describe, expect, it } from 'vitest';
import { formatCidr, formatIp } from '../net/ip';
import { CNI_CONFLIST } from './cni-conflist';
import { CONNTRACK, findEntry } from './conntrack';
import { KUBE_PROXY_CONFIG } from './kube-proxy-config';
import { findCell, KUBECTL_TABLE } from './kubectl-table';
import type { LineFormat, LinesParsed } from './lines/line-format';

function read<T>(format: LineFormat<string, T>, text: string): LinesParsed<T> & { readonly codes: readonly string[] } {
  const parsed = format.parse(text);
  if (!parsed.ok) throw new Error(parsed.error[0]?.message.id);
  const codes = parsed.value.diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
  return { ...parsed.value, codes };
}

const CT = `tcp      6 431994 ESTABLISHED src=10.244.1.5 dst=10.96.0.1 sport=51234 dport=443 src=10.0.0.1 dst=10.244.1.5 sport=6443 dport=51234 [ASSURED] mark=0 use=1
udp      17 28 src=10.0.0.5 dst=10.0.0.9 sport=46389 dport=53 [UNREPLIED] src=10.0.0.9 dst=10.0.0.5 sport=53 dport=46389 mark=16384 zone=3 use=1
icmp     1 29 src=10.0.0.5 dst=1.1.1.1 type=8 code=0 id=77 src=1.1.1.1 dst=10.0.0.5 type=0 code=0 id=77 mark=0 use=1
tcp      6 300 ESTABLISHED src=10.0.0.5 dst=10.0.0.9 sport=40000 dport=21 packets=12 bytes=900 src=10.0.0.9 dst=10.0.0.5 sport=21 dport=40000 packets=9 bytes=700 [ASSURED] mark=0 helper=ftp use=2
unknown  47 599 src=10.0.0.5 dst=10.0.0.9 srckey=0x0 dstkey=0x5 src=10.0.0.9 dst=10.0.0.5 srckey=0x5 dstkey=0x0 mark=0 use=1
ipv6     10 tcp      6 86 TIME_WAIT src=fd00::1 dst=fd00::2 sport=1 dport=2 src=fd00::2 dst=fd00::1 sport=2 dport=1 [ASSURED] mark=0 zone=0 use=2
[NEW] tcp      6 120 SYN_SENT src=172.16.100.1 dst=172.16.5.2 sport=33938 dport=21 [UNREPLIED] src=172.16.5.2 dst=172.16.100.1 sport=21 dport=33938
[DESTROY] udp      17 src=10.0.0.5 dst=10.0.0.9 sport=46389 dport=53 src=10.0.0.9 dst=10.0.0.5 sport=53 dport=46389
`;

describe('conntrack -L', () => {
  it('prints back what it read', () => {
    const { value, codes, ignored } = read(
      CONNTRACK,
      `${CT}conntrack v1.4.7 (conntrack-tools): 8 flow entries have been shown.\n`,
    );
    expect(CONNTRACK.print(value)).toBe(CT);
    expect([codes, ignored]).toEqual([[], []]);
  });

  it('gives entries as conntrack keeps them', () => {
    const lines = read(CONNTRACK, CT).value.map((listed, i) => {
      const entry = findEntry(listed, i);
      if (!entry) return 'gone';
      const { original, reply, status, mark, zone, tcpState = '-' } = entry;
      const tuple = ({ src, sport, dst, dport }: typeof original): string =>
        `${formatIp(src)}:${sport}>${formatIp(dst)}:${dport}`;
      return `${original.protocol} ${tuple(original)} ${tuple(reply)} ${status.join(' ')} ${tcpState} m${mark} z${zone}`;
    });
    expect(lines).toEqual([
      '6 10.244.1.5:51234>10.96.0.1:443 10.0.0.1:6443>10.244.1.5:51234 CONFIRMED SEEN_REPLY ASSURED DST_NAT ESTABLISHED m0 z0',
      '17 10.0.0.5:46389>10.0.0.9:53 10.0.0.9:53>10.0.0.5:46389 CONFIRMED - m16384 z3',
      '1 10.0.0.5:77>1.1.1.1:2048 1.1.1.1:77>10.0.0.5:0 CONFIRMED SEEN_REPLY - m0 z0',
      '6 10.0.0.5:40000>10.0.0.9:21 10.0.0.9:21>10.0.0.5:40000 CONFIRMED SEEN_REPLY ASSURED ESTABLISHED m0 z0',
      '47 10.0.0.5:0>10.0.0.9:0 10.0.0.9:0>10.0.0.5:0 CONFIRMED SEEN_REPLY - m0 z0',
      '6 fd00::1:1>fd00::2:2 fd00::2:2>fd00::1:1 CONFIRMED SEEN_REPLY ASSURED TIME_WAIT m0 z0',
      '6 172.16.100.1:33938>172.16.5.2:21 172.16.5.2:21>172.16.100.1:33938 CONFIRMED SYN_SENT m0 z0',
      'gone',
    ]);
  });
});

const PODS = `NAMESPACE     NAME             READY   STATUS    RESTARTS      AGE   IP            NODE     NOMINATED NODE   READINESS GATES
default       web-6c5f-abcde   1/1     Running   2 (3d ago)    4d    10.244.1.5    node1    <none>           <none>
kube-system   dns-x            1/1     Running   0             4d    10.244.2.7    node2    <none>           <none>
`;

describe('kubectl tables', () => {
  it('reads cells by where the columns begin', () => {
    const [table] = read(KUBECTL_TABLE, PODS).value;
    expect(table?.kind).toBe('pods');
    expect(
      table?.rows.map((row) =>
        ['NAME', 'RESTARTS', 'IP', 'NODE', 'NOMINATED NODE'].map((name) => findCell(table, row, name) ?? '-').join(' '),
      ),
    ).toEqual(['web-6c5f-abcde 2 (3d ago) 10.244.1.5 node1 -', 'dns-x 0 10.244.2.7 node2 -']);
  });

  it('reads what was cut off on the right, and what was squeezed', () => {
    const cells = (text: string): string => {
      const [table] = read(KUBECTL_TABLE, text).value;
      return (table?.rows ?? [])
        .map((row) => ['NAME', 'READY', 'IP'].map((name) => findCell(table!, row, name) ?? '-').join(' '))
        .join(', ');
    };
    const cut = PODS.split('\n')
      .map((line) => line.slice(0, 70))
      .join('\n');
    expect(cells(cut)).toBe('web-6c5f-abcde 1/1 -, dns-x 1/1 -');
    expect(cells(PODS.replaceAll(/ +/g, ' ').replaceAll('NOMINATED NODE', 'NOMINATED NODE'))).toBe(
      'web-6c5f-abcde 1/1 10.244.1.5, dns-x 1/1 10.244.2.7',
    );
  });

  it.each([
    [
      'services',
      'NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)                      AGE   SELECTOR\nweb    NodePort    10.96.0.7    <none>        80:30080/TCP,443:30443/TCP   4d    app=web\n',
    ],
    [
      'nodes',
      'NAME    STATUS   ROLES           AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE             KERNEL-VERSION   CONTAINER-RUNTIME\nnode1   Ready    control-plane   4d    v1.33.1   10.0.0.5      <none>        Ubuntu 22.04.1 LTS   6.1.0            containerd://1.7\n',
    ],
    ['endpoints', 'NAME   ENDPOINTS                       AGE\nweb    10.244.1.5:80,10.244.2.6:80     4d\n'],
  ])('knows %s, and prints what it reads again', (kind, text) => {
    const { value, ignored } = read(KUBECTL_TABLE, text);
    expect(value.map((table) => table.kind)).toEqual([kind]);
    expect(ignored).toEqual([]);
    expect(
      read(KUBECTL_TABLE, KUBECTL_TABLE.print(value)).value.map(({ rows }) => rows.map(({ cells }) => cells)),
    ).toEqual(value.map(({ rows }) => rows.map(({ cells }) => cells)));
  });

  it.each([60, 80])('takes no part of a header that a terminal broke at %i columns for a row', (width) => {
    const broken = PODS.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n');
    const names = read(KUBECTL_TABLE, broken).value.flatMap(({ rows }) => rows.map(({ cells }) => cells[0] ?? ''));
    expect(names.filter((name) => /^[A-Z]/.test(name))).toEqual([]);
  });

  it('says which endpoints the table leaves out', () => {
    expect(
      read(
        KUBECTL_TABLE,
        'NAME   ENDPOINTS                                AGE\nweb    10.0.0.1:80,10.0.0.2:80 + 7 more...      4d\n',
      ).codes,
    ).toEqual(['partly-simulated']);
  });
});

const FILE = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clusterCIDR: 10.244.0.0/16
mode: ipvs
hostnameOverride: node1
iptables:
  masqueradeBit: 14
ipvs:
  scheduler: wlc
nodePortAddresses:
  - 10.0.0.0/8
`;

describe('addresses of Nodes, asked for by a jsonpath', () => {
  const asked = `$ kubectl get nodes -o jsonpath='{.items[*].status.addresses[?(@.type=="InternalIP")].address}'`;
  const read = (text: string): readonly (readonly (string | undefined)[])[] => {
    const parsed = KUBECTL_TABLE.parse(text);
    return parsed.ok ? parsed.value.value.flatMap(({ kind, rows }) => rows.map(({ cells }) => [kind, ...cells])) : [];
  };

  it.each([
    ['a line each', `${asked} | tr -s '[[:space:]]' '\\n'\n10.0.8.254\n10.0.8.176\n`],
    ['in one line', `${asked}\n10.0.8.254 10.0.8.176\n$ uptime\n`],
  ])('%s: each is a Node called by its address', (_, text) => {
    expect(read(text)).toEqual([
      ['nodes', '10.0.8.254', '10.0.8.254'],
      ['nodes', '10.0.8.176', '10.0.8.176'],
    ]);
  });

  it('nothing else is taken: a command without an answer, addresses that nobody asked for', () => {
    expect(read(`${asked}\n$ ls\n10.0.8.254\n`)).toEqual([]);
    expect(read('NAME STATUS ROLES\n10.0.8.254\n')).toEqual([]);
  });
});

describe('kube-proxy configuration', () => {
  const wanted = {
    mode: 'ipvs',
    clusterCIDR: '10.244.0.0/16',
    iptables: { masqueradeBit: 14 },
    ipvs: { scheduler: 'wlc' },
    nodePortAddresses: ['10.0.0.0/8'],
  };

  it.each([
    ['a file', FILE],
    [
      'a ConfigMap',
      `apiVersion: v1\ndata:\n  config.conf: |-\n${FILE.trimEnd()
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n')}\n  kubeconfig.conf: |-\n    apiVersion: v1\n`,
    ],
    [
      'flags of ps',
      'root  1234  0.1 /usr/local/bin/kube-proxy --proxy-mode=ipvs --cluster-cidr=10.244.0.0/16 --hostname-override=node1 --iptables-masquerade-bit=14 --ipvs-scheduler=wlc --nodeport-addresses=10.0.0.0/8',
    ],
    [
      'a command in YAML',
      '  - command:\n    - /usr/local/bin/kube-proxy\n    - --proxy-mode=ipvs\n    - --cluster-cidr=10.244.0.0/16\n    - --hostname-override=node1\n    - --iptables-masquerade-bit=14\n    - --ipvs-scheduler=wlc\n    - --nodeport-addresses=10.0.0.0/8\n    image: x\n',
    ],
  ])('reads %s', (_name, text) => {
    const { value, codes } = read(KUBE_PROXY_CONFIG, text);
    expect(value.map(({ config, hostname }) => ({ config, hostname }))).toEqual([
      { config: wanted, hostname: 'node1' },
    ]);
    expect(codes).toEqual([]);
    expect(value[0]?.lineOf('clusterCIDR')?.text).toContain('10.244.0.0/16');
  });

  it.each([
    'I0509 11:20:45.123456       1 server_others.go:140] Using ipvs Proxier.',
    'I1231 00:00:00.000000       1 server_linux.go:66] "Using ipvs Proxier"',
    'Using ipvs Proxier.',
  ])('reads the mode in the log: %s', (line) => {
    const { value, codes } = read(KUBE_PROXY_CONFIG, `${line}\n`);
    expect(value.map(({ form, config }) => [form, config])).toEqual([['log', { mode: 'ipvs' }]]);
    expect(codes).toEqual([]);
    expect(read(KUBE_PROXY_CONFIG, KUBE_PROXY_CONFIG.print(value)).value[0]?.config).toEqual({ mode: 'ipvs' });
  });

  it('prints a file back, and flags', () => {
    expect(KUBE_PROXY_CONFIG.print(read(KUBE_PROXY_CONFIG, FILE).value)).toBe(FILE);
    const flags = 'kube-proxy --proxy-mode=ipvs --masquerade-all --v=2\n';
    expect(KUBE_PROXY_CONFIG.print(read(KUBE_PROXY_CONFIG, flags).value)).toBe(flags);
  });

  it('says which values kube-proxy would refuse', () => {
    const { value, codes } = read(
      KUBE_PROXY_CONFIG,
      FILE.replace('mode: ipvs', 'mode: ebpf').replace('Bit: 14', 'Bit: many'),
    );
    expect(codes).toEqual(['invalid', 'invalid']);
    expect(value[0]?.config.mode).toBeUndefined();
  });
});

const CNI = `{
  "name": "cbr0",
  "cniVersion": "0.3.1",
  "plugins": [
    {
      "type": "bridge",
      "bridge": "cni0",
      "isGateway": true,
      "ipMasq": true,
      "hairpinMode": true,
      "mtu": 1450,
      "ipam": {
        "type": "host-local",
        "ranges": [
          [
            {
              "subnet": "10.244.1.0/24"
            }
          ]
        ]
      }
    },
    {
      "type": "portmap"
    }
  ]
}
`;

describe('CNI conflist', () => {
  it.each([
    ['{"name": "cbr0", "type": "flannel", "delegate": {"hairpinMode": true}}', ['flannel true']],
    ['{"name": "pods", "type": "ptp", "ipam": {"type": "host-local", "subnet": "10.7.0.0/24"}}', ['ptp false']],
    ['{"name": "no", "type": "network"}', undefined],
  ])('one plugin without a version: %s', (text, plugins) => {
    const parsed = CNI_CONFLIST.parse(text);
    const found = parsed.ok ? parsed.value.value.flatMap((config) => config.plugins) : undefined;
    expect(found?.map(({ type, hairpin }) => `${type} ${hairpin}`)).toEqual(plugins);
  });

  it('reads plugins and prints the file back', () => {
    const { value, ignored, codes } = read(CNI_CONFLIST, `$ cat 10-bridge.conflist\n${CNI}$ ls\n`);
    expect(CNI_CONFLIST.print(value)).toBe(CNI);
    expect(
      value[0]?.plugins.map(({ type, bridge, subnets, ipMasq }) => [type, bridge, ipMasq, ...subnets.map(formatCidr)]),
    ).toEqual([
      ['bridge', 'cni0', true, '10.244.1.0/24'],
      ['portmap', undefined, false],
    ]);
    expect([ignored, codes]).toEqual([
      [
        { from: 1, to: 1 },
        { from: 29, to: 29 },
      ],
      [],
    ]);
  });

  it.each([
    ['other JSON', '{"kind": "List"}\n'],
    ['JSON that does not end', CNI.slice(0, -20)],
  ])('gives %s back', (_name, text) => {
    expect(CNI_CONFLIST.parse(text).ok).toBe(false);
  });

  it('says which subnet it could not read', () => {
    expect(read(CNI_CONFLIST, CNI.replace('10.244.1.0/24', '10.244.1/24')).codes).toEqual(['invalid']);
  });
});

import { buildCluster, endpoints, node, service } from '../../../kubernetes/build';
import { completeCluster } from '../../../kubernetes/complete';
import { PROXY_MODES } from '../../../kubernetes/proxy';
import type { KernelState } from '../../../kubernetes/proxy/mode';
import { listTable } from '../../../kubernetes/proxy/nftables/listing';
import type { ProxyModeId } from '../../../kubernetes/mode-ids';
import { printRuleset, rulesetFromLines } from '../../../linux/xtables/ruleset-text';

const PARTS = [
  node('worker-1', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.1.0/24'] }),
  node('worker-2', { addresses: ['172.18.0.4'], podCIDRs: ['10.244.2.0/24'] }),
  service('kubernetes', { clusterIP: '10.96.0.1', clusterIPs: ['10.96.0.1'], ports: [{ name: 'https', port: 443 }] }),
  endpoints('kubernetes', [{ name: 'https', protocol: 'TCP', port: 6443 }], ['172.18.0.2']),
  service('web', {
    type: 'NodePort',
    clusterIP: '10.96.0.11',
    clusterIPs: ['10.96.0.11'],
    ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
  }),
  endpoints('web', 8080, [
    ['10.244.1.5', 'worker-1'],
    ['10.244.1.6', 'worker-1'],
    ['10.244.2.7', 'worker-2'],
  ]),
  service('sticky', {
    clusterIP: '10.96.0.12',
    clusterIPs: ['10.96.0.12'],
    ports: [{ port: 80, targetPort: 8080 }],
    sessionAffinity: 'ClientIP',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 600 } },
  }),
  endpoints('sticky', 8080, [['10.244.2.7', 'worker-2']]),
];

const ADDRESSES = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
    link/ether 02:42:ac:12:00:03 brd ff:ff:ff:ff:ff:ff
    inet 172.18.0.3/16 brd 172.18.255.255 scope global eth0
       valid_lft forever preferred_lft forever
3: cni0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UP group default qlen 1000
    link/ether 0a:58:0a:f4:01:01 brd ff:ff:ff:ff:ff:ff
    inet 10.244.1.1/24 brd 10.244.1.255 scope global cni0
       valid_lft forever preferred_lft forever
4: veth5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue master cni0 state UP group default
    link/ether 6e:5d:5c:4e:d2:01 brd ff:ff:ff:ff:ff:ff
5: veth6: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue master cni0 state UP group default
    link/ether 6e:5d:5c:4e:d2:02 brd ff:ff:ff:ff:ff:ff
`;

const ROUTES = `default via 172.18.0.1 dev eth0
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
10.244.2.0/24 via 172.18.0.4 dev eth0
172.18.0.0/16 dev eth0 proto kernel scope link src 172.18.0.3
`;

/** A Service with endpoints on worker-2 only, and a traffic policy that keeps to the node. */
const AWAY = [
  service('away', {
    type: 'NodePort',
    clusterIP: '10.96.0.13',
    clusterIPs: ['10.96.0.13'],
    externalTrafficPolicy: 'Local',
    ports: [{ port: 80, targetPort: 8080, nodePort: 30_081 }],
  }),
  endpoints('away', 8080, [['10.244.2.7', 'worker-2']]),
];

/**
 * What a person pastes of worker-1 of a small cluster whose kube-proxy runs in a mode: commands and what they print.
 * `away`: it has a Service `away`, too, whose externalTrafficPolicy is Local and whose endpoints are elsewhere.
 */
export function nodeText(mode: ProxyModeId, release = mode === 'userspace' ? '1.20' : '1.30', away = false): string {
  const compiler = PROXY_MODES.find(({ id }) => id === mode);
  const config = { mode, clusterCIDR: '10.244.0.0/16' };
  const interfaceAddresses = ['127.0.0.1', '172.18.0.3', '10.244.1.1'];
  const common = { node: 'worker-1', family: 'ipv4' as const, config, release, interfaceAddresses };
  const state = compiler?.syncProxyRules({
    ...common,
    cluster: completeCluster(buildCluster(...PARTS, ...(away ? AWAY : []))),
  });
  if (!state) throw new Error(`no mode ${mode}`);
  const listings: (readonly [command: string, output: string])[] = [
    ['ip addr', ADDRESSES],
    ['ip route', ROUTES],
    ...rulesOf(state),
  ];
  return `${listings.map(([command, output]) => `root@worker-1:~# ${command}\n${output}`).join('')}root@worker-1:~# \n`;
}

function rulesOf(state: KernelState): (readonly [command: string, output: string])[] {
  const saved = printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
  if (state.nftables) return [['nft list ruleset', listTable(state.nftables)]];
  return [['iptables-save', saved], ...ipvsOf(state)];
}

function ipvsOf({ ipvs }: KernelState): (readonly [command: string, output: string])[] {
  if (!ipvs) return [];
  const sets = ipvs.ipsets.map(({ name, type, options, entries }) =>
    [
      `Name: ${name}`,
      `Type: ${type}`,
      'Revision: 5',
      `Header: ${options}`,
      'Size in memory: 600',
      'References: 1',
      `Number of entries: ${entries.length}`,
      'Members:',
      ...entries.map(({ key }) => key),
      '',
    ].join('\n'),
  );
  const servers = ipvs.virtualServers.flatMap(({ protocol, address, port, scheduler, timeout, servers: real }) => [
    `${protocol}  ${address}:${port} ${scheduler}${timeout > 0 ? ` persistent ${timeout}` : ''}`,
    ...real.map(
      (each) => `  -> ${each.address}:${each.port}          Masq    ${each.weight}      0          0         `,
    ),
  ]);
  const head = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
`;
  return [
    ['ipset list', sets.join('\n')],
    ['ipvsadm -Ln', `${head}${servers.map((line) => `${line}\n`).join('')}`],
  ];
}

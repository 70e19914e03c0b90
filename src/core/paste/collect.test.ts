import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../formats';
import { KUBERNETES_YAML } from '../formats/kubernetes-yaml';
import { collectOfCluster, collectOnNode } from './collect';
import { readText } from './read-text';

/** What each command of the node's collection prints, and the format that reads it. */
const PRINTS: Readonly<Record<string, readonly [format: string, text: string]>> = {
  'iptables-save': ['iptables-save', '*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -j ACCEPT\nCOMMIT'],
  'ip6tables-save': ['iptables-save', '# ip6\n*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -s fd00::1/128 -j ACCEPT\nCOMMIT'],
  'nft list table ip kube-proxy': ['nft-ruleset', 'table ip kube-proxy {\n\tchain services {\n\t\taccept\n\t}\n}'],
  'nft list table ip6 kube-proxy': ['nft-ruleset', 'table ip6 kube-proxy {\n\tchain services {\n\t\taccept\n\t}\n}'],
  'ipset save': [
    'ipset-save',
    'create KUBE-LOOP-BACK hash:ip,port,ip family inet\nadd KUBE-LOOP-BACK 10.0.0.1,tcp:80,10.0.0.1',
  ],
  'ipvsadm -Ln': [
    'ipvsadm',
    'IP Virtual Server version 1.2.1 (size=4096)\nTCP  10.96.0.1:443 rr\n  -> 172.18.0.2:6443              Masq    1      0          0',
  ],
  'ip -d addr': [
    'ip-address',
    '2: eth0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP\n    link/ether 02:42:ac:12:00:03 brd ff:ff:ff:ff:ff:ff promiscuity 0\n    veth numtxqueues 1\n    inet 172.18.0.3/16 scope global eth0',
  ],
  'ip route show table all': [
    'ip-route',
    'default via 172.18.0.1 dev eth0\nlocal 172.18.0.3 dev eth0 table local proto kernel scope host src 172.18.0.3',
  ],
  'ip rule': ['ip-rule', '0:\tfrom all lookup local\n32766:\tfrom all lookup main'],
  'bridge -d link': [
    'ip-address',
    '5: veth1@if2: <BROADCAST,UP> mtu 1500 master cni0 state forwarding priority 32 cost 2\n    hairpin on guard off root_block off',
  ],
  'bridge fdb': ['bridge-fdb', '5e:1f:36:a1:70:02 dev flannel.1 dst 172.18.0.4 self permanent'],
  'ip neigh': ['neighbours', '10.244.2.0 dev flannel.1 lladdr 5e:1f:36:a1:70:02 PERMANENT'],
  'sysctl -a -r ^net[.]': ['sysctl', 'net.ipv4.ip_forward = 1'],
  'conntrack -L': [
    'conntrack',
    'tcp      6 86397 ESTABLISHED src=10.244.1.2 dst=10.96.0.1 sport=40000 dport=443 src=172.18.0.2 dst=10.244.1.2 sport=6443 dport=40000 [ASSURED] mark=0 use=1',
  ],
  'ss -lntu': [
    'listening-sockets',
    'Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port\ntcp   LISTEN 0      128          0.0.0.0:10250      0.0.0.0:*',
  ],
  'cat /etc/cni/net.d/*.conflist': [
    'cni-conflist',
    '{\n  "cniVersion": "0.3.1",\n  "name": "net",\n  "plugins": [ { "type": "bridge", "bridge": "cni0", "ipam": { "type": "host-local", "subnet": "10.244.1.0/24" } } ]\n}',
  ],
};
const COMMANDS = [...collectOnNode().matchAll(/'([^']+)'/g)].map(([, command = '']) => command);

describe('one command for everything', () => {
  it('needs no sudo where root has none', () => {
    const text = shell(`PATH=/nowhere; hostname() { echo n; }\nss() { echo "as root: $*"; }\n${collectOnNode()}`);
    expect(text).toContain('root@n:~# ss -lntu\nas root: -lntu\n');
  });

  it('asks a node for nothing that is not read', () => {
    expect(Object.keys(PRINTS)).toEqual(COMMANDS);
    const ids = new Set<string>(FORMATS.map(({ id }) => id));
    expect(Object.values(PRINTS).filter(([format]) => !ids.has(format))).toEqual([]);
  });

  it('is read in one paste: each part by its format, the machine by the name in the prompts', () => {
    const text = COMMANDS.map((command) => `root@worker-7:~# ${command}\n${PRINTS[command]?.[1] ?? ''}\n`).join('');
    const read = readText({ id: 'a', title: 'a', text });
    const formats = new Set([...read.layers.map(({ format }) => format), ...read.pieces.map(({ format }) => format)]);
    const wanted = [...new Set(Object.values(PRINTS).map(([format]) => format))];
    expect(wanted.filter((format) => !formats.has(format as never))).toEqual([]);
    expect(read.layers.map(({ family }) => family)).toEqual(['ipv4', 'ipv6']);
    expect(read.hostname).toBe('worker-7');
  });

  it('works in a shell: what is asked for is printed under prompts, and a tool that is missing is left out', () => {
    const tools = COMMANDS.filter((command) => !command.startsWith('ipvsadm'));
    const cases = tools.map((command) => `"${command}") cat <<'END'\n${PRINTS[command]?.[1] ?? ''}\nEND\n;;`);
    const sudo = `sudo() { case "$*" in\n${cases.join('\n')}\n*) echo "sudo: $1: command not found" >&2; return 1;; esac; }`;
    // A star that fits no file is handed on as it stands.
    const text = shell(`${sudo}\nhostname() { echo worker-7; }\n${collectOnNode()}`);
    const read = readText({ id: 'a', title: 'a', text });
    expect(read.hostname).toBe('worker-7');
    expect(read.layers.map(({ family, table }) => `${family} ${table}`)).toEqual(['ipv4 filter', 'ipv6 filter']);
    const formats = new Set<string>(read.pieces.map(({ format }) => format));
    const wanted = tools
      .flatMap((command) => PRINTS[command]?.[0] ?? [])
      .filter((format) => format !== 'iptables-save');
    expect([...formats].toSorted()).toEqual([...new Set(wanted)].toSorted());
    expect(text).not.toContain('command not found');
  });
});

function shell(script: string): string {
  return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout;
}

/** An object of each kind, as `kubectl get KIND -A -o yaml` holds it. */
const OBJECTS: Readonly<Record<string, string>> = {
  nodes: 'apiVersion: v1\n  kind: Node\n  metadata: {name: n1}',
  pods: 'apiVersion: v1\n  kind: Pod\n  metadata: {name: p, namespace: shop}\n  spec: {nodeName: n1}',
  services: 'apiVersion: v1\n  kind: Service\n  metadata: {name: s, namespace: shop}\n  spec: {ports: [{port: 80}]}',
  endpointslices:
    'apiVersion: discovery.k8s.io/v1\n  kind: EndpointSlice\n  metadata: {name: s-1, namespace: shop, labels: {kubernetes.io/service-name: s}}\n  addressType: IPv4\n  endpoints: [{addresses: [10.1.1.5]}]\n  ports: [{port: 8080}]',
  endpoints:
    'apiVersion: v1\n  kind: Endpoints\n  metadata: {name: s, namespace: shop}\n  subsets: [{addresses: [{ip: 10.1.1.5}], ports: [{port: 8080}]}]',
  ingresses: 'apiVersion: networking.k8s.io/v1\n  kind: Ingress\n  metadata: {name: i, namespace: shop}\n  spec: {}',
  ingressclasses: 'apiVersion: networking.k8s.io/v1\n  kind: IngressClass\n  metadata: {name: ic}\n  spec: {}',
  networkpolicies:
    'apiVersion: networking.k8s.io/v1\n  kind: NetworkPolicy\n  metadata: {name: np, namespace: shop}\n  spec: {podSelector: {}}',
  gatewayclasses: 'apiVersion: gateway.networking.k8s.io/v1\n  kind: GatewayClass\n  metadata: {name: gc}\n  spec: {}',
  gateways:
    'apiVersion: gateway.networking.k8s.io/v1\n  kind: Gateway\n  metadata: {name: g, namespace: shop}\n  spec: {}',
  httproutes:
    'apiVersion: gateway.networking.k8s.io/v1\n  kind: HTTPRoute\n  metadata: {name: h, namespace: shop}\n  spec: {}',
  referencegrants:
    'apiVersion: gateway.networking.k8s.io/v1beta1\n  kind: ReferenceGrant\n  metadata: {name: rg, namespace: shop}\n  spec: {}',
};
const CONFIG = `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data:
  config.conf: |
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    mode: ipvs`;

/** What the command prints where the cluster has these kinds; a kind it has not is an error of kubectl, and no output. */
function collected(has: readonly string[]): string {
  const list = (item: string): string =>
    `apiVersion: v1\nitems:\n- ${item}\nkind: List\nmetadata: {resourceVersion: ""}`;
  const cases = has.map((kind) => `"get ${kind} -A -o yaml") cat <<'END'\n${list(OBJECTS[kind] ?? '')}\nEND\n;;`);
  const config = `"-n kube-system get configmap kube-proxy -o yaml") cat <<'END'\n${CONFIG}\nEND\n;;`;
  const missing = `*) echo "error: the server doesn't have a resource type" >&2; return 1;;`;
  return shell(`kubectl() { case "$*" in\n${[...cases, config, missing].join('\n')}\nesac; }\n${collectOfCluster()}`);
}

describe('one command for a cluster', () => {
  const kindsIn = (text: string): string[] => {
    const parsed = KUBERNETES_YAML.parse(text);
    if (!parsed.ok) throw new Error('not read');
    const { nodes, pods, services, endpointSlices, others = [] } = parsed.value.value.cluster;
    expect(parsed.value.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return [...nodes, ...pods, ...services, ...endpointSlices, ...others].map(({ kind }) => kind);
  };
  const BASIC = ['Node', 'Pod', 'Service', 'EndpointSlice'];

  it('asks for every kind, and all of it is read', () => {
    const kinds = kindsIn(collected(Object.keys(OBJECTS).filter((kind) => kind !== 'endpoints')));
    const asked = [
      'Ingress',
      'IngressClass',
      'NetworkPolicy',
      'GatewayClass',
      'Gateway',
      'HTTPRoute',
      'ReferenceGrant',
    ];
    expect(kinds).toEqual(expect.arrayContaining([...BASIC, ...asked]));
    expect(kinds.filter((kind) => kind === 'EndpointSlice')).toHaveLength(1);
  });

  it.each([
    ['no Gateway API', ['gatewayclasses', 'gateways', 'httproutes', 'endpoints'], ['Ingress', 'NetworkPolicy']],
    [
      '1.15: no slices, no classes',
      ['endpointslices', 'ingressclasses', 'gatewayclasses', 'gateways', 'httproutes'],
      [],
    ],
  ])('%s spoils nothing else', (_, missing, others) => {
    const kinds = kindsIn(collected(Object.keys(OBJECTS).filter((kind) => !missing.includes(kind))));
    expect(kinds).toEqual(expect.arrayContaining([...BASIC, ...others]));
    expect(kinds.filter((kind) => kind === 'EndpointSlice')).toHaveLength(1);
  });

  it("has kube-proxy's configuration with it", () => {
    const read = readText({ id: 'a', title: 'a', text: collected(['nodes', 'services']) });
    expect(read.machine.kubeProxy.map(({ value }) => value.config.mode)).toEqual(['ipvs']);
  });
});

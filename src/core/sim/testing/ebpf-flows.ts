import type { CiliumConfig } from '../../kubernetes/proxy/ebpf/cilium-config';

/** The six configurations. All masquerade by program, so that no rule of netfilter is between. */
export const CONFIGS = {
  socket: { 'routing-mode': 'native', 'enable-bpf-masquerade': true },
  hostns: { 'routing-mode': 'native', 'enable-bpf-masquerade': true, 'bpf-lb-sock-hostns-only': true },
  dsr: { 'routing-mode': 'native', 'enable-bpf-masquerade': true, 'bpf-lb-mode': 'dsr' },
  snat: { 'routing-mode': 'native', 'enable-bpf-masquerade': true, 'bpf-lb-mode': 'snat' },
  tunnel: { 'routing-mode': 'tunnel', 'enable-bpf-masquerade': true },
  /** Sockets of Pods left alone and direct return for TCP only. */
  native: {
    'routing-mode': 'native',
    'enable-bpf-masquerade': true,
    'bpf-lb-mode': 'hybrid',
    'bpf-lb-sock-hostns-only': true,
  },
} as const satisfies Record<string, CiliumConfig>;

export type ConfigName = keyof typeof CONFIGS;

/** Short names of addresses, as the rows write them: `n1` a node, `h1` its cilium_host; `6`: the IPv6 one. */
export const NAMES: Readonly<Record<string, string>> = {
  '10.244.1.9': 'client',
  '10.244.1.5': 'a',
  '10.244.2.6': 'b',
  '10.244.2.8': 'hp',
  '192.168.0.1': 'n1',
  '192.168.0.2': 'n2',
  '192.168.0.3': 'n3',
  '10.244.1.1': 'h1',
  '10.244.2.1': 'h2',
  '10.244.3.1': 'h3',
  '192.0.2.10': 'out',
  '198.51.100.200': 'other',
  '169.254.42.1': 'loop',
  'fd00:10:1::9': 'client6',
  'fd00:10:1::5': 'a6',
  'fd00:10:2::6': 'b6',
  'fd00:1::1': 'n1-6',
  'fd00:10:1::1': 'h1-6',
  '2001:db8:9::10': 'out6',
};

/** The sender: the Pod `client` or a process of node 1, a process of node 3, or a client outside whose packet that node receives. */
export type FlowSender =
  | 'pod'
  | 'pod6'
  | 'host'
  | 'host6'
  | 'hostpod'
  | 'host3'
  | 'out@1'
  | 'out@2'
  | 'out@3'
  | 'other@1'
  | 'out6@1';

/** What was sent before, which of the slots it drew, and what became of the cluster since. */
export interface Before {
  readonly flow: readonly [from: FlowSender, to: string];
  readonly slot: number;
  /** Seconds since then. */
  readonly passed?: number;
  readonly gone?: true;
  /** From another port of the client: another connection. */
  readonly other?: true;
}

/**
 * A flow and what comes of it, as the description says and not as the engine does. `a<client b<n1`: two backends with
 * even odds, the first sees the client, the second node 1; the client sees the answer from where it asked. `a<client?`:
 * how the answer gets its source was not read. `left<n1`, `own-stack<out`: not translated, and which source it has.
 */
export interface FlowRow {
  readonly flow: readonly [from: FlowSender, to: string, protocol?: 'tcp' | 'udp' | 'icmp'];
  /** Section of the description (and its number of the table of differences, 9.n). */
  readonly follows: string;
  readonly all: string;
  readonly but?: Readonly<Partial<Record<ConfigName, string>>>;
  readonly before?: Before;
}

const inPods = (text: string): FlowRow['but'] => ({ hostns: text, native: text });
const both = (source: string): string => `a<${source} b<${source}`;
/** From outside to node 1: its own backend sees the client, the other what the configuration makes of it. */
const SPREAD = {
  all: 'a<out b<n1',
  but: { tunnel: 'a<out b<h1', dsr: both('out'), native: both('out') },
} as const;
const FAR = { all: both('n3'), but: { tunnel: both('h3'), dsr: both('out'), native: both('out') } } as const;
/** A process of node 1: the address of the route to the backend. */
const BY_ROUTE = { all: 'a<h1 b<n1', but: { tunnel: both('h1') } } as const;

const FROM_PODS: readonly FlowRow[] = [
  { flow: ['pod', '10.96.0.10:80'], follows: '2 Pod to CIP', all: both('client') },
  { flow: ['pod', '203.0.113.7:80'], follows: '2 Pod to VIP', all: both('client') },
  { flow: ['pod', '192.168.0.1:30080'], follows: '2, 3.1 nodePort of its own node', all: both('client') },
  {
    flow: ['pod', '192.168.0.2:30080'],
    follows: '5.2, 9.8 any node; per packet 4.6, 4.7, 6.1 there, DSR to the own node not read',
    all: both('client'),
    but: { hostns: 'a<n2 b<client', native: 'a<client? b<client' },
  },
  {
    flow: ['pod', '192.168.0.3:30080'],
    follows: '5.2, 9.8 a node without backends; per packet 4.7, 6.1, 6.2 there',
    all: both('client'),
    but: { hostns: both('n3'), native: 'a<client? b<client' },
  },
  { flow: ['pod', '127.0.0.1:30080'], follows: '2 loopback of the Pod: stays there', all: 'own-stack<client' },
  { flow: ['pod', '198.51.100.9:80'], follows: '5.3, 9.9', all: 'left<n1', but: inPods(both('client')) },
  { flow: ['pod', '10.96.0.13:80'], follows: '5.5, 9.5', all: 'client<client', but: inPods('client<loop') },
  { flow: ['pod', '10.96.0.12:80'], follows: '5.1, 5.4, 9.12', all: 'failed', but: inPods('rejected') },
  { flow: ['pod', '203.0.113.11:80'], follows: '5.1, 5.4 by VIP', all: 'failed', but: inPods('rejected') },
  {
    flow: ['pod', '192.168.0.2:30083'],
    follows: '5.1, 5.4 by nodePort: at the socket, or at that node',
    all: 'failed',
    but: inPods('rejected'),
  },
  { flow: ['pod', '10.96.0.10:81'], follows: '9.11, 7.3', all: 'left<n1' },
  { flow: ['pod', '203.0.113.7:81'], follows: '9.11, 7.3', all: 'left<n1' },
  { flow: ['pod', '203.0.113.7:30080'], follows: '9.21 exact keys: no nodePort at a VIP', all: 'left<n1' },
  { flow: ['pod', '10.96.0.11:80'], follows: '3.1 eTP Local does not bind the CIP', all: both('client') },
  {
    flow: ['pod', '192.168.0.2:30081'],
    follows: '3.1, 5.1 scope 1: all; per packet scope 0 of that node: its own',
    all: both('client'),
    but: inPods('b<client'),
  },
  {
    flow: ['pod', '192.168.0.3:30081'],
    follows: '3.1, 5.1 scope 1: all; per packet 5.4 at a node without one',
    all: both('client'),
    but: inPods('rejected'),
  },
  { flow: ['pod', '203.0.113.9:80'], follows: '3.1, 9.14 scope 1: all', all: both('client') },
  { flow: ['pod', '10.96.0.15:80'], follows: '3.1 iTP Local', all: 'a<client' },
  { flow: ['pod', '203.0.113.10:80'], follows: '9.14 iTP Local binds the VIP inside', all: 'a<client' },
  {
    flow: ['pod', '192.168.0.2:30082'],
    follows: '9.14 iTP Local binds nodePorts inside; per packet scope 0 of that node',
    all: 'a<client',
    but: { hostns: 'a<n2 b<client', native: 'a<client? b<client' },
  },
  { flow: ['pod', '10.96.0.16:80'], follows: '5.7 one terminating', all: 'a<client' },
  { flow: ['pod', '10.96.0.17:80'], follows: '3.1 all terminating (KEP-1669)', all: both('client') },
  { flow: ['pod', '203.0.113.12:80'], follows: '9.16 source ranges ignored inside', all: both('client') },
  { flow: ['pod', '10.244.2.6:8080'], follows: '1 headless: an address of a Pod', all: 'b<client' },
  {
    flow: ['pod', '192.168.0.2:8088'],
    follows: '5.2, 5.3 hostPort of another node: there; 7.3 in a tunnel masqueraded to nodes',
    all: 'hp<client',
    but: { tunnel: 'hp<n1' },
  },
  { flow: ['pod', '192.168.0.2:9999'], follows: '4.8, 7.3', all: 'own-stack<client', but: { tunnel: 'own-stack<n1' } },
  { flow: ['pod', '10.96.0.14:53', 'udp'], follows: '5.1 UDP', all: both('client') },
  {
    flow: ['pod', '192.168.0.2:30053', 'udp'],
    follows: '5.2; per packet 6.1: hybrid is SNAT for UDP',
    all: both('client'),
    but: inPods('a<n2 b<client'),
  },
  { flow: ['pod', '10.96.0.10:0', 'icmp'], follows: '2 ICMP, 9.1', all: 'left<n1' },
  { flow: ['pod6', '[fd00:96::10]:80'], follows: '2 Pod to CIP, IPv6', all: 'a6<client6 b6<client6' },
  { flow: ['pod6', '[2001:db8::7]:80'], follows: '2 Pod to VIP, IPv6', all: 'a6<client6 b6<client6' },
  {
    flow: ['pod6', '[fd00:96::11]:80'],
    follows: '5.5 IPv6 at the socket; per packet uncertain (12)',
    all: 'client6<client6',
    but: inPods('unknown'),
  },
];

/** A client that another node chooses for what it asks there (bpf_host.c has no loopback case): it sees that node and gets its answer. */
const CHOSEN: readonly FlowRow[] = [
  {
    flow: ['pod', '192.168.0.2:30084'],
    follows:
      '5.2; per packet 4.5, 6.1 at that node, no 5.5; hybrid: 6.2 keeps the source, the Pod’s own, which its kernel refuses',
    all: 'client<client',
    but: { hostns: 'client<n2', native: 'left<client' },
  },
  {
    flow: ['pod', '192.168.0.3:30084'],
    follows: 'the same by a node without backends',
    all: 'client<client',
    but: { hostns: 'client<n3', native: 'left<client' },
  },
];

const FROM_NODES: readonly FlowRow[] = [
  { flow: ['host', '10.96.0.10:80'], follows: '2 host to CIP, source of the route (7.4)', ...BY_ROUTE },
  { flow: ['hostpod', '203.0.113.7:80'], follows: '2 hostNetwork to VIP', ...BY_ROUTE },
  { flow: ['host', '127.0.0.1:30080'], follows: '2, 5.2, 9.4 loopback', ...BY_ROUTE },
  { flow: ['hostpod', '192.168.0.2:30080'], follows: '2, 5.2 nodePort of another node', ...BY_ROUTE },
  { flow: ['host', '192.168.0.3:30081'], follows: '3.1, 5.1 scope 1', ...BY_ROUTE },
  { flow: ['host', '198.51.100.9:80'], follows: '5.3', all: 'left<n1' },
  { flow: ['host', '10.96.0.12:80'], follows: '5.1, 5.4', all: 'failed' },
  { flow: ['host', '10.96.0.15:80'], follows: '3.1 iTP Local', all: 'a<h1' },
  { flow: ['host3', '10.96.0.15:80'], follows: '3.1, 5.1 iTP Local, none here', all: 'failed' },
  { flow: ['host3', '203.0.113.7:80'], follows: '2', all: both('n3'), but: { tunnel: both('h3') } },
  { flow: ['host', '10.96.0.13:80'], follows: '2, 7.4 one local backend', all: 'client<h1' },
  { flow: ['host', '10.96.0.14:53', 'udp'], follows: '5.1 UDP', ...BY_ROUTE },
  {
    flow: ['host6', '[fd00:96::10]:80'],
    follows: '2 host to CIP, IPv6',
    all: 'a6<h1-6 b6<n1-6',
    but: { tunnel: 'a6<h1-6 b6<h1-6' },
  },
];

const FROM_OUTSIDE: readonly FlowRow[] = [
  { flow: ['out@1', '192.168.0.1:30080'], follows: '4.6, 4.7, 6.1, 6.2, 9.6, 9.7', ...SPREAD },
  { flow: ['out@3', '192.168.0.3:30080'], follows: '4.7, 6.1, 6.2 no backend on the node', ...FAR },
  { flow: ['out@1', '203.0.113.7:80'], follows: '2 outside to VIP', ...SPREAD },
  {
    flow: ['out@3', '192.168.0.3:30093'],
    follows: '6.1 a process of another node, to which no tunnel leads',
    all: 'n1<n3',
    but: { dsr: 'n1<out', native: 'n1<out' },
  },
  { flow: ['out@3', '203.0.113.7:80'], follows: '2, 4.7', ...FAR },
  { flow: ['out@1', '198.51.100.9:80'], follows: '2 outside to externalIP', ...SPREAD },
  { flow: ['out@1', '10.96.0.10:80'], follows: '4.4, 9.10', all: 'dropped' },
  { flow: ['out@2', '192.168.0.2:30081'], follows: '3.1 eTP Local: its own', all: 'b<out' },
  { flow: ['out@3', '192.168.0.3:30081'], follows: '5.4, 9.13 eTP Local, none', all: 'rejected' },
  { flow: ['out@3', '203.0.113.9:80'], follows: '5.4, 9.13 eTP Local by VIP, none', all: 'rejected' },
  { flow: ['out@1', '192.168.0.1:30082'], follows: '3.1 iTP Local does not bind outside', ...SPREAD },
  { flow: ['out@1', '203.0.113.11:80'], follows: '5.4, 9.12', all: 'rejected' },
  { flow: ['out@1', '203.0.113.7:81'], follows: '4.2, 9.11 until 1.18 to the stack', all: 'left<out' },
  { flow: ['out@1', '192.168.0.1:9999'], follows: '4.2, 4.8', all: 'own-stack<out' },
  { flow: ['out@1', '203.0.113.12:80'], follows: '4.3 in the range', ...SPREAD },
  { flow: ['other@1', '203.0.113.12:80'], follows: '4.3 not in the range', all: 'dropped' },
  { flow: ['out@1', '203.0.113.13:80'], follows: '4.3 deny', all: 'dropped' },
  {
    flow: ['other@1', '203.0.113.13:80'],
    follows: '4.3 deny, others',
    all: 'a<other b<n1',
    but: { tunnel: 'a<other b<h1', dsr: both('other'), native: both('other') },
  },
  { flow: ['out@1', '192.168.0.1:30085'], follows: '5.7', all: 'a<out' },
  {
    flow: ['out@2', '192.168.0.2:30085'],
    follows: '5.7: not the local one that ends',
    all: 'a<n2',
    but: { tunnel: 'a<h2', dsr: 'a<out', native: 'a<out' },
  },
  { flow: ['out@2', '192.168.0.2:8088'], follows: '3.1 hostPort, 4.6', all: 'hp<out' },
  { flow: ['out@1', '192.168.0.1:8088'], follows: '3.1 hostPort: only where the Pod is', all: 'own-stack<out' },
  { flow: ['out@1', '10.244.1.5:8080'], follows: '4.8 a Pod itself; 7.3 replies stay', all: 'a<out' },
  {
    flow: ['out@1', '203.0.113.8:53', 'udp'],
    follows: '6, 6.2: hybrid is SNAT for UDP',
    all: 'a<out b<n1',
    but: { tunnel: 'a<out b<h1', dsr: both('out') },
  },
  { flow: ['out@1', '203.0.113.7:0', 'icmp'], follows: '2 ICMP, 4.1', all: 'left<out' },
  { flow: ['out@1', '192.168.0.1:0', 'icmp'], follows: '4.1', all: 'own-stack<out' },
  {
    flow: ['out6@1', '[2001:db8::7]:80'],
    follows: '4.6, 4.7, 6 as IPv4',
    all: 'a6<out6 b6<n1-6',
    but: { tunnel: 'a6<out6 b6<h1-6', dsr: 'a6<out6 b6<out6', native: 'a6<out6 b6<out6' },
  },
];

const REMEMBERED: readonly FlowRow[] = [
  {
    flow: ['out@1', '203.0.113.14:80'],
    before: { flow: ['out@1', '203.0.113.14:80'], slot: 0, other: true },
    follows: '4.5 affinity by client address',
    all: 'a<out',
  },
  {
    flow: ['out@1', '192.168.0.1:30086'],
    before: { flow: ['out@1', '203.0.113.14:80'], slot: 0, other: true },
    follows: '3.1, 9.15 affinity of each frontend',
    ...SPREAD,
  },
  {
    flow: ['out@1', '203.0.113.14:80'],
    before: { flow: ['out@1', '203.0.113.14:80'], slot: 0, passed: 10_801, other: true },
    follows: '4.5 affinity is over',
    ...SPREAD,
  },
  {
    flow: ['pod', '10.96.0.18:80'],
    before: { flow: ['pod', '10.96.0.18:80'], slot: 1, other: true },
    follows: '5.1 affinity by network namespace',
    all: 'b<client',
  },
  {
    flow: ['host', '10.96.0.18:80'],
    before: { flow: ['pod', '10.96.0.18:80'], slot: 1, other: true },
    follows: '5.1 the namespace of the node is another',
    ...BY_ROUTE,
  },
  {
    flow: ['out@1', '203.0.113.30:80'],
    before: { flow: ['out@1', '203.0.113.30:80'], slot: 0 },
    follows: '4.5 known: its backend',
    all: 'a<out',
  },
  {
    flow: ['out@1', '203.0.113.30:80'],
    before: { flow: ['out@1', '203.0.113.30:80'], slot: 1, gone: true },
    follows: '4.5 backend gone: chosen again',
    all: 'a<out',
  },
  {
    flow: ['out@1', '203.0.113.30:80'],
    before: { flow: ['out@1', '203.0.113.30:80'], slot: 0, passed: 61 },
    follows: '5.8 a SYN is remembered for 60 s',
    ...SPREAD,
  },
];

export const FLOW_ROWS: readonly FlowRow[] = [...FROM_PODS, ...CHOSEN, ...FROM_NODES, ...FROM_OUTSIDE, ...REMEMBERED];

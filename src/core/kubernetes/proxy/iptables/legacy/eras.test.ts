import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../build';
import type { EndpointSliceObject, KubeProxyConfig, ServiceObject } from '../../../types';
import { printIptablesRestore } from '../restore';
import { FAR, PAIR, eraInput, eraRules, webService } from './testing/era-rules';

/** One sentence: in these releases this chain of the small cluster holds exactly these rules. */
interface Row {
  readonly says: string;
  /** The first and the last release it is said of, and those between where something else changed. */
  readonly in: readonly string[];
  /** `nat KUBE-SERVICES`; names without their hash. */
  readonly chain: string;
  readonly of?: ServiceObject;
  /** `null`: the Service has none. Absent: two, one of them on this node. */
  readonly slice?: EndpointSliceObject | null;
  readonly config?: KubeProxyConfig;
  /** Only rules with this in them are looked at. */
  readonly about?: RegExp;
  /** Absent: the release has no such chain. */
  readonly rules?: readonly string[];
}

const CIDR = '10.244.0.0/16';
const PLAIN = webService({});
const NODE_PORT = webService({ type: 'NodePort' });
const OPEN = webService({ type: 'LoadBalancer', externalIPs: ['192.0.2.50'] }, ['198.51.100.7']);
const LOCAL = webService(
  { type: 'LoadBalancer', externalTrafficPolicy: 'Local', externalIPs: ['192.0.2.50'], healthCheckNodePort: 31_000 },
  ['198.51.100.7'],
);
const RANGED = webService({ type: 'LoadBalancer', loadBalancerSourceRanges: ['203.0.113.0/24'] }, ['198.51.100.7']);
const NODE_INSIDE = webService({ type: 'LoadBalancer', loadBalancerSourceRanges: ['172.18.0.0/16'] }, ['198.51.100.7']);
const TWO_VIPS = webService({ type: 'LoadBalancer' }, ['198.51.100.7', '198.51.100.8']);
const STICKY = webService({ type: 'NodePort', externalTrafficPolicy: 'Local', sessionAffinity: 'ClientIP' });
const ALONE = endpoints('web', 8080, [['10.244.1.5', 'node1']]);
/** The only endpoint of this node is going away, and still serves. */
const LEAVING: EndpointSliceObject = {
  ...PAIR,
  endpoints: PAIR.endpoints?.map((each, i) =>
    i === 0 ? { ...each, conditions: { ready: false, serving: true, terminating: true } } : each,
  ),
};

const C = '-m comment --comment';
const MARK = '0x00004000';
const PORTALS = `${C} "kubernetes service portals"`;
const NEW = '-m conntrack --ctstate NEW';
const KNOWN = '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
const OUTSIDE = `${NEW} ${C} "kubernetes externally-visible service portals" -j KUBE-EXTERNAL-SERVICES`;
const KUBELET = '-j KUBE-FIREWALL';
const SPLIT = '-m statistic --mode random --probability';
const FROM_NODE = '-m addrtype --src-type LOCAL';
const to = (address: string, comment: string): string =>
  `${C} "default/${comment}" -m tcp -p tcp -d ${address} --dport 80`;
const refused = (name: string, match: string): string =>
  `${C} "default/${name} has no endpoints" ${match} -m tcp -p tcp --dport 30080 -j REJECT`;
const affinity = (comment: string, seconds = 10_800): string =>
  `${comment}-m recent --name KUBE-SEP --rcheck --seconds ${seconds} --reap -j KUBE-SEP`;

const JUMPS: readonly Row[] = [
  {
    says: '1.2-1.3: nobody but kube-proxy writes into filter; only OUTPUT looks at KUBE-SERVICES, at every packet',
    in: ['1.2', '1.3'],
    chain: 'filter OUTPUT',
    rules: [`${PORTALS} -j KUBE-SERVICES`],
  },
  { says: 'INPUT does not look at it before 1.6.5', in: ['1.4', '1.6.4'], chain: 'filter INPUT', rules: [KUBELET] },
  {
    says: '≤1.9: KUBE-SERVICES jumped from filter INPUT and OUTPUT without ctstate',
    in: ['1.6.5', '1.7', '1.9'],
    chain: 'filter INPUT',
    rules: [`${PORTALS} -j KUBE-SERVICES`, KUBELET],
  },
  {
    says: '≤1.9: KUBE-SERVICES jumped from filter INPUT and OUTPUT without ctstate',
    in: ['1.4', '1.7', '1.9'],
    chain: 'filter OUTPUT',
    rules: [`${PORTALS} -j KUBE-SERVICES`, KUBELET],
  },
  {
    says: '~1.10–1.12: no KUBE-SERVICES jump from FORWARD/INPUT',
    in: ['1.10', '1.11', '1.12'],
    chain: 'filter INPUT',
    rules: [OUTSIDE, KUBELET],
  },
  {
    says: '~1.10–1.12: only OUTPUT, NEW',
    in: ['1.10', '1.12', '1.16', '1.23'],
    chain: 'filter OUTPUT',
    rules: [`${NEW} ${PORTALS} -j KUBE-SERVICES`, KUBELET],
  },
  { says: 'KUBE-FORWARD new in 1.9', in: ['1.2', '1.8'], chain: 'filter FORWARD', rules: [] },
  {
    says: 'KUBE-FORWARD new in 1.9; no KUBE-SERVICES jump from FORWARD up to 1.12',
    in: ['1.9', '1.12'],
    chain: 'filter FORWARD',
    rules: [`${C} "kubernetes forwarding rules" -j KUBE-FORWARD`],
  },
  {
    says: '1.16: FORWARD, OUTPUT, INPUT → KUBE-SERVICES; inserted at the top, so they end up reversed',
    in: ['1.13', '1.14', '1.16', '1.19'],
    chain: 'filter INPUT',
    rules: [`${NEW} ${PORTALS} -j KUBE-SERVICES`, OUTSIDE, KUBELET],
  },
  {
    says: '1.16: FORWARD → KUBE-SERVICES, FORWARD → KUBE-FORWARD above it',
    in: ['1.13', '1.16', '1.19'],
    chain: 'filter FORWARD',
    rules: [`${C} "kubernetes forwarding rules" -j KUBE-FORWARD`, `${NEW} ${PORTALS} -j KUBE-SERVICES`],
  },
  {
    says: '1.20: jump FORWARD → KUBE-EXTERNAL-SERVICES added',
    in: ['1.20', '1.24'],
    chain: 'filter FORWARD',
    rules: [`${C} "kubernetes forwarding rules" -j KUBE-FORWARD`, `${NEW} ${PORTALS} -j KUBE-SERVICES`, OUTSIDE],
  },
  { says: '1.20: INPUT → KUBE-SERVICES removed', in: ['1.20'], chain: 'filter INPUT', rules: [OUTSIDE, KUBELET] },
  {
    says: '1.21: jump INPUT → KUBE-NODEPORTS, no ctstate',
    in: ['1.21', '1.24'],
    chain: 'filter INPUT',
    rules: [`${C} "kubernetes health check service ports" -j KUBE-NODEPORTS`, OUTSIDE, KUBELET],
  },
  {
    says: '1.16: nat OUTPUT → KUBE-SERVICES',
    in: ['1.2', '1.9', '1.16', '1.30'],
    chain: 'nat OUTPUT',
    rules: [`${PORTALS} -j KUBE-SERVICES`],
  },
  {
    says: '1.16: nat PREROUTING → KUBE-SERVICES',
    in: ['1.2', '1.9', '1.16', '1.30'],
    chain: 'nat PREROUTING',
    rules: [`${PORTALS} -j KUBE-SERVICES`],
  },
  {
    says: '1.16: POSTROUTING → KUBE-POSTROUTING',
    in: ['1.2', '1.9', '1.16', '1.30'],
    chain: 'nat POSTROUTING',
    rules: [`${C} "kubernetes postrouting rules" -j KUBE-POSTROUTING`],
  },
  {
    says: '1.27: KUBE-FIREWALL (filter) created by kube-proxy, jumps INPUT/OUTPUT without comment',
    in: ['1.27', '1.30'],
    chain: 'filter OUTPUT',
    rules: [
      KUBELET,
      `${NEW} ${C} "kubernetes load balancer firewall" -j KUBE-PROXY-FIREWALL`,
      `${NEW} ${PORTALS} -j KUBE-SERVICES`,
    ],
  },
];

const COMMON: readonly Row[] = [
  {
    says: '1.16: masquerades what is marked, --random-fully; none ~1.10–1.15',
    in: ['1.2', '1.11', '1.14', '1.15'],
    chain: 'nat KUBE-POSTROUTING',
    rules: [`${C} "kubernetes service traffic requiring SNAT" -m mark --mark ${MARK}/${MARK} -j MASQUERADE`],
  },
  {
    says: '1.16: masquerades what is marked, --random-fully',
    in: ['1.16', '1.18'],
    chain: 'nat KUBE-POSTROUTING',
    rules: [
      `${C} "kubernetes service traffic requiring SNAT" -m mark --mark ${MARK}/${MARK} -j MASQUERADE --random-fully`,
    ],
  },
  {
    says: '1.19: KUBE-POSTROUTING three rules',
    in: ['1.19', '1.30'],
    chain: 'nat KUBE-POSTROUTING',
    rules: [
      `-m mark ! --mark ${MARK}/${MARK} -j RETURN`,
      `-j MARK --xor-mark ${MARK}`,
      `${C} "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully`,
    ],
  },
  {
    says: '1.16: -A KUBE-MARK-MASQ -j MARK --set-xmark {MM}',
    in: ['1.2', '1.11', '1.16', '1.18'],
    chain: 'nat KUBE-MARK-MASQ',
    rules: [`-j MARK --set-xmark ${MARK}/${MARK}`],
  },
  { says: '1.19: --or-mark {M}', in: ['1.19'], chain: 'nat KUBE-MARK-MASQ', rules: [`-j MARK --or-mark ${MARK}`] },
  { says: 'KUBE-FORWARD new in 1.9', in: ['1.2', '1.8'], chain: 'filter KUBE-FORWARD' },
  {
    says: '1.9-1.14: no INVALID rule; the last two only with a cluster CIDR',
    in: ['1.9', '1.11', '1.14'],
    chain: 'filter KUBE-FORWARD',
    rules: [
      `${C} "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`,
      `-s ${CIDR} ${C} "kubernetes forwarding conntrack pod source rule" ${KNOWN}`,
      `${C} "kubernetes forwarding conntrack pod destination rule" -d ${CIDR} ${KNOWN}`,
    ],
  },
  {
    says: '1.15-1.17: INVALID is dropped; the last two only with a cluster CIDR',
    in: ['1.15', '1.16', '1.17'],
    chain: 'filter KUBE-FORWARD',
    rules: [
      '-m conntrack --ctstate INVALID -j DROP',
      `${C} "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`,
      `-s ${CIDR} ${C} "kubernetes forwarding conntrack pod source rule" ${KNOWN}`,
      `${C} "kubernetes forwarding conntrack pod destination rule" -d ${CIDR} ${KNOWN}`,
    ],
  },
  {
    says: 'the last two only with a cluster CIDR',
    in: ['1.11', '1.14'],
    chain: 'filter KUBE-FORWARD',
    config: {},
    rules: [`${C} "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`],
  },
  {
    says: '1.18: KUBE-FORWARD pod rules without -s/-d CIDR and always present',
    in: ['1.18', '1.22'],
    chain: 'filter KUBE-FORWARD',
    config: {},
    rules: [
      '-m conntrack --ctstate INVALID -j DROP',
      `${C} "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`,
      `${C} "kubernetes forwarding conntrack pod source rule" ${KNOWN}`,
      `${C} "kubernetes forwarding conntrack pod destination rule" ${KNOWN}`,
    ],
  },
  {
    says: '1.23: single "kubernetes forwarding conntrack rule"',
    in: ['1.23', '1.30'],
    chain: 'filter KUBE-FORWARD',
    rules: [
      '-m conntrack --ctstate INVALID -j DROP',
      `${C} "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`,
      `${C} "kubernetes forwarding conntrack rule" ${KNOWN}`,
    ],
  },
  {
    says: '1.29: INVALID drop left out if nf_conntrack_tcp_be_liberal ≠ 0',
    in: ['1.29'],
    chain: 'filter KUBE-FORWARD',
    config: { conntrack: { tcpBeLiberal: true } },
    about: /INVALID/,
    rules: [],
  },
  {
    says: 'KUBE-MARK-DROP belongs to kubelet',
    in: ['1.4', '1.11', '1.16', '1.18'],
    chain: 'nat KUBE-MARK-DROP',
    rules: ['-j MARK --set-xmark 0x00008000/0x00008000'],
  },
  { says: '1.17: KUBE-PROXY-CANARY in mangle', in: ['1.11', '1.16'], chain: 'mangle KUBE-PROXY-CANARY' },
  { says: '1.17: KUBE-PROXY-CANARY in mangle', in: ['1.17', '1.30'], chain: 'mangle KUBE-PROXY-CANARY', rules: [] },
  { says: '1.17: KUBE-PROXY-CANARY in nat', in: ['1.17', '1.30'], chain: 'nat KUBE-PROXY-CANARY', rules: [] },
  { says: '1.17: KUBE-PROXY-CANARY in filter', in: ['1.17', '1.30'], chain: 'filter KUBE-PROXY-CANARY', rules: [] },
  { says: 'KUBE-EXTERNAL-SERVICES came with 1.10', in: ['1.9'], chain: 'filter KUBE-EXTERNAL-SERVICES' },
  { says: '1.21: filter chain KUBE-NODEPORTS', in: ['1.16', '1.20'], chain: 'filter KUBE-NODEPORTS' },
  {
    says: '1.21: health check node port',
    in: ['1.21', '1.30'],
    chain: 'filter KUBE-NODEPORTS',
    of: LOCAL,
    rules: [`${C} "default/web health check node port" -m tcp -p tcp --dport 31000 -j ACCEPT`],
  },
];

const CLUSTER_IP: readonly Row[] = [
  {
    says: 'cluster IP, with endpoints',
    in: ['1.2', '1.9', '1.11', '1.14', '1.16', '1.19'],
    chain: 'nat KUBE-SERVICES',
    about: /cluster IP/,
    rules: [
      `${to('10.96.0.11/32', 'web: cluster IP')} ! -s ${CIDR} -j KUBE-MARK-MASQ`,
      `${to('10.96.0.11/32', 'web: cluster IP')} -j KUBE-SVC`,
    ],
  },
  {
    says: 'masqueradeAll: without ! -s',
    in: ['1.2', '1.11', '1.16'],
    chain: 'nat KUBE-SERVICES',
    config: { clusterCIDR: CIDR, iptables: { masqueradeAll: true } },
    about: /cluster IP/,
    rules: [
      `${to('10.96.0.11/32', 'web: cluster IP')} -j KUBE-MARK-MASQ`,
      `${to('10.96.0.11/32', 'web: cluster IP')} -j KUBE-SVC`,
    ],
  },
  {
    says: 'no CIDR: left out',
    in: ['1.2', '1.11', '1.16'],
    chain: 'nat KUBE-SERVICES',
    config: {},
    about: /cluster IP/,
    rules: [`${to('10.96.0.11/32', 'web: cluster IP')} -j KUBE-SVC`],
  },
  {
    says: '1.20: no trailing colon',
    in: ['1.20', '1.21'],
    chain: 'nat KUBE-SERVICES',
    about: /cluster IP/,
    rules: [
      `${to('10.96.0.11/32', 'web cluster IP')} ! -s ${CIDR} -j KUBE-MARK-MASQ`,
      `${to('10.96.0.11/32', 'web cluster IP')} -j KUBE-SVC`,
    ],
  },
  {
    says: '1.22: masquerade rules moved from KUBE-SERVICES into KUBE-SVC',
    in: ['1.22'],
    chain: 'nat KUBE-SERVICES',
    about: /cluster IP/,
    rules: [`${to('10.96.0.11/32', 'web cluster IP')} -j KUBE-SVC`],
  },
  {
    says: '1.23: addresses without /32',
    in: ['1.23', '1.30'],
    chain: 'nat KUBE-SERVICES',
    about: /cluster IP/,
    rules: [`${to('10.96.0.11', 'web cluster IP')} -j KUBE-SVC`],
  },
  {
    says: 'cluster IP without endpoints',
    in: ['1.2', '1.9', '1.11', '1.16', '1.19'],
    chain: 'filter KUBE-SERVICES',
    slice: null,
    rules: [`${to('10.96.0.11/32', 'web: has no endpoints')} -j REJECT`],
  },
  {
    says: 'the nodeports tail rule is the last of KUBE-SERVICES, without any ! -d',
    in: ['1.2', '1.11', '1.16', '1.25'],
    chain: 'nat KUBE-SERVICES',
    config: { iptables: { localhostNodePorts: false } },
    about: /nodeports/,
    rules: [
      `${C} "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS`,
    ],
  },
  {
    says: '1.26: ! -d 127.0.0.0/8 (localhostNodePorts=false)',
    in: ['1.26', '1.30'],
    chain: 'nat KUBE-SERVICES',
    config: { iptables: { localhostNodePorts: false } },
    about: /nodeports/,
    rules: [
      `${C} "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL ! -d 127.0.0.0/8 -j KUBE-NODEPORTS`,
    ],
  },
];

/** What a filter rule of OPEN refuses, in the order of the chain. */
const NO_EXTERNAL = `${to('192.0.2.50/32', 'web: has no endpoints')} -j REJECT`;
const NO_BALANCER = `${to('198.51.100.7/32', 'web: has no endpoints')} -j REJECT`;
const NO_CLUSTER = `${to('10.96.0.11/32', 'web: has no endpoints')} -j REJECT`;
const NO_NODE_PORT = refused('web:', '-m addrtype --dst-type LOCAL');

const FROM_OUTSIDE: readonly Row[] = [
  {
    says: 'each external IP, with endpoints',
    in: ['1.2', '1.9', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-SERVICES',
    of: OPEN,
    about: /external IP/,
    rules: [
      `${to('192.0.2.50/32', 'web: external IP')} -j KUBE-MARK-MASQ`,
      `${to('192.0.2.50/32', 'web: external IP')} -m physdev ! --physdev-is-in -m addrtype ! --src-type LOCAL -j KUBE-SVC`,
      `${to('192.0.2.50/32', 'web: external IP')} -m addrtype --dst-type LOCAL -j KUBE-SVC`,
    ],
  },
  {
    says: '1.18 (by its gate; on from 1.19): external IP with onlyLocal: no MARK-MASQ and target KUBE-XLB',
    in: ['1.19'],
    chain: 'nat KUBE-SERVICES',
    of: LOCAL,
    about: /external IP/,
    rules: [
      `${to('192.0.2.50/32', 'web: external IP')} -m physdev ! --physdev-is-in -m addrtype ! --src-type LOCAL -j KUBE-XLB`,
      `${to('192.0.2.50/32', 'web: external IP')} -m addrtype --dst-type LOCAL -j KUBE-XLB`,
    ],
  },
  {
    says: '1.21: external IP: {not local} -j KUBE-MARK-MASQ then one jump',
    in: ['1.21'],
    chain: 'nat KUBE-SERVICES',
    of: OPEN,
    about: /external IP/,
    rules: [
      `${to('192.0.2.50/32', 'web external IP')} ! -s ${CIDR} -j KUBE-MARK-MASQ`,
      `${to('192.0.2.50/32', 'web external IP')} -j KUBE-SVC`,
    ],
  },
  {
    says: '1.21: all traffic if no detector',
    in: ['1.21'],
    chain: 'nat KUBE-SERVICES',
    of: OPEN,
    config: {},
    about: /external IP/,
    rules: [
      `${to('192.0.2.50/32', 'web external IP')} -j KUBE-MARK-MASQ`,
      `${to('192.0.2.50/32', 'web external IP')} -j KUBE-SVC`,
    ],
  },
  {
    says: 'without endpoints, ≤1.9: node port / external IP REJECTs in KUBE-SERVICES too',
    in: ['1.7', '1.9'],
    chain: 'filter KUBE-SERVICES',
    of: OPEN,
    slice: null,
    rules: [NO_EXTERNAL, NO_NODE_PORT, NO_CLUSTER],
  },
  {
    says: '~1.10–1.12: no REJECT for load balancer IPs',
    in: ['1.10', '1.11', '1.12'],
    chain: 'filter KUBE-SERVICES',
    of: OPEN,
    slice: null,
    rules: [NO_CLUSTER],
  },
  {
    says: '1.16: load balancer IPs are refused in KUBE-SERVICES',
    in: ['1.13', '1.14', '1.16', '1.19'],
    chain: 'filter KUBE-SERVICES',
    of: OPEN,
    slice: null,
    rules: [NO_CLUSTER, NO_BALANCER],
  },
  {
    says: '1.16: external IPs and node ports are refused in KUBE-EXTERNAL-SERVICES',
    in: ['1.10', '1.11', '1.14', '1.16', '1.19'],
    chain: 'filter KUBE-EXTERNAL-SERVICES',
    of: OPEN,
    slice: null,
    rules: [NO_EXTERNAL, NO_NODE_PORT],
  },
  {
    says: '1.20: REJECT for load balancer IPs in KUBE-EXTERNAL-SERVICES',
    in: ['1.20', '1.22'],
    chain: 'filter KUBE-EXTERNAL-SERVICES',
    of: OPEN,
    slice: null,
    rules: [NO_EXTERNAL, NO_BALANCER, NO_NODE_PORT].map((text) => text.replace('web:', 'web')),
  },
  {
    says: 'each load balancer IP, with endpoints: KUBE-FW',
    in: ['1.4', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-SERVICES',
    of: OPEN,
    about: /loadbalancer IP/,
    rules: [`${to('198.51.100.7/32', 'web: loadbalancer IP')} -j KUBE-FW`],
  },
  {
    says: 'KUBE-FW, not onlyLocal, no ranges',
    in: ['1.4', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-FW',
    of: OPEN,
    rules: ['KUBE-MARK-MASQ', 'KUBE-SVC', 'KUBE-MARK-DROP'].map(
      (target) => `${C} "default/web: loadbalancer IP" -j ${target}`,
    ),
  },
  {
    says: 'KUBE-FW, onlyLocal, no ranges',
    in: ['1.4', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-FW',
    of: LOCAL,
    rules: ['KUBE-XLB', 'KUBE-MARK-DROP'].map((target) => `${C} "default/web: loadbalancer IP" -j ${target}`),
  },
  {
    says: 'KUBE-FW, each range',
    in: ['1.4', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-FW',
    of: RANGED,
    rules: ['-j KUBE-MARK-MASQ', '-s 203.0.113.0/24 -j KUBE-SVC', '-j KUBE-MARK-DROP'].map(
      (text) => `${C} "default/web: loadbalancer IP" ${text}`,
    ),
  },
  {
    says: 'KUBE-FW, if the node IP is inside a range',
    in: ['1.4', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-FW',
    of: NODE_INSIDE,
    rules: [
      '-j KUBE-MARK-MASQ',
      '-s 172.18.0.0/16 -j KUBE-SVC',
      '-s 198.51.100.7/32 -j KUBE-SVC',
      '-j KUBE-MARK-DROP',
    ].map((text) => `${C} "default/web: loadbalancer IP" ${text}`),
  },
  {
    says: 'with two VIPs the FW rules are written twice',
    in: ['1.4', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-FW',
    of: TWO_VIPS,
    about: /-j KUBE-MARK-DROP/,
    rules: [1, 2].map(() => `${C} "default/web: loadbalancer IP" -j KUBE-MARK-DROP`),
  },
  {
    says: 'nodePort, with endpoints',
    in: ['1.2', '1.9', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-NODEPORTS',
    of: NODE_PORT,
    rules: ['KUBE-MARK-MASQ', 'KUBE-SVC'].map((target) => `${C} default/web: -m tcp -p tcp --dport 30080 -j ${target}`),
  },
  {
    says: 'nodePort, onlyLocal',
    in: ['1.10', '1.11', '1.16', '1.19'],
    chain: 'nat KUBE-NODEPORTS',
    of: LOCAL,
    rules: ['-s 127.0.0.0/8 -j KUBE-MARK-MASQ', '-j KUBE-XLB'].map(
      (text) => `${C} default/web: -m tcp -p tcp --dport 30080 ${text}`,
    ),
  },
];

const OWN_CHAINS: readonly Row[] = [
  {
    says: 'for each endpoint: -A KUBE-SVC; [C] present ≤1.12',
    in: ['1.2', '1.9', '1.11', '1.12'],
    chain: 'nat KUBE-SVC',
    rules: [`${C} default/web: ${SPLIT} 0.50000 -j KUBE-SEP`, `${C} default/web: -j KUBE-SEP`],
  },
  {
    says: '[C] missing in 1.13(?)/1.14–1.17 because of a bug',
    in: ['1.13', '1.14', '1.16'],
    chain: 'nat KUBE-SVC',
    rules: [`${SPLIT} 0.50000 -j KUBE-SEP`, '-j KUBE-SEP'],
  },
  {
    says: '1.17: %0.10f',
    in: ['1.17'],
    chain: 'nat KUBE-SVC',
    rules: [`${SPLIT} 0.5000000000 -j KUBE-SEP`, '-j KUBE-SEP'],
  },
  {
    says: '1.18: [C] works again',
    in: ['1.18', '1.19'],
    chain: 'nat KUBE-SVC',
    rules: [`${C} default/web: ${SPLIT} 0.5000000000 -j KUBE-SEP`, `${C} default/web: -j KUBE-SEP`],
  },
  {
    says: '-A KUBE-SEP [C] -s {epIP}/32; [C] present ≤1.12',
    in: ['1.2', '1.11', '1.12', '1.18', '1.19'],
    chain: 'nat KUBE-SEP',
    rules: [
      `${C} default/web: -s 10.244.1.5/32 -j KUBE-MARK-MASQ`,
      `${C} default/web: -m tcp -p tcp -j DNAT --to-destination 10.244.1.5:8080`,
    ],
  },
  {
    says: '[C] missing in 1.13(?)/1.14–1.17 because of a bug',
    in: ['1.13', '1.16', '1.17'],
    chain: 'nat KUBE-SEP',
    rules: ['-s 10.244.1.5/32 -j KUBE-MARK-MASQ', '-m tcp -p tcp -j DNAT --to-destination 10.244.1.5:8080'],
  },
  {
    says: '1.23: -s {epIP} without /32',
    in: ['1.23', '1.30'],
    chain: 'nat KUBE-SEP',
    about: /-s /,
    rules: [`${C} default/web -s 10.244.1.5 -j KUBE-MARK-MASQ`],
  },
  {
    says: 'affinity (each endpoint), before the balancing rules',
    in: ['1.8', '1.11', '1.12'],
    chain: 'nat KUBE-SVC',
    of: STICKY,
    slice: ALONE,
    rules: [affinity(`${C} default/web: `), `${C} default/web: -j KUBE-SEP`],
  },
  {
    says: 'the endpoint’s chain remembers the client',
    in: ['1.13', '1.16', '1.17'],
    chain: 'nat KUBE-SEP',
    of: STICKY,
    slice: ALONE,
    about: /DNAT/,
    rules: ['-m recent --name KUBE-SEP --set -m tcp -p tcp -j DNAT --to-destination 10.244.1.5:8080'],
  },
  {
    says: '~1.10–1.12: no XLB "LOCAL traffic" rules',
    in: ['1.4', '1.9', '1.11', '1.12', '1.14'],
    chain: 'nat KUBE-XLB',
    of: LOCAL,
    rules: [
      `${C} "Redirect pods trying to reach external loadbalancer VIP to clusterIP" -s ${CIDR} -j KUBE-SVC`,
      `${C} "Balancing rule 0 for default/web:" -j KUBE-SEP`,
    ],
  },
  {
    says: 'onlyLocal: Pods and the node itself reach all endpoints',
    in: ['1.15', '1.16', '1.19'],
    chain: 'nat KUBE-XLB',
    of: LOCAL,
    rules: [
      `${C} "Redirect pods trying to reach external loadbalancer VIP to clusterIP" -s ${CIDR} -j KUBE-SVC`,
      `${C} "masquerade LOCAL traffic for default/web: LB IP" ${FROM_NODE} -j KUBE-MARK-MASQ`,
      `${C} "route LOCAL traffic for default/web: LB IP to service chain" ${FROM_NODE} -j KUBE-SVC`,
      `${C} "Balancing rule 0 for default/web:" -j KUBE-SEP`,
    ],
  },
  {
    says: 'no local endpoint: KUBE-MARK-DROP',
    in: ['1.11', '1.14'],
    chain: 'nat KUBE-XLB',
    of: LOCAL,
    slice: FAR,
    rules: [
      `${C} "Redirect pods trying to reach external loadbalancer VIP to clusterIP" -s ${CIDR} -j KUBE-SVC`,
      `${C} "default/web: has no local endpoints" -j KUBE-MARK-DROP`,
    ],
  },
  {
    says: 'else affinity, with its own comment also when [C] is missing',
    in: ['1.15', '1.16', '1.17'],
    chain: 'nat KUBE-XLB',
    of: STICKY,
    about: /recent|Balancing/,
    rules: [affinity(`${C} default/web: `), `${C} "Balancing rule 0 for default/web:" -j KUBE-SEP`],
  },
  {
    says: '1.23: XLB uses comment {N} instead of "Balancing rule"',
    in: ['1.23'],
    chain: 'nat KUBE-XLB',
    of: LOCAL,
    about: /KUBE-SEP/,
    rules: [`${C} default/web -j KUBE-SEP`],
  },
  {
    says: '1.22: XLB fallback to terminating endpoints (gate)',
    in: ['1.23'],
    chain: 'nat KUBE-XLB',
    of: LOCAL,
    slice: LEAVING,
    config: { featureGates: { ProxyTerminatingEndpoints: true } },
    about: /KUBE-SEP|DROP/,
    rules: [`${C} default/web -j KUBE-SEP`],
  },
  {
    says: '1.22: the gate is off',
    in: ['1.23'],
    chain: 'nat KUBE-XLB',
    of: LOCAL,
    slice: LEAVING,
    about: /KUBE-SEP|DROP/,
    rules: [`${C} "default/web has no local endpoints" -j KUBE-MARK-DROP`],
  },
  { says: '1.24: KUBE-XLB → KUBE-SVL + KUBE-EXT', in: ['1.24', '1.30'], chain: 'nat KUBE-XLB', of: LOCAL },
  {
    says: '1.24: KUBE-SVL-… (local endpoints), comment "{N} -> {ep}"',
    in: ['1.24', '1.30'],
    chain: 'nat KUBE-SVL',
    of: LOCAL,
    rules: [`${C} "default/web -> 10.244.1.5:8080" -j KUBE-SEP`],
  },
  {
    says: '1.24: KUBE-EXT, policy Local',
    in: ['1.24', '1.30'],
    chain: 'nat KUBE-EXT',
    of: LOCAL,
    rules: [
      `${C} "pod traffic for default/web external destinations" -s ${CIDR} -j KUBE-SVC`,
      `${C} "masquerade LOCAL traffic for default/web external destinations" ${FROM_NODE} -j KUBE-MARK-MASQ`,
      `${C} "route LOCAL traffic for default/web external destinations" ${FROM_NODE} -j KUBE-SVC`,
      '-j KUBE-SVL',
    ],
  },
  {
    says: '1.24: KUBE-EXT, policy Cluster',
    in: ['1.24', '1.30'],
    chain: 'nat KUBE-EXT',
    of: OPEN,
    rules: [`${C} "masquerade traffic for default/web external destinations" -j KUBE-MARK-MASQ`, '-j KUBE-SVC'],
  },
];

const TITLES = { JUMPS, COMMON, CLUSTER_IP, FROM_OUTSIDE, OWN_CHAINS };

describe.each(Object.entries(TITLES))('the rules of releases before 1.16, %s', (_title, rows) => {
  const cases = rows.flatMap((row) => row.in.map((release) => ({ ...row, release })));

  test.each(cases)('$release $chain: $says', ({ release, of = PLAIN, slice = PAIR, config, ...row }) => {
    const found = eraRules({ release, web: of, slice: slice ?? undefined, config }, row.chain);
    const { about } = row;
    expect(about ? found?.filter((text) => about.test(text)) : found).toEqual(row.rules);
  });
});

/** `:NAME` and `-A NAME` of a text for iptables-restore, in order, each run of one chain once. */
function order(release: string): string[] {
  const text = printIptablesRestore(eraInput({ release, web: OPEN, slice: PAIR }));
  const names = text.split('\n').flatMap((line) => {
    if (/^(?:\*|COMMIT)/.test(line)) return [line];
    return (/^(?::|-A )\S+/.exec(line)?.[0] ?? '').replace(/-[A-Z2-7]{16}/, '') || [];
  });
  return names.filter((name, i) => name !== names[i - 1]);
}

describe('what is fed to iptables-restore', () => {
  test.each(['1.9', '1.11', '1.16'])('%s: *filter chains, *filter rules, COMMIT, *nat', (release) => {
    const external = release === '1.9' ? [] : [':KUBE-EXTERNAL-SERVICES'];
    expect(order(release).slice(0, 4 + external.length)).toEqual([
      '*filter',
      ':KUBE-SERVICES',
      ...external,
      ':KUBE-FORWARD',
      '-A KUBE-FORWARD',
    ]);
  });
});

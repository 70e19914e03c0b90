import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDerive } from '../../core/document/derive';
import { emptyDocument, type Document, type Flow } from '../../core/document/document';
import { resolveFlow } from '../../core/document/resolve-flow';
import { Memo } from '../../core/lib/memo';
import { finished } from '../../core/lib/scan';
import { isOwnedBy } from '../../core/kubernetes/pods';
import { formatIp } from '../../core/net/ip';
import { textsOfModes } from '../../core/paste/machine/sections';
import { networkOfPasted } from '../../core/paste/pasted';
import type { PastedNode } from '../../core/paste/pasted-types';
import { chainPath, pasted, sendPasted } from '../../core/paste/testing/paste';
import { explore, makeTrace } from '../../core/sim/explore';
import type { Outcome, Trace } from '../../core/sim/trace';
import { openManifest } from '../../core/document/open-manifest';

/** The notes belong to others: they are read in place. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;
const NOTES = existsSync(SEEDS) ? readdirSync(SEEDS) : [];

/** Lines that only a listing has. */
const LISTING = /^(?:Chain |-A |Name: |TCP |NAME\s+\S|apiVersion:|\s*"cniVersion"|eth0\s+Link encap|\{"commandLine")/m;

interface Note {
  readonly whole: string;
  readonly listings: readonly string[];
}

/** A note: whole, and its listings, which are its fenced blocks; a note without fences has them below its prompts. */
function readNote(number: string): Note {
  const name = NOTES.find((each) => each.startsWith(number));
  const whole = name === undefined ? '' : readFileSync(`${SEEDS}/${name}`, 'utf8');
  const fenced = [...whole.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, inside = '']) => inside);
  const prompted = [...whole.matchAll(/^# iptables.*\n(?:-.*\n)+/gm)].map(([text]) => text);
  return { whole, listings: (fenced.length > 0 ? fenced : prompted).filter((text) => LISTING.test(text)) };
}

const NOTE = { dns: readNote('000'), modes: readNote('002'), kuard: readNote('003') };

/** Listings of a note, counted from 1, as one text. */
function listings({ listings: all }: Note, from: number, to = from): string {
  return all.slice(from - 1, to).join('\n');
}

/** What stands of one mode in a whole note: the page makes a pane of each. */
function ofMode({ whole }: Note, mode: string): string {
  return textsOfModes(whole).find((each) => each.mode === mode)?.text ?? '';
}

type Ends = Readonly<Record<string, number>>;
/** A packet, the chains of nat its first outcome matched in, and how many outcomes end so. */
type Walk = readonly [flow: string, path: string, ends: Ends];

interface Case {
  readonly what: string;
  readonly text: string;
  /** What is recognised: tables with their chains and rules, other pieces with how many there are. */
  readonly has: readonly string[];
  /** How many endpoints each Service has that is found. */
  readonly services?: readonly number[];
  readonly walks: readonly Walk[];
}

function recognised(
  node: PastedNode,
  memo: Memo,
): { readonly has: readonly string[]; readonly services: readonly number[] } {
  const { texts, found } = networkOfPasted(node, [], memo);
  const has = texts.flatMap(({ parts, pieces = [] }) => [
    ...parts.map(({ table, chains, rules }) => `${table} ${chains}c ${rules}r`),
    ...pieces.map(({ format, count }) => `${format} ${count}`),
  ]);
  return { has, services: found.map(({ endpoints }) => endpoints.length) };
}

/** `1/3 DELIVERED pod:80 from 10.0.0.10 answered`: an end without what differs between endpoints. */
function endOf({ probability = '?', disposition, arrived, answered }: Outcome): string {
  const { kind } = disposition;
  if (kind !== 'DELIVERED' && kind !== 'LEFT') return `${probability} ${kind}`;
  const at = disposition.netns.replace(/^(pod|host):.*$|^\w+\/.*$/, (_, own = 'pod') => String(own));
  const port = arrived && 'dport' in arrived.l4 ? `:${arrived.l4.dport}` : '';
  const source = arrived ? ` from ${formatIp(arrived.src)}` : '';
  return `${probability} ${kind} ${at}${port}${source}${answered ? ' answered' : ''}`;
}

function endsOf(outcomes: readonly Outcome[]): Ends {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[endOf(outcome)] = (counts[endOf(outcome)] ?? 0) + 1;
  return counts;
}

function pathOf(trace: Trace | undefined): string {
  return trace ? chainPath(trace, 'nat').replaceAll(/(KUBE-(?:SVC|SEP|FW))-[A-Z2-7]{16}/g, '$1') : '';
}

/** Chains many walks pass. */
const IN = 'PREROUTING > KUBE-SERVICES';
const OUT = 'OUTPUT > KUBE-SERVICES';
const MARKED = 'KUBE-MARK-MASQ';
const TO_POD = 'KUBE-SVC > KUBE-SEP > POSTROUTING';
const TO_POD_MASQUERADED = `${TO_POD} > KUBE-POSTROUTING`;
const CLIENT = 'eth0 192.0.2.10';
const POD = 'cni0 192.167.0.2';
/** A chain that is not in the text may hold anything: it ends the walk, or it comes back. */
const CUT_OFF = { '? UNKNOWN': 2 } as const;
const ANYWHERE = '198.51.100.10:80/tcp';
const proxied = (port: number, from = '192.0.2.10'): Ends => ({
  [`1 DELIVERED node:${port} from ${from} answered`]: 1,
});
const oneOfThree = (from: string): Ends => ({ [`1/3 DELIVERED pod:80 from ${from} answered`]: 1, '? UNKNOWN': 5 });
const ofThree = (from: string): Ends => ({ [`1/3 DELIVERED pod:80 from ${from} answered`]: 3 });
const ofTen = (from: string): Ends => ({ [`1/10 DELIVERED pod:8080 from ${from} answered`]: 10 });

const NODE = '172.35.0.100';
const PORTALS: readonly Walk[] = [
  [`${CLIENT} -> 10.96.98.173:80/tcp`, 'PREROUTING > KUBE-PORTALS-CONTAINER', proxied(38_023)],
  [`${CLIENT} -> 172.35.0.200:80/tcp`, 'PREROUTING > KUBE-PORTALS-CONTAINER', proxied(38_023)],
  [`${CLIENT} -> 10.103.1.234:80/tcp`, 'PREROUTING > KUBE-PORTALS-CONTAINER', proxied(36_451)],
  [`${CLIENT} -> 10.97.229.148:80/tcp`, 'PREROUTING > KUBE-PORTALS-CONTAINER', proxied(44_257)],
];
const NODE_PORTS: readonly Walk[] = [
  [`${CLIENT} -> ${NODE}:30781/tcp`, 'PREROUTING > KUBE-NODEPORT-CONTAINER', proxied(38_023)],
  [`${CLIENT} -> ${NODE}:30915/tcp`, 'PREROUTING > KUBE-NODEPORT-CONTAINER', proxied(44_257)],
];
const HOST_PORTALS: readonly Walk[] = [
  [`${NODE} -> 10.96.98.173:80/tcp`, 'OUTPUT > KUBE-PORTALS-HOST', proxied(38_023, NODE)],
  [`${NODE} -> 172.35.0.200:80/tcp`, 'OUTPUT > KUBE-PORTALS-HOST', proxied(38_023, NODE)],
  [`${NODE} -> 10.103.1.234:80/tcp`, 'OUTPUT > KUBE-PORTALS-HOST', proxied(46_635, NODE)],
  [`${NODE} -> 10.97.229.148:80/tcp`, 'OUTPUT > KUBE-PORTALS-HOST', proxied(32_847, NODE)],
];
const HOST_NODE_PORTS: readonly Walk[] = [
  [`${NODE} -> ${NODE}:30781/tcp`, 'OUTPUT > KUBE-NODEPORT-HOST', proxied(38_023, NODE)],
  [`${NODE} -> ${NODE}:30915/tcp`, 'OUTPUT > KUBE-NODEPORT-HOST', proxied(44_257, NODE)],
];
const USERSPACE = {
  has: ['nat 4c 12r'],
  services: [0, 0, 0],
  walks: [...PORTALS, ...NODE_PORTS, ...HOST_PORTALS, ...HOST_NODE_PORTS],
} as const;

/** Two of three endpoints are cut off in the note. */
const IPTABLES = {
  has: ['nat 8c 23r'],
  services: [3, 0, 0],
  walks: [
    // iptables, a Pod keeps its address.
    [`${POD} -> 10.96.98.173:80/tcp`, `${IN} > ${TO_POD}`, oneOfThree('192.167.0.2')],
    // iptables, hairpin: who asks itself is masqueraded.
    [
      'cni0 192.167.2.231 -> 10.96.98.173:80/tcp',
      `${IN} > KUBE-SVC > KUBE-SEP > ${MARKED} > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING`,
      oneOfThree('192.167.0.1'),
    ],
    [
      '10.0.0.10 -> 10.96.98.173:80/tcp',
      `${OUT} > ${MARKED} > KUBE-SERVICES > ${TO_POD_MASQUERADED}`,
      oneOfThree('10.0.0.10'),
    ],
    [
      `${CLIENT} -> 10.96.98.173:80/tcp`,
      `${IN} > ${MARKED} > KUBE-SERVICES > ${TO_POD_MASQUERADED}`,
      oneOfThree('10.0.0.10'),
    ],
    // iptables, a node port takes the node’s.
    [
      `${CLIENT} -> 10.0.0.10:30781/tcp`,
      `${IN} > KUBE-NODEPORTS > ${MARKED} > KUBE-NODEPORTS > ${TO_POD_MASQUERADED}`,
      oneOfThree('10.0.0.10'),
    ],
    // iptables, a load balancer’s address goes by KUBE-FW.
    [
      `${CLIENT} -> 172.35.0.200:80/tcp`,
      `${IN} > KUBE-FW > ${MARKED} > KUBE-FW > ${TO_POD_MASQUERADED}`,
      oneOfThree('10.0.0.10'),
    ],
    [`${POD} -> 10.103.1.234:80/tcp`, IN, CUT_OFF],
  ],
} as const;

const IPVS = {
  has: ['nat 5c 10r', 'ipset-list 4', 'ipvsadm 1'],
  services: [3, 3, 3],
  walks: [
    [`${POD} -> 10.96.98.173:80/tcp`, `${IN} > POSTROUTING`, ofThree('192.167.0.2')],
    // IPVS, hairpin: only the Pod itself is masqueraded to.
    [
      'cni0 192.167.2.231 -> 10.96.98.173:80/tcp',
      `${IN} > POSTROUTING`,
      { '1/3 DELIVERED pod:80 from 192.167.2.231 answered': 2, '1/3 DELIVERED pod:80 from 192.167.0.1 answered': 1 },
    ],
    // IPVS, a node port.
    [
      `eth0 172.35.0.9 -> ${NODE}:30781/tcp`,
      `${IN} > KUBE-NODE-PORT > ${MARKED} > POSTROUTING > KUBE-POSTROUTING`,
      ofThree(NODE),
    ],
    // IPVS, a load balancer’s address.
    [
      'eth0 172.35.0.9 -> 172.35.0.200:80/tcp',
      `${IN} > KUBE-LOAD-BALANCER > ${MARKED} > KUBE-SERVICES > POSTROUTING > KUBE-POSTROUTING`,
      ofThree(NODE),
    ],
    [
      'eth0 172.35.0.9 -> 10.103.1.234:80/tcp',
      `${IN} > ${MARKED} > KUBE-SERVICES > POSTROUTING > KUBE-POSTROUTING`,
      ofThree(NODE),
    ],
  ],
} as const;

const DNS_FROM_NODE: Walk = [
  '10.0.0.10 -> 10.96.0.10:53/tcp',
  `${OUT} > KUBE-SVC > ${MARKED} > ${TO_POD_MASQUERADED}`,
  { '1/2 DELIVERED pod:53 from 10.0.0.10 answered': 2 },
];
const DNS_FROM_POD: Walk = [
  'cni0 192.168.0.2 -> 10.96.0.10:53/tcp',
  `${IN} > ${TO_POD}`,
  { '1/2 DELIVERED pod:53 from 192.168.0.2 answered': 2 },
];

/** The rules of Calico and kube-proxy, from the whole filter table to one endpoint. */
const RULES = [13, 17] as const;
const KUARD_FROM_POD: Walk = [
  'cali82a8bb394bd 192.168.0.2 -> 10.97.169.67:80/tcp',
  `${IN} > ${TO_POD}`,
  ofTen('192.168.0.2'),
];
const PODS_TALK: Walk = [
  'cni0 192.168.3.140 -> 192.168.49.6:8080/tcp',
  '',
  { '1 DELIVERED pod:8080 from 192.168.3.140 answered': 1 },
];

/** Each listing alone, in the order of its note: what is not in it ends the walk where it would go on. */
const ALONE: Readonly<Record<keyof typeof NOTE, readonly Omit<Case, 'text'>[]>> = {
  dns: [
    {
      what: 'a grep for 80: three Services of kube-dns, one endpoint each',
      has: ['nat 11c 10r'],
      services: [1, 1, 1],
      walks: [
        [
          '[nat KUBE-SVC-TCOU7JCQXEZGVUNU] cni0 192.168.0.2 -> 10.96.0.10:53/udp',
          'PREROUTING > KUBE-SVC > KUBE-SEP > POSTROUTING',
          { '1 DELIVERED pod:53 from 192.168.0.2 answered': 1 },
        ],
      ],
    },
    {
      what: 'a grep for one chain: two endpoints, one found by the hash in its name',
      has: ['nat 6c 4r'],
      services: [2],
      walks: [DNS_FROM_POD, DNS_FROM_NODE],
    },
  ],
  modes: [
    {
      what: 'userspace: portals of the containers lead to the proxy',
      has: ['nat 1c 4r'],
      services: [0, 0, 0],
      walks: PORTALS,
    },
    { what: 'userspace: node ports lead to the proxy', has: ['nat 1c 2r'], services: [0, 0], walks: NODE_PORTS },
    { what: 'userspace: portals of the host', has: ['nat 1c 4r'], services: [0, 0, 0], walks: HOST_PORTALS },
    { what: 'userspace: node ports of the host', has: ['nat 1c 2r'], services: [0, 0], walks: HOST_NODE_PORTS },
    {
      what: 'KUBE-SERVICES alone: into a chain that is not shown',
      has: ['nat 1c 8r'],
      services: [0, 0, 0],
      walks: [
        [`${POD} -> 10.96.98.173:80/tcp`, IN, CUT_OFF],
        [`${CLIENT} -> 10.96.98.173:80/tcp`, `${IN} > ${MARKED} > KUBE-SERVICES`, CUT_OFF],
      ],
    },
    {
      what: 'KUBE-NODEPORTS alone: marked, then into a chain that is not shown',
      has: ['nat 1c 4r'],
      services: [0, 0],
      walks: [[`${CLIENT} -> 10.0.0.10:30781/tcp`, `${IN} > KUBE-NODEPORTS > ${MARKED} > KUBE-NODEPORTS`, CUT_OFF]],
    },
    {
      what: 'KUBE-FW alone: marked, then into a chain that is not shown',
      has: ['nat 1c 3r'],
      services: [0],
      walks: [
        [
          `[nat KUBE-FW-TNQCJ2KHUMKABQTD] ${CLIENT} -> 172.35.0.200:80/tcp`,
          `PREROUTING > KUBE-FW > ${MARKED} > KUBE-FW`,
          { '? UNKNOWN': 1, '? DROPPED': 1 },
        ],
      ],
    },
    {
      what: 'KUBE-SVC alone: three endpoints nobody sees, one in three each',
      has: ['nat 1c 3r'],
      services: [3],
      walks: [],
    },
    {
      what: 'KUBE-SEP alone: translated to its endpoint, of whose way beyond the gateway nothing tells; who asks itself is marked',
      has: ['nat 1c 2r'],
      walks: [
        [
          `[nat KUBE-SEP-6HM47TA5RTJFOZFJ] ${CLIENT} -> ${ANYWHERE}`,
          'PREROUTING > KUBE-SEP > POSTROUTING',
          { '1 LEFT gateway': 1 },
        ],
        [
          `[nat KUBE-SEP-6HM47TA5RTJFOZFJ] eth0 192.167.2.231 -> ${ANYWHERE}`,
          `PREROUTING > KUBE-SEP > ${MARKED} > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING`,
          { '1 LEFT host': 1 },
        ],
      ],
    },
    {
      what: 'KUBE-POSTROUTING alone: what has no mark is left alone',
      has: ['nat 1c 1r'],
      walks: [[`10.0.0.10 -> ${ANYWHERE}`, 'POSTROUTING', { '1 UNKNOWN': 1 }]],
    },
    {
      what: 'KUBE-MARK-MASQ alone: it marks, and says no verdict',
      has: ['nat 1c 1r'],
      walks: [[`[nat KUBE-MARK-MASQ] ${CLIENT} -> ${ANYWHERE}`, `PREROUTING > ${MARKED}`, proxied(80)]],
    },
    {
      what: 'KUBE-MARK-DROP alone: it marks, and drops nothing itself',
      has: ['nat 1c 1r'],
      walks: [[`[nat KUBE-MARK-DROP] ${CLIENT} -> ${ANYWHERE}`, 'PREROUTING > KUBE-MARK-DROP', proxied(80)]],
    },
    {
      what: 'IPVS, KUBE-SERVICES alone: its sets are not shown',
      has: ['nat 1c 5r'],
      walks: [[`${CLIENT} -> 10.0.0.10:30781/tcp`, IN, { '? UNKNOWN': 5 }]],
    },
    {
      what: 'IPVS, KUBE-NODE-PORT alone: its set is not shown',
      has: ['nat 1c 1r'],
      walks: [[`[nat KUBE-NODE-PORT] ${CLIENT} -> 10.0.0.10:30781/tcp`, 'PREROUTING', { '1 UNKNOWN': 1 }]],
    },
    {
      what: 'IPVS, KUBE-LOAD-BALANCER alone: all of it is marked',
      has: ['nat 1c 1r'],
      walks: [
        [
          `[nat KUBE-LOAD-BALANCER] ${CLIENT} -> 172.35.0.200:80/tcp`,
          `PREROUTING > KUBE-LOAD-BALANCER > ${MARKED}`,
          proxied(80),
        ],
      ],
    },
    {
      what: 'IPVS, KUBE-POSTROUTING alone',
      has: ['nat 1c 2r'],
      walks: [[`10.0.0.10 -> ${ANYWHERE}`, 'POSTROUTING', { '1 UNKNOWN': 1 }]],
    },
    {
      what: 'IPVS, KUBE-MARK-MASQ alone',
      has: ['nat 1c 1r'],
      walks: [[`[nat KUBE-MARK-MASQ] ${CLIENT} -> ${ANYWHERE}`, `PREROUTING > ${MARKED}`, proxied(80)]],
    },
    {
      what: 'sets of the IPVS mode alone: three Services by their addresses',
      has: ['ipset-list 4'],
      services: [0, 0, 0],
      walks: [],
    },
    {
      what: 'ipvsadm alone: each of six addresses among three servers',
      has: ['ipvsadm 1'],
      services: [3, 3, 3, 3, 3, 3],
      walks: [
        `${NODE}:30781`,
        `${NODE}:30915`,
        '172.35.0.200:80',
        '10.96.98.173:80',
        '10.97.229.148:80',
        '10.103.1.234:80',
      ].map((to): Walk => [`${POD} -> ${to}/tcp`, '', ofThree('192.167.0.2')]),
    },
  ],
  kuard: [
    { what: 'ten Pods by name', has: ['kubectl-table 10'], walks: [] },
    {
      what: 'ifconfig inside a Pod: it has its address',
      has: ['ifconfig 2'],
      walks: [
        ['cni0 192.168.0.2 -> 192.168.3.140:8080/tcp', '', { '1 DELIVERED pod:8080 from 192.168.0.2 answered': 1 }],
      ],
    },
    {
      what: 'Pods with their addresses and nodes: one asks one of the other node',
      has: ['kubectl-table 10'],
      walks: [PODS_TALK],
    },
    { what: 'an answer of a Pod', has: ['http-answers 1'], walks: [] },
    { what: 'the same Pods later', has: ['kubectl-table 10'], walks: [PODS_TALK] },
    { what: 'an answer to the node', has: ['http-answers 1'], walks: [] },
    { what: 'the CNI configuration', has: ['cni-conflist 1'], walks: [] },
    { what: 'a kubeconfig, whose keys are kept out', has: ['kubeconfig 1'], walks: [] },
    { what: 'a Service of a type there is not', has: ['kubernetes-yaml 1'], walks: [] },
    { what: 'Endpoints of ten Pods', has: ['kubernetes-yaml 1'], walks: [] },
    { what: 'the Service', has: ['kubernetes-yaml 1'], walks: [] },
    { what: 'Pods of kube-system', has: ['kubectl-table 15'], walks: [] },
    {
      what: 'the filter table with Calico’s chains: a Pod’s packet goes through its own chain, then nothing routes it',
      has: ['filter 35c 121r'],
      walks: [[`cali82a8bb394bd 192.168.0.2 -> ${ANYWHERE}`, '', { '1 UNKNOWN': 1 }]],
    },
    {
      what: 'the Services of nat: into a chain that is not shown',
      has: ['nat 5c 13r'],
      services: [0, 0, 0, 0, 0, 0],
      walks: [
        ['cni0 192.168.0.2 -> 10.97.169.67:80/tcp', IN, CUT_OFF],
        [`${CLIENT} -> 10.97.169.67:80/tcp`, `${IN} > ${MARKED} > KUBE-SERVICES`, CUT_OFF],
      ],
    },
    {
      what: 'one rule of a Service',
      has: ['nat 5c 1r'],
      services: [0],
      walks: [['10.0.0.10 -> 10.97.169.67:80/tcp', OUT, CUT_OFF]],
    },
    {
      what: 'the ladder alone: ten endpoints nobody sees, one in ten each',
      has: ['nat 5c 10r'],
      services: [10],
      walks: [],
    },
    {
      what: 'an endpoint that asks its own Service is marked, and masqueraded; another is not',
      has: ['nat 5c 2r'],
      walks: [
        [
          `[nat KUBE-SEP-AOUKRORADL3ZFT3D] eth0 192.168.236.133 -> ${ANYWHERE}`,
          `PREROUTING > KUBE-SEP > ${MARKED} > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING`,
          { '1 LEFT host': 1 },
        ],
        [
          `[nat KUBE-SEP-AOUKRORADL3ZFT3D] ${CLIENT} -> ${ANYWHERE}`,
          'PREROUTING > KUBE-SEP > POSTROUTING',
          { '1 LEFT gateway': 1 },
        ],
      ],
    },
    { what: 'seven answers of the Service', has: ['http-answers 7'], walks: [] },
    { what: 'the Service with its node port', has: ['kubernetes-yaml 1'], walks: [] },
    { what: 'six answers of the node port', has: ['http-answers 6'], walks: [] },
    { what: 'a Service as it is asked for', has: ['kubernetes-yaml 1'], walks: [] },
    { what: 'a Deployment of ten', has: ['kubernetes-yaml 1'], walks: [] },
  ],
};

const GROUPS: readonly Case[] = [
  { what: 'userspace', text: listings(NOTE.modes, 1, 4), ...USERSPACE },
  { what: 'iptables', text: listings(NOTE.modes, 5, 12), ...IPTABLES },
  { what: 'IPVS', text: listings(NOTE.modes, 13, 19), ...IPVS },
  {
    what: 'Pods, their own listing and what they answered',
    text: listings(NOTE.kuard, 2, 6),
    has: ['kubectl-table 20', 'http-answers 2', 'ifconfig 2'],
    walks: [PODS_TALK],
  },
  {
    what: 'kuard: ten Pods, one in ten each, by Calico’s and kube-proxy’s rules',
    text: listings(NOTE.kuard, ...RULES),
    has: ['nat 7c 25r', 'filter 35c 121r'],
    services: [10, 0, 0, 0, 0, 0],
    walks: [KUARD_FROM_POD],
  },
];

const WHOLE: readonly Case[] = [
  {
    what: 'kube-dns over TCP, from the node and from a Pod; over UDP, from a Pod',
    text: NOTE.dns.whole,
    has: ['nat 12c 13r'],
    services: [2, 1, 1],
    walks: [
      DNS_FROM_NODE,
      DNS_FROM_POD,
      [
        'cni0 192.168.0.2 -> 10.96.0.10:53/udp',
        `${IN} > ${TO_POD}`,
        { '1 DELIVERED pod:53 from 192.168.0.2 answered': 1 },
      ],
      [
        'cni0 192.168.0.2 -> 10.96.0.10:9153/tcp',
        `${IN} > ${TO_POD}`,
        { '1 DELIVERED pod:9153 from 192.168.0.2 answered': 1 },
      ],
    ],
  },
  { what: 'userspace', text: ofMode(NOTE.modes, 'userspace'), ...USERSPACE },
  { what: 'iptables', text: ofMode(NOTE.modes, 'iptables'), ...IPTABLES },
  { what: 'IPVS', text: ofMode(NOTE.modes, 'ipvs'), ...IPVS },
  {
    what: 'kuard from the master, as it was asked with curl, and from a Pod',
    text: NOTE.kuard.whole,
    has: [
      'nat 7c 25r',
      'filter 35c 121r',
      'kubectl-table 30',
      'http-answers 1',
      'ifconfig 2',
      'kubeconfig 1',
      'cni-conflist 1',
      'kubernetes-yaml 3',
      'http-answers 1',
      'kubernetes-yaml 3',
      'kubectl-table 15',
      'http-answers 13',
    ],
    services: [10, 0, 0, 0, 0, 0],
    walks: [
      [
        '10.0.18.181 -> 10.97.169.67:80/tcp',
        `${OUT} > ${MARKED} > KUBE-SERVICES > ${TO_POD_MASQUERADED}`,
        ofTen('10.0.18.181'),
      ],
      KUARD_FROM_POD,
      [
        '10.0.18.181 -> 192.168.3.140:8080/tcp',
        'OUTPUT > POSTROUTING',
        { '1 DELIVERED pod:8080 from 10.0.18.181 answered': 1 },
      ],
    ],
  },
];

describe.skipIf(NOTES.length === 0)('every listing of the notes', () => {
  const alone = (Object.keys(NOTE) as (keyof typeof NOTE)[]).flatMap((note) =>
    ALONE[note].map((each, index) => ({ ...each, text: listings(NOTE[note], index + 1) })),
  );

  it('has its row', () => {
    const read = new Set(Object.values(NOTE).map(({ whole }) => whole));
    const others = NOTES.filter((name) => /^\d/.test(name)).map((name) => readFileSync(`${SEEDS}/${name}`, 'utf8'));
    expect(others.filter((text) => !read.has(text) && LISTING.test(text))).toEqual([]);
    for (const [note, { listings: all }] of Object.entries(NOTE))
      expect([note, ALONE[note as keyof typeof NOTE].length]).toEqual([note, all.length]);
    expect(alone.length).toBeGreaterThan(40);
  });

  it.each([
    ...alone.map((each) => ({ ...each, of: 'alone' })),
    ...GROUPS.map((each) => ({ ...each, of: 'in its group' })),
    ...WHOLE.map((each) => ({ ...each, of: 'in its note' })),
  ])('$of: $what', ({ text, has, services = [], walks }) => {
    const [node, memo] = [pasted(text), new Memo()];
    expect(recognised(node, memo)).toEqual({ has, services });
    const came = walks.map(([flow]): Walk => {
      const { outcomes, traces } = sendPasted(node, flow, memo);
      return [flow, pathOf(traces[0]), endsOf(outcomes)];
    });
    expect(came).toEqual(walks);
  });

  it('of a ladder gives each endpoint its share', () => {
    const odds = (text: string): readonly string[] =>
      networkOfPasted(pasted(text)).found.flatMap(({ odds = [] }) => odds.map((share) => share ?? '?'));
    expect(odds(listings(NOTE.modes, 8))).toEqual(Array.from({ length: 3 }, () => '1/3'));
    expect(odds(listings(NOTE.kuard, 16))).toEqual(Array.from({ length: 10 }, () => '1/10'));
  });
});

/** Objects of a note opened as a cluster of their time. */
function opened(...texts: readonly string[]): Document | undefined {
  return finished(openManifest({ document: { ...emptyDocument(), release: '1.11' }, texts })).document;
}

/** The flow that is offered first, or one that is asked for, in an opened cluster. */
function walked(document: Document | undefined, asked?: Omit<Flow, 'id'>): Walk {
  const flow = asked ? { ...asked, id: 'asked' } : document?.flows[0];
  if (!document || !flow) return ['nothing', '', {}];
  const { network } = createDerive()(document);
  const sent = resolveFlow(document, network, flow);
  if (!sent.ok) return [flow.id, sent.error.id, {}];
  const input = { network, flow: sent.value, seed: 1 };
  const { outcomes } = explore(input);
  const [first] = outcomes.map((outcome) => makeTrace(input, outcome));
  const to = flow.to.kind === 'service' ? `${flow.to.name} ${flow.to.via}` : flow.to.kind;
  return [`${flow.from.kind} -> ${to}:${flow.port}`, pathOf(first), endsOf(outcomes)];
}

/** How many outcomes there are; undefined: one of them does not end as said. */
function allEnd([, , ends]: Walk, as: string): number | undefined {
  const isSo = Object.keys(ends).every((end) => end.startsWith(`${as} `));
  return isSo ? Object.values(ends).reduce((sum, count) => sum + count, 0) : undefined;
}

describe.skipIf(NOTES.length === 0)('objects of the notes, opened as a cluster', () => {
  const { kuard } = NOTE;
  const [ENDPOINTS, ELB, NODE_PORT, ASKED, DEPLOYMENT] = [10, 11, 19, 21, 22].map((at) => listings(kuard, at));

  it('Endpoints of ten Pods on two nodes: the Service answers by each of them', () => {
    const document = opened(ENDPOINTS ?? '');
    const names = document?.cluster.nodes.map(({ metadata }) => metadata.name.split('.')[0]);
    expect(names).toEqual(['ip-10-0-8-254', 'ip-10-0-8-176']);
    const walk = walked(document);
    expect([walk[0], allEnd(walk, '1/10 DELIVERED pod:8080')]).toEqual(['pod -> kuard clusterIP:8080', 10]);
  });

  it.each([
    ['10.97.169.67', 31_986, () => ELB ?? ''],
    ['10.110.41.209', 30_361, () => NODE_PORT ?? ''],
  ])(
    '%s: its ELB leads port 80 to node port %i and that to a Pod; the node reaches it on localhost',
    (clusterIP, nodePort, text) => {
      const document = opened(text(), ENDPOINTS ?? '');
      const [service] = document?.cluster.services.filter(({ metadata }) => metadata.name === 'kuard') ?? [];
      expect([service?.spec.clusterIP, service?.spec.ports?.[0]?.nodePort]).toEqual([clusterIP, nodePort]);
      const walk = walked(document);
      expect([walk[0], allEnd(walk, '1/20 DELIVERED pod:8080')]).toEqual(['external -> kuard loadBalancer:80', 20]);
      const name = document?.cluster.nodes[0]?.metadata.name ?? '';
      const local = { from: { kind: 'node', name }, to: { kind: 'address', address: '127.0.0.1' } } as const;
      const onNode = walked(document, { ...local, protocol: 'tcp', port: nodePort });
      expect(onNode[1]).toContain('KUBE-NODEPORTS');
      expect(allEnd(onNode, '1/10 DELIVERED pod:8080')).toBe(10);
    },
  );

  it('a Service as it is asked for gets a clusterIP, a node port and Pods', () => {
    const document = opened(ASKED ?? '');
    const walk = walked(document);
    expect([walk[0], allEnd(walk, '1/3 DELIVERED pod:8080')]).toEqual(['external -> kuard loadBalancer:80', 3]);
  });

  it('a Deployment of extensions/v1beta1 has its ten Pods', () => {
    const pods = opened(DEPLOYMENT ?? '')?.cluster.pods.filter(({ metadata }) => metadata.name.startsWith('kuard-'));
    expect(pods).toHaveLength(10);
  });

  it('a type that there is not keeps the Service from being opened', () => {
    expect(opened(listings(kuard, 9))).toBeUndefined();
  });

  it('of the five states of kuard in the whole note the last one is opened, with the clusterIP and node port of the one before', () => {
    const document = opened(kuard.whole);
    const [service, ...more] = document?.cluster.services.filter(({ metadata }) => metadata.name === 'kuard') ?? [];
    const { type, clusterIP, ports } = service?.spec ?? {};
    expect([type, clusterIP, ports?.[0]?.nodePort, more]).toEqual(['LoadBalancer', '10.110.41.209', 30_361, []]);
  });

  it('the whole note: ten Pods of its Deployment where they are told, on two Nodes with their own addresses, and nobody made up', () => {
    const answer = finished(
      openManifest({ document: { ...emptyDocument(), release: '1.11' }, texts: [kuard.whole], state: 'told' }),
    );
    expect(answer.added).toBeUndefined();
    const { nodes = [], pods = [], deployments = [] } = answer.document?.cluster ?? {};
    expect(nodes.map(({ status }) => status.addresses?.map(({ address }) => address).join())).toEqual([
      '10.0.8.254',
      '10.0.8.176',
    ]);
    const own = pods.filter(({ metadata }) => metadata.namespace === 'default');
    const told = [...kuard.whole.matchAll(/^(kuard-\S+) .* (192\.168\.\S+) +(ip-\S+)/gm)].map(
      ([, name = '', ip = '', node = '']) => `${name} ${ip} ${node}`,
    );
    const found = own.map(({ metadata, spec, status }) => `${metadata.name} ${status?.podIP} ${spec.nodeName}`);
    expect(found.toSorted()).toEqual([...new Set(told)].toSorted());
    expect(own.some(({ spec }) => spec.hostNetwork)).toBe(false);
    expect(deployments.map((each) => own.filter((pod) => isOwnedBy(pod, each)).length)).toEqual([10]);
  });

  it('the whole note: a Pod asks a Pod, a node asks the clusterIP, a client the balancer; each of the ten gets its share', () => {
    const document = opened(kuard.whole);
    const walks = (document?.flows ?? []).slice(0, 5).map((flow) => walked(document, flow));
    const share = ([flow, , ends]: Walk): unknown => [flow, ends];
    expect(share(walks[0]!)).toEqual(['pod -> pod:8080', { '1 DELIVERED pod:8080 from 192.168.3.140 answered': 1 }]);
    expect(share(walks[1]!)).toEqual(['node -> pod:8080', { '1 DELIVERED pod:8080 from 192.168.3.1 answered': 1 }]);
    expect([walks[2]![0], allEnd(walks[2]!, '1/10 DELIVERED pod:8080')]).toEqual(['node -> kuard clusterIP:80', 10]);
    expect([walks[3]![0], allEnd(walks[3]!, '1/10 DELIVERED pod:8080')]).toEqual(['pod -> kuard clusterIP:80', 10]);
    expect([walks[4]![0], allEnd(walks[4]!, '1/20 DELIVERED pod:8080')]).toEqual([
      'external -> kuard loadBalancer:80',
      20,
    ]);
  });
});

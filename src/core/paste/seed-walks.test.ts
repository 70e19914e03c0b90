import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { chainPath, pasted, sendPasted } from './testing/paste';

/** The notes belong to others: they are read in place. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;
const NOTES = existsSync(SEEDS) ? readdirSync(SEEDS) : [];

/** A note: whole, and its fenced blocks. */
function note(number: string): { readonly whole: string; readonly blocks: readonly string[] } {
  const name = NOTES.find((each) => each.startsWith(number));
  const whole = name === undefined ? '' : readFileSync(`${SEEDS}/${name}`, 'utf8');
  return { whole, blocks: [...whole.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, inside = '']) => inside) };
}

const [DNS, MODES, KUARD] = [note('000'), note('002'), note('003')];
/** The block of a note that shows a chain, a set or a server; `nth`: of several that do. */
function block({ blocks }: { readonly blocks: readonly string[] }, begins: RegExp, nth = 0): string {
  return blocks.filter((each) => begins.test(each))[nth] ?? '';
}
function between({ blocks }: { readonly blocks: readonly string[] }, from: RegExp, to: RegExp, nth = 0): string {
  const start = blocks.indexOf(block({ blocks }, from, nth));
  const end = blocks.findIndex((each, index) => index > start && to.test(each));
  return blocks.slice(start, end + 1).join('\n');
}

interface Case {
  readonly what: string;
  readonly text: string;
  readonly flow: string;
  /** The chains of nat each outcome went through, without hashes; the first outcome's. */
  readonly path: string;
  /** How many outcomes end so: `1/3 DELIVERED pod`. */
  readonly ends: Readonly<Record<string, number>>;
}

/** `1/3 DELIVERED pod from 10.0.0.10 answered` without what differs between endpoints. */
const short = (line: string): string => line.replace(/(pod|host):\S+/, '$1');

function counted(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[short(line)] = (counts[short(line)] ?? 0) + 1;
  return counts;
}

const NAT = 'PREROUTING > KUBE-SERVICES';
const CLIENT = 'eth0 192.0.2.10';
const POD = 'cni0 192.167.0.2';
const userspace = between(MODES, /^Chain KUBE-PORTALS-CONTAINER/, /^Chain KUBE-NODEPORT-HOST/);
const iptables = between(MODES, /^Chain KUBE-SERVICES/, /^Chain KUBE-MARK-DROP/);
const ipvs = between(MODES, /^Chain KUBE-SERVICES/, /^TCP /, 1);
const kuard = between(KUARD, /^\$ iptables -L/m, /^-A KUBE-SEP-AOUK/);

/** Listings alone: what is not in them ends the walk where it would go on. */
const ALONE: readonly Case[] = [
  {
    what: 'userspace: portals of the containers lead to the proxy',
    text: block(MODES, /^Chain KUBE-PORTALS-CONTAINER/),
    flow: `${CLIENT} -> 10.96.98.173:80/tcp`,
    path: 'PREROUTING > KUBE-PORTALS-CONTAINER',
    ends: { '1 DELIVERED node from 192.0.2.10 answered': 1 },
  },
  {
    what: 'userspace: node ports lead to the proxy',
    text: block(MODES, /^Chain KUBE-NODEPORT-CONTAINER/),
    flow: `${CLIENT} -> 10.0.0.10:30781/tcp`,
    path: 'PREROUTING > KUBE-NODEPORT-CONTAINER',
    ends: { '1 DELIVERED node from 192.0.2.10 answered': 1 },
  },
  {
    what: 'userspace: portals of the host',
    text: block(MODES, /^Chain KUBE-PORTALS-HOST/),
    flow: '172.35.0.100 -> 10.103.1.234:80/tcp',
    path: 'OUTPUT > KUBE-PORTALS-HOST',
    ends: { '1 DELIVERED node from 172.35.0.100 answered': 1 },
  },
  {
    what: 'userspace: node ports of the host',
    text: block(MODES, /^Chain KUBE-NODEPORT-HOST/),
    flow: '172.35.0.100 -> 172.35.0.100:30781/tcp',
    path: 'OUTPUT > KUBE-NODEPORT-HOST',
    ends: { '1 DELIVERED node from 172.35.0.100 answered': 1 },
  },
  {
    what: 'KUBE-SERVICES alone: into a chain that is not shown',
    text: block(MODES, /^Chain KUBE-SERVICES/),
    flow: `${POD} -> 10.96.98.173:80/tcp`,
    path: NAT,
    ends: { '? UNKNOWN': 2 },
  },
  {
    what: 'KUBE-NODEPORTS alone: marked, then into a chain that is not shown',
    text: block(MODES, /^Chain KUBE-NODEPORTS/),
    flow: `${CLIENT} -> 10.0.0.10:30781/tcp`,
    path: `${NAT} > KUBE-NODEPORTS > KUBE-MARK-MASQ > KUBE-NODEPORTS`,
    ends: { '? UNKNOWN': 2 },
  },
  {
    what: 'KUBE-SEP alone: translated to its endpoint, which nothing routes to',
    text: block(MODES, /^Chain KUBE-SEP-/),
    flow: `[nat KUBE-SEP-6HM47TA5RTJFOZFJ] ${CLIENT} -> 198.51.100.10:80/tcp`,
    path: 'PREROUTING > KUBE-SEP > POSTROUTING',
    ends: { '1 NO_ROUTE': 1 },
  },
  ...['172.35.0.100:30781', '172.35.0.100:30915', '172.35.0.200:80', '10.96.98.173:80', '10.97.229.148:80'].map(
    (to): Case => ({
      what: `ipvsadm alone: ${to} among three servers`,
      text: block(MODES, /^TCP /),
      flow: `${POD} -> ${to}/tcp`,
      path: '',
      ends: { '1/3 DELIVERED pod from 192.167.0.2 answered': 3 },
    }),
  ),
  {
    what: 'an endpoint that asks its own Service is marked, and masqueraded',
    text: block(KUARD, /^-A KUBE-SEP-AOUK/),
    flow: '[nat KUBE-SEP-AOUKRORADL3ZFT3D] eth0 192.168.236.133 -> 198.51.100.10:80/tcp',
    path: 'PREROUTING > KUBE-SEP > KUBE-MARK-MASQ > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING',
    ends: { '1 LEFT host': 1 },
  },
];

/** Of the groups under a heading. Two of three endpoints are cut off in the iptables group: five ways end unknown. */
const GROUPS: readonly Case[] = [
  {
    what: 'userspace, from outside',
    text: userspace,
    flow: `${CLIENT} -> 10.96.98.173:80/tcp`,
    path: 'PREROUTING > KUBE-PORTALS-CONTAINER',
    ends: { '1 DELIVERED node from 192.0.2.10 answered': 1 },
  },
  {
    what: 'userspace, from the node',
    text: userspace,
    flow: '172.35.0.100 -> 10.96.98.173:80/tcp',
    path: 'OUTPUT > KUBE-PORTALS-HOST',
    ends: { '1 DELIVERED node from 172.35.0.100 answered': 1 },
  },
  {
    what: 'iptables, a Pod keeps its address',
    text: iptables,
    flow: `${POD} -> 10.96.98.173:80/tcp`,
    path: `${NAT} > KUBE-SVC > KUBE-SEP > POSTROUTING`,
    ends: { '1/3 DELIVERED pod from 192.167.0.2 answered': 1, '? UNKNOWN': 5 },
  },
  {
    what: 'iptables, a node port takes the node’s',
    text: iptables,
    flow: `${CLIENT} -> 10.0.0.10:30781/tcp`,
    path: `${NAT} > KUBE-NODEPORTS > KUBE-MARK-MASQ > KUBE-NODEPORTS > KUBE-SVC > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING`,
    ends: { '1/3 DELIVERED pod from 10.0.0.10 answered': 1, '? UNKNOWN': 5 },
  },
  {
    what: 'iptables, a load balancer’s address goes by KUBE-FW',
    text: iptables,
    flow: `${CLIENT} -> 172.35.0.200:80/tcp`,
    path: `${NAT} > KUBE-FW > KUBE-MARK-MASQ > KUBE-FW > KUBE-SVC > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING`,
    ends: { '1/3 DELIVERED pod from 10.0.0.10 answered': 1, '? UNKNOWN': 5 },
  },
  {
    what: 'iptables, hairpin',
    text: iptables,
    flow: 'cni0 192.167.2.231 -> 10.96.98.173:80/tcp',
    path: `${NAT} > KUBE-SVC > KUBE-SEP > KUBE-MARK-MASQ > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING`,
    ends: { '1/3 DELIVERED pod from 192.167.0.1 answered': 1, '? UNKNOWN': 5 },
  },
  {
    what: 'IPVS, hairpin: only the Pod itself is masqueraded to',
    text: ipvs,
    flow: 'cni0 192.167.2.231 -> 10.96.98.173:80/tcp',
    path: `${NAT} > POSTROUTING`,
    ends: {
      '1/3 DELIVERED pod from 192.167.2.231 answered': 2,
      '1/3 DELIVERED pod from 192.167.0.1 answered': 1,
    },
  },
  {
    what: 'IPVS, a node port',
    text: ipvs,
    flow: 'eth0 172.35.0.9 -> 172.35.0.100:30781/tcp',
    path: `${NAT} > KUBE-NODE-PORT > KUBE-MARK-MASQ > POSTROUTING > KUBE-POSTROUTING`,
    ends: { '1/3 DELIVERED pod from 172.35.0.100 answered': 3 },
  },
  {
    what: 'IPVS, a load balancer’s address',
    text: ipvs,
    flow: 'eth0 172.35.0.9 -> 172.35.0.200:80/tcp',
    path: `${NAT} > KUBE-LOAD-BALANCER > KUBE-MARK-MASQ > KUBE-SERVICES > POSTROUTING > KUBE-POSTROUTING`,
    ends: { '1/3 DELIVERED pod from 172.35.0.100 answered': 3 },
  },
  {
    what: 'kuard: ten Pods, one in ten each',
    text: kuard,
    flow: 'cali82a8bb394bd 192.168.0.2 -> 10.97.169.67:80/tcp',
    path: `${NAT} > KUBE-SVC > KUBE-SEP > POSTROUTING`,
    ends: { '1/10 DELIVERED pod from 192.168.0.2 answered': 10 },
  },
];

const WHOLE: readonly Case[] = [
  {
    what: 'kuard from the master, as it was asked with curl',
    text: KUARD.whole,
    flow: '10.0.18.181 -> 10.97.169.67:80/tcp',
    path: 'OUTPUT > KUBE-SERVICES > KUBE-MARK-MASQ > KUBE-SERVICES > KUBE-SVC > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING',
    ends: { '1/10 DELIVERED pod from 10.0.18.181 answered': 10 },
  },
  {
    what: 'kube-dns over TCP, from the node',
    text: DNS.whole,
    flow: '10.0.0.10 -> 10.96.0.10:53/tcp',
    path: 'OUTPUT > KUBE-SERVICES > KUBE-SVC > KUBE-MARK-MASQ > KUBE-SVC > KUBE-SEP > POSTROUTING > KUBE-POSTROUTING',
    ends: { '1/2 DELIVERED pod from 10.0.0.10 answered': 2 },
  },
  {
    what: 'kube-dns over UDP, from a Pod: the grep shows one endpoint',
    text: DNS.whole,
    flow: 'cni0 192.168.0.2 -> 10.96.0.10:53/udp',
    path: `${NAT} > KUBE-SVC > KUBE-SEP > POSTROUTING`,
    ends: { '1 DELIVERED pod from 192.168.0.2 answered': 1 },
  },
];

describe.skipIf(NOTES.length === 0)('what the notes tell of their listings comes out', () => {
  const unhashed = (path: string): string => path.replaceAll(/(KUBE-(?:SVC|SEP|FW))-[A-Z2-7]{16}/g, '$1');

  it.each([
    ...ALONE.map((each) => ({ ...each, of: 'alone' })),
    ...GROUPS.map((each) => ({ ...each, of: 'in its group' })),
    ...WHOLE.map((each) => ({ ...each, of: 'in its note' })),
  ])('$of: $what', ({ text, flow, path, ends }) => {
    const { lines, traces } = sendPasted(pasted(text), flow);
    expect(counted(lines)).toEqual(ends);
    const [first] = traces;
    expect(first && unhashed(chainPath(first, 'nat'))).toBe(path);
  });

  it('the ladder alone: ten endpoints nobody sees, one in ten each', () => {
    const { found } = networkOfPasted(pasted(block(KUARD, /^-A KUBE-SVC-CUXC/)));
    expect(found.map(({ name, odds }) => [name, odds])).toEqual([
      ['default/kuard', Array.from({ length: 10 }, () => '1/10')],
    ]);
  });

  it('listings of three modes in one note are three machines', () => {
    const { network } = networkOfPasted(pasted(MODES.whole));
    const names = [...network.netns].flatMap(([id, { title }]) => (/^node(?::|$)/.test(id) ? [title] : []));
    expect(names).toEqual(['userspace', 'iptables', 'ipvs']);
  });

  it.each([
    ['001', ['layer-of-ports']],
    // The network is said of each machine that has it: the one of iptables mode and the one of IPVS.
    ['002', ['misnamed', 'misnamed', 'miscounted', 'public-network', 'public-network']],
    ['003', ['odds', 'shared-address']],
    ['004', ['table-order']],
  ])('what note %s errs in is said: %j', (number, ids) => {
    const { diagnostics } = networkOfPasted(pasted(note(number).whole));
    const said = diagnostics.flatMap(({ message: { id } }) =>
      /\.remark\.|misnamed|miscounted/.test(id) ? [id.split('.').at(-1) ?? ''] : [],
    );
    expect(said.toSorted()).toEqual(ids.toSorted());
  });
});

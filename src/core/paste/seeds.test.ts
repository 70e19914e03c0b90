import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { networkOfPasted, type PastedNetwork } from './pasted';
import { pasted, sendPasted } from './testing/paste';

/** The notes belong to others: they are read in place. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;

function paste(text: string): PastedNetwork {
  return networkOfPasted({ texts: [{ id: 't', title: 't', text }], facts: {} });
}

/** What was found in a text: `nat 5c 10r`, `ipset-list 4`. */
function segments({ texts }: PastedNetwork): string[] {
  return texts.flatMap(({ parts, pieces = [] }) => [
    ...parts.map(({ table, chains, rules }) => `${table} ${chains}c ${rules}r`),
    ...pieces.map(({ format, count }) => `${format} ${count}`),
  ]);
}

function settling({ assumptions }: PastedNetwork): string[] {
  return assumptions.flatMap(({ settledBy }) => settledBy ?? []);
}

const flow = ({ suggested: [first] }: PastedNetwork): string =>
  first ? `${first.device ?? 'node'} ${first.from} > ${first.to}:${first.port}` : '';

/** Kinds of listings as the notes have them, in words of our own. */
const OWN: readonly {
  readonly what: string;
  readonly text: string;
  readonly has: readonly string[];
  readonly flow: string;
  readonly ask: string;
}[] = [
  {
    what: 'a grep of iptables -S',
    text: `-A KUBE-SVC-ABCDEFGHIJKLMNOP ! -s 10.244.0.0/16 -d 10.96.3.7/32 -p tcp -m comment --comment "shop/cart cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ
-A KUBE-SVC-ABCDEFGHIJKLMNOP -m comment --comment "shop/cart -> 10.244.1.9:8080" -j KUBE-SEP-ABCDEFGHIJKLMNOP`,
    has: ['nat 5c 2r'],
    flow: 'cni0 10.244.0.2 > 10.96.3.7:80',
    ask: 'iptables-save -t filter',
  },
  {
    what: 'userspace portals as -L -v shows them',
    text: `Chain KUBE-PORTALS-CONTAINER (1 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 REDIRECT   tcp  --  *      *       0.0.0.0/0            10.96.4.4            /* shop/cart: */ tcp dpt:80 redir ports 40001`,
    has: ['nat 1c 1r'],
    flow: 'eth0 192.0.2.10 > 10.96.4.4:80',
    ask: 'kubectl get endpoints -A -o wide',
  },
  {
    what: 'userspace node ports',
    text: `Chain KUBE-NODEPORT-HOST (1 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 DNAT       tcp  --  *      *       0.0.0.0/0            0.0.0.0/0            /* shop/cart: */ tcp dpt:30901 to:172.20.0.5:40001`,
    has: ['nat 1c 1r'],
    flow: 'node 172.20.0.5 > 172.20.0.5:30901',
    ask: 'ip addr',
  },
  {
    what: 'KUBE-NODEPORTS alone',
    text: `Chain KUBE-NODEPORTS (1 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 KUBE-SVC-ABCDEFGHIJKLMNOP  tcp  --  *      *       0.0.0.0/0            0.0.0.0/0            /* shop/cart: */ tcp dpt:30901`,
    has: ['nat 1c 1r'],
    flow: 'eth0 192.0.2.10 > 10.0.0.10:30901',
    ask: 'iptables-save -t nat',
  },
  {
    what: 'rules of the IPVS mode without its sets',
    text: `Chain KUBE-SERVICES (2 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 KUBE-MARK-MASQ  all  --  *      *      !10.244.0.0/16        0.0.0.0/0            /* masquerade */ match-set KUBE-CLUSTER-IP dst,dst`,
    has: ['nat 1c 1r'],
    flow: 'eth0 192.0.2.10 > 10.0.0.10:80',
    ask: 'ipset save KUBE-CLUSTER-IP',
  },
  {
    what: 'sets of the IPVS mode alone',
    text: `Name: KUBE-CLUSTER-IP
Type: hash:ip,port
Revision: 5
Header: family inet hashsize 1024 maxelem 65536
Size in memory: 600
References: 2
Number of entries: 1
Members:
10.96.4.4,tcp:80`,
    has: ['ipset-list 1'],
    flow: 'node 10.0.0.10 > 10.96.4.4:80',
    ask: 'ipvsadm -Ln',
  },
  {
    what: 'virtual servers alone',
    text: `TCP  10.96.4.4:80 rr
  -> 10.244.1.9:8080             Masq    1      0          0`,
    has: ['ipvsadm 1'],
    flow: 'cni0 10.244.0.2 > 10.96.4.4:80',
    ask: 'iptables-save',
  },
  {
    what: 'Pods with their addresses',
    text: `$ kubectl get pods -o wide
NAME        READY     STATUS    RESTARTS   AGE       IP           NODE
cart-a1     1/1       Running   0          2m        10.244.1.9   worker-1
cart-b2     1/1       Running   0          2m        10.244.2.9   worker-2`,
    has: ['kubectl-table 2'],
    flow: 'cni0 10.244.1.9 > 10.244.2.9:80',
    ask: 'iptables-save',
  },
  {
    what: 'Pods without their addresses',
    text: `$ kubectl get pods
NAME        READY     STATUS    RESTARTS   AGE
cart-a1     1/1       Running   0          2m`,
    has: ['kubectl-table 1'],
    flow: '',
    ask: 'kubectl get pods -A -o wide',
  },
  {
    what: 'ifconfig inside a Pod',
    text: `$ kubectl exec -it cart-a1 ash
~ $ ifconfig
eth0      Link encap:Ethernet  HWaddr 4E:C8:47:58:DF:76
          inet addr:10.244.1.9  Bcast:0.0.0.0  Mask:255.255.255.255
          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1`,
    has: ['ifconfig 1'],
    flow: 'cni0 10.244.0.2 > 10.244.1.9:80',
    ask: 'ip addr',
  },
];

describe('a listing of each kind becomes a bench that shows it', () => {
  it.each(OWN)('$what', ({ text, has, flow: sent, ask }) => {
    const pasted = paste(text);
    expect(segments(pasted)).toEqual(has);
    expect(pasted.network.netns.has('node')).toBe(true);
    expect(flow(pasted)).toBe(sent);
    expect(settling(pasted)).toContain(ask);
  });

  it('names the Pod whose own listing it is', () => {
    const inside = OWN.find(({ what }) => what === 'ifconfig inside a Pod')!;
    const titles = [...paste(inside.text).network.netns.values()].map(({ title }) => title);
    expect(titles).toContain('default/cart-a1 10.244.1.9');
  });
});

/** In words and addresses of our own: how kube-proxy's IPVS mode of about 1.14 is listed in a note. */
const IPVS_LISTINGS = `Chain KUBE-SERVICES (2 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 KUBE-MARK-MASQ  all  --  *      *      !10.77.0.0/16       0.0.0.0/0            /* for masquerade */ match-set KUBE-CLUSTER-IP dst,dst
    8   483 KUBE-NODE-PORT  all  --  *      *       0.0.0.0/0            0.0.0.0/0            ADDRTYPE match dst-type LOCAL
    0     0 ACCEPT     all  --  *      *       0.0.0.0/0            0.0.0.0/0            match-set KUBE-CLUSTER-IP dst,dst

Chain KUBE-NODE-PORT (1 references)
 pkts bytes target     prot opt in     out     source               destination
    6   360 KUBE-MARK-MASQ  tcp  --  *      *       0.0.0.0/0            0.0.0.0/0            /* nodeports */ match-set KUBE-NODE-PORT-TCP dst

Chain KUBE-POSTROUTING (1 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 MASQUERADE  all  --  *      *       0.0.0.0/0            0.0.0.0/0            mark match 0x4000/0x4000
    1    60 MASQUERADE  all  --  *      *       0.0.0.0/0            0.0.0.0/0            match-set KUBE-LOOP-BACK dst,dst,src

Chain KUBE-MARK-MASQ (3 references)
 pkts bytes target     prot opt in     out     source               destination
    2   120 MARK       all  --  *      *       0.0.0.0/0            0.0.0.0/0            MARK or 0x4000

Name: KUBE-CLUSTER-IP
Type: hash:ip,port
Header: family inet hashsize 1024 maxelem 65536
Members:
10.99.0.9,tcp:80

Name: KUBE-LOOP-BACK
Type: hash:ip,port,ip
Header: family inet hashsize 1024 maxelem 65536
Members:
10.77.2.31,tcp:80,10.77.2.31

Name: KUBE-NODE-PORT-TCP
Type: bitmap:port
Header: range 0-65535
Members:
30781

TCP  172.20.0.5:30781 rr
  -> 10.77.1.23:80             Masq    1      0          0
  -> 10.77.2.31:80             Masq    1      0          0
TCP  10.99.0.9:80 rr
  -> 10.77.1.23:80             Masq    1      0          0
  -> 10.77.2.31:80             Masq    1      0          0
`;

describe('listings of the IPVS mode do what a note says of them', () => {
  it('a Pod reaches itself: hairpin is masqueraded', () => {
    const { lines } = sendPasted(pasted(IPVS_LISTINGS), 'cni0 10.77.2.31 -> 10.99.0.9:80/tcp');
    expect(lines.join()).not.toContain('MARTIAN');
    expect(lines.filter((line) => line.endsWith('answered'))).toHaveLength(2);
  });

  it('a node port takes the sender’s address away', () => {
    const { lines } = sendPasted(pasted(IPVS_LISTINGS), 'eth0 172.20.0.9 -> 172.20.0.5:30781/tcp');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain('from 172.20.0.5 answered');
  });
});

/** Fenced blocks of a note that hold more than commands and what programs answered to people. */
function listingsIn(text: string): string[] {
  return [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, inside = '']) => inside);
}

/** Lines that only a listing has. */
const LISTING = /^(?:Chain |-A |Name: |TCP |NAME\s+\S|apiVersion:|\s*"cniVersion"|eth0\s+Link encap)/m;

describe.skipIf(!existsSync(SEEDS))('every listing in the notes', () => {
  const cases = (existsSync(SEEDS) ? readdirSync(SEEDS) : [])
    .filter((name) => /^\d/.test(name))
    .flatMap((name) => {
      const text = readFileSync(`${SEEDS}/${name}`, 'utf8');
      const all = [text, ...listingsIn(text)].filter((each) => LISTING.test(each));
      return all.map((each, index) => ({ name: `${name} ${index === 0 ? 'whole' : index}`, text: each }));
    });

  it('is looked for in all of them', () => {
    expect(cases.length).toBeGreaterThan(35);
  });

  it.each(cases)('$name is named, drawn, and asks for what it cannot tell', ({ text }) => {
    const pasted = paste(text);
    expect(segments(pasted).length).toBeGreaterThan(0);
    expect(pasted.network.netns.get('node')?.devices.length).toBeGreaterThan(0);
    expect(settling(pasted).length).toBeGreaterThan(1);
    const { lines = 0, others = [] } = pasted.texts[0] ?? {};
    const left = others.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(left).toBeLessThan(lines);
  });
});

import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import type { PastedText } from './pasted-types';
import { ipAddr, pasted, send } from './testing/paste';

const nat = (rules: string): string => `*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
${rules}COMMIT
`;
const A = ipAddr('172.20.0.5/24', '10.244.1.1/24');
const B = ipAddr('172.20.0.6/24', '10.244.2.1/24');
const RULE = '-A PREROUTING -d 10.96.3.7/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.2.5:8080\n';

const KUBE = `:KUBE-SERVICES - [0:0]
:KUBE-SVC-LOLE4ISW44XBNF3G - [0:0]
:KUBE-SEP-IY5EMZGCCC7HUEGX - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.3.7/32 -p tcp -m comment --comment "default/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-LOLE4ISW44XBNF3G
-A KUBE-SVC-LOLE4ISW44XBNF3G -m comment --comment "default/web" -j KUBE-SEP-IY5EMZGCCC7HUEGX
-A KUBE-SEP-IY5EMZGCCC7HUEGX -p tcp -m comment --comment "default/web" -m tcp -j DNAT --to-destination 10.244.1.5:8080
`;

/** `node-a: eth0 cni0; nat 1`, one line a machine of the bench. */
function machines(...texts: readonly PastedText[]): string[] {
  const { network, texts: summaries } = networkOfPasted({ texts, facts: {} });
  return [...network.netns.values()]
    .filter(({ kind }) => kind === 'node')
    .map(({ title, devices }) => {
      const known = devices.filter(({ name }) => !/^(?:lo$|veth)/.test(name)).map(({ name }) => name);
      const own = summaries.flatMap(({ parts, node }) => parts.filter((part) => (part.node ?? node) === title));
      return `${title}: ${known.join(' ')}; ${own.map(({ table, rules }) => `${table} ${rules}`).join(' ')}`.trim();
    });
}

const one = (text: string, more: Partial<PastedText> = {}): PastedText => ({ id: 't', title: 't', text, ...more });
const BOTH = `root@node-a:~# ip addr
${A}root@node-a:~# iptables-save
${nat(RULE)}root@node-b:~# ip addr
${B}root@node-b:~# iptables-save
${nat('')}`;

describe('one text of two machines', () => {
  it('is two nodes, each with its own listings and rules', () => {
    expect(machines(one(BOTH))).toEqual(['node-a: eth0 cni0; nat 1', 'node-b: eth0 cni0; nat 0']);
  });

  it('says what names each, and where', () => {
    const [summary] = networkOfPasted(pasted(BOTH)).texts;
    expect(summary?.machines?.map(({ name, sign: { line, text }, lines }) => [name, text, line, lines])).toEqual([
      ['node-a', 'root@node-a', 1, 13],
      ['node-b', 'root@node-b', 14, 12],
    ]);
    expect(summary?.pieces?.map(({ node, from }) => [node, from])).toEqual([
      ['node-a', 2],
      ['node-b', 15],
    ]);
    expect(summary?.others.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [14, 14],
    ]);
  });

  it('a packet passes the rules of both', () => {
    const { lines, traces } = send(pasted(BOTH), 'cni0 10.244.1.9 -> 10.96.3.7:80/tcp');
    expect(lines).toEqual(['1 DELIVERED pod:10.244.2.5 from 10.244.1.9 answered']);
    expect(traces[0]?.legs[0]?.hops.map(({ netns }) => netns)).toContain('node:node-b');
  });

  it('packets are suggested from both', () => {
    const web = nat(KUBE);
    const text = `root@node-a:~# x\n${A}${web}root@node-b:~# x\n${B}${web}`;
    const { suggested } = networkOfPasted(pasted(text));
    expect(suggested.map(({ node, from, title }) => [node, from.slice(0, 9), title])).toEqual([
      ['node-a', '10.244.1.', 'default/web'],
      ['node-b', '10.244.2.', 'default/web'],
    ]);
  });

  it('evidence and remarks stand at the lines of the text', () => {
    const broken = BOTH.replace(/COMMIT\n$/, '-A POSTROUTING --nothing\nCOMMIT\n');
    const { diagnostics } = networkOfPasted(pasted(broken));
    const found = diagnostics.find(({ span }) => span !== undefined && span.end > span.start);
    expect(broken.slice(found?.span?.start, found?.span?.end)).toContain('--nothing');
    expect(found?.span?.line).toBe(25);
  });

  it('a person who says whose it is says so of all of it', () => {
    expect(machines(one(BOTH, { node: 'other' }))).toEqual(['other: eth0 cni0;']);
  });

  it('or gives one of the machines another name, or makes them one', () => {
    expect(machines(one(BOTH, { machines: { 'node-b': 'second' } }))).toEqual([
      'node-a: eth0 cni0; nat 1',
      'second: eth0 cni0; nat 0',
    ]);
    expect(machines(one(BOTH, { machines: { 'node-b': 'node-a' } }))).toHaveLength(1);
  });
});

describe('lines no prompt stands above', () => {
  it.each([
    [
      'below a machine they are its',
      `root@a:~# ip addr\n${A}${nat(RULE)}root@b:~# ip addr\n${B}`,
      'a: eth0 cni0; nat 1',
    ],
    ['above all they are the first’s', `${nat(RULE)}root@a:~# ip addr\n${A}root@b:~# ip addr\n${B}`, 'a: eth0 cni0; '],
  ])('%s', (_name, text, first) => {
    const found = networkOfPasted(pasted(text)).network.netns.get('node');
    expect(machines(one(text))[0]).toMatch(new RegExp(`^${first.trim()}`));
    expect(found?.xtables.ipv4?.tables.get('nat')?.chains.get('PREROUTING')).toHaveLength(1);
  });
});

describe('machines that commands lead to', () => {
  it.each([
    [
      'ssh from a laptop, which is none',
      `me@mac:~$ ssh node-a ip addr\n${A}me@mac:~$ ssh node-b ip addr\n${B}`,
      ['node-a: eth0 cni0;', 'node-b: eth0 cni0;'],
    ],
    [
      'nodes of kind',
      `$ docker exec -it kind-worker ip addr\n${A}$ docker exec -it kind-worker2 ip addr\n${B}`,
      ['kind-worker: eth0 cni0;', 'kind-worker2: eth0 cni0;'],
    ],
    ['one of them alone', `docker exec -it kind-worker2 ip addr\n${B}`, ['kind-worker2: eth0 cni0;']],
  ])('%s', (_name, text, expected) => expect(machines(one(text))).toEqual(expected));

  it('machines with rules come first', () => {
    const text = `root@laptop:~# ip addr\n${A}root@node-b:~# iptables-save\n${nat(RULE)}`;
    expect(machines(one(text)).map((line) => line.split(':')[0])).toEqual(['node-b', 'laptop']);
  });

  it('tables of the cluster are of all machines', () => {
    const table = `NAME    READY   STATUS    RESTARTS   AGE   IP           NODE     NOMINATED NODE   READINESS GATES
web-1   1/1     Running   0          5d    10.244.2.5   node-b   <none>           <none>
`;
    const text = `me@mac:~$ kubectl get pods -o wide\n${table}${BOTH}`;
    expect(machines(one(text))).toEqual(['node-a: eth0 cni0; nat 1', 'node-b: eth0 cni0; nat 0']);
    const { found, diagnostics } = networkOfPasted(pasted(text));
    expect([found.length, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual([0, []]);
  });

  it('a Pod that was entered is no machine', () => {
    const pod = `1: lo: <LOOPBACK,UP> mtu 65536
3: eth0@if7: <BROADCAST,UP> mtu 1450
    inet 10.244.1.9/24 scope global eth0
`;
    const text = `me@mac:~$ kubectl exec -it web-1 -- ip addr\n${pod}${BOTH}`;
    expect(machines(one(text))).toEqual(['node-a: eth0 cni0; nat 1', 'node-b: eth0 cni0; nat 0']);
  });
});

import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { readText } from './read-text';

const said = (text: string, id: string) =>
  readText({ id: 'a', title: 'a', text }).diagnostics.flatMap(({ message, span }) =>
    message.id === id ? [{ ...message.values, at: span?.line }] : [],
  );

const NAT = '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -d 10.0.0.1/32 -j DNAT --to-destination 10.0.0.2\nCOMMIT\n';
const MAP = 'map service-ips {\n\ttype ipv4_addr . inet_proto . inet_service : verdict\n\telements = { }\n}\n';

describe('a form that is known and not read', () => {
  it.each([
    ['a string of JSON', `x\n{"stdout": ${JSON.stringify(NAT)}}\n`, 'string', 2],
    ['bytes of Python', `b'${NAT.replaceAll('\n', String.raw`\n`)}'\n`, 'string', 1],
    ['one rule in a string', String.raw`>>> '-A INPUT -s 10.0.0.1/32 -j DROP\n'`, 'string', 1],
    ['a map without its table, of nobody known', MAP.replace('service-ips', 'mine'), 'nft-part', 1],
    ['a set without its table, of nobody known', 'x\nset mine {\n\ttype ipv4_addr\n}\n', 'nft-part', 2],
  ])('%s is kept, and said', (_, text, form, line) => {
    expect(said(text, 'analysis.unread')).toEqual([{ form, line, at: line }]);
    const { texts } = networkOfPasted({ texts: [{ id: 'a', title: 'a', text }], facts: {} });
    expect(texts[0]?.others.some(({ from, to }) => from <= line && to >= line)).toBe(true);
  });

  it.each([
    ['the table whole', `table ip kube-proxy {\n${MAP}}\n`],
    ['a chain without its table, whose rules are read', 'x\nchain mine {\n\tip daddr 10.0.0.1 drop\n}\n'],
    ['rules', NAT],
    ['a line break in prose', String.raw`print "a\n" and -A nothing`],
    ['lines of an array, which are read', JSON.stringify(NAT.split('\n'), null, 1)],
  ])('nothing is said of %s', (_, text) => expect(said(text, 'analysis.unread')).toEqual([]));
});

describe('rules listed inside a Pod', () => {
  const listed = (command: string, rules = NAT) => `$ ${command}\n${rules}`;
  const hostOf = (text: string) => readText({ id: 'a', title: 'a', text }).hostname;

  it.each(['kubectl exec web-7d4f -- iptables-save', 'kubectl exec -n shop -c proxy web-7d4f -- iptables-save'])(
    'are of the Pod: %s',
    (command) => {
      expect(said(listed(command), 'analysis.rules-inside')).toEqual([{ line: 4, pod: 'web-7d4f', at: 4 }]);
      expect(hostOf(listed(command))).toBe('web-7d4f');
      const { network } = networkOfPasted({ texts: [{ id: 'a', title: 'a', text: listed(command) }], facts: {} });
      expect([...network.netns.values()].map(({ title }) => title)).toContain('web-7d4f');
    },
  );

  it.each([
    ['a node', listed('iptables-save')],
    ['a Pod in the node’s network', listed('kubectl exec -n kube-system ds/kube-proxy -- iptables-save')],
    [
      'a Pod that shows the node’s chains',
      listed('kubectl exec debug -- iptables-save', NAT.replace(':PRE', ':KUBE-SERVICES - [0:0]\n:PRE')),
    ],
  ])('are of the node: %s', (_, text) => {
    expect(said(text, 'analysis.rules-inside')).toEqual([]);
    expect(hostOf(text)).toBeUndefined();
  });
});

describe('routes of several nodes under headings', () => {
  it('are each of their own node', () => {
    const text = `Node1:\ndefault via 172.18.0.1 dev eth0\n10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1\n${NAT}
Node2:\ndefault via 172.18.0.1 dev eth0\n10.244.2.0/24 dev cni0 proto kernel scope link src 10.244.2.1\n`;
    const { network, texts } = networkOfPasted({ texts: [{ id: 'a', title: 'a', text }], facts: {} });
    expect(texts[0]?.machines?.map(({ told, sign }) => [told, sign.how, sign.line])).toEqual([
      ['Node1', 'heading', 1],
      ['Node2', 'heading', 9],
    ]);
    const routesOf = (title: string) =>
      [...network.netns.values()]
        .find((each) => each.title === title)
        ?.routes.flatMap(({ dst }) => (dst.prefix === 24 ? [(dst.address.words[0] ?? 0) >>> 8] : []));
    expect([routesOf('Node1'), routesOf('Node2')]).toEqual([[0x0af401], [0x0af402]]);
  });
});

import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../paste/pasted';
import type { PastedText } from '../paste/pasted-types';
import { ipAddr } from '../paste/testing/paste';
import { explore, makeTrace } from '../sim/explore';
import { checkDocument, decodeDocument } from './codec';
import { encodeDocument, emptyDocument, type Document, type Flow } from './document';
import { derivePasted } from './derive-pasted';
import { resolveFlow } from './resolve-flow';

const nat = (rules = ''): string => `*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
${rules}COMMIT
`;
const SERVICE = '-A PREROUTING -d 10.96.3.7/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.2.5:8080\n';

const prompt = (host: string, text: string): string => `root@${host}:~# iptables-save; ip addr\n${text}`;

const ONE = prompt('worker-1', nat(SERVICE) + ipAddr('172.20.0.5/24', '10.244.1.1/24'));
const TWO = prompt('worker-2', nat() + ipAddr('172.20.0.6/24', '10.244.2.1/24'));
const FAR = prompt('worker-3', nat() + ipAddr('172.99.0.6/24', '10.244.3.1/24'));

function pasted(texts: readonly (string | Partial<PastedText>)[], flows: readonly Flow[] = []): Document {
  const all = texts.map((text, index) => ({
    id: `t${index}`,
    title: `Text ${index}`,
    text: '',
    ...(typeof text === 'string' ? { text } : text),
  }));
  return { ...emptyDocument(), subject: 'pasted', pasted: { texts: all, facts: {} }, flows };
}

function flow(from: string, device: string | undefined, to: string, port = 80): Flow {
  return {
    id: 'f',
    from: { kind: 'interface', address: from, ...(device === undefined ? {} : { device }) },
    to: { kind: 'address', address: to },
    protocol: 'tcp',
    port,
  };
}

/** `pod:… > node > node:worker-2 > …: DELIVERED` for the request. */
function way(texts: readonly (string | Partial<PastedText>)[], sent: Flow): string {
  const document = pasted(texts, [sent]);
  const derived = derivePasted(document);
  const resolved = resolveFlow(document, derived.network, sent);
  if (!resolved.ok) return resolved.error.id;
  const input = { network: derived.network, flow: resolved.value, seed: 1 };
  const trace = makeTrace(input, explore(input).outcomes[0]!);
  const [request, reply] = trace.legs;
  return `${request?.hops.map(({ netns }) => netns).join(' > ')}: ${request?.disposition.kind}/${reply?.disposition.kind ?? ''}`;
}

const machines = (texts: readonly (string | Partial<PastedText>)[]): string[] =>
  [...networkOfPasted(pasted(texts).pasted).network.netns.values()]
    .filter(({ id }) => id === 'node' || id.startsWith('node:'))
    .map(({ id, title }) => `${id} ${title}`);

describe('which texts are of one machine', () => {
  it.each([
    ['prompts of two machines', [ONE, TWO], ['node worker-1', 'node:worker-2 worker-2']],
    ['prompts of one', [ONE, prompt('worker-1', '')], ['node worker-1']],
    [
      'no prompts, the same table twice, files by name',
      [
        { title: 'dump-node1.txt', text: nat(SERVICE) },
        { title: 'dump-node2.txt', text: nat() },
      ],
      ['node node1', 'node:node2 node2'],
    ],
    [
      'no prompts and no clash: one machine',
      [
        { title: 'node1-nat.txt', text: nat(SERVICE) },
        { title: 'node2-addr.txt', text: ipAddr('172.20.0.5/24', '10.244.1.1/24') },
      ],
      ['node node'],
    ],
    ['a person says so', [ONE, { text: TWO, node: 'worker-1' }], ['node worker-1']],
    [
      'a person names two',
      [
        { text: nat(SERVICE), node: 'a' },
        { text: nat(), node: 'b' },
      ],
      ['node a', 'node:b b'],
    ],
    [
      'what kubectl shows is of all of them',
      [
        ONE,
        prompt(
          'admin',
          'NAME       STATUS   ROLES    AGE   VERSION   INTERNAL-IP\nworker-1   Ready    <none>   1d    v1.30.0   172.20.0.5\n',
        ),
      ],
      ['node worker-1'],
    ],
  ] as const)('%s', (_, texts, expected) => {
    expect(machines(texts)).toEqual(expected);
  });
});

describe('packets between machines', () => {
  it('a Service on one leads to a Pod on the other, through the rules of both', () => {
    expect(way([ONE, TWO], flow('10.244.1.9', 'cni0', '10.96.3.7'))).toBe(
      'pod:10.244.1.9 > node > node:worker-2 > pod:10.244.2.5: DELIVERED/DELIVERED',
    );
  });

  it('a Pod of the second machine begins there, and its own rules are walked', () => {
    expect(way([ONE, TWO], flow('10.244.2.9', 'cni0', '172.20.0.5', 22))).toBe(
      'pod:10.244.2.9 > node:worker-2 > node: DELIVERED/DELIVERED',
    );
  });

  it('the second machine itself sends by its own address', () => {
    expect(way([ONE, TWO], flow('172.20.0.6', undefined, '172.20.0.5', 22))).toBe(
      'node:worker-2 > node: DELIVERED/DELIVERED',
    );
  });

  it('listed routes decide, and only they', () => {
    const routed = `${ONE}root@worker-1:~# ip route\ndefault via 172.20.0.1 dev eth0\n172.20.0.0/24 dev eth0 proto kernel scope link src 172.20.0.5\n10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1\n`;
    const lost = way([routed, TWO], flow('10.244.1.9', 'cni0', '10.96.3.7'));
    expect(lost).not.toContain('worker-2');
    const known = `${routed}10.244.2.0/24 via 172.20.0.6 dev eth0\n`;
    expect(way([known, TWO], flow('10.244.1.9', 'cni0', '10.96.3.7'))).toContain(
      'node > node:worker-2 > pod:10.244.2.5',
    );
  });

  it.each([
    [
      'on the wire',
      prompt('worker-2', nat() + ipAddr('172.20.0.5/24', '10.244.2.1/24')),
      ['172.20.0.5 eth0 worker-2 worker-1 eth0'],
    ],
    [
      'on the Pod bridge',
      prompt('worker-2', nat() + ipAddr('172.20.0.6/24', '10.244.1.1/24')),
      ['10.244.1.1 cni0 worker-2 worker-1 cni0'],
    ],
    ['none', TWO, []],
    ['what was only guessed gives way', prompt('worker-2', nat()), []],
    ['docker0 is on every host', `${TWO}4: docker0: <UP> mtu 1500\n    inet 172.17.0.1/16 scope global docker0\n`, []],
  ])('the same address on two machines is remarked: %s', (_, second, expected) => {
    const first = `${ONE}4: docker0: <UP> mtu 1500\n    inet 172.17.0.1/16 scope global docker0\n`;
    const { findings } = derivePasted(pasted([first, second]));
    const said = findings.flatMap(({ message: { id, values } }) =>
      id === 'analysis.link.same-address' ? [Object.values(values ?? {}).join(' ')] : [],
    );
    expect(said).toEqual(expected);
  });

  it('no common network: the way is unknown, that is said, and nothing is drawn as if it were known', () => {
    const { assumptions } = networkOfPasted(pasted([ONE, FAR]).pasted);
    expect(
      assumptions.filter(({ about }) => about === 'link').map(({ value, settledBy }) => [value, settledBy]),
    ).toEqual([
      ['worker-1 172.20.0.5/24 – worker-3 172.99.0.6/24: unknown', 'ip addr; ip route show table all'],
      ['worker-3 172.99.0.6/24 – worker-1 172.20.0.5/24: unknown', 'ip addr; ip route show table all'],
    ]);
    expect(way([ONE, FAR], flow('172.20.0.5', undefined, '172.99.0.6', 22))).toMatch(/: LEFT\/$/);
  });

  it('two machines that only rules tell of get addresses of their own', () => {
    const { network, assumptions } = networkOfPasted(
      pasted([
        { text: nat(SERVICE), node: 'a' },
        { text: nat(), node: 'b' },
      ]).pasted,
    );
    const own = ['node', 'node:b'].map((id) =>
      JSON.stringify(network.netns.get(id)?.devices.find(({ name }) => name === 'eth0')?.addresses),
    );
    expect(own[0]).not.toBe(own[1]);
    expect(new Set(assumptions.map(({ node }) => node))).toEqual(new Set(['a', 'b']));
  });
});

describe('what is kept', () => {
  it('the label of a text survives, and documents without one are read as before', () => {
    const document = pasted([ONE, { text: TWO, node: 'b' }]);
    const read = decodeDocument(encodeDocument(document));
    expect(read.ok && read.value.pasted.texts[1]?.node).toBe('b');
    expect(checkDocument(pasted([ONE])).ok).toBe(true);
    expect(
      checkDocument({ ...document, pasted: { texts: [{ id: 'a', title: 'a', text: '', node: 7 }], facts: {} } }).ok,
    ).toBe(false);
  });
});

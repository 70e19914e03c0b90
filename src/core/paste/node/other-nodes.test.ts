import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOfPasted, type PastedNetwork } from '../pasted';
import { ipAddr, pasted, sendPasted } from '../testing/paste';

interface Row {
  readonly name: string;
  readonly address: string;
  readonly node: string;
}

/** `kubectl get pods -o wide`. */
function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, address, node }) =>
      `${name.padEnd(12)} 1/1     Running   0          2m        ${address.padEnd(15)} ${node}`,
  );
  return `NAME         READY   STATUS    RESTARTS   AGE       IP              NODE\n${lines.join('\n')}\n`;
}

/** The machine each Pod is drawn on, by the Pod's address. */
function homes({ network }: PastedNetwork): ReadonlyMap<string, string> {
  const { netns } = network;
  const pods = [...netns.values()].filter(({ kind }) => kind === 'pod');
  return new Map(pods.map(({ id, node }) => [id.slice('pod:'.length), netns.get(node ?? '')?.title ?? '']));
}

const first = (name: string): string => name.split('.')[0] ?? name;

const ROWS: fc.Arbitrary<readonly Row[]> = fc
  .uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 2, max: 250 }), fc.integer({ min: 0, max: 3 })),
    {
      minLength: 1,
      maxLength: 20,
      selector: ([net, host]) => `${net} ${host}`,
    },
  )
  .map((all) =>
    all.map(([net, host, node], at) => ({
      name: `web-${at}`,
      address: `10.244.${net}.${host}`,
      node: ['worker-1', 'worker-2', 'ip-10-0-8-254.internal', 'cp.example.com'][node] ?? '',
    })),
  );

const PROMPT = 'root@worker-1:~# ';
const RULES = `${PROMPT}iptables-save
*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A POSTROUTING -s 10.244.0.0/16 ! -d 10.244.0.0/16 -j MASQUERADE
COMMIT
`;

/** The same with a rule that tells of a process of a Pod. */
const leadingTo = (address: string): string =>
  RULES.replace(
    'COMMIT',
    `-A PREROUTING -d 10.96.0.9/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination ${address}:80\nCOMMIT`,
  );

describe('Pods stand on the Node that kubectl shows', () => {
  it.each([
    ['by the listing alone', ''],
    ['beside rules of one of the nodes', RULES],
    ['beside rules of a node without Pods', RULES.replaceAll('worker-1', 'worker-9')],
  ])('%s', (_name, rules) => {
    fc.assert(
      fc.property(ROWS, (rows) => {
        const made = networkOfPasted(pasted(...(rules === '' ? [] : [rules]), table(rows)));
        const drawn = homes(made);
        for (const { address, node } of rows)
          expect([address, first(drawn.get(address) ?? '')]).toEqual([address, first(node)]);
        const nodes = [...made.network.netns.values()]
          .filter(({ kind }) => kind === 'node')
          .map(({ title }) => first(title));
        expect(new Set(nodes).size).toBe(nodes.length);
      }),
      { numRuns: 60 },
    );
  });

  it('and packets go there and back', () => {
    const rows = [
      { name: 'a', address: '10.244.1.9', node: 'worker-1' },
      { name: 'b', address: '10.244.1.10', node: 'worker-2' },
      { name: 'c', address: '10.244.2.9', node: 'worker-2' },
    ];
    for (const to of ['10.244.1.10', '10.244.2.9'])
      expect(sendPasted(pasted(leadingTo(to), table(rows)), `cali0 10.244.1.9 -> ${to}:80/tcp`).lines).toEqual([
        `1 DELIVERED pod:${to} from 10.244.1.9 answered`,
      ]);
  });

  it('by the addresses that kubectl shows of Nodes, or Pods on the network of theirs', () => {
    const rows = [
      { name: 'a', address: '10.244.1.9', node: 'worker-1' },
      { name: 'c', address: '10.244.2.9', node: 'worker-2' },
      { name: 'kube-proxy-x', address: '172.18.0.4', node: 'worker-2' },
      { name: 'kindnet-x', address: '172.18.0.4', node: 'worker-2' },
    ];
    const made = networkOfPasted(pasted(RULES, table(rows)));
    expect(made.assumptions.find(({ id }) => id === 'node:worker-2')?.value).toContain('172.18.0.4: 10.244.2.0/24');
    expect([...homes(made).keys()].toSorted()).toEqual(['10.244.1.9', '10.244.2.9']);
    const nodes =
      'NAME       STATUS   ROLES    AGE   VERSION   INTERNAL-IP\nworker-2   Ready    <none>   5d    v1.30.1   172.19.0.7\n';
    const told = networkOfPasted(pasted(RULES, nodes, table(rows.slice(0, 2))));
    expect(told.assumptions.find(({ id }) => id === 'node:worker-2')?.value).toContain('172.19.0.7');
  });
});

describe('which Node the machine is', () => {
  const rows = [
    { name: 'a', address: '10.244.1.9', node: 'worker-1' },
    { name: 'b', address: '10.244.2.9', node: 'worker-2' },
  ];
  const which = (...texts: readonly string[]): string => {
    const { assumptions, network } = networkOfPasted(pasted(...texts));
    const guess = assumptions.some(({ id }) => id === 'node:this') ? ' guessed' : '';
    return `${network.netns.get('node')?.title}${guess}`;
  };

  it('is guessed where nothing tells, and said', () => {
    expect(which(table(rows))).toBe('worker-1 guessed');
  });

  it('is told by its own addresses', () => {
    expect(which(table(rows), ipAddr('172.18.0.5/16', '10.244.2.1/24'))).toBe('worker-2');
  });

  it('is told by a prompt', () => {
    expect(which(RULES.replaceAll('worker-1', 'worker-2'), table(rows))).toBe('worker-2');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCidr, formatIp } from '../../net/ip';
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

describe('calicoctl names the node’s end of each Pod’s link', () => {
  const wide = `NAMESPACE   NAME                   WORKLOAD   NODE       NETWORKS                       INTERFACE         PROFILES      NATS
default     worker--1-k8s-a-eth0   a          worker-1   192.168.3.140/32,fd00::5/128   cali82a8bb394bd   kns.default
default     worker--2-k8s-b-eth0   b          worker-2   192.168.49.6/32                calie930c422661   kns.default
default     worker--2-k8s-c-eth0   c          worker-2   192.168.49.7/32                calie930c422662   kns.default
`;

  /** `node: cali…, eth0`: the devices of a machine but lo. */
  const devices = (...texts: readonly string[]): Record<string, readonly string[]> => {
    const { network } = networkOfPasted(pasted(...texts));
    const nodes = [...network.netns.values()].filter(({ kind }) => kind === 'node');
    const names = nodes.map(({ title, devices: own }) => [
      title,
      own
        .map(({ name }) => name)
        .slice(1)
        .toSorted(),
    ]);
    return Object.fromEntries(names) as Record<string, readonly string[]>;
  };

  it('no bridge and no other link is drawn, and nothing of them is a guess', () => {
    const made = networkOfPasted(pasted(wide));
    expect(devices(wide)).toEqual({
      'worker-1': ['cali82a8bb394bd', 'eth0'],
      'worker-2': ['calie930c422661', 'calie930c422662', 'eth0'],
    });
    expect(made.assumptions.map(({ id }) => id).filter((id) => /^(?:interface|hairpin|pods):/.test(id))).toEqual([
      'interface:eth0',
    ]);
    expect(made.identities.map(({ podNetwork }) => podNetwork)).toEqual([['Calico']]);
    expect(made.assumptions.find(({ id }) => id === 'node:worker-2')?.value).toContain('192.168.49.0/26 via');
  });

  it('the Pod has its address alone and its name, and asks for 169.254.1.1, which the link answers', () => {
    const { network } = networkOfPasted(pasted(wide));
    const pod = network.netns.get('pod:192.168.3.140');
    expect(pod?.title).toBe('default/a 192.168.3.140');
    const eth0 = pod?.devices.find(({ name }) => name === 'eth0');
    expect(eth0?.addresses.map(formatCidr)).toEqual(['192.168.3.140/32', 'fd00::5/128']);
    expect(pod?.routes.map(({ dst, via }) => [formatCidr(dst), via && formatIp(via)])).toEqual([
      ['169.254.1.1/32', undefined],
      ['0.0.0.0/0', '169.254.1.1'],
      ['fe80::1/128', undefined],
      ['::/0', 'fe80::1'],
    ]);
    expect(network.netns.has('pod:fd00::5')).toBe(false);
    const link = network.netns.get('node')?.devices.find(({ name }) => name === 'cali82a8bb394bd');
    expect([link?.proxyArp, link?.peer?.netns]).toEqual([true, 'pod:192.168.3.140']);
    expect(sendPasted(pasted(wide), 'cali82a8bb394bd 192.168.3.140 -> 192.168.49.6:80/tcp').lines).toEqual([
      '1 DELIVERED pod:192.168.49.6 from 192.168.3.140 answered',
    ]);
  });

  it('a node whose Pods are not in it has no bridge either', () => {
    const rules = RULES.replaceAll('worker-1', 'worker-9').replaceAll('10.244.0.0/16', '192.168.0.0/16');
    const made = networkOfPasted(pasted(rules, wide));
    expect(devices(rules, wide)['worker-9']).toEqual(['cali0', 'eth0']);
    expect(made.assumptions.map(({ id }) => id)).toContain('interface:cali0');
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

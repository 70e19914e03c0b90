import { describe, expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { openCluster } from '../../document/edits/open-cluster';
import { makeCluster, node, pod, service } from '../../kubernetes/build';
import { changeKubeProxy } from '../../document/edits/cluster';
import { checkStatements } from './always';
import { createRng } from '../../lib/random';
import { fateBetween, openSide, walkWhole, type ReachSide } from './cells';
import { causesOn, compareReach, type ReachChanges } from './changes';
import { fateKey, type FlowFate } from './fate';
import { foldMatrix } from './matrix';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import { sayAnnounced } from './say';
import { readStatementFile } from './statement';
import { openShop, shopCluster } from './testing/shop';

const ends = (fate: FlowFate | undefined): string => (fate ? fate.ends.map(({ end }) => end).join('+') : '-');
const labels = (destinations: readonly Destination[]): string =>
  destinations
    .map(({ name, asks }) => `${name.replace(/^default\//, '')}:${asks.role === 'port' ? asks.port : asks.role}`)
    .join(' ');
const who = (callers: readonly Caller[]): string => callers.map(({ name }) => name.replace(/^default\//, '')).join(' ');

const iptables = walkWhole(openShop(shopCluster('iptables', '1.30')));

describe('who reaches what, in the cluster of two nodes and seven Services', () => {
  const matrix = foldMatrix(iptables.side, iptables.cells);

  it('walks every caller to every address and port, and an echo request to each', () => {
    expect(iptables.side.callers).toHaveLength(15);
    expect(matrix.walked).toBe(1221);
    expect(matrix.answered).toBe(633);
    const kinds = iptables.cells.flat().flatMap((fate) => fate?.ends.map(({ end }) => end) ?? []);
    expect(new Set(kinds).size).toBe(6);
  });

  it('folds callers that end alike wherever they go: those of a node, and outside by the range of the balancer', () => {
    expect(
      matrix.columns.map(({ callers }) => callers[0].id + (callers.length > 1 ? ` and ${callers.length - 1}` : '')),
    ).toEqual([
      'pod default/client and 5',
      'pod kube-system/coredns-7mwkg and 4',
      'node node1',
      'node node2',
      'outside 203.0.113.0/24',
      'outside',
    ]);
  });

  // The table of the drawing `s-table`: facts of the walk, first seen with another program.
  it.each([
    ['service', 'web:80', undefined, 'kept kept kept kept no-route no-route'],
    ['pod', 'web-f6kl2:8080', undefined, 'kept kept kept kept no-route no-route'],
    ['node-port', 'api:30081', 'node1', 'kept kept kept kept kept kept'],
    ['node-port', 'web:30080', 'node1', 'rewritten rewritten kept rewritten rewritten rewritten'],
    ['node-port', 'api:30081', 'node2', 'lost kept dropped kept dropped dropped'],
    ['load-balancer', 'shop:80', undefined, 'dropped dropped dropped dropped rewritten dropped'],
    ['service', 'empty:80', undefined, 'refused refused refused refused no-route no-route'],
    ['pod', 'client:other', undefined, 'refused refused refused refused no-route no-route'],
    ['service', 'web:other', undefined, 'no-route no-route no-route no-route no-route no-route'],
  ])('%s %s %s: %s', (kind, label, node, told) => {
    const row = matrix.rows.find(({ destinations }) =>
      destinations.some(
        (each) => each.kind === kind && each.node === node && (each.at ?? 'own') === 'own' && labels([each]) === label,
      ),
    );
    expect(
      row?.fates
        .map(ends)

        .join(' '),
    ).toBe(told);
  });

  it('folds nothing that differs for one of its members', () => {
    const { side, cells } = iptables;
    for (const row of matrix.rows) {
      for (const [column, { callers }] of matrix.columns.entries()) {
        const told = row.fates[column];
        for (const destination of row.destinations) {
          for (const caller of callers) {
            const fate = cells[side.destinations.indexOf(destination)]?.[side.callers.indexOf(caller)];
            const isOwn = destination.kind !== 'node-port' && destination.netns === caller.netns;
            if (!fate || fate.onlyItself || isOwn) continue;
            expect(`${destination.id} < ${caller.id}: ${fateKey(fate)}`).toBe(
              `${destination.id} < ${caller.id}: ${told && fateKey(told)}`,
            );
          }
        }
      }
    }
  });
});

/** The ten open rows of the drawing `matrix`: what each asks for, and how its packets end by the columns of the test above. */
const DRAWN: readonly (readonly [is: (to: Destination) => boolean, told: string])[] = [
  [
    (to) => to.kind === 'service' && to.asks.role === 'port' && !to.id.includes('empty'),
    'kept kept kept kept no-route no-route',
  ],
  [(to) => to.kind === 'pod' && to.asks.role !== 'other', 'kept kept kept kept no-route no-route'],
  [(to) => isNodePort(to, 'node1') && to.id.includes('api'), 'kept kept kept kept kept kept'],
  [(to) => isNodePort(to, 'node1') && !to.id.includes('api'), 'rewritten rewritten kept rewritten rewritten rewritten'],
  [(to) => isNodePort(to, 'node2') && !to.id.includes('api'), 'rewritten rewritten rewritten kept rewritten rewritten'],
  [(to) => isNodePort(to, 'node2') && to.id.includes('api'), 'lost kept dropped kept dropped dropped'],
  [(to) => to.kind === 'load-balancer' && to.asks.role === 'port', 'dropped dropped dropped dropped rewritten dropped'],
  [
    (to) => to.kind === 'service' && to.asks.role === 'port' && to.id.includes('empty'),
    'refused refused refused refused no-route no-route',
  ],
  [(to) => to.kind === 'pod' && to.asks.role === 'other', 'refused refused refused refused no-route no-route'],
  [
    (to) => ['service', 'load-balancer'].includes(to.kind) && to.asks.role !== 'port',
    'no-route no-route no-route no-route no-route no-route',
  ],
];

const isNodePort = ({ kind, at, node: of }: Destination, node: string): boolean =>
  kind === 'node-port' && at === 'own' && of === node;

describe('the drawn matrix, flow by flow', () => {
  it('ends each flow of its ten open rows as drawn, but for Pods that get what they send', () => {
    const { side, cells } = iptables;
    const { columns } = foldMatrix(side, cells);
    const columnOf = (caller: Caller): number => columns.findIndex(({ callers }) => callers.includes(caller));
    let [flows, asides] = [0, 0];
    for (const [row, destination] of side.destinations.entries()) {
      const told = DRAWN.filter(([is]) => is(destination));
      expect(told.length).toBeLessThan(2);
      for (const [at, caller] of told.length > 0 ? side.callers.entries() : []) {
        const fate = cells[row]?.[at];
        // A Pod that is chosen itself, or asks for its own address, is an aside of the drawing.
        const own = fate?.onlyItself === true || destination.netns === caller.netns;
        if (own) asides++;
        else flows++;
        const words = told[0]?.[1].split(' ')[columnOf(caller)];
        if (!own)
          expect(`${destination.id} < ${caller.id}: ${ends(fate)}`).toBe(`${destination.id} < ${caller.id}: ${words}`);
      }
    }
    expect([side.callers.length, side.destinations.length, flows, asides]).toEqual([15, 87, 933, 42]);
  });
});

describe('the port that nothing names', () => {
  it.each(['iptables', 'ipvs', 'nftables', 'userspace'] as const)(
    'ends as any other that nothing names, in %s',
    (mode) => {
      const side = openShop(shopCluster(mode, mode === 'userspace' ? '1.25' : '1.33'));
      const others = side.destinations.filter(({ asks }) => asks.role === 'other');
      const named = new Set(
        [...side.derived.network.netns.values()].flatMap(({ sockets }) => sockets.map(({ port }) => port)),
      );
      const rng = createRng(7);
      for (let i = 0; i < 120; i++) {
        const destination = others[rng.below(others.length)];
        const caller = side.callers[rng.below(side.callers.length)];
        let port = 1 + rng.below(29_000);
        while (named.has(port) || [80, 443, 53, 5432, 9153].includes(port)) port++;
        if (!destination || !caller) throw new Error('nobody');
        const told = fateBetween(side, caller, destination);
        const other = fateBetween(side, caller, { ...destination, asks: { ...destination.asks, port } as never });
        expect(`${destination.id} ${port} < ${caller.id}: ${other && fateKey(other)}`).toBe(
          `${destination.id} ${port} < ${caller.id}: ${told && fateKey(told)}`,
        );
      }
    },
  );
});

/** Services of two Pods each, over four nodes; `different`: no two have the same port. */
function manyServices(count: number, different: boolean): Document {
  const objects = Array.from({ length: count }, (_, i) => [
    service(`s${i}`, { selector: { app: `s${i}` }, ports: [{ port: different ? 1000 + i : 80, targetPort: 8080 }] }),
    ...[0, 1].map((at) =>
      pod(`s${i}-${at}`, {
        node: `node${(i + at * (1 + (i % 3))) % 4}`,
        labels: { app: `s${i}` },
        containers: [{ name: 'c', ports: [{ containerPort: different ? 1000 + i : 8080 }] }],
      }),
    ),
  ]).flat();
  const nodes = [0, 1, 2, 3].map((i) => node(`node${i}`));
  return openCluster(emptyDocument(), makeCluster([...nodes, ...objects])).document;
}

describe('where there is too much', () => {
  const open = (document: Document): ReachSide => openSide(document, createDerive(), 'ipv4');
  const told = ({ callers, destinations, unasked }: ReachSide) => ({
    callers: callers.length,
    roles: new Set(destinations.map(({ asks }) => asks.role)).size,
    unasked: unasked.map(({ id }) => id.split('.').at(-1)).join(),
  });

  it('those that are alike stand for each other, then only what is named is asked, then nothing; each is said', () => {
    expect(told(open(manyServices(10, true)))).toEqual({ callers: 25, roles: 3, unasked: '' });
    expect(told(open(manyServices(40, false)))).toEqual({ callers: 9, roles: 3, unasked: 'alike' });
    expect(told(open(manyServices(150, true)))).toEqual({ callers: 305, roles: 1, unasked: 'alike,other' });
    expect(told(open(manyServices(400, true)))).toEqual({ callers: 0, roles: 0, unasked: 'too-large' });
  });

  it('says of many Services what it says of few', () => {
    const statements = readStatementFile(
      [
        'Pods -> s7',
        'never outside -> s7',
        'Pods -> s7 source kept but for itself',
        's3 -> s3 source kept',
        'never s1 -> s2',
        'nobody -> s2',
      ].join('\n'),
    );
    const ask = (count: number) =>
      [
        ...checkStatements(
          { document: manyServices(count, false), derive: createDerive(), family: 'ipv4' },
          statements,
        ),
      ].map(({ state, breaking, flows, against, says }) => ({
        state,
        breaking: breaking
          .map(({ caller, destination }) => `${caller.id} > ${destination.kind} ${destination.name}`)
          .slice(0, 2),
        perCaller: Math.sign(flows),
        against: Math.sign(against),
        says: says.map(({ id }) => id).filter((id) => id !== 'reach.unasked.stand'),
      }));
    expect(ask(60)).toEqual(ask(10));
    expect(ask(10).map(({ state }) => state)).toEqual(['holds', 'holds', 'holds', 'broken', 'broken', 'unread']);
  });
});

function lines({ classes }: ReachChanges): string[] {
  return classes.map(
    ({ group, before, after, callers, destinations, flows }) =>
      `${group}: ${ends(before)} > ${ends(after)}, ${flows} of ${callers.length > 3 ? callers.length : who(callers)} to ${[...new Set(destinations.map(({ kind, at, asks }) => `${kind} ${at ?? ''} ${asks.role}`))].join(', ')}`,
  );
}

describe('what changes', () => {
  const ipvs = walkWhole(openShop(shopCluster('ipvs', '1.35')));
  const nftables = walkWhole(openShop(shopCluster('nftables', '1.35')));

  it('from IPVS to nftables at 1.35: node ports by another address of a node break; four others end otherwise', () => {
    expect(lines(compareReach(ipvs, nftables))).toMatchInlineSnapshot(`
      [
        "broken: rewritten > refused, 71 of 13 to node-port device port",
        "fails: refused > no-route, 30 of 15 to load-balancer  other, load-balancer  ping",
        "fails: lost > refused, 7 of 7 to node-port device port",
        "fails: lost > lost, 2 of api-mkglp api-ttbhm to node-port own port",
        "fails: lost > dropped, 2 of 203.0.113.0/24  to node-port own port",
        "looks: kept > kept, 1 of node1 to node-port own port",
      ]
    `);
  });

  it('has the dates upstream states of the modes, and of one mode none', () => {
    expect(sayAnnounced('ipvs', 'nftables').map(({ values }) => values?.['kep'])).toEqual(['5495', '6032']);
    expect(sayAnnounced('iptables', 'iptables')).toEqual([]);
  });

  it('says why on each side', () => {
    const [first] = compareReach(ipvs, nftables).classes;
    if (!first) throw new Error('no class');
    expect(causesOn(nftables.side, first.example).map(({ says }) => says.id)).toContain(
      'document.why.cause.node-port-unclaimed',
    );
  });

  it('nothing breaks where nftables takes node ports on every address', () => {
    const document = changeKubeProxy(shopCluster('nftables', '1.35'), { nodePortAddresses: ['0.0.0.0/0'] });
    const { classes } = compareReach(ipvs, walkWhole(openShop(document)));
    expect(classes.filter(({ group }) => group === 'broken')).toEqual([]);
  });

  it('from iptables 1.30 to 1.35: nothing', () => {
    const { classes, compared } = compareReach(iptables, walkWhole(openShop(shopCluster('iptables', '1.35'))));
    expect(classes).toEqual([]);
    expect(compared).toBe(1221);
  });
});

const STATEMENTS = `# shop
never outside -> db
db only on 5432/tcp
Pods -> web source kept
outside -> shop only from 203.0.113.0/24   # the node port lets everybody in
api same in iptables@1.30 and ipvs@1.30
rules all decide
outside -> api via node port
Pods -> nowhere
web only on port
Pods web
app=db -> api
172.18.0.0/16 -> web via node port
never outside -> shop via load balancer
Pods -> web source kept but for itself
web only on 80/tcp
`;

describe('statements about all packets', () => {
  it('hold, are broken with packets that break them, or say what is not understood', () => {
    const input = { document: shopCluster(), derive: createDerive(), family: 'ipv4' as const };
    const told = [...checkStatements(input, readStatementFile(STATEMENTS))].map(
      ({ statement: { line, text }, state, flows, against, breaking, says }) =>
        `${line} ${state} ${text} (${flows})${breaking[0] ? ` ${breaking[0].caller.id} > ${breaking[0].destination.id}: ${ends(breaking[0].fate)}${breaking[0].fate.self === undefined ? '' : `, itself ${breaking[0].fate.self}`} of ${against}` : ''}${says.map(({ id }) => ` ${id}`).join('')}`,
    );
    expect(told).toMatchInlineSnapshot(`
      [
        "2 holds never outside -> db (12)",
        "3 holds db only on 5432/tcp (30)",
        "4 broken Pods -> web source kept (11) pod default/web-fd6gp > service default/web 10.110.182.19 tcp 80: kept, itself rewritten of 3",
        "5 broken outside -> shop only from 203.0.113.0/24 (16) outside > node-port default/shop node1 172.18.0.2 tcp 30083: rewritten of 2",
        "6 broken api same in iptables@1.30 and ipvs@1.30 (197) node node1 > node-port default/api node1 127.0.0.1 tcp 30081: refused of 35",
        "7 holds rules all decide (0)",
        "8 broken outside -> api via node port (4) outside 203.0.113.0/24 > node-port default/api node2 172.18.0.3 tcp 30081: dropped of 2",
        "9 unread Pods -> nowhere (0) reach.statement.nobody",
        "10 unread web only on port (0) reach.statement.port",
        "11 unread Pods web (0) reach.statement.form",
        "12 holds app=db -> api (1)",
        "13 holds 172.18.0.0/16 -> web via node port (6)",
        "14 broken never outside -> shop via load balancer (6) outside 203.0.113.0/24 > load-balancer default/shop 198.51.100.10 tcp 80: rewritten of 1",
        "15 holds Pods -> web source kept but for itself (11)",
        "16 broken web only on 80/tcp (164) pod default/client > node-port default/web node1 172.18.0.2 tcp 30080: rewritten of 94",
      ]
    `);
  });
});

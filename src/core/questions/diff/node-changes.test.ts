import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createDerive } from '../../document/derive';
import { thinned } from '../../lib/testing/soaking';
import type { Network } from '../../linux/netns';
import { changesOfHosts } from './host-changes';
import { changesOfNodes, type ChangesByNode } from './node-changes';

const derive = createDerive();

function networkIn(id: string, mode: 'iptables' | 'ipvs' | 'nftables' | 'kernelspace', release: string): Network {
  const example = EXAMPLES.find((each) => each.id === id);
  if (!example) throw new Error(id);
  return derive({ ...example.document('en'), mode, release }).network;
}

function finish<T>(work: Generator<number, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
}

const kindsOn = ({ nodes }: ChangesByNode): (number | string)[] =>
  nodes.map(({ found }) => (found.ok ? found.value.kinds : found.error.id));

const packetsOn = ({ nodes }: ChangesByNode): string[] =>
  nodes.flatMap(({ found }) => (found.ok ? found.value.changes.flatMap(({ packets }) => packets) : []));

describe('the nodes of a cluster, for all packets', () => {
  it.each(thinned(['web-two-nodes', 'ten-endpoints', 'traffic-policy-local']))(
    'do alike from iptables 1.30 to 1.35: %s',
    (id) => {
      const found = finish(changesOfNodes(networkIn(id, 'iptables', '1.30'), networkIn(id, 'iptables', '1.35')));
      expect(kindsOn(found)).toEqual(found.nodes.map(() => 0));
      expect(found.nodes.length).toBeGreaterThan(1);
    },
  );

  it('refuse in nftables what iptables let through: ports that no Service has, and addresses that none has', () => {
    const [was, is] = [networkIn('web-two-nodes', 'iptables', '1.35'), networkIn('web-two-nodes', 'nftables', '1.35')];
    const found = finish(changesOfNodes(was, is));
    const [first] = found.nodes;
    if (!first?.found.ok) throw new Error('not looked at');
    const ends = first.found.value.changes.map(({ before, after }) =>
      [before, after].map((side) => side.map(({ says }) => says.map(({ id }) => id).join(' ')).join('/')).join(' -> '),
    );
    expect(ends).toContain('reach.host.end.refused reach.host.at -> reach.host.end.dropped');
    expect(ends).toContain('reach.host.end.refused reach.host.at -> reach.host.end.rejected');
    // Who takes a packet, on which machine, and the way back are looked at: nobody listens on a node port of another address.
    const taken = ends.filter((end) => /^(?:\S+ )*reach\.host\.end\.taken.* -> reach\.host\.end\.closed$/.test(end));
    expect(taken.length).toBeGreaterThan(0);
    expect(first.found.value.broken).toBeGreaterThan(0);
    expect(first.found.value.whole).toBe(true);
    expect(packetsOn(found).join('\n')).toContain('10.96.0.1');
    // A range of Services less those that are there is told as that; what is left out is told by name.
    expect(packetsOn(found)).toContain(
      'eth0,cni0: * !10.244.0.1,172.18.0.2 -> 10.96.0.0/12 !10.96.0.1,10.96.0.10,10.100.226.240,10.110.182.19',
    );
    // Of what somebody may send, the packet that is walked is one of those that the lines tell.
    const sent = first.found.value.changes.filter(({ rare }) => !rare).map(({ example }) => example?.flow.from);
    expect(sent.filter((from) => from?.kind === 'interface' && from.address?.startsWith('127.'))).toEqual([]);
    // What somebody sends is told before what nobody does.
    expect(first.found.value.changes[0]?.packets.join(' ')).not.toMatch(/: \S+ 127\./);
  });

  it('tell of IPVS what people send without what they do not: UDP-Lite, the port of FTP, addresses that are nobody’s', () => {
    const [was, is] = [networkIn('web-two-nodes', 'ipvs', '1.35'), networkIn('web-two-nodes', 'nftables', '1.35')];
    const found = finish(changesOfNodes(was, is));
    const changes = found.nodes.flatMap((each) => (each.found.ok ? each.found.value.changes : []));
    const usual = changes.filter(({ rare }) => !rare).flatMap(({ packets }) => packets);
    expect(usual).toContain('eth0,cni0: tcp,udp 10.244.1.2 -> 10.96.0.10:53');
    expect(usual.join(' ')).not.toMatch(/udplite|!20|224\.0\.0\.0/);
    // Of whole ways there are more kinds that nobody sends than are told: of the node by itself all are.
    const [node] = found.nodes;
    const alone = finish(
      changesOfHosts(was, is, { host: [...was.netns.values()].find(({ title }) => title === node?.node)?.id ?? '' }),
    );
    const rare = alone.ok ? alone.value.changes.filter((change) => change.rare).flatMap(({ packets }) => packets) : [];
    expect(rare.join(' ')).toMatch(/: udplite /);
  });

  it('say nothing of a mode that is not modelled', () => {
    const was = networkIn('web-two-nodes', 'iptables', '1.35');
    const is = networkIn('web-two-nodes', 'kernelspace', '1.35');
    expect(new Set(kindsOn(finish(changesOfNodes(was, is))))).toEqual(new Set(['reach.host.windows']));
  });
});

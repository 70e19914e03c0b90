import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_NETNS, rulesetOf } from '../linux/xtables/testing/walk-text';
import { multiport } from '../linux/xtables/matches/multiport';
import { statistic } from '../linux/xtables/matches/statistic';
import { device, host, listeningSocket, network, readRoute } from '../sim/testing/bench';
import type { Hook } from '../linux/hooks';
import { StationList, type HookStations } from './hook-stations';
import { HostEnds } from './host-end';
import { modelHost } from './host-model';
import { openHostSpace } from './host-space';
import { NetworkModel } from './network-model';
import { modelTable } from './table-model';
import { holdHostToWalk } from './testing/hold-host-to-walk';
import { holdNetworkToWalk } from './testing/hold-network-to-walk';
import { holdToWalk } from './testing/hold-to-walk';
import { nodeWith } from './testing/node';
import { WayBack } from './way-back';

afterEach(() => vi.restoreAllMocks());

const TABLE = `*mangle
:PREROUTING ACCEPT
-A PREROUTING -p tcp -m multiport --dports 22,80:443 -j DROP
-A PREROUTING -p udp -m statistic --mode random --probability 0.25 -j DROP
COMMIT
`;

/** Differences between the model of a table and the walk through it. */
function tableDifferences(): readonly string[] {
  const table = rulesetOf(TABLE).tables.get('mangle');
  const model = table && modelTable({ table, hook: 'PREROUTING', family: 'ipv4' });
  if (!model?.ok) throw new Error('no model');
  return holdToWalk(model.value, { netns: EMPTY_NETNS, each: 20, seed: 3 }).differences;
}

const HOST = `*nat
:OUTPUT ACCEPT
-A OUTPUT -d 10.96.0.10/32 -j DNAT --to-destination 10.244.1.5
COMMIT
*filter
:OUTPUT ACCEPT
-A OUTPUT -d 10.96.0.10/32 -j DROP
COMMIT
`;

/** The same of a host: what it sends to one address gets another before the filter asks. */
function hostDifferences(): readonly string[] {
  const netns = nodeWith(HOST);
  const model = modelHost(netns, { space: openHostSpace([netns]), ends: new HostEnds() });
  if (!model.ok) throw new Error('no model');
  return holdHostToWalk(model.value, { each: 20, seed: 3 }).differences;
}

const LO = device('lo', ['127.0.0.1/8'], { kind: 'loopback' });
const sends = (name: string, address: string, route: string) =>
  host(name, {
    devices: [LO, device('eth0', [address], { segment: 'wire' })],
    routes: [readRoute(route)],
    sockets: [listeningSocket('tcp', 80, name)],
    sysctls: { 'net.ipv4.ip_forward': 1 },
    save:
      name === 'b'
        ? '*filter\n:OUTPUT ACCEPT\n-A OUTPUT -p tcp -m tcp --sport 80 -d 192.168.0.7/32 -j DROP\nCOMMIT\n'
        : '',
  });

/** The same of what a host sends to another, which drops the answers to one of its two addresses. */
function wayDifferences(): readonly string[] {
  const wire = network(
    host('a', {
      devices: [LO, device('eth0', ['192.168.0.6/24', '192.168.0.7/24'], { segment: 'wire' })],
      routes: [],
      sockets: [],
      sysctls: {},
    }),
    sends('b', '192.168.0.8/24', 'default via 192.168.0.6 dev eth0'),
  );
  const space = openHostSpace([...wire.netns.values()]);
  const model = new NetworkModel(wire, { space, ends: new HostEnds() });
  const sender = wire.netns.get('a');
  if (!sender) throw new Error('no sender');
  return holdNetworkToWalk(model, sender, { each: 20, seed: 3 }).differences;
}

describe('a fault that is planted is seen by packets that are walked', () => {
  it('in the set of a match', () => {
    expect(tableDifferences()).toEqual([]);
    const { set } = multiport;
    vi.spyOn(multiport, 'set').mockImplementation((spec, space) => space.not(set?.(spec, space) ?? 0));
    expect(tableDifferences()).not.toEqual([]);
  });

  it('in the odds of a draw', () => {
    expect(tableDifferences()).toEqual([]);
    const { set } = statistic;
    vi.spyOn(statistic, 'set').mockImplementation((spec, space) => space.not(set?.(spec, space) ?? 0));
    expect(tableDifferences()).not.toEqual([]);
  });

  it('in the order of nat and filter', () => {
    expect(hostDifferences()).toEqual([]);
    const { value: at } = Object.getOwnPropertyDescriptor(StationList.prototype, 'at') as {
      readonly value: (this: StationList, hook: Hook) => HookStations;
    };
    vi.spyOn(StationList.prototype, 'at').mockImplementation(function (this: StationList, hook) {
      const stations = at.call(this, hook);
      return stations.nat ? { ...stations, nat: { ...stations.nat, priority: 100 } } : stations;
    });
    expect(hostDifferences()).not.toEqual([]);
  });

  it.each([
    ['never comes', 0],
    ['always comes', 1],
  ])('in the way back: an answer that %s', (_, answered) => {
    expect(wayDifferences()).toEqual([]);
    vi.spyOn(WayBack.prototype, 'answered').mockReturnValue(answered);
    expect(wayDifferences()).not.toEqual([]);
  });
});

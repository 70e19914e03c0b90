import { describe, expect, it } from 'vitest';
import { formatIp, ip } from '../../net/ip';
import { explore, makeTrace } from '../../sim/explore';
import { networkOfPasted } from '../pasted';
import { senderOfPasted } from '../sender';
import { flowOf, pasted } from '../testing/paste';

const LINKS = (name: string, n: number): string => `# on ${name}
${name}:~# ip -d addr
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00 promiscuity 0 minmtu 0 maxmtu 0
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default
    link/ether 02:42:ac:12:00:0${n} brd ff:ff:ff:ff:ff:ff promiscuity 0
    inet 172.18.0.${n}/16 brd 172.18.255.255 scope global eth0
4: flannel.1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UNKNOWN group default
    link/ether 5e:1f:36:a1:70:0${n} brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    vxlan id 1 local 172.18.0.${n} dev eth0 srcport 0 0 dstport 8472 nolearning ttl auto ageing 300 udpcsum
    inet 10.244.${n - 2}.0/32 scope global flannel.1
5: cni0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UP group default
    link/ether 0a:58:0a:f4:00:0${n} brd ff:ff:ff:ff:ff:ff promiscuity 0
    bridge forward_delay 1500 hello_time 200
    inet 10.244.${n - 2}.1/24 brd 10.244.${n - 2}.255 scope global cni0
${name}:~# ip route
default via 172.18.0.1 dev eth0
10.244.${n - 2}.0/24 dev cni0 proto kernel scope link src 10.244.${n - 2}.1
10.244.${3 - n}.0/24 via 10.244.${3 - n}.0 dev flannel.1 onlink
172.18.0.0/16 dev eth0 proto kernel scope link src 172.18.0.${n}
`;
const NEIGH =
  '10.244.1.0 dev flannel.1 lladdr 5e:1f:36:a1:70:03 PERMANENT\n172.18.0.3 dev eth0 lladdr 02:42:ac:12:00:03 REACHABLE\n';
const FDB =
  '5e:1f:36:a1:70:03 dev flannel.1 dst 172.18.0.3 self permanent\n33:33:00:00:00:01 dev eth0 self permanent\n';
const PODS =
  'NAMESPACE   NAME    READY   STATUS    RESTARTS   AGE   IP           NODE    NOMINATED NODE   READINESS GATES\n' +
  'default     web-a   1/1     Running   0          5d    10.244.1.7   node2   <none>           <none>\n';
const FLOW = 'cni0 10.244.0.5 -> 10.244.1.7:8080/tcp';

function walk(...texts: readonly string[]) {
  const flow = flowOf(FLOW);
  const made = networkOfPasted(pasted(...texts, PODS), [flow]);
  const netns = senderOfPasted(made.network, flow.from) ?? '';
  const ends = { src: ip('10.244.0.5'), dst: ip('10.244.1.7'), proto: 'tcp', sport: 45_678, dport: 8080 } as const;
  const input = { network: made.network, flow: { netns, ...ends }, seed: 1 };
  const [outcome] = explore(input).outcomes;
  if (!outcome) throw new Error('no end');
  const trace = makeTrace(input, outcome);
  const wraps = trace.legs.flatMap(({ role, hops }) =>
    hops.flatMap(({ netns, steps }) =>
      steps.flatMap((step) =>
        step.kind === 'tunnel'
          ? [`${role} ${netns} ${step.action} ${formatIp(step.packet.src)}>${formatIp(step.packet.dst)}`]
          : [],
      ),
    ),
  );
  const [request] = trace.legs;
  const reason = request?.hops.at(-1)?.steps.findLast((step) => step.kind === 'stop');
  return {
    end: outcome.disposition.kind,
    answered: outcome.answered,
    wraps,
    errors: trace.legs.filter(({ role }) => role === 'error').length,
    why: reason?.kind === 'stop' ? reason.reason.id : '',
  };
}

describe('a VXLAN device whose entries were pasted', () => {
  it('sends where its neighbour and its forwarding entry say, and the answer comes back the same way', () => {
    const { end, wraps } = walk(LINKS('node1', 2), NEIGH, FDB);
    expect(wraps.slice(0, 2)).toEqual([
      'request node wrap 172.18.0.2>172.18.0.3',
      expect.stringMatching(/^request others\S* unwrap 10\.244\.0\.5>10\.244\.1\.7$/),
    ]);
    expect(wraps.slice(2).map((each) => each.split(' ')[2])).toEqual(['wrap', 'unwrap']);
    expect(end).toBe('DELIVERED');
  });

  it('calls a machine nobody has a name for by the address it has on the wire', () => {
    const { network } = networkOfPasted(pasted(LINKS('node1', 2), NEIGH, FDB, PODS), [flowOf(FLOW)]);
    const others = [...network.netns.values()].filter(({ id }) => id.startsWith('others'));
    expect(others.map(({ title }) => title)).toEqual(['node 172.18.0.3']);
  });

  it('follows the entry, not the address: another host gets the packet', () => {
    const { wraps } = walk(LINKS('node1', 2), NEIGH, FDB.replace('172.18.0.3', '172.18.0.9'));
    expect(wraps[0]).toBe('request node wrap 172.18.0.2>172.18.0.9');
  });

  it.each([
    [
      'arp -n',
      'Address                  HWtype  HWaddress           Flags Mask            Iface\n10.244.1.0               ether   5e:1f:36:a1:70:03   CM                    flannel.1\n',
    ],
    ['arp -a', '? (10.244.1.0) at 5E:1F:36:A1:70:03 [ether] PERM on flannel.1\n'],
  ])('%s tells its neighbours, too', (_, neighbours) => {
    expect(walk(LINKS('node1', 2), neighbours, FDB).wraps[0]).toBe('request node wrap 172.18.0.2>172.18.0.3');
  });

  it('without a forwarding entry drops the frame without a word', () => {
    const { end, why, errors, wraps } = walk(LINKS('node1', 2), NEIGH, FDB.split('\n').slice(1).join('\n'));
    expect([end, why, errors, wraps]).toEqual(['DROPPED', 'sim.tunnel.no-entry', 0, []]);
  });

  it.each([
    ['none', NEIGH.split('\n').slice(1).join('\n')],
    ['one that failed', NEIGH.replace('lladdr 5e:1f:36:a1:70:03 PERMANENT', 'FAILED')],
  ])('without a neighbour (%s) nobody answers, and the sender is told', (_, neighbours) => {
    const { end, why, errors } = walk(LINKS('node1', 2), neighbours, FDB);
    expect([end, why, errors]).toEqual(['DROPPED', 'sim.tunnel.no-peer', 1]);
  });

  it('sends what has no entry of its own where the entry of nobody says; to several: who takes it is not known', () => {
    const rest = FDB.split('\n').slice(1).join('\n');
    const flood = (host: number): string => `00:00:00:00:00:00 dev flannel.1 dst 172.18.0.${host} self permanent\n`;
    expect(walk(LINKS('node1', 2), NEIGH, rest + flood(3)).wraps[0]).toBe('request node wrap 172.18.0.2>172.18.0.3');
    const { end, why } = walk(LINKS('node1', 2), NEIGH, rest + flood(3) + flood(4));
    expect([end, why]).toEqual(['UNKNOWN', 'sim.tunnel.flooded']);
  });

  it('is a wire as before where only one of the two lists was pasted', () => {
    const { end, wraps } = walk(LINKS('node1', 2), FDB);
    expect([end, wraps]).toEqual(['DELIVERED', []]);
    expect(walk(LINKS('node1', 2), NEIGH).wraps).toEqual([]);
  });

  it('beside the machine at its other end: the packet is taken out there', () => {
    const near = `${LINKS('node1', 2)}node1:~# ip neigh\n${NEIGH}node1:~# bridge fdb\n${FDB}`;
    const right = walk(near, LINKS('node2', 3));
    expect(right.wraps.slice(0, 2).map((each) => each.replace(/^request .*?(?=wrap|unwrap)/, ''))).toEqual([
      'wrap 172.18.0.2>172.18.0.3',
      'unwrap 10.244.0.5>10.244.1.7',
    ]);
    expect(right.end).toBe('DELIVERED');
    const wrong = walk(near.replace('dst 172.18.0.3', 'dst 172.18.0.9'), LINKS('node2', 3));
    expect(wrong.wraps).toEqual(['request node wrap 172.18.0.2>172.18.0.9']);
    expect(wrong.end).not.toBe('DELIVERED');
  });
});

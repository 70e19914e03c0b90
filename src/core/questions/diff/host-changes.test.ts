import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../../paste/pasted';
import { changesOfHosts, sayHostChanges, sayHostScope, type HostChanges } from './host-changes';

const HOST = `$ ip addr
1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP> mtu 1500
    inet 192.0.2.10/24 brd 192.0.2.255 scope global eth0
3: eth1: <BROADCAST,MULTICAST,UP> mtu 1500
    inet 10.1.0.1/24 brd 10.1.0.255 scope global eth1
$ ip route
default via 192.0.2.1 dev eth0
192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.10
10.1.0.0/24 dev eth1 proto kernel scope link src 10.1.0.1
$ sysctl net.ipv4.ip_forward
net.ipv4.ip_forward = 1
$ iptables-save
`;
const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A PREROUTING -i eth0 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 10.1.0.5:80
-A POSTROUTING -o eth0 -j MASQUERADE
COMMIT
*filter
:INPUT DROP [0:0]
:FORWARD DROP [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -i lo -j ACCEPT
-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT
-A FORWARD -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A FORWARD -i eth1 -j ACCEPT
-A FORWARD -i eth0 -d 10.1.0.5/32 -p tcp -m tcp --dport 80 -j ACCEPT
COMMIT
`;

const networkOf = (rules: string) =>
  networkOfPasted({ texts: [{ id: 'a', title: 'a', text: HOST + rules }], facts: {} }).network;

/** Runs work to its end. */
function finish<T>(work: Generator<number, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
}

function changes(after: string, before = RULES): HostChanges {
  const found = finish(changesOfHosts(networkOf(before), networkOf(after)));
  if (!found.ok) throw new Error(found.error.id);
  return found.value;
}

describe('two dumps of a host, for all packets', () => {
  it('are equivalent though written otherwise', () => {
    const other = RULES.replace(
      '-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\n',
      '-A INPUT -p udp -j DROP\n-A INPUT -s 0.0.0.0/1 -p tcp -m tcp --dport 22 -j ACCEPT\n-A INPUT -p tcp -m multiport --dports 22 -j ACCEPT\n',
    );
    const found = changes(other);
    expect(found.changes).toEqual([]);
    expect(sayHostChanges(found).map(({ id }) => id)).toEqual(['reach.host.same']);
    expect(sayHostScope(found)[0]?.values).toEqual({ devices: 'eth0, eth1' });
  });

  it('tell what got through and does not any more, with the rules that decide', () => {
    const { changes: found, broken, kinds } = changes(RULES.replace('--dport 80 -j ACCEPT', '--dport 81 -j ACCEPT'));
    expect([kinds, broken]).toEqual([3, 2]);
    const lines = found.map(({ group, packets }) => `${group} ${packets.join(' and ')}`);
    expect(lines).toEqual([
      'broken eth0: tcp !224.0.0.0/4,127.0.0.0/8,0.0.0.0,… -> *:8080',
      'broken eth0: tcp !224.0.0.0/4,127.0.0.0/8,0.0.0.0,… -> 10.1.0.5:80',
      'mended eth0: tcp !224.0.0.0/4,127.0.0.0/8,0.0.0.0,… -> 10.1.0.5:81',
    ]);
    expect(found[0]?.example?.after.ends[0]?.deciding.map(({ text }) => text)).toContain('FORWARD policy DROP');
    expect(found[0]?.before[0]?.says.map(({ id }) => id)).toEqual(['reach.host.to', 'reach.host.end.sent']);
  });

  it('tell another port that is translated', () => {
    const { changes: found } = changes(RULES.replace('--to-destination 10.1.0.5:80', '--to-destination 10.1.0.5'));
    expect(found.map(({ group }) => group)).toEqual(['broken']);
  });

  it.each([
    [
      'table ip t {\n chain c {\n type filter hook input priority 0; policy accept;\n tcp dport 22 drop\n }\n}\n',
      'nftables',
    ],
  ])('say nothing of what is not modelled', (text, kind) => {
    const other = networkOfPasted({ texts: [{ id: 'a', title: 'a', text }], facts: {} }).network;
    const found = finish(changesOfHosts(networkOf(RULES), other));
    expect(found.ok ? '' : found.error.id).toBe(`reach.host.${kind}`);
  });
});

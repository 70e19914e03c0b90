import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { createDeriveWith } from '../../document/derive-cluster';
import { derivePasted } from '../../document/derive-pasted';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { addPasted } from '../../document/edits/pasted';
import { flowOf } from '../../paste/testing/paste';
import { whatFlips, type Flips } from './what-flips';

const say = createSpeaker('en');
const derive = createDeriveWith(derivePasted);

function whyOf(text: string, line: string): Flips {
  const base = addPasted(emptyDocument(), [{ title: 't', text }]);
  const document: Document = { ...base, flows: [{ id: 'f', ...flowOf(line) } as Flow] };
  const steps = whatFlips({ document, flowId: 'f' }, derive);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value!;
}

const saidOf = ({ causes }: Flips): string[] => causes.map(({ says }) => say(says));
const changesOf = ({ found }: Flips): string[] => found.map(({ says }) => say(says));

const MACHINE = `root@node-a:~# ip -br addr
lo               UNKNOWN        127.0.0.1/8 ::1/128
eth0             UP             192.168.10.11/24 fd00:1::11/64
nodelocaldns     DOWN           169.254.20.10/32
veth11112222@if3 UP
root@node-a:~# ip route
default via 192.168.10.1 dev eth0
192.168.10.0/24 dev eth0 proto kernel scope link src 192.168.10.11
10.244.1.5 dev veth11112222 scope link
`;
const filter = (state: string): string => `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A OUTPUT -d 10.244.1.5/32 ${state} -j ACCEPT
-A OUTPUT -d 10.244.1.5/32 -j REJECT
COMMIT
`;
const raw = (...rules: readonly string[]): string =>
  `*raw\n:PREROUTING ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n${rules.join('\n')}\nCOMMIT\n`;
const DNS = 'veth11112222 10.244.1.5 -> 169.254.20.10:53/udp';

describe('what is not tracked', () => {
  it.each([
    [
      'CT --notrack, and -m state',
      raw('-A PREROUTING -d 169.254.20.10/32 -j CT --notrack', '-A OUTPUT -s 169.254.20.10/32 -j CT --notrack') +
        filter('-m state --state ESTABLISHED'),
      /^The answer is UNTRACKED because of raw OUTPUT 1 \(NOTRACK\), so ESTABLISHED in filter OUTPUT 1 cannot match/,
    ],
    [
      'a rule before the one that takes it out',
      raw(
        '-A PREROUTING -d 169.254.20.10/32 -j NOTRACK',
        '-A OUTPUT -p icmp -j ACCEPT',
        '-A OUTPUT -s 169.254.20.10/32 -j NOTRACK',
      ) + filter('-m conntrack --ctstate RELATED,ESTABLISHED'),
      /^The answer is UNTRACKED because of raw OUTPUT 2 /,
    ],
  ])('%s', (_, rules, cause) => {
    const why = whyOf(MACHINE + rules, DNS);
    expect(saidOf(why)[0]).toMatch(cause);
    expect(changesOf(why)[0]).toMatch(
      /^Without the rules that keep it from being tracked: raw PREROUTING 1, raw OUTPUT \d$/,
    );
  });

  it('nat is not asked for a Service, and that is the cause', () => {
    const nat = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.10/32 -p udp -m comment --comment "kube-system/kube-dns:dns cluster IP" -m udp --dport 53 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "kube-system/kube-dns:dns -> 10.244.2.7:53" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p udp -m comment --comment "kube-system/kube-dns:dns" -m udp -j DNAT --to-destination 10.244.2.7:53
COMMIT
`;
    const why = whyOf(
      MACHINE + raw('-A PREROUTING -d 10.96.0.10/32 -j NOTRACK') + nat,
      'veth11112222 10.244.1.5 -> 10.96.0.10:53/udp',
    );
    expect(saidOf(why)[0]).toMatch(
      /^The packet is UNTRACKED because of raw PREROUTING 1 \(NOTRACK\), so nat is not asked and kube-system\/kube-dns:dns/,
    );
  });
});

const MARKS = (by: string): string => `*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-POSTROUTING - [0:0]
-A PREROUTING -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ
-A PREROUTING -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.5:80
-A POSTROUTING -j KUBE-POSTROUTING
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A KUBE-POSTROUTING -j MASQUERADE
COMMIT
*mangle
:FORWARD ACCEPT [0:0]
-A FORWARD ${by}
COMMIT
`;

describe('a mark that is overwritten', () => {
  const asked = 'eth0 198.51.100.9 -> 192.168.10.11:80/tcp';
  it.each([
    ['--set-mark', '-j MARK --set-mark 0x1', '0x1'],
    ['--set-xmark of all bits', '-p tcp -j MARK --set-xmark 0x200/0xffffffff', '0x200'],
  ])('%s: who set it, who overwrote it, who missed it, and the same with its own bits alone', (_, by, now) => {
    const why = whyOf(MACHINE + MARKS(by), asked);
    expect(saidOf(why)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^nat KUBE-MARK-MASQ 1 set mark 0x4000, mangle FORWARD 1 made it ${now}, and so nat KUBE-POSTROUTING 1 did not see it`,
        ),
      ),
    );
    expect(changesOf(why)).toContainEqual(
      expect.stringMatching(new RegExp(`sets its own bits of the mark only: .*--set-xmark ${now}/${now}$`)),
    );
  });

  it.each([
    ['bits beside it', '-j MARK --set-xmark 0x1/0x1'],
    ['none', '-j ACCEPT'],
  ])('%s: nothing was lost, and nothing is said', (_, by) => {
    expect(saidOf(whyOf(MACHINE + MARKS(by), asked)).filter((cause) => /set mark/.test(cause))).toEqual([]);
  });
});

describe('servers of weight 0', () => {
  const servers = (...weights: readonly number[]): string => `${MACHINE}root@node-a:~# ipvsadm -Ln
IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  192.168.10.11:80 rr
${weights.map((weight, at) => `  -> 10.244.1.${at + 5}:8080              Masq    ${weight}      0          0`).join('\n')}
`;
  it('all: nobody takes the connection', () => {
    const why = whyOf(servers(0, 0), 'eth0 198.51.100.9 -> 192.168.10.11:80/tcp');
    expect(saidOf(why)[0]).toMatch(/^All 2 servers of TCP 192\.168\.10\.11:80 have weight 0/);
  });
});

describe('a set that would have held the packet', () => {
  const rows = (save: string): string => `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -m set --match-set friends src,dst -j ACCEPT
-A INPUT -j DROP
COMMIT
${save}`;
  it.each([
    [
      'as ipset save writes it',
      rows('create friends hash:ip,port family inet hashsize 1024 maxelem 65536\nadd friends 192.0.2.9,tcp:80\n'),
      'eth0 192.168.10.7 -> 192.168.10.11:8443/tcp',
      'The set friends holds it: ipset add friends 192.168.10.7,tcp:8443',
    ],
    [
      'as ipset list writes it, of networks',
      rows(
        'Name: friends\nType: hash:net,port\nRevision: 7\nHeader: family inet hashsize 1024 maxelem 65536\nSize in memory: 100\nReferences: 1\nMembers:\n192.0.2.0/24,tcp:80\n',
      ),
      'eth0 192.168.10.7 -> 192.168.10.11:8443/udp',
      'The set friends holds it: ipset add friends 192.168.10.7/32,udp:8443',
    ],
  ])('is offered %s', (_, text, line, change) => {
    expect(changesOf(whyOf(MACHINE + text, line))).toContain(change);
  });

  it('is not offered where the set is not in the text', () => {
    const why = whyOf(MACHINE + rows(''), 'eth0 192.168.10.7 -> 192.168.10.11:8443/tcp');
    expect(changesOf(why).filter((each) => each.startsWith('The set '))).toEqual([]);
  });
});

describe('what MASQUERADE leaves of the source', () => {
  const nat = `*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-2CMXP7HKUVJN7L6M - [0:0]
:KUBE-SEP-WWD72BXZ6SRSIL3O - [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-POSTROUTING - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -j KUBE-SERVICES
-A POSTROUTING -j KUBE-POSTROUTING
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MASQUERADE
-A KUBE-SERVICES -d 10.96.50.10/32 -p tcp -m comment --comment "shop/front cluster IP" -m tcp --dport 80 -j KUBE-SVC-2CMXP7HKUVJN7L6M
-A KUBE-SVC-2CMXP7HKUVJN7L6M ! -s 10.244.0.0/16 -d 10.96.50.10/32 -p tcp -m comment --comment "shop/front cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ
-A KUBE-SVC-2CMXP7HKUVJN7L6M -m comment --comment "shop/front -> 10.244.2.6:80" -j KUBE-SEP-WWD72BXZ6SRSIL3O
-A KUBE-SEP-WWD72BXZ6SRSIL3O -p tcp -m comment --comment "shop/front" -m tcp -j DNAT --to-destination 10.244.2.6:80
COMMIT
`;
  const machine = `root@node-a:~# ip -br addr
lo               UNKNOWN        127.0.0.1/8 192.0.2.1/32
eth1             UP             192.168.1.2/31
cni0             UP             10.244.1.1/24
root@node-a:~# ip route
default via 192.168.1.3 dev eth1 src 192.0.2.1
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
10.244.2.0/24 proto bgp src 192.0.2.1
	nexthop via 192.168.1.3 dev eth1 weight 1
	nexthop via 192.168.1.3 dev eth1 weight 2
`;

  it('is another with a route to the Services’ range, which is said to be guessed', () => {
    const why = whyOf(machine + nat, '192.0.2.1 -> 10.96.50.10:80/tcp');
    const routes = why.found.filter(({ says }) => say(says).startsWith('Route on'));
    expect(routes.map(({ says, note }) => [say(says), note && say(note)])).toEqual([
      [
        'Route on node-a: 10.96.0.0/12 dev cni0, so that it speaks with 10.244.1.1, which is not masqueraded',
        expect.stringMatching(/^The range 10\.96\.0\.0\/12 is guessed/),
      ],
    ]);
  });
});

it('a source that keeps its address is not told to be another', () => {
  const text = `${MACHINE}*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A OUTPUT -d 10.96.50.10/32 -j MARK --set-xmark 0x4000/0x4000
-A OUTPUT -d 10.96.50.10/32 -p tcp -j DNAT --to-destination 192.168.10.12:80
-A POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE --random-fully
COMMIT
`;
  expect(saidOf(whyOf(text, '192.168.10.11 -> 10.96.50.10:80/tcp')).filter((each) => /instead of/.test(each))).toEqual(
    [],
  );
});

it('a packet that comes in again by lo meets its own entry: no older connection is told of', () => {
  const text = `${MACHINE}*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAABBBBCCCCDDDD - [0:0]
:KUBE-SEP-AAAABBBBCCCCDDDD - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -d 10.96.4.4/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 192.168.10.11:40001
-A KUBE-SERVICES -d 10.96.4.4/32 -p tcp -m comment --comment "shop/cart:web cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAABBBBCCCCDDDD
-A KUBE-SVC-AAAABBBBCCCCDDDD -j KUBE-SEP-AAAABBBBCCCCDDDD
-A KUBE-SEP-AAAABBBBCCCCDDDD -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:80
COMMIT
`;
  expect(saidOf(whyOf(text, '192.168.10.11 -> 10.96.4.4:80/tcp')).filter((each) => /had an entry/.test(each))).toEqual(
    [],
  );
});

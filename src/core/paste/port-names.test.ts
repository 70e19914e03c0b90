import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted, sendPasted, withFacts } from './testing/paste';

/** What `iptables -L` without `-n` shows; written for this test. */
const listing = (port: string): string =>
  `Chain INPUT (policy ACCEPT)
target     prot opt in     out     source               destination
DROP       tcp  --  any    any     anywhere             anywhere             /* dpt:ssh stays */ tcp ${port}
DROP       udp  --  any    any     anywhere             anywhere             udp dpt:domain
DROP       udp  --  any    any     anywhere             anywhere             multiport dports domain,ntp

Chain FORWARD (policy ACCEPT)
target     prot opt in     out     source               destination

Chain OUTPUT (policy ACCEPT)
target     prot opt in     out     source               destination
`.replaceAll(/^(target .*|DROP .*)$/gm, (row) => ` pkts bytes ${row}`.replace(' pkts bytes DROP', '    0     0 DROP'));

const ports = (text: string, facts = {}): readonly string[] =>
  networkOfPasted(withFacts(pasted(text), facts)).assumptions.flatMap(({ about, value }) =>
    about === 'port' ? [value] : [],
  );
const comesIn = (text: string, port: number, facts = {}): string =>
  sendPasted(withFacts(pasted(text), facts), `eth0 192.0.2.10 -> 10.0.0.10:${port}/tcp`).lines.join();

describe('a port that a listing calls by a name', () => {
  it('is one assumption a name, with the number the name usually has', () => {
    expect(ports(listing('dpt:http'))).toEqual(['http 80', 'domain 53', 'ntp 123']);
    expect(ports(listing('dpt:80'))).toEqual(['domain 53', 'ntp 123']);
    expect(comesIn(listing('dpt:http'), 80)).toMatch(/DROPPED/);
  });

  it('is what a person says of it, and then no assumption', () => {
    const facts = { ports: { http: 8081 } };
    expect(ports(listing('dpt:http'), facts)).toEqual(['domain 53', 'ntp 123']);
    expect(comesIn(listing('dpt:http'), 80, facts)).not.toMatch(/DROPPED/);
    expect(comesIn(listing('dpt:http'), 8081, facts)).toMatch(/DROPPED/);
    expect(comesIn(listing('dpts:http:8085'), 8083, facts)).toMatch(/DROPPED/);
  });

  it('without a usual number is asked for, and read once it is said', () => {
    expect(ports(listing('dpt:our-own'))).toContain('our-own');
    const facts = { ports: { 'our-own': 7000 } };
    expect(comesIn(listing('dpt:our-own'), 7000, facts)).toMatch(/DROPPED/);
    const { diagnostics } = networkOfPasted(withFacts(pasted(listing('dpt:our-own')), facts));
    expect(diagnostics.map(({ message }) => message.id)).not.toContain('xtables.value-port');
  });

  it('whatever number is said, rules ask for just that one', () => {
    const number = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(number, number, (said, sent) => {
        const facts = { ports: { http: said } };
        expect(/DROPPED/.test(comesIn(listing('dpt:http'), sent, facts))).toBe(said === sent);
      }),
      { numRuns: 20 },
    );
  });
});

/** kube-dns as an excerpt shows it that lacks the rules of two of its ports; chains named by kube-proxy's own hash. */
const DNS = `-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "kube-system/kube-dns:metrics cluster IP" -m tcp --dport 9153 -j KUBE-SVC-JD5MR3NA4I4DYORP
-A KUBE-SVC-ERIFXISQEP7F7OF4 -m comment --comment "kube-system/kube-dns:dns-tcp -> 10.244.0.4:53" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SVC-TCOU7JCQXEZGVUNU -m comment --comment "kube-system/kube-dns:dns -> 10.244.0.4:53" -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m comment --comment "kube-system/kube-dns:dns-tcp" -m tcp -j DNAT --to-destination 10.244.0.4:53
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p udp -m comment --comment "kube-system/kube-dns:dns" -m udp -j DNAT --to-destination 10.244.0.4:53
-A KUBE-SVC-CCCCCCCCCCCCCCCC -m comment --comment "shop/web -> 10.244.0.9:80" -j KUBE-SEP-DDDDDDDDDDDDDDDD
`;
const found = (facts = {}, ...more: readonly string[]): readonly string[] =>
  networkOfPasted(withFacts(pasted(DNS, ...more), facts)).found.map(
    ({ name, port, protocol, portAssumed }) => `${name} ${port}/${protocol}${portAssumed ? ' assumed' : ''}`,
  );

describe('a Service port that the text has no number of', () => {
  it('is offered as its name usually is, one assumption a name, and said to be assumed', () => {
    expect(found().toSorted()).toEqual([
      'kube-system/kube-dns:dns 53/udp assumed',
      'kube-system/kube-dns:dns-tcp 53/tcp assumed',
      'kube-system/kube-dns:metrics 9153/tcp',
      'shop/web 0/tcp',
    ]);
    expect(ports(DNS).toSorted()).toEqual(['dns 53', 'dns-tcp 53']);
  });

  it('is what a person says, by the port or by the Service and the port', () => {
    const facts = { ports: { dns: 5353, 'shop/web': 8080 } };
    expect(found(facts)).toContain('kube-system/kube-dns:dns 5353/udp');
    expect(found(facts)).toContain('shop/web 8080/tcp');
    expect(ports(DNS, facts)).toEqual(['dns-tcp 53']);
  });

  it('is what kubectl lists', () => {
    const services = `NAMESPACE     NAME       TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)                    AGE
kube-system   kube-dns   ClusterIP   10.96.0.10    <none>        54/UDP,55/TCP,9153/TCP     9d
shop          web        ClusterIP   10.96.0.11    <none>        81/TCP                     9d
`;
    expect(found({}, services).toSorted()).toEqual([
      'kube-system/kube-dns:dns 54/udp',
      'kube-system/kube-dns:dns-tcp 55/tcp',
      'kube-system/kube-dns:metrics 9153/tcp',
      'shop/web 81/tcp',
    ]);
  });

  it('a packet to it is offered, and goes where its chain leads', () => {
    const { suggested } = networkOfPasted(pasted(DNS));
    expect(suggested.map(({ title, to, port }) => `${title} ${to}:${port}`)).toContain(
      'kube-system/kube-dns:dns 10.96.0.10:53',
    );
    expect(sendPasted(pasted(DNS), '10.0.0.10 -> 10.96.0.10:53/udp').lines.join()).toMatch(
      /DELIVERED pod:10\.244\.0\.4/,
    );
  });
});

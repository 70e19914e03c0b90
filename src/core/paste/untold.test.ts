import { describe, expect, it } from 'vitest';
import { pasted, sendPasted } from './testing/paste';

const FILTER = `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
-A OUTPUT -m conntrack --ctstate NEW -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.50.10/32 -p tcp -m comment --comment "default/web:http has no endpoints" -m tcp --dport 80 -j REJECT --reject-with icmp-port-unreachable
COMMIT
`;
const EMPTY_NAT = `*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
COMMIT
`;
const GREP = `-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "kube-system/kube-dns:dns-tcp cluster IP" -m tcp --dport 53 -j KUBE-SVC-ERIFXISQEP7F7OF4
-A KUBE-SVC-ERIFXISQEP7F7OF4 -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:53
`;

const without = (text: string, part: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes(part))
    .join('\n');

/** How one packet ends, outcome by outcome. */
const ends = (text: string, flow: string): readonly string[] => sendPasted(pasted(text), flow).lines;

describe('an address that no text names', () => {
  it('of a Service is refused by its rule, and nobody answers there once the rule is gone', () => {
    const flow = '10.0.0.10 -> 10.96.50.10:80/tcp';
    expect(ends(FILTER + EMPTY_NAT, flow)).toEqual(['1 REJECTED filter KUBE-SERVICES 1']);
    expect(ends(without(FILTER, 'has no endpoints') + EMPTY_NAT, flow)).toEqual(['1 LEFT host:10.96.50.10']);
  });

  it('on the wire, beyond the gateway or among the Pods answers nothing, a ping included', () => {
    const text = FILTER + EMPTY_NAT;
    for (const to of ['203.0.113.9:443/tcp', '10.0.0.99:22/tcp', '203.0.113.9:53/udp']) {
      const [line = ''] = ends(text, `10.0.0.10 -> ${to}`);
      expect(line).toMatch(/^1 LEFT host:/);
    }
  });
});

describe('what an excerpt leaves out', () => {
  it('is not known to refuse or to let go', () => {
    expect(ends(GREP, '10.0.0.10 -> 10.96.0.10:53/tcp').every((line) => line.startsWith('1 DELIVERED'))).toBe(true);
    expect(ends(GREP, '10.0.0.10 -> 10.96.0.10:53/udp')).toEqual(['1 UNKNOWN']);
    expect(ends(GREP, '10.0.0.10 -> 10.0.0.10:31000/tcp')).toEqual(['1 UNKNOWN']);
  });

  it('is all of nat where kube-proxy has rules in filter', () => {
    expect(ends(without(FILTER, 'has no endpoints'), '10.0.0.10 -> 10.96.50.10:80/tcp')).toEqual(['1 UNKNOWN']);
  });

  it('may be a chain: no way over a jump to it ends but unknown', () => {
    const lines = ends(without(GREP, 'KUBE-SEP-AAAAAAAAAAAAAAAA -p'), '10.0.0.10 -> 10.96.0.10:53/tcp');
    expect(lines.map((line) => line.split(' ')[1])).toEqual(lines.map(() => 'UNKNOWN'));
  });
});

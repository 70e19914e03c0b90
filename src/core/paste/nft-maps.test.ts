import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { networkOfPasted } from './pasted';
import { pasted, sendPasted } from './testing/paste';

const map = (name: string, elements: string, type = 'ipv4_addr . inet_proto . inet_service'): string =>
  `map ${name} {\n\ttype ${type} : verdict\n\telements = { ${elements} }\n}\n`;
const IPS = map(
  'service-ips',
  '10.96.0.10 . udp . 53 : goto service-NWBZK7IH-kube-system/kube-dns/udp/dns,\n\t\t10.96.8.8 . tcp . 81 : drop',
);
const NONE = map('no-endpoint-services', '10.96.9.9 . tcp . 443 : goto reject-chain');
const PORTS = map('no-endpoint-nodeports', 'tcp . 30999 : drop', 'inet_proto . inet_service');

const offered = (text: string) =>
  networkOfPasted(pasted(text)).suggested.map(({ to, port, protocol }) => `${to}:${port}/${protocol}`);

describe('a map of kube-proxy without what asks it', () => {
  it.each([
    ['the element that drops is offered first', IPS, '10.96.8.8:81/tcp'],
    ['so is one that refuses', NONE, '10.96.9.9:443/tcp'],
    ['a nodePort is asked at the node', PORTS, '10.0.0.10:30999/tcp'],
  ])('%s', (_what, text, flow) => expect(offered(text)[0]).toBe(flow));

  it.each([
    ['drops', IPS, '10.96.8.8', 81, 'DROPPED'],
    ['refuses', NONE, '10.96.9.9', 443, 'REJECTED'],
    ['drops at a nodePort', PORTS, '10.0.0.10', 30_999, 'DROPPED'],
    ['sends on to a chain that is not in the text', IPS, '10.96.0.10', 53, 'UNKNOWN'],
  ])('%s what it names', (_what, text, to, port, end) => {
    const protocol = port === 53 ? 'udp' : 'tcp';
    const { outcomes } = sendPasted(pasted(text), `eth0 192.0.2.10 -> ${to}:${port}/${protocol}`);
    expect(outcomes.map(({ disposition }) => disposition.kind)).toEqual([end]);
  });

  it('what was put in is an assumption, and the mode is told by the table', () => {
    const { assumptions, identities } = networkOfPasted(pasted(IPS));
    expect(assumptions.filter(({ about }) => about === 'rule').map(({ value }) => value)).toEqual([
      'chain services { ip daddr . meta l4proto . th dport vmap @service-ips }',
    ]);
    expect(identities[0]?.proxy?.mode).toBe('nftables');
  });

  it('a table with its base chains has nothing put in', () => {
    const whole = `table ip kube-proxy {\n${IPS}chain nat-prerouting {\n type nat hook prerouting priority dstnat; policy accept;\n}\n}\n`;
    expect(networkOfPasted(pasted(whole)).assumptions.filter(({ about }) => about === 'rule')).toEqual([]);
  });

  it('an address that only an element names is no address of the node', () => {
    const { made } = sendPasted(pasted(IPS), 'eth0 192.0.2.10 -> 10.96.8.8:81/tcp');
    expect(made.assumptions.map(({ reason: { id } }) => id)).not.toContain('analysis.address.arrives');
  });
});

const CHAIN = `chain service-T3ZKLVDW-a/b/tcp/http {
	ip daddr 10.96.155.8 tcp dport 80 ip saddr != 10.244.0.0/16 jump mark-for-masquerade
	numgen random mod 2 vmap { 0 : goto endpoint-ABCDEFGH-a/b/tcp/http__10.244.1.3/8080, 1 : goto endpoint-IJKLMNOP-a/b/tcp/http__10.244.2.3/8080 }
}
`;

describe('a chain of kube-proxy whose targets an excerpt leaves out', () => {
  it('leads to the endpoints that their names tell, and what is marked is masqueraded', () => {
    const [offer] = networkOfPasted(pasted(CHAIN)).suggested;
    const { outcomes, made } = sendPasted(
      pasted(CHAIN),
      `[${offer?.enters}] ${offer?.device} ${offer?.from} -> ${offer?.to}:${offer?.port}/${offer?.protocol}`,
    );
    const arrived = outcomes.map((outcome) => outcome.arrived ?? outcome.left);
    expect(arrived.map((packet) => packet && formatIp(packet.dst))).toEqual(['10.244.1.3', '10.244.2.3']);
    expect(arrived.map((packet) => packet && formatIp(packet.src))).toEqual(['10.0.0.10', '10.0.0.10']);
    expect(made.assumptions.map(({ reason: { id } }) => id)).toEqual(
      expect.arrayContaining(['analysis.rule.endpoint-named', 'analysis.rule.mark-masq']),
    );
  });
});

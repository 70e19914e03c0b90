import { describe, expect, it } from 'vitest';
import { findFirstCommand } from './first-command';
import { findKnown } from './known/find-known';
import { complains, tellComplaint } from './complaints';
import { findOfWords } from './word-findings';

it.each([
  ['# Source ranges do not filter our traffic', 'unfiltered'],
  ['# Source ranges don’t filter our traffic', 'unfiltered'],
  ["# I can't restrict access by ranges", 'unfiltered'],
  ["# The Service doesn't create all endpoints", 'fewer'],
  ["# We can't reach the Service", 'unreached'],
  ['# A denied range is still reachable from home', 'unfiltered'],
  ['# Our balancer forwards traffic from all nodes', 'elsewhere'],
  ['# The Service does not create all required endpoints', 'fewer'],
  ['# Client IP is lost behind the balancer', 'source'],
  ['# Odd balancer\n\nOnly one of the pods will get the correct `src-ip` here.', 'source'],
  ['# Odd balancer\n\nThe source IP is lost and then it timed out for us.', 'unreached'],
  ['# EXTERNAL-IP stays in pending', 'pending'],
  ['# LoadBalancer address is never assigned', 'pending'],
  ['# Gateway stays Programmed: False', 'pending'],
  ['# The balancer is odd here\n\nkind: Service', undefined],
])('what a report complains of: %s', (text, complaint) => expect(tellComplaint(text)).toBe(complaint));

const ids = (text: string) => findKnown([{ text }]).map(({ id }) => id);
const DEVICES = 'Cilium with a LoadBalancer on a second interface, only from outside, devices\n';

it('a cause of another complaint is not likely', () => {
  expect(ids(`# The balancer times out here\n${DEVICES}`)).toContain('known-cilium-devices');
  expect(ids(`# Client IP is lost behind the balancer\n${DEVICES}`)).not.toContain('known-cilium-devices');
});

it('a change that the pasted policy has already is not told', () => {
  const text = 'Cilium policy: fromCIDR of our node drops\nciliumnetworkpolicy\n';
  expect(ids(text)).toContain('known-cilium-nodes-by-address');
  expect(ids(`${text}  - fromEntities:\n    - remote-node\n`)).not.toContain('known-cilium-nodes-by-address');
  expect(ids(`${text}  fromEntities: [host, remote-node]\n`)).not.toContain('known-cilium-nodes-by-address');
});

it('source ranges do not stand before external addresses', () => {
  const text = '# LoadBalancer source ranges do not filter External IPs\nCilium 1.18\n';
  expect(ids(text)).toEqual(['known-source-ranges-external']);
  expect(ids(text.replace('External IPs', 'node ports'))).toEqual([]);
});

it('with Cilium the node that takes a packet in gives it its address', () => {
  const text = '# Cilium loses the source IP of clients\nservice of type LoadBalancer\n';
  expect(ids(text)).toEqual(['known-cilium-source']);
  expect(ids(`${text}loadBalancer.mode=dsr\n`)).toEqual([]);
});

it('who answers ARP is asked neither of BGP nor of one who is reached', () => {
  const found = findKnown([{ text: `# The balancer times out here\n${DEVICES}` }]);
  const ask = (text: string) => findFirstCommand(found, [{ text }]).map(({ id }) => id);
  expect(ask(DEVICES)).toEqual(['first-command']);
  expect(ask(`${DEVICES}kind: CiliumBGPAdvertisement\n`)).toEqual([]);
  expect(ask(`# Client IP is lost behind the balancer\n${DEVICES}`)).toEqual([]);
});

it('a probe of Azure that fails has its command', () => {
  const text = '# AKS load balancer health check fails with ingress-nginx\nafter upgrading the chart\n';
  expect(ids(text)).toEqual(['known-azure-probe']);
});

it('who waits for an address is asked whether anybody gives one, and not who drops packets', () => {
  const text =
    '# LoadBalancer stays in pending\nkube-vip on our own machines, EXTERNAL-IP of the balancer, cilium devices on eth1\n';
  const found = findKnown([{ text }]);
  expect(found.map(({ id }) => id)).toEqual(['known-kube-vip-no-addresses']);
  expect(findFirstCommand(found, [{ text }])[0]?.says.values?.['kind']).toBe('pending');
});

describe('a text that complains of nothing', () => {
  const RULES = [
    '-A KUBE-SERVICES -d 10.96.0.10/32 -p udp -m comment --comment "kube-system/kube-dns:dns has no endpoints" -m udp --dport 53 -j REJECT',
    '-A KUBE-FORWARD -m conntrack --ctstate INVALID -m nfacct --nfacct-name ct_state_invalid_dropped_pkts -j DROP',
    ':KUBE-MARK-DROP - [0:0]',
    'Chain FORWARD (policy DROP 12 packets, 4K bytes)',
    'KUBE-MARK-DROP  all  --  anywhere  anywhere  /* will be dropped: timed out, cannot connect */',
    'NAME      TYPE       CLUSTER-IP   EXTERNAL-IP   PORT(S)',
    'target     prot opt source               destination',
    'ct state invalid drop comment "refused: not reachable"',
  ];
  it.each(RULES)('no rule and no header does: %s', (line) => {
    expect(complains(`How the node looks today:\n${line}\n`)).toBe(false);
    expect(complains(`It times out here:\n${line}\n`)).toBe(true);
  });

  it.each([
    ['It does not matter which Pod it is.', 'of what a long text denies now and then'],
    ['요청 패킷의 소스 IP는 그대로 유지되고 SNAT은 수행되지 않는다.', 'in Korean'],
  ])('none is read of an explanation: %s (%s)', (line) => {
    const told = (count: number) => `${line}\n${'The chain sends it on to a Pod.\n'.repeat(count)}`;
    expect(complains(told(60))).toBe(false);
    expect(complains(told(3))).toBe(true);
  });

  const NOTE = 'UDP of DNS goes by conntrack here, and a client that restarts keeps its source port.\n';
  const guesses = (text: string) =>
    findOfWords([{ title: 'a', text }]).flatMap(({ id, severity }) =>
      severity === 'warning' && /^(?:known|pair|symptom|contrast)-/.test(id) ? [id] : [],
    );
  it('is told no cause, and words of rules are no sign of one', () => {
    expect(guesses(NOTE)).toEqual([]);
    expect(guesses(`${NOTE}After a restart of the Pod it times out.\n`)).toContain('known-stale-udp');
    const rules = '-A X -p udp -m conntrack --ctstate NEW -m comment --comment "dns stale, restart" -j DROP\n';
    expect(guesses(`# Our Service times out\n\n${rules.repeat(5)}`)).not.toContain('known-stale-udp');
  });
});

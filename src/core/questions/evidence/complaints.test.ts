import { expect, it } from 'vitest';
import { findFirstCommand } from './first-command';
import { findKnown } from './known/find-known';
import { tellComplaint } from './complaints';

it.each([
  ['# Source ranges do not filter our traffic', 'unfiltered'],
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

import { expect, it } from 'vitest';
import { findOfMtus } from './mtu-findings';

const find = (text: string) =>
  findOfMtus([{ text }]).map(({ says: { values } }) =>
    ['podMtu', 'by', 'bytes', 'fits', 'network'].map((key) => values?.[key]).join(' '),
  );

const LINK = (name: string, mtu: number, flags = 'BROADCAST,MULTICAST,UP,LOWER_UP') =>
  `7: ${name}: <${flags}> mtu ${mtu} qdisc noqueue state UNKNOWN\n`;

it('Pods whose devices take more than the tunnel does', () => {
  expect(find(LINK('flannel.1', 1450) + LINK('vethab12@if3', 1500))).toEqual(['1500 overlay 1450 1450 flannel']);
  expect(find(LINK('flannel.1', 1450) + LINK('vethab12@if3', 1450))).toEqual([]);
  expect(find(LINK('wireguard.cali', 1420) + LINK('vxlan.calico', 1450) + LINK('cali0123456789a@if3', 1450))).toEqual([
    '1450 wireguard 1420 1370 calico',
  ]);
});

it('a device that is down carries nothing, and Cilium narrows the Pod’s route, not its device', () => {
  expect(find(LINK('tunl0@NONE', 1480, 'NOARP') + LINK('cali0123456789a@if3', 1500))).toEqual([]);
  expect(find(LINK('cilium_wg0', 1420) + LINK('lxc0123456789ab@if3', 1500))).toEqual([]);
});

it('what passed below what did not, by ping', () => {
  const pod = 'lxc<...> (pod veth)     mtu 1500\n';
  expect(find(`${pod}payload 1372 (IP 1400) -> 0% packet loss\npayload 1400 (IP 1428) -> 100% packet loss\n`)).toEqual([
    '1500 path 1400 1400 cilium'.replace('cilium', 'none'),
  ]);
  const ran = (size: number, loss: number) =>
    `$ ping -M do -s ${size} 10.1.2.3\nPING 10.1.2.3\n3 packets transmitted, ${loss}% packet loss\n`;
  expect(find(pod + ran(1472, 100) + ran(1322, 0))).toEqual(['1500 path 1350 1350 none']);
  expect(find(pod + ran(1472, 100) + ran(1322, 100))).toEqual([]);
});

it('sizes in somebody’s words', () => {
  const text =
    'Packets larger than 1380 bytes are lost between nodes.\nPod interfaces are set to 1450 MTU (eth1 at 1460 MTU).\n';
  expect(find(`${text}We run Cilium.`)).toEqual(['1450 path 1380 1380 cilium']);
  const [found] = findOfMtus([{ text: `${text}We run Cilium.` }]);
  expect(found?.next.values?.['patch']).toContain('{"data":{"mtu":"1460"}}');
  expect(find('Packets larger than 1480 bytes are lost. Pod MTU is 1450.')).toEqual([]);
});

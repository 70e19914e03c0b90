import { describe, expect, it } from 'vitest';
import { findAnnouncedDevices } from './announcing-devices';
import { findOverlappingRanges } from './overlapping-ranges';
import { findPolicyLabels } from './policy-labels';
import { findPolicyPorts } from './policy-ports';
import { findResolverAddress } from './resolver-address';

const of = (text: string) => [{ text }];

describe('devices that an announcement does not take', () => {
  const told = (interfaces: string, rest: string) =>
    findAnnouncedDevices(of(`kind: L2Advertisement\nspec:\n${interfaces}\n${rest}\n`))[0]?.says.values?.['devices'];

  it.each([
    ['  interfaces: [eth0]', 'node-b has ens18, and ens18 is up', 'ens18'],
    ['  interfaces:\n    - ^enp.*', 'cards are eth0 and enp1s0', 'eth0'],
    ['  interfaces:\n    - ^(eth|en).*', 'cards are eth0 and enp1s0', undefined],
    ['  interfaces:\n    - eth[0-9]+', 'eth3 of the node', undefined],
    ['  interfaces:\n    - eth0\n    - ens18', 'ens18 and eth0', undefined],
    ['  ipAddressPools: [a]', 'ens18', undefined],
  ])('%j beside %j: %s', (interfaces, rest, devices) => expect(told(interfaces, rest)).toBe(devices));

  it('of another list nothing is said', () => {
    expect(findAnnouncedDevices(of('kind: Installation\ninterfaces: [eth0]\nens18\n'))).toEqual([]);
  });
});

describe('the port of a Service in a policy', () => {
  const POLICY = (port: number) =>
    `\`\`\`yaml\nkind: NetworkPolicy\nspec:\n  egress:\n    - ports: [{port: ${port}, protocol: TCP}]\n\`\`\`\n`;

  it('is told where its Pods listen on another', () => {
    const [found] = findPolicyPorts(of(`A Service with port: 81, targetPort: 9091\n${POLICY(81)}`));
    expect(found?.says.values).toEqual({ port: '81', target: '9091' });
    expect(findPolicyPorts(of(`\`\`\`\n  - port: 81\n    targetPort: 9091\n\`\`\`\n${POLICY(81)}`))).toHaveLength(1);
  });

  it('is right where they listen on the same, where the policy has theirs, or none', () => {
    expect(findPolicyPorts(of(`port: 81, targetPort: 81\n${POLICY(81)}`))).toEqual([]);
    expect(findPolicyPorts(of(`port: 81, targetPort: 9091\n${POLICY(9091)}`))).toEqual([]);
    expect(findPolicyPorts(of(`port: 81, targetPort: 9091\n${POLICY(443)}`))).toEqual([]);
    expect(findPolicyPorts(of('port: 81, targetPort: 9091\n'))).toEqual([]);
  });
});

describe('the address that Pods ask for names', () => {
  const ROW = 'kube-system   kube-dns   ClusterIP   10.43.0.10   <none>   53/UDP,53/TCP   9d\n';
  const RESOLV = (address: string) =>
    `search shop.svc.cluster.local svc.cluster.local\nnameserver ${address}\noptions ndots:5\n`;

  it('is another than the Service has', () => {
    const [found] = findResolverAddress(of(ROW + RESOLV('10.96.0.10')));
    expect(found?.says.values).toEqual({ asked: '10.96.0.10', service: '10.43.0.10' });
  });

  it('is right, of a cache on the node, or of the node itself', () => {
    expect(findResolverAddress(of(ROW + RESOLV('10.43.0.10')))).toEqual([]);
    expect(findResolverAddress(of(ROW + RESOLV('169.254.20.10')))).toEqual([]);
    expect(findResolverAddress(of(`${ROW}search example.net\nnameserver 192.0.2.1\n`))).toEqual([]);
  });
});

describe('ranges that overlap', () => {
  const told = (text: string) =>
    findOverlappingRanges(of(text)).map(({ says }) => `${says.values?.['one']} ${says.values?.['other']}`);

  it.each([
    ['kubeadm init --pod-network-cidr=10.96.0.0/11 --service-cidr=10.96.0.0/12', '10.96.0.0/11 10.96.0.0/12'],
    [
      'podSubnet: 192.168.0.0/16\nnode-a   Ready    <none>   9d   v1.31.2   192.168.7.4   <none>   Linux',
      '192.168.7.4 192.168.0.0/16',
    ],
    ['cluster-cidr: 10.42.0.0/16\nservice-cidr: 10.42.128.0/17', '10.42.0.0/16 10.42.128.0/17'],
  ])('%j', (text, pair) => expect(told(text)).toEqual([pair]));

  it('those that have nothing in common are not told', () => {
    expect(told('cluster-cidr: 10.42.0.0/16\nservice-cidr: 10.43.0.0/16\n')).toEqual([]);
    expect(told('podSubnet: 10.244.0.0/16\npodSubnet: 10.244.0.0/16\n')).toEqual([]);
  });
});

describe('a label that a policy asks for', () => {
  const told = (selector: string, labels: string) =>
    findPolicyLabels(
      of(
        `A NetworkPolicy\n\`\`\`\npodSelector:\n  matchLabels:\n    ${selector}\n\`\`\`\nand\n\`\`\`\n${labels}\n\`\`\`\n`,
      ),
    )[0]?.says.values;

  it('is another than the Pods have', () => {
    expect(told('app: till', 'app: shop-till')).toEqual({ key: 'app', value: 'till', near: 'shop-till' });
    expect(told('app: till', 'kind: Pod\nmetadata: {labels: {app: till-v2}}')?.['near']).toBe('till-v2');
  });

  it('is theirs, is of another program, or they are not told', () => {
    expect(told('app: till', 'app: till')).toBeUndefined();
    expect(told('app: till', 'app: desk')).toBeUndefined();
    expect(told('zone: a', 'zone: ab')).toBeUndefined();
    expect(told('app: till', 'kind: Service\nmetadata: {labels: {app: shop-till}}')).toBeUndefined();
  });
});

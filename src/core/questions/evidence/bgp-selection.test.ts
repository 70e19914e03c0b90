import { expect, it } from 'vitest';
import { findBgpSelection } from './bgp-selection';
import { findOfWords } from './word-findings';

const write = (selector: string, label: string) => `
apiVersion: cilium.io/v2
kind: CiliumBGPPeerConfig
metadata: {name: peer}
spec:
  families:
  - {afi: ipv4, safi: unicast, advertisements: {matchLabels: {advertise: ours}}}
---
apiVersion: cilium.io/v2
kind: CiliumBGPAdvertisement
metadata: {name: all, labels: {advertise: ${label}}}
spec:
  advertisements:
  - {advertisementType: PodCIDR}
  - {advertisementType: Service, service: {addresses: [LoadBalancerIP]}${selector}}
`;
const SELECTED = ', selector: {matchLabels: {a: b}}';
const find = (text: string) => findBgpSelection([{ text }]);

it('an advertisement of Services without a selector selects none', () => {
  expect(find(write('', 'ours')).map(({ id }) => id)).toEqual(['bgp-unselected']);
  expect(find(write('', 'ours'))[0]?.says.values).toEqual({ name: 'all' });
  expect(find(write(SELECTED, 'ours'))).toEqual([]);
  expect(find(write('', 'ours').replace('advertisementType: Service', 'advertisementType: CiliumPodIPPool'))).toEqual(
    [],
  );
});

it('labels that no advertisement of the text has pick none', () => {
  const [found] = find(write(SELECTED, 'theirs'));
  expect([found?.id, found?.says.values?.['labels']]).toEqual(['bgp-unlabelled', 'advertise: ours']);
});

it('is proven, and silences what only fits', () => {
  const text = `# Services are not advertised, not reachable\n${write('', 'ours')}`;
  const ids = findOfWords([{ title: 'a', text }]).map(({ id }) => id);
  expect(ids).toContain('bgp-unselected');
  expect(ids).not.toContain('known-cilium-bgp-selector');
});

import { expect, it } from 'vitest';
import { PROXY_MODES } from '../../core/kubernetes/proxy';
import { MODE_OFFERS } from './open';

it('offers every mode with every release, each either with a reason or without a problem', () => {
  expect(MODE_OFFERS.map(({ id }) => id)).toEqual(PROXY_MODES.map(({ id }) => id));
  for (const { releases, axis } of MODE_OFFERS) {
    const all = axis ? releases : (MODE_OFFERS[0]?.releases ?? []);
    expect(releases.map(({ release }) => release)).toEqual(all.map(({ release }) => release));
    expect(releases.some(({ problem }) => !problem)).toBe(true);
  }
});

it('offers Cilium’s own releases, and no reason against one of them', () => {
  const ebpf = MODE_OFFERS.find(({ id }) => id === 'ebpf');
  expect(ebpf?.releases.map(({ release }) => release)).toEqual(
    ['12', '13', '14', '15', '16', '17', '18', '19', '20'].map((minor) => `1.${minor}`),
  );
  expect(ebpf?.releases.filter(({ problem }) => problem)).toEqual([]);
});

it('says what a release writes otherwise, and why there is none', () => {
  const iptables = MODE_OFFERS.find(({ id }) => id === 'iptables');
  expect(iptables?.releases.find(({ release }) => release === '1.24')?.changes?.length).toBeGreaterThan(0);
  expect(iptables?.releases[0]?.changes).toBeUndefined();
  const userspace = MODE_OFFERS.find(({ id }) => id === 'userspace');
  expect(userspace?.releases.find(({ release }) => release === '1.30')?.problem?.values).toMatchObject({
    until: '1.25',
  });
});

it('offers the patches of a minor that are not alike', () => {
  const ipvs = MODE_OFFERS.find(({ id }) => id === 'ipvs');
  const patches = ipvs?.releases.find(({ release }) => release === '1.29')?.patches ?? [];
  expect(patches.map(({ release, dated }) => `${release} ${dated}`)).toEqual(['1.29.0 false', '1.29.2 true']);
  expect(ipvs?.releases.find(({ release }) => release === '1.30')?.patches).toBeUndefined();
});

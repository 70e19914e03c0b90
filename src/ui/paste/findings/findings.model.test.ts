import { describe, expect, it } from 'vitest';
import type { FindingPlace } from '../../../core/questions/lint/finding';
import { listGroups, largeSize, findingSelection, severityCounts } from './findings.model';

describe('the rule of a place', () => {
  it.each<[FindingPlace, string | undefined]>([
    [{ family: 'ipv6', table: 'nat', chain: 'OUTPUT', index: 3 }, 'ipv6 nat OUTPUT 3'],
    [{ family: 'ipv4', table: 'nat', chain: 'OWN' }, 'ipv4 nat OWN 0'],
    [{ table: 'ip kube-proxy', chain: 'services', index: 1 }, 'ipv4 ip kube-proxy services 1'],
    [{ table: 'ip6 kube-proxy', chain: 'services', index: 1 }, 'ipv6 ip6 kube-proxy services 1'],
    [{ table: 'inet fw', chain: 'input', index: 0 }, 'ipv4 inet fw input 0'],
    [{ table: 'ipvs', chain: 'TCP 10.96.0.10:53' }, undefined],
    [{ table: 'ipset', chain: 'S' }, undefined],
  ])('%j', (place, expected) => {
    const found = findingSelection(place);
    const { family, ref } = found ?? {};
    expect(ref && `${family} ${ref.table} ${ref.chain} ${ref.index}`).toBe(expected);
  });
});

it('puts findings that say the same into one group with an example', () => {
  const messages = { a: { id: 'sim.routing.local' }, b: { id: 'sim.routing.forward' } } as const;
  const finding = (id: keyof typeof messages, severity: 'error' | 'info') => ({
    id,
    severity,
    message: messages[id],
    places: [],
  });
  const groups = listGroups([finding('a', 'error'), finding('b', 'info'), finding('b', 'info'), finding('b', 'error')]);
  expect(groups.map(({ first, others }) => `${first.severity} ${first.id} +${others.length}`)).toEqual([
    'error a +0',
    'info b +1',
    'error b +0',
  ]);
});

it('counts severities', () => {
  const finding = (severity: 'error' | 'info') => ({
    id: 'x',
    severity,
    message: { id: 'sim.routing.local' } as const,
    places: [],
  });
  expect(severityCounts([finding('error'), finding('info'), finding('info')])).toEqual({
    error: 1,
    warning: 0,
    info: 2,
  });
});

it.each([
  [1_000_000, undefined],
  [37_000_000, 37],
])('%i characters: %s', (length, expected) => {
  expect(largeSize([{ id: 'a', title: '', text: 'x'.repeat(length) }])).toBe(expected);
});

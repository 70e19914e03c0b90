import { expect, it } from 'vitest';
import type { ChainView } from '../../engine/protocol';
import { priorityText, standsAt } from './stands.model';

const xt = (table: 'raw' | 'mangle' | 'nat' | 'filter', hook: ChainView['hook'], length = 1): ChainView => ({
  table,
  name: hook ?? '',
  length,
  line: 0,
  firstLine: 0,
  ...(hook ? { hook } : {}),
});
const nft = (name: string, hook: ChainView['hook'], type: 'filter' | 'nat', priority: number): ChainView => ({
  table: 'ip kube-proxy',
  name,
  length: 1,
  line: 0,
  firstLine: 0,
  base: { type, priority },
  ...(hook ? { hook } : {}),
});

const CHAINS = [
  xt('mangle', 'PREROUTING'),
  xt('nat', 'PREROUTING'),
  xt('nat', 'POSTROUTING'),
  xt('raw', 'PREROUTING'),
  xt('filter', 'INPUT'),
  xt('nat', 'INPUT'),
  { ...xt('nat', undefined), name: 'KUBE-SERVICES' },
  nft('nat-prerouting', 'PREROUTING', 'nat', -100),
  nft('filter-prerouting', 'PREROUTING', 'filter', -110),
  nft('filter-input', 'INPUT', 'filter', -110),
  nft('nat-postrouting', 'POSTROUTING', 'nat', 100),
];

it.each([
  [
    'PREROUTING',
    'raw −300, mangle −150, ip kube-proxy filter-prerouting −110, nat −100, ip kube-proxy nat-prerouting −100',
  ],
  ['INPUT', 'ip kube-proxy filter-input −110, filter 0, nat 100'],
  ['POSTROUTING', 'nat 100, ip kube-proxy nat-postrouting 100'],
  ['FORWARD', ''],
] as const)('at %s: %s', (hook, wanted) => {
  expect(
    standsAt(CHAINS, hook)
      .map(({ name, priority }) => `${name} ${priorityText(priority)}`)
      .join(', '),
  ).toBe(wanted);
});

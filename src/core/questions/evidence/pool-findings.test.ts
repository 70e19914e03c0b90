import { expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../kubernetes/build';
import type { OtherObject } from '../../kubernetes/types';
import { findOfPools } from './pool-findings';

const make = (kind: string, name: string, namespace: string, spec: object): OtherObject =>
  ({ apiVersion: 'metallb.io/v1beta1', kind, metadata: { name, namespace }, spec }) as OtherObject;

const find = (...others: readonly OtherObject[]) => findOfPools({ ...EMPTY_CLUSTER, others });
const POOL = make('IPAddressPool', 'lan', 'metallb-system', { addresses: ['192.0.2.10-192.0.2.20'] });

it('an advertisement of another namespace is never read beside the pool', () => {
  const found = find(POOL, make('L2Advertisement', 'lan', 'default', {}));
  expect(found.map(({ id, severity }) => [id, severity])).toEqual([['pool-apart', 'error']]);
});

it('an advertisement that names another pool announces none of this', () => {
  const found = find(POOL, make('L2Advertisement', 'lan', 'metallb-system', { ipAddressPools: ['wan'] }));
  expect(found.map(({ id }) => id)).toEqual(['pool-unknown']);
  expect(found[0]?.next.values?.['first']).toBe('lan');
});

it.each([[{}], [{ ipAddressPools: ['lan', 'wan'] }], [{ ipAddressPools: ['wan'], ipAddressPoolSelectors: [{}] }]])(
  'one that takes it is no fault: %j',
  (spec) => expect(find(POOL, make('L2Advertisement', 'lan', 'metallb-system', spec))).toEqual([]),
);

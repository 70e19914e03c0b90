import { expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../kubernetes/build';
import type { OtherObject } from '../../kubernetes/types';
import { findOfPools } from './pool-findings';

const make = (serviceAllocation: object): OtherObject =>
  ({
    apiVersion: 'metallb.io/v1beta1',
    kind: 'IPAddressPool',
    metadata: { name: 'lan', namespace: 'metallb-system' },
    spec: { addresses: ['192.0.2.10-192.0.2.20'], serviceAllocation },
  }) as OtherObject;

const find = (serviceAllocation: object, text = ''): readonly (readonly unknown[])[] =>
  findOfPools({ ...EMPTY_CLUSTER, others: [make(serviceAllocation)] }, [{ text }]).map(({ id, severity, isOpen }) => [
    id,
    severity,
    isOpen,
  ]);

it.each([
  [{ priority: 1 }, 'MetalLB 0.14.5', [['pool-selects-none', 'error', false]]],
  [{ priority: 1 }, '', [['pool-selects-none', 'warning', true]]],
  [{ priority: 1 }, 'MetalLB Version\n\nv0.15.2', [['pool-unannounced', 'warning', true]]],
  [{ priority: 1, namespaces: ['shop'] }, 'MetalLB 0.14.5', [['pool-unannounced', 'warning', true]]],
])('%j with “%s”', (allocation, text, found) => expect(find(allocation, text)).toEqual(found));

it('who announces is not asked where no address is given', () => {
  expect(find({ namespaces: ['shop'] }, 'The external IP is always pending.')).toEqual([]);
});

import { expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../kubernetes/build';
import type { OtherObject } from '../../kubernetes/types';
import { findEnforcer } from './enforcer-findings';

const POLICY = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'till' } } as OtherObject;
const find = (text: string, others: readonly OtherObject[] = [POLICY]) =>
  findEnforcer({ ...EMPTY_CLUSTER, others }, [{ text }]).map(({ severity, says: { values } }) => [
    severity,
    values?.['network'],
    values?.['enforces'],
    values?.['passes'],
  ]);

it('the network that a text names, and whether it enforces policies by itself', () => {
  expect(find('we run flannel')).toEqual([['info', 'flannel', 'no', 'none']]);
  expect(find('Canal joins the Pods')).toEqual([['info', 'Calico', 'yes', 'none']]);
  expect(find('EKS 1.31')).toEqual([['info', 'Amazon VPC CNI', 'set', 'none']]);
  expect(find('nothing')).toEqual([['info', 'none', 'untold', 'none']]);
  expect(find('we run flannel', [])).toEqual([]);
});

it('a program that is said not to be there is not the one at work', () => {
  expect(find('We do not use Cilium; flannel joins the Pods.')).toEqual([['info', 'flannel', 'no', 'none']]);
  expect(find('without calico or cilium')).toEqual([['info', 'none', 'untold', 'none']]);
});

it('what a policy forbids and passes all the same', () => {
  expect(find('The egress policy is not being applied.\n')).toEqual([['warning', 'none', 'untold', '1']]);
  expect(find('a\nPods can still reach the internet')).toEqual([['warning', 'none', 'untold', '2']]);
});

it('a policy that drops is carried out by somebody', () => {
  expect(find('Our allow policy is ignored:\nxx drop (Policy denied) flow 0x1 to endpoint 5')).toEqual([]);
  expect(find('This policy is not effective. The allowed traffic is blocked.')).toEqual([]);
  expect(find('Our allow policy is ignored')).toEqual([['warning', 'none', 'untold', '1']]);
});

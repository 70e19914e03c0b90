import { expect, it } from 'vitest';
import { withoutDenied } from './denied-names';

it.each([
  'We do not use cilium here.',
  'without Calico or Cilium',
  'no cilium is involved',
  'Instead of flannel, the nodes have routes',
  'we are not running the Calico CNI',
  'no calico installed',
  'no calico\nkubectl get pods',
])('a program that is said not to be there: %s', (text) => {
  expect(withoutDenied(text)).not.toMatch(/calico|cilium|flannel/i);
});

it.each([
  'no calico Pods are running',
  'No Cilium or Calico pods restarted',
  'there are no calico-node Pods on node-b',
  'not using calico policies yet',
  'without cilium’s maps nothing works',
  'no flannel interface',
])('what is missing is a part of a program: %s', (text) => {
  expect(withoutDenied(text)).toBe(text);
});

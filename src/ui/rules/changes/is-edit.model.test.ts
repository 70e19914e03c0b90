import { expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { addService } from '../../../core/document/edits/services';
import { changeKubeProxy } from '../../../core/document/edits/cluster';
import { isEditOf } from './is-edit.model';

const [first, second] = EXAMPLES.map((example) => example.document('en'));

it('tells an edit from a document that was opened', () => {
  if (!first || !second) throw new Error('no examples');
  expect(isEditOf(first, addService(first))).toBe(true);
  expect(isEditOf(first, changeKubeProxy(first, { clusterCIDR: '10.0.0.0/8' }))).toBe(true);
  expect(isEditOf(addService(first), { ...first, title: 'x' })).toBe(true);
  expect(isEditOf(first, second)).toBe(false);
  expect(isEditOf(first, EXAMPLES[0]!.document('en'))).toBe(false);
});

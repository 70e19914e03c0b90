import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { scaleDeployment } from '../core/document/edits/pods';
import { applyPatch, diff } from './messages';

describe('a patch', () => {
  it.each([
    ['nothing', { a: 1 }, { a: 1 }],
    ['a value', { a: 1 }, { a: 2 }],
    ['a new and a dropped key', { a: 1, b: 2 }, { b: 2, c: [3] }],
    ['a list', [1, 2, 3], [3, 4, 1, 1]],
    ['another kind', { a: [1] }, { a: { 0: 1 } }],
    ['nothing before', undefined, { a: null }],
    ['nothing after', { a: 1 }, undefined],
  ])('brings over %s', (_, before, after) => {
    expect(applyPatch(before, structuredClone(diff(before, after)))).toEqual(after);
  });

  it('brings over anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(applyPatch(before, structuredClone(diff(before, after)))).toEqual(after);
      }),
    );
  });

  it('brings a field called __proto__ as any other', () => {
    const after = JSON.parse('{"a":{"__proto__":{"x":1}}}') as unknown;
    expect(JSON.stringify(applyPatch({ a: {} }, diff({ a: {} }, after)))).toBe('{"a":{"__proto__":{"x":1}}}');
  });

  it('keeps the identity of what did not change', () => {
    const before = { a: { x: 1 }, list: [{ n: 1 }, { n: 2 }] };
    const after = { ...before, list: [before.list[1], { n: 3 }] };
    const other = structuredClone(before);
    const got = applyPatch(other, structuredClone(diff(before, after))) as typeof before;
    expect(got.a).toBe(other.a);
    expect(got.list[0]).toBe(other.list[1]);
  });

  it('names what an edit left alone instead of sending it', () => {
    const before = WEB_TWO_NODES.document();
    const after = scaleDeployment(before, { namespace: 'default', name: 'web' }, 4);
    const sent = JSON.stringify(diff(before, after)).length;
    expect(sent).toBeLessThan(JSON.stringify(after).length / 2);
  });
});

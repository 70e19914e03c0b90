import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { scaleDeployment } from '../core/document/edits/pods';
import { addPasted } from '../core/document/edits/pasted';
import { derivePasted } from '../core/document/derive-pasted';
import { createEngine } from './engine';
import { createEngineWith } from './engine-with';
import { latePasted } from './late-pasted';
import { applyPatch, diff, type Patch } from './patch';
import { patched } from './patched-engine';
import type { Bench, RulesView } from './protocol';

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

describe('an engine behind patches', () => {
  it('answers as one that gets whole documents', async () => {
    const before = WEB_TWO_NODES.document();
    const after = scaleDeployment(before, { namespace: 'default', name: 'web' }, 4);
    const [plain, behind] = [createEngine(), patched(createEngine())];
    const first = applyPatch(undefined, structuredClone(await behind.open(structuredClone(diff(undefined, before)))));
    expect(first).toEqual(plain.open(before));
    const answer = structuredClone(await behind.open(structuredClone(diff(before, after))));
    expect(applyPatch(first, answer)).toEqual(plain.open(after));
    expect(JSON.stringify(answer).length).toBeLessThan(JSON.stringify(first).length);
    expect(await behind.run('flow-1')).toEqual(plain.run('flow-1'));
  });

  it('loads the reader of pasted nodes when one comes, and opens in the order documents came', async () => {
    const loaded = vi.fn(() => Promise.resolve(derivePasted));
    const pasted = latePasted(loaded);
    const behind = patched(createEngineWith(pasted.derive), pasted.ready);
    const cluster = WEB_TWO_NODES.document();
    const opened = applyPatch(undefined, await behind.open(diff(undefined, cluster))) as Bench;
    expect(loaded).not.toHaveBeenCalled();
    const node = addPasted(cluster, [{ title: 'a', text: '*filter\n:FORWARD DROP [0:0]\nCOMMIT\n' }]);
    const first = behind.open(diff(cluster, node));
    const asked = behind.rules('node1', 'ipv4');
    const second = behind.open(diff(node, cluster));
    const benchOf = (before: Bench | undefined, answer: Patch): Bench => applyPatch(before, answer) as Bench;
    const one = benchOf(opened, await first);
    expect(one.netns.map(({ id }) => id)).not.toContain('node1');
    expect(benchOf(one, await second).netns.map(({ id }) => id)).toContain('node1');
    const ofPasted = applyPatch(undefined, await asked) as RulesView;
    expect(ofPasted.chains).toEqual([]);
    const rules = structuredClone(await behind.rules('node1', 'ipv4'));
    expect((applyPatch(ofPasted, rules) as RulesView).chains.length).toBeGreaterThan(0);
    expect(await behind.rules('node1', 'ipv4')).toEqual({ op: 'keep' });
    expect(loaded).toHaveBeenCalledTimes(1);
  });
});

import { describe, expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { narrowTo } from './about';
import { openSide } from './cells';
import { shopCluster } from './testing/shop';

const side = openSide(shopCluster(), createDerive(), 'ipv4');

describe('what concerns one party', () => {
  it('of a Service: everybody to its addresses, node ports and Pods, and its Pods to everything', () => {
    const about = narrowTo(side, 'web');
    if (!about.ok) throw new Error(about.error.id);
    const { to, from } = about.value;
    expect(new Set(to.destinations.map(({ kind }) => kind))).toEqual(new Set(['service', 'node-port', 'pod']));
    expect(to.callers).toBe(side.callers);
    expect(from.callers.every(({ name }) => name.startsWith('default/web-'))).toBe(true);
    expect(from.callers.length).toBeGreaterThan(1);
    expect(from.destinations).toBe(side.destinations);
  });

  it('of one Pod: it alone', () => {
    const pod = side.callers.find(({ kind }) => kind === 'pod');
    const about = narrowTo(side, `pod ${pod!.name}`);
    if (!about.ok) throw new Error(about.error.id);
    expect(about.value.from.callers).toEqual([pod]);
    expect(about.value.to.destinations.every(({ name }) => name === pod!.name)).toBe(true);
  });

  it('of a Pod that Services lead to: names them, for nobody asks by them; of the Service itself none', () => {
    const pod = side.callers.find(({ name }) => name.startsWith('default/web-'));
    const [one, service] = [narrowTo(side, `pod ${pod!.name}`), narrowTo(side, 'web')];
    expect(one.ok && one.value.services).toEqual(['default/web']);
    expect(service.ok && service.value.services).toEqual([]);
  });

  it.each(['nowhere', 'pod', 'two words more'])('of nobody: says so (%s)', (text) => {
    expect(narrowTo(side, text).ok).toBe(false);
  });
});

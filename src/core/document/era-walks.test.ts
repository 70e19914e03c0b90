import { describe, expect, test } from 'vitest';
import { EMPTY_SERVICE } from '../../content/examples/empty-service';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { explore } from '../sim/explore';
import { createDerive } from './derive';
import type { Document, Flow } from './document';
import { changeProxy } from './edits/proxy';
import { resolveFlow } from './resolve-flow';

type Ends = Pick<Flow, 'from' | 'to' | 'port'>;

/** How the packets of a document's first flow, told otherwise, end: `DELIVERED answered`, each once. */
function ends(made: Document, release: string, told: Partial<Ends> = {}): string[] {
  const document = changeProxy(made, { mode: 'iptables', release });
  const { network } = createDerive()(document);
  const [first] = document.flows;
  const resolved = first && resolveFlow(document, network, { ...first, ...told });
  if (!resolved?.ok) throw new Error('no flow');
  const { outcomes } = explore({ network, flow: resolved.value, seed: 1 });
  return [
    ...new Set(outcomes.map(({ disposition, answered }) => `${disposition.kind}${answered ? ' answered' : ''}`)),
  ].toSorted();
}

const ERAS = ['1.2', '1.4', '1.6', '1.9', '1.11', '1.13', '1.15', '1.16', '1.30'];
const LOCALHOST: Partial<Ends> = {
  from: { kind: 'node', name: 'node1' },
  to: { kind: 'address', address: '127.0.0.1' },
  port: 30_080,
};

describe.each(ERAS)('iptables mode of %s', (release) => {
  test('a Pod reaches a Service', () => {
    expect(ends(WEB_TWO_NODES.document(), release)).toEqual(['DELIVERED answered']);
  });

  test('the node reaches a nodePort on 127.0.0.1', () => {
    expect(ends(WEB_TWO_NODES.document(), release, LOCALHOST)).toEqual(['DELIVERED answered']);
  });

  test('a Pod that asks a Service without endpoints is refused from 1.13 on', () => {
    const isRefused = Number(release.slice(2)) >= 13;
    const found = ends(EMPTY_SERVICE.document(), release);
    expect([release, found.includes('REJECTED')]).toEqual([release, isRefused]);
    expect(found.some((end) => end.startsWith('DELIVERED'))).toBe(false);
  });
});

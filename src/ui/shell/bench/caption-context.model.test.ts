import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { derivePasted } from '../../../core/document/derive-pasted';
import { emptyDocument, flowsOfSubject, type Document } from '../../../core/document/document';
import type { ServiceObject } from '../../../core/kubernetes/types';
import { some } from '../../../core/lib/testing/soaking';
import { createEngine } from '../../../engine/engine';
import { benchOn } from '../../../engine/questions/open';
import { walkFiles } from '../../../engine/questions/export';
import { exampleDocument } from '../../../engine/testing/engine';
import { captionNames } from './caption-context.model';

const service = (name: string, port: number, externalIP: string): ServiceObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default' },
  spec: { clusterIP: `10.96.0.${port % 250}`, externalIPs: [externalIP], ports: [{ port }] },
});

function withServices(services: readonly ServiceObject[]): Document {
  const document = emptyDocument();
  return { ...document, cluster: { ...document.cluster, services } };
}

describe('whose an address is, in captions', () => {
  it('tells Services of one external address apart by the port', () => {
    const document = withServices([service('web', 80, '192.0.2.1'), service('dns', 53, '192.0.2.1')]);
    const { service: find } = captionNames({ document, bench: undefined, result: undefined });
    expect([80, 53, undefined].map((port) => find?.('192.0.2.1', port))).toEqual(['web', 'dns', 'dns']);
    expect(find?.('192.0.2.2', 80)).toBeUndefined();
  });

  it.each(some(EXAMPLES, 5).map(({ id }) => id))('is what the story says: %s', async (id) => {
    const document = exampleDocument(id);
    const engine = createEngine(derivePasted);
    const bench = benchOn(engine, document);
    for (const flow of flowsOfSubject(document).slice(0, 2)) {
      const walk = await walkFiles(engine, { document, flowId: flow.id, outcome: 0 });
      const { service: find } = captionNames({ document, bench, result: walk.result });
      const ends = walk.moments.flatMap(({ header: { from, to } }) => [from, to]);
      for (const { kind, name, address, port } of ends)
        if (kind === 'service') expect(find?.(address, port), `${flow.id} ${address}`).toBe(name);
    }
  });
});

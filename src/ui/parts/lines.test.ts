import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { changeProxy } from '../../core/document/edits/cluster';
import type { ProxyModeId } from '../../core/kubernetes/types';
import { indexChains, lineCount, lineText } from '../rule/rules-view.model';
import { lineOfPart, meaningOf } from './parts.model';
import { engineAtHand } from '../../engine/testing/engine';

const BUILT = EXAMPLES.map(({ id, document }) => ({ id, document: document('en') })).filter(
  ({ document }) => document.subject === 'cluster',
);

describe.each<ProxyModeId>(['iptables', 'ipvs', 'nftables', 'userspace'])('%s', (mode) => {
  it.each(BUILT)('$id: every line says where it comes from, every part has its line', async ({ document }) => {
    const engine = engineAtHand();
    const release = mode === 'userspace' ? '1.20' : mode === 'nftables' ? '1.33' : '1.30';
    const shown = changeProxy(document, { mode, release });
    const { rules } = engine.open(shown);
    expect(rules.length).toBeGreaterThan(0);
    for (const { netns, family } of rules) {
      const index = indexChains(engine.rules(netns, family));
      for (let line = 0; line < lineCount(index.view); line++) {
        const { parts, structure } = meaningOf(index, line);
        const text = lineText(index.view, line);
        const origins = parts.map((part) => engine.origin(netns, family, part));
        const silent = parts.filter((_, at) => !origins[at]);
        expect([text, silent, structure === 'other' ? text : '']).toEqual([text, [], '']);
      }
      for (const { metadata } of shown.cluster.services) {
        const wanted = { namespace: metadata.namespace ?? 'default', serviceName: metadata.name };
        for (const { at } of engine.parts(netns, family, wanted)) {
          if (at.kind === 'proxy-port') continue;
          expect([at, lineOfPart(index, at)]).toEqual([at, expect.any(Number)]);
        }
      }
    }
  });
});

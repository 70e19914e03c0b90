import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { changeProxy } from '../core/document/edits/proxy';
import type { ProxyModeId } from '../core/kubernetes/types';
import { somePairs } from '../core/lib/testing/soaking';
import { engineAtHand } from './testing/engine';

const BUILT = EXAMPLES.map(({ id, document }) => ({ id, document: document('en') })).filter(
  ({ document }) => document.subject === 'cluster',
);

const MODES = ['iptables', 'ipvs', 'nftables', 'userspace'] as const satisfies readonly ProxyModeId[];
const TRIED = somePairs(MODES, BUILT, 3);

describe.each(MODES)('%s', (mode) => {
  it.each(TRIED.flatMap(([own, built]) => (own === mode ? [built] : [])))(
    '$id: every line says where it comes from, every part has its line',
    async ({ document }) => {
      const engine = engineAtHand();
      const release = mode === 'userspace' ? '1.20' : mode === 'nftables' ? '1.33' : '1.30';
      const shown = changeProxy(document, { mode, release });
      const { rules } = engine.open(shown);
      expect(rules.length).toBeGreaterThan(0);
      const nodes = new Set(shown.cluster.nodes.map(({ metadata }) => metadata.name));
      for (const { netns, family } of rules) {
        // A load balancer outside writes rules of its own for Services; its chains are the kernel's.
        if (!nodes.has(netns)) {
          const rows = Object.values(engine.rules(netns, family).rows).flatMap(({ at }) => at);
          const kinds = rows.map((at) => [at.kind, engine.origin(netns, family, at)?.kind] as const);
          expect(kinds.every(([kind, from]) => from === (kind === 'rule' ? 'Service' : undefined))).toBe(true);
          continue;
        }
        const view = engine.rules(netns, family);
        expect(Object.keys(view.rows)).toHaveLength(view.lines);
        for (const { text, at: parts, structure, rule } of Object.values(view.rows)) {
          if (rule) expect(rule.parts.map((part) => part.text).join('')).toBe(text.trim());
          const origins = parts.map((part) => engine.origin(netns, family, part));
          const silent = parts.filter((_, at) => !origins[at]);
          expect([text, silent, structure === 'other' ? text : '']).toEqual([text, [], '']);
        }
        for (const { metadata } of shown.cluster.services) {
          const wanted = { namespace: metadata.namespace ?? 'default', serviceName: metadata.name };
          for (const { at } of engine.parts(netns, family, wanted)) {
            if (at.kind === 'proxy-port') continue;
            expect([at, engine.place(view, at)]).toEqual([at, expect.any(Number)]);
          }
        }
      }
    },
  );
});

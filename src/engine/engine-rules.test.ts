import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { some } from '../core/lib/testing/soaking';
import { engineAtHand, exampleDocument, linesOf, opened } from './testing/engine';

describe('rules', () => {
  const engine = engineAtHand();
  const bench = engine.open(exampleDocument());
  const view = engine.rules('node1', 'ipv4');
  const lines = linesOf(view);

  it('are found by chains', () => {
    expect(lines).toHaveLength(Object.keys(view.rows).length);
    expect(view.chains.length).toBeGreaterThan(20);
    for (const { name, firstLine, length } of view.chains) {
      for (let i = 0; i < length; i++) expect(lines[firstLine + i]).toMatch(new RegExp(`^-A ${name}( |$)`));
      expect(lines[firstLine + length] ?? '').not.toMatch(new RegExp(`^-A ${name} `));
    }
  });

  it('are written as iptables-save prints them', () => {
    const clusterIP = exampleDocument().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec
      .clusterIP;
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^-A KUBE-SERVICES -d ${clusterIP}/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-`,
        ),
      ),
    );
  });

  it('are announced by the bench', () => {
    expect(bench.rules.map(({ netns, family }) => `${netns} ${family}`)).toEqual(['node1 ipv4', 'node2 ipv4']);
    expect(bench.rules[0]?.chains).toEqual(view.chains.filter(({ hook }) => hook !== undefined));
    expect(bench.rules[0]?.services).toEqual(
      Object.fromEntries(view.chains.flatMap(({ name, service }) => (service === undefined ? [] : [[name, service]]))),
    );
    expect(bench.rules[0]?.ruleCount).toBe(lines.filter((line) => line.startsWith('-A ')).length);
  });

  it('know their Service, hook and origin', async () => {
    const svc = view.chains.find(({ name, service }) => name.startsWith('KUBE-SVC-') && service === 'default/web:http');
    expect(svc).toMatchObject({ table: 'nat', length: 4 });
    expect(view.chains.find(({ table, name }) => table === 'nat' && name === 'PREROUTING')).toMatchObject({
      hook: 'PREROUTING',
    });
    const ref = { kind: 'rule', table: 'nat', chain: svc?.name ?? '', index: 0 } as const;
    expect(engine.origin('node1', 'ipv4', ref)).toMatchObject({
      kind: 'Service',
      namespace: 'default',
      name: 'web',
    });
    expect(engine.origin('node1', 'ipv4', { ...ref, index: 99 })).toBeUndefined();
  });

  it('are found by what made them: a port of a Service, each with its field', async () => {
    const parts = engine.parts('node1', 'ipv4', { namespace: 'default', serviceName: 'web', index: 0 });
    const fields = new Set(parts.flatMap(({ origin }) => (origin ? [origin.field] : [])));
    expect([...fields]).toContain('spec.clusterIP');
    expect(parts.filter(({ at }) => at.kind === 'chain' && at.chain.startsWith('KUBE-SEP-'))).toHaveLength(3);
    expect(engine.parts('node1', 'ipv4', { namespace: 'default', serviceName: 'web', index: 9 })).toEqual([]);
    expect(engine.parts('client', 'ipv4', { namespace: 'default', serviceName: 'web' })).toEqual([]);
  });

  it('are empty where there are none', () => {
    expect(engine.rules('client', 'ipv4')).toMatchObject({ lines: 0, rows: {}, chains: [] });
  });
});

describe('explaining', () => {
  it.each(some(EXAMPLES, 5).map(({ id }) => [id] as const))(
    'agrees with every step of every flow of %s',
    async (id) => {
      const document = exampleDocument(id);
      const engine = opened(document);
      let asked = 0;
      for (const { id: flow } of document.flows) {
        const { trace } = engine.run(flow);
        for (const [leg, { hops }] of trace.legs.entries()) {
          for (const [hop, { steps }] of hops.entries()) {
            for (const [step, data] of steps.entries()) {
              const at = { leg, hop, step };
              if (data.kind === 'rule') {
                expect(engine.explainRule(flow, at, data.ref).matched).toBe(true);
                asked++;
              } else if (data.kind === 'skip') {
                for (let index = data.from; index <= data.to; index++) {
                  const { table, chain } = data;
                  const { matched, tests } = engine.explainRule(flow, at, { table, chain, index });
                  expect({ matched, last: tests.at(-1)?.matched }).toEqual({ matched: false, last: false });
                  asked++;
                }
              }
            }
          }
        }
      }
      expect(asked).toBeGreaterThan(20);
    },
  );

  it('does not guess where there is nothing to explain', async () => {
    const engine = opened(exampleDocument());
    engine.run('flow-1');
    const ref = { table: 'nat', chain: 'KUBE-SERVICES', index: 0 } as const;
    expect(engine.explainRule('flow-1', { leg: 0, hop: 0, step: 0 }, ref)).toEqual({
      ref,
      matched: 'unknown',
      tests: [],
    });
    expect(engine.explainRule('flow-9', { leg: 0, hop: 0, step: 0 }, ref).matched).toBe('unknown');
    expect(engine.explainRule('flow-1', { leg: 9, hop: 9, step: 9 }, ref).matched).toBe('unknown');
  });
});

import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../core/document/document';
import { addFlow, changeFlow } from '../core/document/edits/cluster';
import { addPasted } from '../core/document/edits/pasted';
import { engineAtHand, exampleDocument, linesOf, opened, readSaid } from './testing/engine';

describe('a pasted node', () => {
  const built = opened(exampleDocument());
  const clusterIP =
    exampleDocument().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP ?? '';
  const dump = `${linesOf(built.rules('node1', 'ipv4')).join('\n')}\n`;
  const bare = addPasted(emptyDocument(), [{ title: 'node1', text: dump }]);
  const document = addFlow(bare, {
    from: { kind: 'interface', device: 'cni0', address: '10.244.0.2' },
    to: { kind: 'address', address: clusterIP },
    protocol: 'tcp',
    port: 80,
  });
  const engine = engineAtHand();
  const bench = engine.open(document);

  it('has the rules that were pasted, line for line', () => {
    const rules = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('-A '));
    expect(rules(linesOf(engine.rules(bench.rules[0]?.netns ?? '', 'ipv4')).join('\n')).toSorted()).toEqual(
      rules(dump).toSorted(),
    );
  });

  it('says what was found and what was assumed', () => {
    expect(bench.found).toContainEqual(
      expect.objectContaining({ name: 'default/web:http', address: clusterIP, port: 80, nodePort: 30_080 }),
    );
    expect(bench.assumptions.length).toBeGreaterThan(0);
    expect(bench.suggested?.map(({ to }) => to)).toContain(clusterIP);
    expect(bench.texts).toHaveLength(1);
  });

  it('sends a packet through exactly those rules, with the same odds', () => {
    const result = engine.run('flow-1');
    expect(result.outcomes.map(({ probability, disposition }) => `${probability} ${disposition.kind}`)).toEqual([
      '1/3 DELIVERED',
      '1/3 DELIVERED',
      '1/3 DELIVERED',
    ]);
    const chains = (trace: typeof result.trace): string[] =>
      trace.legs.flatMap(({ hops }) =>
        hops.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'rule' ? [step.ref.chain] : []))),
      );
    expect(chains(result.trace).slice(0, 4)).toEqual(chains(built.run('flow-1').trace).slice(0, 4));
  });

  it('refuses flows of the built cluster, and the cluster refuses its', () => {
    const mixed = {
      ...document,
      flows: [
        ...exampleDocument()
          .flows.slice(0, 1)
          .map((flow) => ({ ...flow, id: 'c' })),
        ...document.flows,
      ],
    };
    expect(readSaid(opened(mixed).run('c'))).toEqual(['document.flow.other-subject']);
    expect(readSaid(opened({ ...mixed, subject: 'cluster' }).run('flow-1'))).toEqual(['document.flow.other-subject']);
  });

  it.each([
    [{ device: 'eth9', address: '10.0.0.1' }, 'document.flow.no-device'],
    [{ device: 'cni0', address: '' }, 'document.flow.no-source'],
    [{ device: 'cni0', address: 'x' }, 'document.flow.bad-address'],
  ])('says what a flow lacks: %j', (from, id) => {
    const flow = changeFlow(document, 'flow-1', { from: { kind: 'interface', ...from } });
    expect(readSaid(opened(flow).run('flow-1'))).toEqual([id]);
  });

  it.each([
    '',
    'hello',
    '*nat\n:BROKEN',
    '-A',
    'kind: Service',
    '\0\0',
    '['.repeat(10_000),
    '*nat\n-A PREROUTING -j PREROUTING\nCOMMIT',
  ])('takes any text: %j', (text) => {
    const odd = addFlow(addPasted(emptyDocument(), [{ title: 'x', text }]), {
      from: { kind: 'interface', address: '10.0.0.1' },
      to: { kind: 'address', address: '10.0.0.2' },
      protocol: 'tcp',
      port: 80,
    });
    const one = engineAtHand();
    expect(one.open(odd).texts).toHaveLength(1);
    expect(one.run('flow-1').flowId).toBe('flow-1');
  });
});

import { describe, expect, it } from 'vitest';
import { withFlow } from './flows.model';
import { serviceChips } from './topology.model';
import { benchOf, TWO_NODES } from './testing/bench-of';

const { document, bench } = benchOf(TWO_NODES);
const from = { kind: 'pod', namespace: 'default', name: 'client' } as const;
const chip = serviceChips(document, bench, 'ipv4', 18).chips.find(({ name }) => name === 'web');

describe('a flow that is drawn', () => {
  it('goes to the port of the Service it was dropped on', () => {
    if (!chip) throw new Error('no chip');
    const made = withFlow(document, from, { kind: 'service', chip });
    expect(made.document.flows).toEqual([
      {
        id: made.id,
        from,
        to: { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' },
        protocol: 'tcp',
        port: 80,
      },
    ]);
  });

  it('goes to an address on a pasted node', () => {
    if (!chip) throw new Error('no chip');
    const source = { kind: 'interface', device: 'cni0', address: '10.244.1.9' } as const;
    const made = withFlow({ ...document, subject: 'pasted' }, source, { kind: 'service', chip });
    expect(made.document.flows[0]).toMatchObject({ to: { kind: 'address', address: '10.96.98.173' }, port: 80 });
  });

  it('is not made twice', () => {
    const goal = { kind: 'pod', namespace: 'default', name: 'web-8d2a', address: '10.244.2.7' } as const;
    const once = withFlow(document, from, goal);
    const twice = withFlow(once.document, from, goal);
    expect(twice).toEqual({ document: once.document, id: once.id });
    expect(once.document.flows[0]?.to).toEqual({ kind: 'pod', namespace: 'default', name: 'web-8d2a' });
    expect(withFlow(once.document, { kind: 'external' }, goal).id).not.toBe(once.id);
  });
});

import { describe, expect, it } from 'vitest';
import type { Flow } from '../../core/document/document';
import { standingFlows } from './flow-chips.model';

const flow = (id: number): Flow => ({
  id: `f${id}`,
  from: { kind: 'external' },
  to: { kind: 'address', address: '192.0.2.1' },
  protocol: 'tcp',
  port: id,
});

describe('the chips of flows', () => {
  it.each([2, 5, 6, 40])('show %i flows once each, the one that is on stage always as a chip', (count) => {
    const flows = Array.from({ length: count }, (_, id) => flow(id));
    for (const { id } of flows) {
      const { standing, others } = standingFlows(flows, [id]);
      expect(standing.length).toBe(Math.min(5, count));
      expect(standing.map((each) => each.id)).toContain(id);
      expect([...standing, ...others].toSorted((a, b) => a.port - b.port)).toEqual(flows);
    }
  });

  it('show the flow to what is selected, too', () => {
    const flows = Array.from({ length: 9 }, (_, id) => flow(id));
    expect(standingFlows(flows, ['f0', 'f8']).standing.map(({ id }) => id)).toEqual(['f0', 'f1', 'f2', 'f3', 'f8']);
    expect(standingFlows(flows, ['f7', 'f8']).standing.map(({ id }) => id)).toEqual(['f0', 'f1', 'f2', 'f7', 'f8']);
  });

  it('stand without one that is shown', () => {
    expect(standingFlows([flow(1), flow(2)], [undefined]).others).toEqual([]);
  });
});

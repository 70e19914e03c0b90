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
      const { standing, others } = standingFlows(flows, id);
      expect(standing.length).toBe(Math.min(5, count));
      expect(standing.map((each) => each.id)).toContain(id);
      expect([...standing, ...others].toSorted((a, b) => a.port - b.port)).toEqual(flows);
    }
  });

  it('stand without one that is shown', () => {
    expect(standingFlows([flow(1), flow(2)], undefined).others).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { measureCost, measureCurves } from './cost';

const RELEASES = { iptables: '1.30', ipvs: '1.30', nftables: '1.30', userspace: '1.25' } as const;

const at = (mode: keyof typeof RELEASES, services: number): ReturnType<typeof measureCost> =>
  measureCost({ mode, release: RELEASES[mode], services, endpoints: 2 });

describe('what a cluster costs as its Services grow', () => {
  it.each(['iptables', 'ipvs', 'nftables', 'userspace'] as const)('%s delivers what is counted', (mode) => {
    const { delivered, first, answer } = at(mode, 40);
    expect({ delivered, tested: first.most.rules > 0, answered: answer.rules > 0 }).toEqual({
      delivered: true,
      tested: true,
      answered: true,
    });
  });

  it('iptables: one more rule is tested for each Service before', () => {
    const [small, large] = [at('iptables', 50), at('iptables', 150)];
    expect(large.first.most.rules - small.first.most.rules).toBe(100);
    expect(large.first.least.rules).toBe(small.first.least.rules);
  });

  it('userspace: its portals are tested one by one, and the data crosses into the process', () => {
    const [small, large] = [at('userspace', 50), at('userspace', 150)];
    // The packet passes KUBE-PORTALS-CONTAINER, the process's own connection KUBE-PORTALS-HOST.
    expect(large.first.most.rules - small.first.most.rules).toBe(200);
    expect([small.crossings, at('iptables', 50).crossings]).toEqual([4, 0]);
  });

  it.each(['ipvs', 'nftables'] as const)('%s: a packet costs the same among 10 Services and among 300', (mode) => {
    expect(at(mode, 300).first).toEqual(at(mode, 10).first);
  });

  it('rules, elements and servers are those of the node', () => {
    const { kernel: iptables } = at('iptables', 10);
    expect(at('iptables', 11).kernel.rules - iptables.rules).toBe(8);
    const [ten, eleven] = [at('ipvs', 10).kernel, at('ipvs', 11).kernel];
    expect([eleven.servers - ten.servers, eleven.rules - ten.rules, eleven.elements - ten.elements]).toEqual([3, 0, 2]);
  });

  it('from 1.28 a change is written alone', () => {
    const old = measureCost({ mode: 'iptables', release: '1.26', services: 100, endpoints: 2 });
    const now = at('iptables', 100);
    expect(old.change.bytes).toBeGreaterThan(old.start.bytes * 0.9);
    expect(now.change.bytes).toBeLessThan(now.start.bytes / 2);
  });

  it('takes the nearest release a mode has, and says how far it is', () => {
    const steps = measureCurves({ release: '1.30', sizes: [1, 3], endpoints: 1 });
    const progress: number[] = [];
    let step = steps.next();
    for (; !step.done; step = steps.next()) progress.push(step.value);
    expect(step.value.map(({ mode, release, points }) => `${mode} ${release} ${points.length}`)).toEqual([
      'iptables 1.30 2',
      'ipvs 1.30 2',
      'nftables 1.30 2',
      'userspace 1.25 2',
      'ebpf 1.19 2',
      'kernelspace 1.30 2',
    ]);
    expect([progress.length, progress.at(-1)]).toEqual([12, 1]);
    expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
  });
});

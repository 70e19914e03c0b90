import { describe, expect, it } from 'vitest';
import { findOfMonitor, findOfQuoted, sayDrop } from './cilium-drops';

const drop = (reason: string, dst = '10.0.0.2:80') =>
  `xx drop (${reason}) flow 0x1 to endpoint 7, ifindex 9, file x.c:1, , identity 9->7: 10.0.0.1:41000 -> ${dst} tcp SYN\n`;

describe('what Cilium drops', () => {
  it.each([
    ['Service backend not found', 'backend', 'error'],
    ['Policy denied', 'policy', 'error'],
    ['CT: Map insertion failed', 'table', 'error'],
    ['No mapping for NAT masquerade', 'nat', 'error'],
    ['FIB lookup failed', 'route', 'error'],
    ['Invalid source ip', 'source', 'error'],
    ['Fragmentation needed', 'size', 'error'],
    ['Authentication required', 'authentication', 'error'],
    ['Is a ClusterIP', 'clusterIP', 'error'],
    ['Unsupported L3 protocol', 'protocol', 'info'],
    ['Host datapath not ready', 'start', 'error'],
  ])('%s', (reason, kind, severity) => {
    const [found, ...others] = findOfMonitor([{ text: drop(reason) }]);
    expect(found).toMatchObject({
      id: `cilium-drop-${kind}`,
      severity,
      flow: '10.0.0.1:41000 -> 10.0.0.2:80',
      words: [drop(reason).trim()],
    });
    expect([found?.says.values?.['kind'], found?.next.values?.['kind'], others]).toEqual([kind, kind, []]);
  });

  it('is nothing where the reason is not known', () => {
    expect(sayDrop({ line: 'x', src: 'a', dst: 'b', reason: 'Something new' })).toBeUndefined();
    expect(findOfMonitor([{ text: drop('Something new') }])).toEqual([]);
  });

  it('is told once a way, and of few ways', () => {
    const text = drop('Policy denied').repeat(2) + drop('Policy denied', '10.0.0.3:80') + drop('FIB lookup failed');
    expect(findOfMonitor([{ text }]).map(({ id, says }) => [id, says.values?.['dst']])).toEqual([
      ['cilium-drop-policy', '10.0.0.2:80'],
      ['cilium-drop-policy', '10.0.0.3:80'],
      ['cilium-drop-route', '10.0.0.2:80'],
    ]);
    const [first] = findOfMonitor([{ text: text.replace('10.0.0.1:41000', '10.0.0.9:41000') }]);
    expect(first?.flow).toBe('10.0.0.9:41000 -> 10.0.0.2:80');
    const many = [1, 2, 3, 4].map((end) => drop('Policy denied', `10.0.0.${end}:80`)).join('');
    expect(findOfMonitor([{ text: many }])).toHaveLength(3);
  });

  it('is quoted of Cilium alone, and then it is of no packet', () => {
    const [quoted] = findOfQuoted([{ text: 'Our Cilium says: FIB lookup failed.' }]);
    expect(quoted).toMatchObject({ id: 'cilium-drop-route', words: ['FIB lookup failed'] });
    expect(quoted).not.toHaveProperty('flow');
    expect(findOfQuoted([{ text: 'It says: FIB lookup failed.' }])).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Script } from '../document/script';
import { clusterDocument, lived } from './testing/documents';
import type { Lived } from './timeline';

/** A SYN that nobody answers is sent again after 1, 3, 7 s …, until its client gives up (net/ipv4/tcp_timer.c). */

/** A Pod of the caller's own node goes while nobody tells that node: the bridge has nobody to give its packets to. */
const unheard = (delays: Script['delays']): Lived =>
  lived(
    clusterDocument(
      {
        duration: 40_000,
        events: [
          { at: 1000, do: 'lose-watch', node: 'node1', forMs: 12_000 },
          { at: 2000, do: 'delete-pod', pod: 'default/web0' },
        ],
        clients: [{ flow: 'tcp', perSecond: 20, sends: 'new' }],
        delays,
      },
      { nodes: 1 },
    ),
  );

const waits = ({ requests }: Lived): readonly number[] =>
  [...new Set(requests.flatMap(({ outcome, took }) => (outcome === 'served' ? (took ?? 0) : [])))].toSorted(
    (a, b) => a - b,
  );

describe('a SYN that was dropped', () => {
  test('before a connection was made of it is drawn for anew when it is sent again, and may be served late', () => {
    const timeline = unheard({});
    expect(waits(timeline)).toEqual([0, 1000, 3000]);
    expect(timeline.answer.map(({ id }) => id)).toContain('timeline.answer.late');
    const lost = timeline.requests.filter(({ outcome }) => outcome === 'timed-out');
    expect(lost.every(({ took }) => took === 5000)).toBe(true);
  });

  test('is sent as often as its client has patience', () => {
    expect(waits(unheard({ clientTimeout: 1000 }))).toEqual([0]);
    expect(waits(unheard({ clientTimeout: 3000 }))).toEqual([0, 1000]);
    expect(waits(unheard({ clientTimeout: 8000 }))).toEqual([0, 1000, 3000, 7000]);
  });

  test('is not saved by new rules where a connection was made of it: it goes where the first one went', () => {
    const timeline = lived(
      clusterDocument({
        duration: 60_000,
        events: [{ at: 3000, do: 'flush', node: 'node1' }],
        clients: [{ flow: 'tcp', perSecond: 10, sends: 'new' }],
        delays: { syncPeriod: 5000 },
      }),
    );
    expect(timeline.failures.map(({ kind }) => kind)).toEqual(['no-rules']);
    expect(waits(timeline)).toEqual([0]);
  });
});

test('a SYN that was refused is not sent again', () => {
  const timeline = lived(
    clusterDocument({
      duration: 20_000,
      events: [{ at: 2000, do: 'scale', deployment: 'default/web0', replicas: 0 }],
      clients: [{ flow: 'tcp', perSecond: 10, sends: 'new' }],
    }),
  );
  expect(timeline.counts.refused).toBeGreaterThan(0);
  expect(timeline.requests.filter(({ outcome }) => outcome === 'refused').every(({ took }) => took === undefined)).toBe(
    true,
  );
});

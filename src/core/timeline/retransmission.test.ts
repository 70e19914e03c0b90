import { describe, expect, test } from 'vitest';
import type { Document } from '../document/document';
import { createDerive } from '../document/derive';
import { setNodeKernel } from '../document/edits/nodes';
import type { Script } from '../document/script';
import type { Network } from '../linux/netns';
import { clusterDocument, lived } from './testing/documents';
import { synRetries, waitAfter } from './requests';
import type { Lived } from './timeline';

/** A SYN that nobody answers is sent again after 1, 3, 7 s …, since Linux 6.5 after 1, 2, 3, 4, 5, 7 s …, until its client gives up (net/ipv4/tcp_timer.c). */

/** A Pod of the caller's own node goes while nobody tells that node: the bridge has nobody to give its packets to. */
const unheard = (delays: Script['delays'], kernel?: string): Lived =>
  lived(
    withKernel(
      kernel,
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
    ),
  );

const networkOf = (kernel: string): Network =>
  createDerive()(withKernel(kernel, clusterDocument({}, { nodes: 1 }))).network;

const withKernel = (kernel: string | undefined, document: Document): Document =>
  kernel === undefined ? document : setNodeKernel(document, 'node1', kernel);

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

  test.each([
    ['6.4.16', [0, 1000, 3000, 7000]],
    ['6.5.0-14-generic', [0, 1000, 2000, 3000, 4000, 5000]],
    ['6.18.1', [0, 1000, 2000, 3000, 4000, 5000]],
  ])('is sent again as the kernel of its node does: %s', (kernel, expected) => {
    expect(waits(unheard({ clientTimeout: 8000 }, kernel))).toEqual(expected);
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

test('a SYN of a machine whose first wait does not double is sent again after 1, 2, 3, 4, 5, 7, 11, 19 s', () => {
  const retries = synRetries(networkOf('6.5'), 'node1');
  let at = 1000;
  const times = Array.from({ length: 8 }, (_, nth) => (nth === 0 ? at : (at += waitAfter(nth, retries))));
  expect(times.map((time) => time / 1000)).toEqual([1, 2, 3, 4, 5, 7, 11, 19]);
  expect(retries.most).toBe(10);
  expect(synRetries(networkOf('6.4'), 'node1')).toEqual({ most: 6, linear: 0 });
  // A machine outside tells no kernel: it has the newest.
  expect(synRetries(networkOf('6.4'), 'client')).toEqual({ most: 10, linear: 4 });
});

import { describe, expect, it } from 'vitest';
import { phrase } from '../../lib/phrase';
import type { Outcome } from '../../sim/trace';
import { compareSeen } from './seen-ends';

const ended = (disposition: Outcome['disposition'], answered = false) =>
  ({ disposition, answered }) as unknown as Outcome;
const ANSWERED = ended({ kind: 'DELIVERED', netns: 'shop/cart-0', to: 'cart' }, true);
const REFUSED = ended({ kind: 'REJECTED', netns: 'shelf', by: 'KUBE-SERVICES', with: 'icmp-port-unreachable' });
const DROPPED = ended({ kind: 'DROPPED', netns: 'shelf', by: 'FORWARD' });
const NO_SOCKET = ended({ kind: 'NO_SOCKET', netns: 'shelf' } as Outcome['disposition']);
const NO_ROUTE = ended({ kind: 'NO_ROUTE', netns: 'shelf' } as Outcome['disposition']);
const PROHIBITED = ended({ kind: 'REJECTED', netns: 'shelf', by: 'FORWARD', with: 'icmp-admin-prohibited' });
const UNKNOWN = ended({ kind: 'UNKNOWN', netns: 'shelf', reason: phrase('evidence.next.kind-mapping') });

const seen = (line: string, outcomes: readonly Outcome[], host = '10.96.3.7') => {
  const text = `$ curl http://10.96.3.7:80/\n${line}\n`;
  const found = compareSeen([{ text }], { host, port: 80 }, outcomes);
  return found && `${String(found.says.values?.['seen'])} ${String(found.says.values?.['fit'])}`;
};

describe('what was seen, beside what is walked', () => {
  it.each([
    ['curl: (7) Failed to connect: Connection refused', [REFUSED], 'refused agrees'],
    ['curl: (7) Failed to connect: Connection refused', [ANSWERED], 'refused differs'],
    ['curl: (28) Connection timed out', [ANSWERED, DROPPED], 'silent some'],
    ['curl: (28) Connection timed out', [REFUSED], 'silent differs'],
    ['curl: (7) Failed to connect: No route to host', [ANSWERED], 'unreachable differs'],
    ['curl: (7) Failed to connect: Connection refused', [NO_SOCKET], 'refused agrees'],
    ['curl: (7) Failed to connect: No route to host', [NO_ROUTE], 'unreachable agrees'],
    ['curl: (7) Failed to connect: No route to host', [PROHIBITED], 'unreachable agrees'],
    ['curl: (52) Empty reply from server', [ANSWERED], 'closed agrees'],
  ])('%s', (line, outcomes, said) => {
    expect(seen(line, outcomes)).toBe(said);
  });

  it('nothing of another packet, of an unknown way, or where nobody says how it ended', () => {
    const line = 'curl: (7) Failed to connect: Connection refused';
    expect(seen(line, [ANSWERED], '10.96.3.8')).toBeUndefined();
    expect(seen(line, [ANSWERED, UNKNOWN])).toBeUndefined();
    expect(seen('<html>', [ANSWERED])).toBeUndefined();
  });

  it('nothing of another port; what tells them apart, where no way ends so', () => {
    const text = '$ curl http://10.96.3.7:80/\ncurl: (28) Connection timed out\n';
    const compared = (port: number, outcomes: readonly Outcome[]) =>
      compareSeen([{ text }], { host: '10.96.3.7', port }, outcomes);
    expect(compared(81, [ANSWERED])).toBeUndefined();
    expect(compared(80, [ANSWERED])).toMatchObject({ isOther: true, next: { id: 'evidence.seen-next' } });
    expect(compared(80, [ANSWERED, DROPPED])).toMatchObject({ isOther: false });
    expect(compared(80, [ANSWERED, DROPPED])).not.toHaveProperty('next');
  });
});

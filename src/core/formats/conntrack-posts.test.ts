import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { CONNTRACK, findEntry } from './conntrack';

/** Live entries as `from>to`, and what is said of the lines. */
function read(text: string) {
  const parsed = CONNTRACK.parse(text);
  if (!parsed.ok) throw new Error(parsed.error[0]?.message.id);
  const live = parsed.value.value.flatMap((listed, at) => {
    const entry = findEntry(listed, at);
    return entry ? [`${formatIp(entry.original.src)}:${entry.original.sport}>${formatIp(entry.original.dst)}`] : [];
  });
  return { live, said: parsed.value.diagnostics.map(({ message }) => [message.id, message.values]) };
}

const tuples = (from: string, port: number): string =>
  `src=${from} dst=10.96.0.10 sport=${port} dport=53 src=10.244.0.7 dst=${from} sport=53 dport=${port}`;
const line = (from: string, port: number): string => `udp      17 28 ${tuples(from, port)} mark=0 use=1\n`;

describe('conntrack as people paste it', () => {
  it('reads a line behind words', () => {
    expect(read(`On node-b I see: ${line('10.244.1.5', 4001)}`).live).toEqual(['10.244.1.5:4001>10.96.0.10']);
  });

  it('takes an address of examples for a placeholder, the same for the same, and says so', () => {
    const { live, said } = read(line('<client-ip>', 4001) + line('<client-ip>', 4002) + line('x.x.x.9', 4003));
    expect(live).toEqual([
      '198.51.100.1:4001>10.96.0.10',
      '198.51.100.1:4002>10.96.0.10',
      '198.51.100.2:4003>10.96.0.10',
    ]);
    expect(said).toEqual([
      ['formats.conntrack.placeholder', { words: '<client-ip>', address: '198.51.100.1' }],
      ['formats.conntrack.placeholder', { words: 'x.x.x.9', address: '198.51.100.2' }],
    ]);
  });

  it('does not take for an address what is none', () => {
    expect(
      read(`${line('10.244.1.5', 4001)}udp      17 28 src=10.0.0.1.2 dst=10.96.0.10 sport=1 dport=53\n`).said[0]?.[0],
    ).toBe('formats.conntrack.bad-address');
  });

  it.each([
    ['an event of its end', `[NEW] ${line('10.244.1.5', 4001)}[DESTROY] udp      17 ${tuples('10.244.1.5', 4001)}\n`],
    [
      'what conntrack -D printed',
      `${line('10.244.1.5', 4001)}conntrack v1.4.6 (conntrack-tools): 1 flow entries have been deleted.\n`,
    ],
  ])('an entry that is gone is none: %s', (_how, text) => {
    expect(read(line('10.244.1.9', 4009) + text).live).toEqual(['10.244.1.9:4009>10.96.0.10']);
  });

  it('one that came again is there', () => {
    const gone = `[DESTROY] udp      17 ${tuples('10.244.1.5', 4001)}\n`;
    expect(read(gone + line('10.244.1.5', 4001)).live).toEqual(['10.244.1.5:4001>10.96.0.10']);
  });
});

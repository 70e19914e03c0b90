import { describe, expect, it } from 'vitest';
import { findOfDirected } from './director-findings';

const line = (state: string, client: string, server: string) =>
  `TCP 00:57  ${state.padEnd(11)} ${client} 10.97.3.4:80 ${server}`;
const find = (...lines: readonly string[]) =>
  findOfDirected([{ text: lines.join('\n') }]).map(({ id, says }) => [id, says.values?.['good']]);

describe('connections of IPVS', () => {
  it('that are half open, beside servers that answer', () => {
    expect(
      find(
        line('ESTABLISHED', '192.0.2.7:41000', '10.244.1.9:8080'),
        line('SYN_RECV', '192.0.2.7:41001', '10.244.2.9:8080'),
      ),
    ).toEqual([['ipvs-half-open', '10.244.1.9:8080']]);
    expect(find(line('SYN_RECV', '192.0.2.7:41001', '10.244.2.9:8080'))).toEqual([['ipvs-half-open', 'none']]);
  });

  it('whose client has the virtual address itself', () => {
    expect(find(line('SYN_RECV', '10.97.3.4:41001', '10.244.2.9:8080'))).toEqual([['ipvs-own-source', undefined]]);
  });

  it('that are established are no fault', () => {
    expect(find(line('ESTABLISHED', '192.0.2.7:41000', '10.244.1.9:8080'))).toEqual([]);
  });

  it('of a server that answers others, too, no server is said to be better', () => {
    const own = [
      line('ESTABLISHED', '192.0.2.7:41000', '10.244.2.9:8080'),
      line('SYN_SENT', '192.0.2.7:41001', '10.244.2.9:8080'),
      line('SYN_RECV', '192.0.2.8:41001', '10.244.2.9:8080'),
    ];
    expect(findOfDirected([{ text: own.join('\n') }])).toMatchObject([
      {
        flow: '192.0.2.7 -> 10.97.3.4:80/tcp',
        words: ['SYN_SENT', '10.97.3.4:80'],
        says: { values: { count: 2, good: 'none', servers: '10.244.2.9:8080' } },
      },
    ]);
  });

  it('of another protocol tell nothing of a server', () => {
    const other = line('ESTABLISHED', '192.0.2.7:41000', '10.244.1.9:8080').replace('TCP ', 'SCTP ');
    expect(find(other, line('SYN_RECV', '192.0.2.7:41001', '10.244.2.9:8080'))).toEqual([['ipvs-half-open', 'none']]);
  });

  it('are told of three virtual servers', () => {
    const own = [4, 5, 6, 7].map((end) =>
      line('SYN_RECV', '192.0.2.7:41001', '10.244.2.9:8080').replace('10.97.3.4', `10.97.3.${end}`),
    );
    expect(find(...own)).toHaveLength(3);
  });
});

import { describe, expect, it } from 'vitest';
import type { Destination } from './destinations';
import type { FateEnd, FlowFate } from './fate';
import type { MatrixColumn, MatrixRow } from './matrix';
import { sayLegend, sayRow, splitNames } from './say';

const destination = (kind: Destination['kind'], name: string, address: string): Destination =>
  ({ kind, name, address, asks: { role: 'port', protocol: 'tcp', port: 80 } }) as Destination;

const rowOf = (...[first, ...others]: [Destination, ...Destination[]]): Pick<MatrixRow, 'destinations'> => ({
  destinations: [first, ...others],
});

const services = (count: number) =>
  Array.from({ length: count }, (_, at) => destination('service', `s${at}`, `10.96.0.${at}`)) as [Destination];

describe('a row in words', () => {
  it.each([
    [3, 's0, s1, s2', 0, []],
    [4, 's0, s1, s2, s3', 0, []],
    [6, 's0, s1, s2', 3, ['s3', 's4', 's5']],
  ])('names %i destinations, or three and counts the others', (count, name, more, rest) => {
    const row = rowOf(...services(count));
    expect(sayRow(row)).toMatchObject({ id: 'reach.to.service', values: { name, more } });
    expect(splitNames(row)[1]).toEqual(rest);
  });

  it('names a destination once that is asked for at several ports', () => {
    const [one] = services(1);
    expect(splitNames(rowOf(one, one))).toEqual([['s0'], []]);
  });
});

describe('the legend of a table', () => {
  const fate = (end: FateEnd): FlowFate => ({ ends: [{ end }], to: [], sources: [] });
  const column = (kind: 'pod' | 'node') => ({ callers: [{ kind }] }) as unknown as MatrixColumn;

  it('has each word that stands there, once, and no other', () => {
    const row = {
      ...rowOf(...services(1)),
      fates: [fate('kept'), fate('kept'), fate('no-route'), undefined],
      selves: ['rewritten', undefined, undefined, undefined],
    } satisfies MatrixRow;
    const lines = sayLegend({
      columns: [column('pod'), column('node'), column('pod'), column('pod')],
      rows: [row, row],
    });
    expect(lines.map(({ end, by, says }) => [end, by, says.values?.['end']])).toEqual([
      ['kept', undefined, 'kept'],
      ['kept', 'node', 'seen'],
      ['no-route', undefined, 'unrouted'],
      [undefined, undefined, 'itself'],
    ]);
  });
});

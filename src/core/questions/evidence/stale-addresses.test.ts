import { expect, it } from 'vitest';
import { findStaleAddresses } from './stale-addresses';

const find = (endpoints: string, ready: string, workload = 'cart-7-deployment') =>
  findStaleAddresses([
    {
      text: `kubectl -n shop get endpoints\nNAME ENDPOINTS AGE\ncart-7-private   ${endpoints}   3h\nNAME READY UP-TO-DATE AVAILABLE AGE\n${workload}   ${ready}   3   3   3h\n`,
    },
  ]).map(({ says }) => says.values);
const PLACES = '10.1.2.3:90,10.1.2.4:90,10.1.2.5:90';

it('addresses far beyond the Pods of the workload called alike are stale', () => {
  expect(find(`${PLACES} + 40 more...`, '3/3')).toEqual([
    { name: 'cart-7-private', namespace: 'shop', count: 43, workload: 'cart-7-deployment', ready: 3, cut: 'no' },
  ]);
  expect(find(`${PLACES} + 4000 more...`, '3/3')[0]).toMatchObject({ cut: 'yes' });
});

it('nothing where a rollout, several ports or another workload explain it', () => {
  expect(find(`${PLACES} + 3 more...`, '3/3')).toEqual([]);
  expect(find('10.1.2.3:90,10.1.2.3:91,10.1.2.4:90 + 9 more...', '3/3')).toEqual([]);
  expect(find(`${PLACES} + 40 more...`, '3/3', 'till')).toEqual([]);
  expect(find(PLACES, '3/3')).toEqual([]);
});

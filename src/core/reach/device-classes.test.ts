import { expect, it } from 'vitest';
import { rulesetOf } from '../linux/xtables/testing/walk-text';
import { xtDeviceTests } from './device-classes';

it.each([
  ['-i eth0', ['eth0']],
  ['-ieth0', ['eth0']],
  ['-o eth0', ['eth0']],
  ['! -o eth0', ['eth0']],
  ['--in-interface eth0', ['eth0']],
  ['--out-int eth0', ['eth0']],
  ['"--in-interface" eth0', ['eth0']],
  ['-i eth0 -o lo', ['eth0', 'lo']],
  ['-m comment --comment "comes -i"', []],
  ['-s 10.0.0.0/8', []],
])('devices that a rule asks for: %s', (words, wanted) => {
  const table = rulesetOf(`*filter\n-A FORWARD ${words} -j DROP\nCOMMIT`).tables.get('filter');
  expect(table && xtDeviceTests(table).map(({ name }) => name)).toEqual(wanted);
});

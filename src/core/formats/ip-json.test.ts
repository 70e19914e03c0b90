import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../paste/pasted';
import type { LineFormat } from './lines/line-format';
import { IP_ADDRESS } from './ip-address';
import { IP_JSON } from './ip-json';
import { IP_ROUTE, makeRoute } from './ip-route';
import { devicesOfLinks } from './links/link';

/** One namespace of iproute2 6.1, listed with and without `-j`: a bridge, cables, VXLAN, a peer, routes of all sorts. */
const shown = (name: string): string => readFileSync(`src/core/formats/testdata/ip-json/${name}`, 'utf8');

function read<T>(format: LineFormat<string, T>, text: string): T {
  const parsed = format.parse(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  expect(parsed.value.diagnostics).toEqual([]);
  return parsed.value.value;
}

describe('ip -j', () => {
  it.each(['detailed', 'pretty'])('has the devices that ip has: %s', (name) => {
    const devices = devicesOfLinks(
      read(IP_JSON, shown(`${name}.json`)).flatMap(({ links }) => links),
      () => 'physical',
    );
    expect(devices.length).toBeGreaterThan(5);
    expect(devices).toEqual(devicesOfLinks(read(IP_ADDRESS, shown(`${name}.txt`)), () => 'physical'));
  });

  it('has the routes that ip has', () => {
    const routes = read(IP_JSON, shown('routes.json')).flatMap((each) => each.routes.map(makeRoute));
    expect(routes.length).toBeGreaterThan(10);
    expect(routes).toEqual(read(IP_ROUTE, shown('routes.txt')).map(makeRoute));
  });

  it('prints what it reads again, an object a line', () => {
    const once = IP_JSON.print(read(IP_JSON, shown('pretty.json')));
    expect(IP_JSON.print(read(IP_JSON, once))).toBe(once);
  });

  it('makes the machine that the listings without -j make', () => {
    const rules = '*nat\n:PREROUTING ACCEPT [0:0]\nCOMMIT\n';
    const made = (form: 'json' | 'txt') =>
      networkOfPasted({
        texts: [{ id: 't', title: 't', text: `${rules}\n${shown(`pretty.${form}`)}\n${shown(`routes.${form}`)}` }],
        facts: {},
      });
    const machine = (form: 'json' | 'txt') => {
      const { network } = made(form);
      return [...network.netns.values()].map(({ devices, routes }) => ({ devices, routes }));
    };
    expect(machine('json')).toEqual(machine('txt'));
    expect(made('json').texts[0]?.others).toEqual([]);
  });

  it.each([
    ['neighbours', '[{"dst":"10.0.0.9","dev":"eth0","lladdr":"02:42:ac:12:00:02","state":["REACHABLE"]}]'],
    ['a device without a name', '[{"ifindex":1,"flags":["UP"],"addr_info":[]}]'],
    ['what was cut', '[{"ifindex":1,"ifname":"lo","flags":['],
  ])('leaves aside %s', (_, text) => {
    expect(IP_JSON.parse(text).ok).toBe(false);
  });

  it('says what it cannot read of an object', () => {
    const parsed = IP_JSON.parse('[{"dst":"10.0.0.0/99","dev":"eth0","flags":[]}]');
    expect(parsed.ok && parsed.value.diagnostics.map(({ message }) => message.id)).toEqual([
      'formats.ip-route.bad-prefix',
    ]);
  });
});

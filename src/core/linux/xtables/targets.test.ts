import { describe, expect, it } from 'vitest';
import { formatIp, ip } from '../../net/ip';
import type { Device } from '../namespace';
import type { Netns } from '../netns';
import { createState } from '../state';
import type { Edit, HookContext } from './extension';
import { parseRule } from './rule-text';
import { applyTarget, TARGETS } from './targets';
import { EMPTY_NETNS, visitOf } from './testing/walk-text';

const device = (name: string, ...addresses: readonly (readonly [string, number])[]): Device => ({
  name,
  kind: name === 'lo' ? 'loopback' : 'physical',
  up: true,
  addresses: addresses.map(([address, prefix]) => ({ address: ip(address), prefix })),
});
const NETNS: Netns = {
  ...EMPTY_NETNS,
  devices: [device('lo', ['127.0.0.1', 8]), device('eth0', ['192.168.0.2', 24]), device('cni0', ['10.244.1.1', 24])],
};

/** What a target says and does, in short. */
function applied(target: string, visit: string): string {
  const { hook, skb } = visitOf(visit);
  const ref = { table: 'nat', chain: hook, index: 0 } as const;
  const family = skb.packet.family;
  const ctx: HookContext = {
    family,
    hook,
    table: 'nat',
    skb,
    netns: NETNS,
    state: createState(),
    decide: () => 0,
    ref,
  };
  const { rule } = parseRule(`-p tcp -j ${target}`, family);
  if (!rule.target) throw new Error('no target');
  const { verdict, edits = [] } = applyTarget(rule.target, ctx);
  return [verdict.kind, ...edits.map(shortEdit)].join(' ');
}

function shortEdit(edit: Edit): string {
  if (edit.kind === 'mark' || edit.kind === 'ctmark') return `${edit.kind}=0x${edit.mark.toString(16)}`;
  if (edit.kind === 'tos') return `tos=${edit.tos.toString(16)}`;
  if (edit.kind === 'zone') return ['zone', edit.zone, ...(edit.direction ? [edit.direction] : [])].join(' ');
  if (edit.kind !== 'nat') return edit.kind;
  const { minAddress, maxAddress, minPort, maxPort, basePort, random, persistent, netmap } = edit.range;
  const ports = minPort === undefined ? '' : `:${minPort}-${maxPort}${basePort === undefined ? '' : `/${basePort}`}`;
  const addresses = minAddress && maxAddress ? `${formatIp(minAddress)}-${formatIp(maxAddress)}` : '';
  const flags = [random, persistent ? 'persistent' : undefined, netmap ? `map/${netmap.prefix}` : undefined];
  return `${edit.manip}=${[`${addresses}${ports}`, ...flags.filter((flag) => flag !== undefined)].filter(Boolean).join(',')}`;
}

const IN = 'PREROUTING in=eth0 mark=255 tcp 192.168.0.9:1000>192.168.0.2:80 S';
const OUT = 'POSTROUTING out=cni0 tcp 192.168.0.9:1000>10.244.1.5:80 S';

describe('targets', () => {
  it.each([
    ['ACCEPT', IN, 'ACCEPT'],
    ['DROP', IN, 'DROP'],
    ['RETURN', IN, 'RETURN'],
    ['SOME-CHAIN', IN, 'JUMP'],
    ['REJECT', IN, 'REJECT'],
    ['LOG', IN, 'CONTINUE'],
    ['TCPMSS --clamp-mss-to-pmtu', IN, 'CONTINUE'],
    ['MARK --set-mark 0x4000', IN, 'CONTINUE mark=0x4000'],
    ['MARK --set-xmark 0x1/0xf', IN, 'CONTINUE mark=0xf1'],
    ['MARK --or-mark 0x4000', IN, 'CONTINUE mark=0x40ff'],
    ['MARK --and-mark 0xf', IN, 'CONTINUE mark=0xf'],
    ['MARK --xor-mark 0xf', IN, 'CONTINUE mark=0xf0'],
    ['CONNMARK --save-mark', IN, 'CONTINUE'],
    ['DNAT --to-destination 10.0.0.1', IN, 'ACCEPT DST=10.0.0.1-10.0.0.1'],
    ['DNAT --to-destination :8080', IN, 'ACCEPT DST=:8080-8080'],
    ['DNAT --to-destination 10.0.0.1-10.0.0.9:80-90 --random', IN, 'ACCEPT DST=10.0.0.1-10.0.0.9:80-90,random'],
    ['DNAT --to-destination 10.0.0.1:1000-2000/500', IN, 'ACCEPT DST=10.0.0.1-10.0.0.1:1000-2000/500'],
    ['SNAT --to-source 10.0.0.1 --persistent', OUT, 'ACCEPT SRC=10.0.0.1-10.0.0.1,persistent'],
    ['SNAT --to-source 10.0.0.1 --random-fully', OUT, 'ACCEPT SRC=10.0.0.1-10.0.0.1,random-fully'],
    ['MASQUERADE', OUT, 'ACCEPT SRC=10.244.1.1-10.244.1.1'],
    ['MASQUERADE --to-ports 1024-2048 --random-fully', OUT, 'ACCEPT SRC=10.244.1.1-10.244.1.1:1024-2048,random-fully'],
    ['REDIRECT --to-ports 8080', IN, 'ACCEPT DST=192.168.0.2-192.168.0.2:8080-8080'],
    ['REDIRECT', 'OUTPUT out=eth0 tcp 192.168.0.2:1>10.0.0.9:2 S', 'ACCEPT DST=127.0.0.1-127.0.0.1'],
    ['REDIRECT', 'PREROUTING in=ghost tcp 10.0.0.1:1>10.0.0.2:2 S', 'DROP'],
    ['NETMAP --to 10.9.0.0/16', IN, 'ACCEPT DST=map/16'],
    ['NETMAP --to 10.9.0.0/16', OUT, 'ACCEPT SRC=map/16'],
    ['CT --notrack', IN, 'CONTINUE notrack'],
    ['CT --zone 7', IN, 'CONTINUE zone 7'],
    ['CT --zone-orig 7', IN, 'CONTINUE zone 7 original'],
    ['CT --zone-reply mark', IN, 'CONTINUE zone 255 reply'],
    ['CT --helper ftp', IN, 'CONTINUE helper'],
    ['TTL --ttl-set 1', IN, 'CONTINUE ttl'],
    ['DSCP --set-dscp-class EF', IN, 'CONTINUE tos=b8'],
    ['TOS --set-tos 0x10/0x3f', IN, 'CONTINUE tos=10'],
    ['TOS --or-tos 0x08', IN, 'CONTINUE tos=8'],
  ])('%s at %s: %s', (target, visit, result) => expect(applied(target, visit)).toBe(result));
});

describe('the registry', () => {
  it('lists each target once', () => {
    const names = TARGETS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(40);
  });
});

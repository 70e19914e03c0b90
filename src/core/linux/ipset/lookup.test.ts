import { describe, expect, it } from 'vitest';
import { IPSET_SAVE, type IpSets } from '../../formats/ipset-save';
import { ip } from '../../net/ip';
import type { L4Header } from '../../net/packet';
import { testSet, type SetSide } from './lookup';

const TEXT = `create A hash:ip family inet hashsize 1024
add A 10.0.0.1
create N hash:net
add N 10.0.0.0/8
add N 10.1.0.0/16 nomatch
add N 10.1.2.0/24
create NP hash:net,port
add NP 10.0.0.0/8,tcp:80
add NP 10.1.0.0/16,tcp:80 nomatch
create IPI hash:ip,port,ip
add IPI 10.0.0.1,tcp:80,10.0.0.2
create P bitmap:port range 0-65535
add P 80
create L list:set
add L P
add L A
create M hash:mac
add M 00:11:22:33:44:55
create W hash:ip,port family inet6
add W fd00::1,udp:53
`;

function setsOf(text: string): IpSets {
  const parsed = IPSET_SAVE.parse(text);
  if (!parsed.ok) throw new Error('no sets');
  return parsed.value.value;
}
const SETS = setsOf(TEXT);

function ask(
  name: string,
  directions: string,
  from: string,
  dst: string,
  l4: L4Header = { proto: 'tcp', sport: 80, dport: 80, flags: {}, seq: 0, ack: 0 },
  returnNomatch = false,
) {
  const set = SETS.get(name);
  if (!set) throw new Error(name);
  const packet = { family: ip(from).family, src: ip(from), dst: ip(dst), ttl: 64, l4 };
  return testSet(set, {
    sets: SETS,
    live: new Map(),
    now: 0,
    skb: { packet, mark: 0, local: false },
    directions: directions.split(',') as SetSide[],
    returnNomatch,
  });
}

describe('-m set', () => {
  it.each([
    ['A', 'src', '10.0.0.1', '1.1.1.1', true],
    ['A', 'dst', '10.0.0.1', '1.1.1.1', false],
    ['A', 'src,src', '10.0.0.1', '1.1.1.1', true],
    ['N', 'src', '10.9.9.9', '1.1.1.1', true],
    ['N', 'src', '10.1.9.9', '1.1.1.1', false],
    ['N', 'src', '10.1.2.9', '1.1.1.1', true],
    ['NP', 'src,dst', '10.9.9.9', '1.1.1.1', true],
    ['NP', 'src,dst', '10.1.9.9', '1.1.1.1', false],
    ['NP', 'src', '10.9.9.9', '1.1.1.1', false],
    ['IPI', 'src,dst,dst', '10.0.0.1', '10.0.0.2', true],
    ['IPI', 'dst,dst,src', '10.0.0.1', '10.0.0.2', false],
    ['P', 'dst', '10.0.0.1', '10.0.0.2', true],
    ['L', 'src', '10.0.0.1', '10.0.0.2', true],
    ['M', 'src', '10.0.0.1', '10.0.0.2', false],
    ['W', 'src,src', '10.0.0.1', '10.0.0.2', false],
  ])('%s %s of %s > %s: %s', (name, directions, src, dst, expected) => {
    expect(ask(name, directions, src, dst)).toBe(expected);
  });

  it('keeps protocols apart, but not in a set of bare ports', () => {
    const udp: L4Header = { proto: 'udp', sport: 80, dport: 80 };
    const sctp: L4Header = { proto: 'sctp', sport: 80, dport: 80, chunk: 'INIT' };
    expect(ask('IPI', 'src,dst,dst', '10.0.0.1', '10.0.0.2', udp)).toBe(false);
    expect([ask('P', 'dst', '10.0.0.1', '10.0.0.2', udp), ask('P', 'dst', '10.0.0.1', '10.0.0.2', sctp)]).toEqual([
      true,
      false,
    ]);
  });

  it('turns exceptions round with --return-nomatch', () => {
    expect(ask('N', 'src', '10.1.9.9', '1.1.1.1', undefined, true)).toBe(true);
    expect(ask('N', 'src', '10.9.9.9', '1.1.1.1', undefined, true)).toBe(false);
  });

  it('looks at IPv6', () => {
    expect(ask('W', 'src,src', 'fd00::1', 'fd00::2', { proto: 'udp', sport: 53, dport: 1 })).toBe(true);
  });
});

describe('ipset save', () => {
  it('prints what it read', () => {
    expect(IPSET_SAVE.print(SETS)).toBe(TEXT);
    expect(IPSET_SAVE.detect(TEXT)).toBe(1);
    expect(IPSET_SAVE.detect('*nat\nCOMMIT\n')).toBe(0);
  });

  it('says which lines it could not read, and goes on', () => {
    const parsed = IPSET_SAVE.parse('create A hash:ip\nadd B 1.1.1.1\nnonsense\nadd A 2.2.2.2\n');
    expect(parsed.ok && parsed.value.value.get('A')?.members).toHaveLength(1);
    expect(parsed.ok && parsed.value.diagnostics.map(({ code, span }) => `${code} ${span?.line}`)).toEqual([
      'invalid 2',
      'unrecognised 3',
    ]);
  });

  it('is an error without a set', () => {
    expect(IPSET_SAVE.parse('hello').ok).toBe(false);
  });
});

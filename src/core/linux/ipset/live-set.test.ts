import { describe, expect, it } from 'vitest';
import { IPSET_SAVE } from '../../formats/ipset-save';
import { processorTime } from '../../lib/testing/processor-time';
import type { Netns } from '../netns';
import { cloneState, createState, type NetnsState } from '../state';
import { EMPTY_NETNS, rulesetOf, visitOf, walkVisit } from '../xtables/testing/walk-text';
import { SET_KINDS } from './kinds';

function netnsOf(text: string): Netns {
  const parsed = IPSET_SAVE.parse(text);
  if (!parsed.ok) throw new Error('no sets');
  return { ...EMPTY_NETNS, ipsets: parsed.value.value };
}

/**
 * Sends packets one after the other through one chain: `x` where the last rule (`-j MARK`) matched, `?` where
 * that was not known. `@5 ` before a packet sets the clock to 5 s.
 */
function play(sets: string, rules: readonly string[], visits: readonly string[], state = createState()): string {
  const text = ['*mangle', ':FORWARD ACCEPT', ...rules.map((rule) => `-A FORWARD ${rule}`), 'COMMIT'].join('\n');
  const table = rulesetOf(text).tables.get('mangle');
  const netns = netnsOf(sets);
  if (!table) throw new Error('no table');
  return visits
    .map((line) => {
      const [, at, visit = line] = /^@(\d+) (.*)$/.exec(line) ?? [];
      if (at !== undefined) state.now = Number(at) * 1000;
      let asked = false;
      const decide = (): number => {
        asked = true;
        return 1;
      };
      const { events } = walkVisit(table, visitOf(visit), { netns, state, decide });
      const hit = events.some((event) => event.kind === 'rule' && event.ref.index === rules.length - 1);
      return asked ? '?' : hit ? 'x' : '.';
    })
    .join('');
}

const from = (address: string, rest = '>10.9.0.1:80 S', more = ''): string =>
  `FORWARD in=eth0 out=eth1 ${more}tcp ${address}:1000${rest}`;
const ADD = '-j SET --add-set S src';
const IN = '-m set --match-set S src -j MARK --set-mark 1';

describe('a set that packets change', () => {
  it.each<[what: string, set: string, rules: string[], visits: string[], pattern: string]>([
    ['ip_set_add: the packet is in it from then on', 'hash:ip', [IN.replace(IN, ADD), IN], [from('10.0.0.1')], 'x'],
    ['the test comes first', 'hash:ip', [IN], [from('10.0.0.1')], '.'],
    [
      'another address is not',
      'hash:ip',
      [`-s 10.0.0.1 ${ADD}`, IN],
      [from('10.0.0.2'), from('10.0.0.1'), from('10.0.0.2')],
      '.x.',
    ],
    [
      'ip_set_del',
      'hash:ip',
      [`-p tcp --dport 80 ${ADD}`, '-p tcp --dport 81 -j SET --del-set S src', IN],
      [from('10.0.0.1'), from('10.0.0.1', '>10.9.0.1:82 S'), from('10.0.0.1', '>10.9.0.1:81 S')],
      'xx.',
    ],
    [
      'the set says how long a member stays',
      'hash:ip timeout 10',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), `@10 ${from('10.0.0.1', '>10.9.0.1:1 S')}`, `@11 ${from('10.0.0.1', '>10.9.0.1:1 S')}`],
      'xx.',
    ],
    [
      '--timeout says otherwise',
      'hash:ip timeout 10',
      [`-p tcp --dport 80 ${ADD} --timeout 60`, IN],
      [from('10.0.0.1'), `@59 ${from('10.0.0.1', '>10.9.0.1:1 S')}`, `@61 ${from('10.0.0.1', '>10.9.0.1:1 S')}`],
      'xx.',
    ],
    [
      '--timeout 0: for ever',
      'hash:ip timeout 10',
      [`-p tcp --dport 80 ${ADD} --timeout 0`, IN],
      [from('10.0.0.1'), `@9999 ${from('10.0.0.1', '>10.9.0.1:1 S')}`],
      'xx',
    ],
    [
      'without --exist a member keeps its time',
      'hash:ip timeout 10',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), `@9 ${from('10.0.0.1')}`, `@12 ${from('10.0.0.1', '>10.9.0.1:1 S')}`],
      'xx.',
    ],
    [
      'with --exist it starts anew',
      'hash:ip timeout 10',
      [`-p tcp --dport 80 ${ADD} --exist`, IN],
      [from('10.0.0.1'), `@9 ${from('10.0.0.1')}`, `@12 ${from('10.0.0.1', '>10.9.0.1:1 S')}`],
      'xxx',
    ],
    [
      'a full hash takes nobody in',
      'hash:ip maxelem 1',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), from('10.0.0.2'), from('10.0.0.1')],
      'x.x',
    ],
    [
      'with forceadd somebody goes: which one is not known',
      'hash:ip maxelem 2 forceadd\nadd S 10.0.0.8\nadd S 10.0.0.9',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), from('10.0.0.8', '>10.9.0.1:1 S'), from('10.0.0.7', '>10.9.0.1:1 S')],
      'x?.',
    ],
    [
      'room is made of members past their time',
      'hash:ip maxelem 1 timeout 5',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), `@9 ${from('10.0.0.2')}`],
      'xx',
    ],
    [
      'a set of networks takes the most specific prefix it has (h->nets[0].cidr[0])',
      'hash:net\nadd S 192.168.0.0/16\nadd S 192.168.7.0/24',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), from('10.0.0.77', '>10.9.0.1:1 S'), from('10.0.1.1', '>10.9.0.1:1 S')],
      'xx.',
    ],
    [
      'or the whole address when it has none',
      'hash:net',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), from('10.0.0.1', '>10.9.0.1:1 S'), from('10.0.0.2', '>10.9.0.1:1 S')],
      'xx.',
    ],
    [
      'a bitmap has room for its range only',
      'bitmap:ip range 10.0.0.0/30',
      [ADD, IN],
      [from('10.0.0.1'), from('10.0.0.9')],
      'x.',
    ],
    [
      'netmask',
      'hash:ip netmask 24',
      [`-p tcp --dport 80 ${ADD}`, IN],
      [from('10.0.0.1'), from('10.0.0.9', '>10.9.0.1:1 S')],
      'xx',
    ],
  ])('%s', (_what, set, rules, visits, pattern) => {
    expect(play(`create S ${set}\n`, rules, visits)).toBe(pattern);
  });

  it('counts the packets that fall under a member, and asks for them (ip_set_match_counter)', () => {
    const rule = (option: string): string => `-m set --match-set S src ${option} -j MARK --set-mark 1`;
    const four = [1, 2, 3, 4].map(() => from('10.0.0.1'));
    const sets = 'create S hash:ip counters\nadd S 10.0.0.1 packets 1 bytes 60\n';
    expect(play(sets, [rule('--packets-gt 2')], four)).toBe('.xxx');
    expect(play(sets, [rule('--packets-eq 3')], four)).toBe('.x..');
    expect(play(sets, [rule('! --packets-eq 3')], four)).toBe('x.xx');
    expect(play(sets, [rule('--packets-lt 4 ! --update-counters')], four)).toBe('xxxx');
    expect(play(sets, [rule('--bytes-gt 50')], four)).toBe('xxxx');
    expect(play(sets, [rule('--bytes-lt 1000')], four)).toBe('????');
  });

  it('passes over a member past its time, to the network around it', () => {
    const sets = 'create S hash:net timeout 0\nadd S 10.0.0.0/8 timeout 0 nomatch\nadd S 10.1.0.0/16 timeout 5\n';
    expect(play(sets, [IN], [from('10.1.0.1'), `@6 ${from('10.1.0.1')}`])).toBe('x.');
  });

  it('sets the mark a member has (--map-set, set_target_v3)', () => {
    const sets = 'create S hash:ip skbinfo\nadd S 10.0.0.1 skbmark 0x10/0xf0\nadd S 10.0.0.2\n';
    const rules = ['-j SET --map-set S src --map-mark', '-m mark --mark 0x13 -j MARK --set-mark 1'];
    const marked = (address: string): string => from(address, undefined, 'mark=163 ');
    expect(play(sets, rules, [marked('10.0.0.1'), marked('10.0.0.2'), marked('10.0.0.3')])).toBe('x..');
  });

  it('does not take a comment for an option', () => {
    const sets = 'create S hash:ip timeout 0 comment\nadd S 10.0.0.1 timeout 0 comment "timeout 1 nomatch"\n';
    expect(play(sets, [IN], [`@9 ${from('10.0.0.1')}`])).toBe('x');
  });

  it('belongs to one run', () => {
    const state: NetnsState = createState();
    play('create S hash:ip\n', [ADD, IN], [from('10.0.0.1')], state);
    const copy = cloneState(state);
    play('create S hash:ip\n', ['-j SET --del-set S src', IN], [from('10.0.0.1')], copy);
    expect(play('create S hash:ip\n', [IN], [from('10.0.0.1')], state)).toBe('x');
    expect(play('create S hash:ip\n', [IN], [from('10.0.0.1')], copy)).toBe('.');
  });
});

const UDP = 'FORWARD in=eth0 out=eth1 udp 10.1.2.3:1000>10.9.0.1:53';
const PING = 'FORWARD in=eth0 out=eth1 icmp 10.1.2.3>10.9.0.1 type=8 code=0';

describe('every type of set', () => {
  it.each<[type: string, members: string[], directions: string, visit: string, pattern: string]>([
    ['bitmap:ip', ['10.1.2.3'], 'src', UDP, 'x'],
    ['bitmap:ip,mac', ['10.1.2.3'], 'src,src', UDP, 'x'],
    ['bitmap:ip,mac', ['10.1.2.3,02:00:00:00:00:01'], 'src,src', UDP, '?'],
    ['bitmap:ip,mac', ['10.1.2.4,02:00:00:00:00:01'], 'src,src', UDP, '.'],
    ['bitmap:port', ['53'], 'dst', UDP, 'x'],
    ['bitmap:port', ['2048'], 'dst', PING, '.'],
    ['hash:ip', ['10.1.2.3'], 'src', UDP, 'x'],
    ['hash:mac', ['02:00:00:00:00:01'], 'src', UDP, '?'],
    ['hash:mac', ['02:00:00:00:00:01'], 'src', UDP.replace('FORWARD in=eth0 ', 'FORWARD '), '.'],
    ['hash:ip,mac', ['10.1.2.3,02:00:00:00:00:01'], 'src,src', UDP, '?'],
    ['hash:net', ['10.1.0.0/16'], 'src', UDP, 'x'],
    ['hash:net', ['10.1.0.0/16', '10.1.2.0/24 nomatch'], 'src', UDP, '.'],
    ['hash:net,net', ['10.1.0.0/16,10.9.0.0/24'], 'src,dst', UDP, 'x'],
    ['hash:net,net', ['10.1.0.0/16,10.9.0.0/24', '10.1.2.0/24,10.9.0.1/32 nomatch'], 'src,dst', UDP, '.'],
    ['hash:ip,port', ['10.9.0.1,udp:53'], 'dst,dst', UDP, 'x'],
    ['hash:ip,port', ['10.9.0.1,53'], 'dst,dst', UDP, '.'],
    ['hash:ip,port', ['10.9.0.1,icmp:echo-request'], 'dst,dst', PING, 'x'],
    ['hash:ip,port', ['10.9.0.1,icmp:8/0'], 'dst,dst', PING, 'x'],
    ['hash:net,port', ['10.9.0.0/16,udp:53'], 'dst,dst', UDP, 'x'],
    ['hash:ip,port,ip', ['10.1.2.3,udp:53,10.9.0.1'], 'src,dst,dst', UDP, 'x'],
    ['hash:ip,port,net', ['10.1.2.3,udp:53,10.9.0.0/24'], 'src,dst,dst', UDP, 'x'],
    ['hash:net,port,net', ['10.1.0.0/16,udp:53,10.9.0.0/24'], 'src,dst,dst', UDP, 'x'],
    ['hash:net,iface', ['10.1.0.0/16,eth0'], 'src,src', UDP, 'x'],
    ['hash:net,iface', ['10.1.0.0/16,eth1'], 'src,dst', UDP, 'x'],
    ['hash:net,iface', ['0.0.0.0/0,eth0'], 'src,src', UDP, 'x'],
    // The network around it is not asked once a more specific one is listed at all.
    ['hash:net,iface', ['10.0.0.0/8,eth0', '10.1.0.0/16,eth9'], 'src,src', UDP, '.'],
    ['hash:net,iface', ['10.1.0.0/16,eth wildcard'], 'src,src', UDP, 'x'],
    ['hash:net,iface', ['10.1.0.0/16,physdev:eth0'], 'src,src', UDP, '.'],
    ['hash:ip,mark', ['10.1.2.3,0x5'], 'src', UDP.replace('udp', 'mark=5 udp'), '.'],
    ['hash:ip,mark', ['10.1.2.3,0x5'], 'src,src', UDP.replace('udp', 'mark=5 udp'), 'x'],
    ['hash:ip,mark markmask 0xff', ['10.1.2.3,0x5'], 'src,src', UDP.replace('udp', 'mark=773 udp'), 'x'],
    ['hash:ip,frob', ['10.1.2.3,x'], 'src,src', UDP, '?'],
  ])('%s %j %s', (type, members, directions, visit, pattern) => {
    const sets = [`create S ${type}`, ...members.map((member) => `add S ${member}`)].join('\n');
    expect(play(sets, [`-m set --match-set S ${directions} -j MARK --set-mark 1`], [visit])).toBe(pattern);
  });

  it('asks the members of a list in order, and adds to the first that takes it', () => {
    const sets = 'create A hash:ip maxelem 1\nadd A 10.0.0.9\ncreate B hash:ip\ncreate S list:set\nadd S A\nadd S B\n';
    const inB = '-m set --match-set B src -j MARK --set-mark 1';
    expect(play(sets, [IN], [from('10.0.0.9'), from('10.0.0.1')])).toBe('x.');
    expect(play(sets, [ADD, inB], [from('10.0.0.1')])).toBe('x');
  });

  it('is known by its file in the kernel, once', () => {
    expect(new Set(SET_KINDS.map(({ type }) => type)).size).toBe(16);
    for (const { type, reference } of SET_KINDS) {
      expect(reference).toBe(`net/netfilter/ipset/ip_set_${type.replace(':', '_').replaceAll(',', '')}.c`);
    }
  });
});

it('finds one of 100,000 members without looking at the others', () => {
  const askOf = (count: number): (() => unknown) => {
    const members = Array.from({ length: count }, (_, i) => `add S 10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    const netns = netnsOf(['create S hash:ip maxelem 200000', ...members].join('\n'));
    const table = rulesetOf(`*mangle\n:FORWARD ACCEPT\n-A FORWARD ${IN}\nCOMMIT`).tables.get('mangle');
    if (!table) throw new Error('no table');
    const state = createState();
    return () => walkVisit(table, visitOf(from('10.1.0.1')), { netns, state });
  };
  const thousand = (ask: () => unknown): number => {
    ask();
    return processorTime(() => {
      for (let i = 0; i < 1000; i++) ask();
    });
  };
  // A look at ten thousand times the members would take hundreds of times as long.
  expect(thousand(askOf(100_000))).toBeLessThan(20 * thousand(askOf(10)));
});

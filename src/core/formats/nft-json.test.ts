import { describe, expect, it } from 'vitest';
import { detectFormats, readByFormat } from '.';
import { NFT_JSON } from './nft-json';
import { NFT_RULESET } from './nft-ruleset';

/** What `nft -j list ruleset` says of one table with a chain of these rules and what else is given. */
function listing(rules: readonly object[], others: readonly object[] = []): string {
  const chain = { family: 'ip', table: 't', name: 'c', handle: 1, type: 'filter', hook: 'input', prio: -100 };
  const members = [
    { metainfo: { version: '1.0.6', release_name: 'Lester Gooch #5', json_schema_version: 1 } },
    { table: { family: 'ip', name: 't', handle: 1 } },
    ...others,
    { chain: { ...chain, policy: 'drop' } },
    ...rules.map((rule) => ({ rule: { family: 'ip', table: 't', chain: 'c', handle: 9, ...rule } })),
  ];
  return JSON.stringify({ nftables: members });
}

/** The ruleset a text of JSON gives, as nft would list it. */
function read(text: string) {
  const parsed = NFT_JSON.parse(text);
  if (!parsed.ok) throw new Error('nothing read');
  const { value, diagnostics } = parsed.value;
  return { value, text: NFT_RULESET.print(value.ruleset), said: diagnostics.map(({ message }) => message.id) };
}

/** The same through the reader of text. */
function throughText(text: string): string {
  const parsed = NFT_RULESET.parse(text);
  return parsed.ok ? NFT_RULESET.print(parsed.value.value) : '';
}

const payload = (protocol: string, field: string): object => ({ payload: { protocol, field } });
const match = (left: object, right: unknown, op = '=='): object => ({ match: { op, left, right } });

/** Objects of a table as `nft -j` lists them, and as `nft` does; recorded with nft 1.0.6. */
const OBJECTS: readonly (readonly [text: string, object: object])[] = [
  ['limit l { rate over 10/second burst 20 packets }', { limit: { rate: 10, per: 'second', inv: true, burst: 20 } }],
  [
    'limit l { comment "x"; rate 10 kbytes/minute burst 5 kbytes }',
    { limit: { comment: 'x', rate: 10, per: 'minute', rate_unit: 'kbytes', burst: 5, burst_unit: 'kbytes' } },
  ],
  ['limit l { rate 10 kbytes/hour }', { limit: { rate: 10, per: 'hour', rate_unit: 'kbytes' } }],
  ['quota l { over 100 mbytes }', { quota: { bytes: 104857600, used: 0, inv: true } }],
  [
    'quota l { comment "quo"; 25 mbytes used 3 mbytes }',
    { quota: { comment: 'quo', bytes: 26214400, used: 3145728, inv: false } },
  ],
  ['counter l { packets 3 bytes 4 }', { counter: { packets: 3, bytes: 4 } }],
  [
    'ct helper l { comment "he"; type "ftp" protocol tcp; l3proto ip }',
    { 'ct helper': { comment: 'he', type: 'ftp', protocol: 'tcp', l3proto: 'ip' } },
  ],
  [
    'ct timeout l { protocol tcp; l3proto ip; policy = { established : 100, close : 5 } }',
    { 'ct timeout': { protocol: 'tcp', l3proto: 'ip', policy: { established: 100, close: 5 } } },
  ],
  [
    'ct expectation l { protocol udp; dport 9876; timeout 2m; size 12; l3proto ip }',
    { 'ct expectation': { protocol: 'udp', dport: 9876, timeout: 120000, size: 12, l3proto: 'ip' } },
  ],
  [
    'synproxy l { mss 1460; wscale 7; timestamp sack-perm }',
    { synproxy: { mss: 1460, wscale: 7, flags: ['timestamp', 'sack-perm'] } },
  ],
];

describe('objects of a table', () => {
  it.each(OBJECTS)('%s', (text, object) => {
    const [[kind, members] = ['', {}]] = Object.entries(object);
    const listed = read(listing([], [{ [kind]: { family: 'ip', name: 'l', table: 't', handle: 2, ...members } }]));
    expect(listed.said).toEqual([]);
    const onOneLine = listed.text
      .replaceAll(/\{\n\s*/g, '{ ')
      .replaceAll(/\n\s*\}/g, ' }')
      .replaceAll(/\n\s*/g, '; ');
    expect(onOneLine).toContain(text);
    expect(throughText(listed.text)).toBe(listed.text);
  });
});

const RULES: readonly (readonly [text: string, expr: readonly object[]])[] = [
  [
    'ip saddr 10.0.0.0/8 accept',
    [match(payload('ip', 'saddr'), { prefix: { addr: '10.0.0.0', len: 8 } }), { accept: null }],
  ],
  [
    'tcp dport != { 80, 100-200 } counter packets 3 bytes 4 drop',
    [
      match(payload('tcp', 'dport'), { set: [80, { range: [100, 200] }] }, '!='),
      { counter: { packets: 3, bytes: 4 } },
      { drop: null },
    ],
  ],
  [
    'iifname "eth*" oifname { "a", "b" } return',
    [
      match({ meta: { key: 'iifname' } }, 'eth*'),
      match({ meta: { key: 'oifname' } }, { set: ['a', 'b'] }),
      { return: null },
    ],
  ],
  [
    'ct state established,related jump d',
    [match({ ct: { key: 'state' } }, ['established', 'related'], 'in'), { jump: { target: 'd' } }],
  ],
  ['tcp flags & ack == ack accept', [match({ '&': [payload('tcp', 'flags'), 'ack'] }, 'ack'), { accept: null }]],
  [
    'tcp flags syn / syn,ack accept',
    [match({ '&': [payload('tcp', 'flags'), ['syn', 'ack']] }, 'syn'), { accept: null }],
  ],
  [
    'meta mark & 0x00004000 == 0x00004000 return',
    [match({ '&': [{ meta: { key: 'mark' } }, 16_384] }, 16_384), { return: null }],
  ],
  [
    'meta mark set meta mark | 0x00004000',
    [{ mangle: { key: { meta: { key: 'mark' } }, value: { '|': [{ meta: { key: 'mark' } }, 16_384] } } }],
  ],
  [
    'ip daddr . meta l4proto . th dport vmap @services',
    [
      {
        vmap: {
          key: { concat: [payload('ip', 'daddr'), { meta: { key: 'l4proto' } }, payload('th', 'dport')] },
          data: '@services',
        },
      },
    ],
  ],
  [
    'numgen random mod 2 vmap { 0 : goto a, 1 : goto b }',
    [
      {
        vmap: {
          key: { numgen: { mode: 'random', mod: 2, offset: 0 } },
          data: {
            set: [
              [0, { goto: { target: 'a' } }],
              [1, { goto: { target: 'b' } }],
            ],
          },
        },
      },
    ],
  ],
  ['fib daddr type local accept', [match({ fib: { result: 'type', flags: ['daddr'] } }, 'local'), { accept: null }]],
  [
    'meta l4proto tcp dnat to 10.0.0.1:8080',
    [match({ meta: { key: 'l4proto' } }, 'tcp'), { dnat: { addr: '10.0.0.1', port: 8080 } }],
  ],
  ['masquerade fully-random', [{ masquerade: { flags: 'fully-random' } }]],
  ['reject with icmp host-unreachable', [{ reject: { type: 'icmp', expr: 'host-unreachable' } }]],
  ['reject with tcp reset', [{ reject: { type: 'tcp reset' } }]],
  [
    'limit rate 3/minute log prefix "in: " level info',
    [{ limit: { rate: 3, burst: 5, per: 'minute' } }, { log: { prefix: 'in: ', level: 'info' } }],
  ],
  [
    'update @dyn { ip saddr timeout 5s }',
    [{ set: { op: 'update', elem: { elem: { val: payload('ip', 'saddr'), timeout: 5 } }, set: '@dyn' } }],
  ],
  [
    'meta hour "10:00"-"12:00" accept',
    [match({ meta: { key: 'hour' } }, { range: ['10:00', '12:00'] }), { accept: null }],
  ],
  ['xt match "recent" accept', [{ xt: { type: 'match', name: 'recent' } }, { accept: null }]],
];

describe('nft -j list ruleset', () => {
  it.each(RULES)('%s', (text, expr) => {
    const { text: got } = read(listing([{ expr }]));
    const wanted = throughText(
      `table ip t {\n chain c {\n type filter hook input priority -100; policy drop;\n ${text}\n}\n}`,
    );
    expect(got).toBe(wanted);
    expect(got).toContain(`\t\t${text}\n`);
  });

  it.each([
    ['a chain without a name', 'jump {\n\t\t\tip saddr 192.0.2.1 drop\n\t\t\tcounter packets 0 bytes 0\n\t\t}', true],
    ['one in another', 'goto {\n\t\t\tjump {\n\t\t\t\tdrop\n\t\t\t}\n\t\t\taccept\n\t\t}', true],
    ['a line outside of braces', 'accept\n} chain other {\n accept', false],
    ['a line behind them', 'jump {\n accept\n }\n drop', false],
  ])('a statement that nft has no JSON for: %s', (_name, statement, isRead) => {
    const expr = [match(payload('tcp', 'dport'), 80), statement];
    const { text, said } = read(listing([{ expr }]));
    expect(text.includes(`\t\ttcp dport 80 ${statement}\n`)).toBe(isRead);
    expect(said.length === 0).toBe(isRead);
    expect(text.match(/^\tchain /gm)).toHaveLength(1);
  });

  it('sets and maps, concatenated, with times, counters and comments', () => {
    const elem = { elem: { val: { concat: ['10.0.0.1', 'tcp', 80] }, timeout: 60, comment: 'a b' } };
    const set = { family: 'ip', table: 't', name: 's', type: ['ipv4_addr', 'inet_proto', 'inet_service'] };
    const map = { family: 'ip', table: 't', name: 'm', type: 'ipv4_addr', map: 'verdict', comment: 'x' };
    const { text } = read(
      listing(
        [],
        [
          { set: { ...set, flags: ['timeout'], timeout: 3600, elem: [elem] } },
          {
            map: {
              ...map,
              elem: [
                ['10.0.0.1', { drop: null }],
                [{ elem: { val: '10.0.0.2', counter: { packets: 1, bytes: 2 } } }, { goto: { target: 'c' } }],
              ],
            },
          },
        ],
      ),
    );
    expect(text).toContain('type ipv4_addr . inet_proto . inet_service\n\t\tflags timeout\n\t\ttimeout 1h');
    expect(text).toContain('elements = { 10.0.0.1 . tcp . 80 timeout 1m comment "a b" }');
    expect(text).toContain('type ipv4_addr : verdict\n\t\tcomment "x"');
    expect(text).toMatch(/10\.0\.0\.1 : drop,\s+10\.0\.0\.2 counter packets 1 bytes 2 : goto c }/);
  });

  it('keeps what it does not know, and the walk is told', () => {
    const { value } = read(listing([{ expr: [{ brandnew: { key: [1] } }, { accept: null }] }]));
    const chain = value.ruleset.tables.get('ip t')?.chains.get('c');
    expect(chain?.rule(0).statements[0]).toMatchObject({ statement: 'unrecognised' });
  });

  it('knows the line of every rule of a listing with line breaks', () => {
    const pretty = JSON.stringify(
      JSON.parse(listing([{ expr: [{ accept: null }] }, { expr: [{ drop: null }] }])),
      undefined,
      1,
    );
    const chain = read(pretty).value.ruleset.tables.get('ip t')?.chains.get('c');
    // The brace of a rule stands in the line before its name, counted from 1.
    const lines = pretty.split('\n').flatMap((line, index) => (line.includes('"rule"') ? [index] : []));
    expect([chain?.line(0), chain?.line(1)]).toEqual(lines);
  });

  it('commands: add, insert, flush', () => {
    const at = { family: 'ip', table: 't', chain: 'c' };
    const add = (kind: string, of: object): object => ({ add: { [kind]: of } });
    const members = [
      { flush: { ruleset: null } },
      add('table', { family: 'ip', name: 't' }),
      add('chain', { family: 'ip', table: 't', name: 'c' }),
      add('rule', { ...at, expr: [{ drop: null }] }),
      { insert: { rule: { ...at, expr: [{ accept: null }] } } },
    ];
    expect(read(JSON.stringify({ nftables: members })).text).toBe(
      'table ip t {\n\tchain c {\n\t\taccept\n\t\tdrop\n\t}\n}\n',
    );
  });

  it('is detected, printed again, and found between other lines', () => {
    const text = listing([{ expr: [{ accept: null }], comment: 'it is' }]);
    expect(detectFormats(text)[0]).toMatchObject({ id: 'nft-json', score: 1 });
    const once = read(text);
    expect(once.text).toContain('accept comment "it is"');
    const printed = NFT_JSON.print(once.value);
    expect(NFT_JSON.print(read(printed).value)).toBe(printed);
    expect(JSON.parse(printed)).toEqual(JSON.parse(text));
    expect(read(`# nft -j list ruleset\n${text}\n$ ip route\ndefault via 10.0.0.1 dev eth0\n`).text).toBe(once.text);
  });

  it('reads what is before a cut, and says where it is', () => {
    const text = listing([{ expr: [{ accept: null }] }, { expr: [{ drop: null }] }]);
    const { text: got, said } = read(text.slice(0, -20));
    expect(got).toContain('\t\taccept\n');
    expect(got).not.toContain('\t\tdrop\n');
    expect(said).toContain('formats.nft-json.cut');
  });

  it('leaves out what nests beyond all measure, and reads the rest', () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const { text, said } = read(`{"nftables": [${deep}, {"table": {"family": "ip", "name": "t"}}]}`);
    expect(text).toBe('table ip t {\n}\n');
    expect(said).toContain('formats.nft-json.deep');
    expect(readByFormat(`{"nftables": ${'['.repeat(200_000)}`).ok).toBe(true);
  });

  it('a rule of a text that chooses one of hundreds is as long as it is, and read', () => {
    const ends = Array.from(
      { length: 400 },
      (_, i) => `${i} : goto endpoint-ABCDEFGH-default/big/tcp/__10.244.1.${i}/80`,
    );
    const rule = `numgen random mod 400 vmap { ${ends.join(', ')} }`;
    const parsed = NFT_RULESET.parse(`table ip t {\n\tchain c {\n\t\t${rule}\n\t}\n}\n`);
    expect(parsed.ok && NFT_RULESET.print(parsed.value.value)).toContain(rule);
  });
});

import { formatCidr, formatIp, type IpFamily } from '../../net/ip';
import { printMatch } from '../../linux/xtables/matches';
import { printTarget } from '../../linux/xtables/targets';
import { findPrefix } from '../../linux/xtables/syntax/addresses';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import type { AddressTest, InterfaceTest, XtChain, XtRule, XtRuleset } from '../../linux/xtables/types';

/** An option as printed in a rule: `! --dport 80`. */
interface PrintedOption {
  readonly negated: boolean;
  readonly values: readonly string[];
}
type Options = ReadonlyMap<string, PrintedOption>;

const TCP_FLAG_BITS = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG'] as const;

function optionsIn(words: readonly string[]): Options {
  const options = new Map<string, { negated: boolean; values: string[] }>();
  let last: string[] = [];
  for (const [i, word] of words.entries()) {
    if (word.startsWith('--')) {
      last = [];
      options.set(word.slice(2), { negated: words[i - 1] === '!', values: last });
    } else if (word !== '!') last.push(unquoted(word));
  }
  return options;
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
}

function getValue(options: Options, name: string): string {
  return options.get(name)?.values[0] ?? '';
}

function not(given: PrintedOption | undefined): string {
  return given?.negated ? '!' : '';
}

function portPhrase(short: string, given: PrintedOption | undefined): string[] {
  const value = given?.values[0];
  if (!given || value === undefined) return [];
  return [`${short}${value.includes(':') ? 's' : ''}:${not(given)}${value}`];
}

function flagBits(names: string): string {
  const set = names.split(',');
  const bits = TCP_FLAG_BITS.reduce((sum, name, i) => sum + (set.includes(name) ? 2 ** i : 0), 0);
  return `0x${bits.toString(16).toUpperCase().padStart(2, '0')}`;
}

function ports(name: string): (options: Options) => string[] {
  return (options) => {
    const flags = options.get('tcp-flags');
    const [mask = '', set = ''] = flags?.values ?? [];
    return [
      name,
      ...portPhrase('spt', options.get('sport')),
      ...portPhrase('dpt', options.get('dport')),
      ...(flags ? [`flags:${not(flags)}${flagBits(mask)}/${flagBits(set)}`] : []),
    ];
  };
}

function recent(options: Options): string[] {
  const verbs = { set: 'SET', rcheck: 'CHECK', update: 'UPDATE', remove: 'REMOVE' } as const;
  const verb = (Object.keys(verbs) as (keyof typeof verbs)[]).find((name) => options.has(name)) ?? 'rcheck';
  return [
    ...(options.get(verb)?.negated ? ['!'] : []),
    'recent:',
    verbs[verb],
    ...(options.has('seconds') ? ['seconds:', getValue(options, 'seconds')] : []),
    ...(options.has('reap') ? ['reap'] : []),
    ...(options.has('hitcount') ? ['hit_count:', getValue(options, 'hitcount')] : []),
    ...(options.has('rttl') ? ['TTL-Match'] : []),
    'name:',
    getValue(options, 'name') || 'DEFAULT',
    'side:',
    options.has('rdest') ? 'dest' : 'source',
    'mask:',
    getValue(options, 'mask') || '255.255.255.255',
  ];
}

function addrtype(options: Options): string[] {
  const types = (['src-type', 'dst-type'] as const).flatMap((name) => {
    const given = options.get(name);
    return given ? [name, `${not(given)}${given.values[0] ?? ''}`] : [];
  });
  const limits = (['in', 'out'] as const).flatMap((way) => (options.has(`limit-iface-${way}`) ? [`limit-${way}`] : []));
  return ['ADDRTYPE', 'match', ...types, ...limits];
}

function single(
  option: string,
  write: (value: string, given: PrintedOption) => string,
): (options: Options) => string[] {
  return (options) => {
    const given = options.get(option);
    return given ? [write(given.values.join(' '), given)] : [];
  };
}

const bang = ({ negated }: PrintedOption): string => (negated ? '! ' : '');

function compared(option: string, given: PrintedOption): string {
  if (option === 'ttl-eq') return given.negated ? '!=' : '==';
  return option === 'ttl-lt' ? '<' : '>';
}

const MATCHES: Readonly<Record<string, (options: Options) => string[]>> = {
  comment: single('comment', (value) => `/* ${value} */`),
  tcp: ports('tcp'),
  udp: ports('udp'),
  sctp: ports('sctp'),
  state: single('state', (value) => `state ${value}`),
  conntrack: (options) => [...options].map(([name, given]) => `${bang(given)}${name} ${given.values.join(' ')}`),
  multiport: (options) =>
    [...options].map(([name, given]) => `multiport ${name} ${given.negated ? ' !' : ''}${given.values[0] ?? ''}`),
  mark: single('mark', (value, given) => `mark match ${bang(given)}${value}`),
  connmark: single('mark', (value, given) => `connmark match  ${bang(given)}${value}`),
  addrtype,
  statistic: (options) => {
    const probability = options.get('probability');
    if (probability) {
      return [`statistic mode random${probability.negated ? ' !' : ''} probability ${probability.values[0] ?? ''}`];
    }
    const every = options.get('every');
    const packet = getValue(options, 'packet');
    const after = packet !== '' && packet !== '0' ? ` packet ${packet}` : '';
    return [`statistic mode nth${every?.negated ? ' !' : ''} every ${every?.values[0] ?? ''}${after}`];
  },
  recent,
  limit: (options) => [`limit: avg ${getValue(options, 'limit')} burst ${getValue(options, 'limit-burst') || '5'}`],
  icmp: single('icmp-type', icmpPhrase('icmptype')),
  icmp6: single('icmpv6-type', icmpPhrase('ipv6-icmptype')),
  owner: (options) =>
    [...options].map(
      ([name, given]) => `${bang(given)}owner ${name.startsWith('gid') ? 'GID' : 'UID'} match ${given.values[0] ?? ''}`,
    ),
  physdev: (options) => [
    `PHYSDEV match${[...options].map(([name, given]) => `${given.negated ? ' !' : ''} --${[name, ...given.values].join(' ')}`).join('')}`,
  ],
  set: (options) => [
    [...options].map(([name, given]) => `${bang(given)}${[name, ...given.values].join(' ')}`).join(' '),
  ],
  connlimit: (options) => {
    const [side, above] = [options.has('connlimit-daddr') ? 'dst' : 'src', options.has('connlimit-above')];
    const count = getValue(options, above ? 'connlimit-above' : 'connlimit-upto');
    return [`#conn ${side}/${getValue(options, 'connlimit-mask')} ${above ? '>' : '<='} ${count}`];
  },
  connbytes: (options) => {
    const range = single('connbytes', (value, given) => `${bang(given)}connbytes ${value}`)(options);
    const [mode, way] = [getValue(options, 'connbytes-mode'), getValue(options, 'connbytes-dir')];
    return [...range, `connbytes mode ${mode} connbytes direction ${way}`];
  },
  dscp: single('dscp', (value, given) => `DSCP match ${not(given)}${value}`),
  ttl: (options) =>
    [...options].map(([name, given]) => `TTL match TTL ${compared(name, given)} ${given.values[0] ?? ''}`),
  mac: single('mac-source', (value, given) => `MAC${given.negated ? ' !' : ' '}${value}`),
};

/** Matches nobody simulates, by the name they were kept under. */
const OTHER_MATCHES: Readonly<Record<string, (options: Options) => string[]>> = {
  policy: (options) => [`policy match dir ${getValue(options, 'dir')} pol ${getValue(options, 'pol')}`],
  hl: (options) => [`HL match HL == ${getValue(options, 'hl-eq')}`],
  rpfilter: (options) => ['rpfilter', ...options.keys()],
  hashlimit: (options) => [hashlimit(options)],
  time: (options) => [time(options)],
  rt: (options) => [`rt type:${getValue(options, 'rt-type')} segsleft:${getValue(options, 'rt-segsleft')}`],
};

function hashlimit(options: Options): string {
  const above = options.has('hashlimit-above');
  const shown = [...options].filter(([name]) => !/-(?:upto|above|name)$/.test(name));
  const words = shown.map(([name, { values }]) =>
    [name.slice('hashlimit-'.length), ...values.map((value) => value.replaceAll(',', '-'))].join(' '),
  );
  const rate = getValue(options, above ? 'hashlimit-above' : 'hashlimit-upto');
  return ['limit:', above ? 'above' : 'up to', rate, ...words].join(' ');
}

/** The last second a rule can name: no end (time_print() in extensions/libxt_time.c). */
const NO_END = '2038-01-19T03:14:07';

function time(options: Options): string {
  const [from, to] = [options.get('timestart')?.values[0], options.get('timestop')?.values[0]];
  const days = options.get('weekdays');
  const dates = options.get('monthdays');
  const stop = options.get('datestop')?.values[0] ?? NO_END;
  const on = (given: PrintedOption): string => ` ${given.negated ? 'all days except ' : 'on '}${given.values[0] ?? ''}`;
  return [
    'TIME',
    from === undefined && to === undefined ? '' : ` from ${from ?? '00:00:00'} to ${to ?? '23:59:59'}`,
    days ? on(days) : '',
    dates ? ` on ${dates.values[0] ?? ''}` : '',
    options.has('datestart') ? ` starting from ${getValue(options, 'datestart')}` : '',
    stop === NO_END ? '' : ` until date ${stop}`,
    options.has('kerneltz') ? '' : ' UTC',
    options.has('contiguous') ? ' contiguous' : '',
  ].join('');
}

function icmpPhrase(word: string): (value: string, given: PrintedOption) => string {
  return (value, given) => {
    const [type = '', code] = value.split('/');
    return `${word} ${not(given)}${type}${code === undefined ? '' : ` code ${code}`}`;
  };
}

const TARGETS: Readonly<Record<string, (options: Options) => string[]>> = {
  DNAT: natTo('to-destination'),
  SNAT: natTo('to-source'),
  NETMAP: single('to', (value) => `to:${value}`),
  MASQUERADE: (options) => [...single('to-ports', (value) => `masq ports: ${value}`)(options), ...listFlags(options)],
  REDIRECT: (options) => [...single('to-ports', (value) => `redir ports ${value}`)(options), ...listFlags(options)],
  REJECT: single('reject-with', (value) => `reject-with ${value}`),
  MARK: single('set-xmark', xmark('MARK')),
  CONNMARK: (options) => connmark(options),
  LOG: (options) => [log(options)],
  NOTRACK: () => ['NOTRACK'],
  CHECKSUM: () => ['CHECKSUM fill'],
  TCPMSS: (options) => [options.has('set-mss') ? `TCPMSS set ${getValue(options, 'set-mss')}` : 'TCPMSS clamp to PMTU'],
  NFLOG: (options) =>
    [...options].map(
      ([name, { values }]) => `${name} ${name.endsWith('prefix') ? `"${values[0] ?? ''}"` : values.join(' ')}`,
    ),
  TPROXY: (options) => [
    `TPROXY redirect ${getValue(options, 'on-ip')}:${getValue(options, 'on-port')} mark ${getValue(options, 'tproxy-mark')}`,
  ],
  SET: (options) => [[...options].map(([name, { values }]) => [name, ...values].join(' ')).join(' ')],
  CT: (options) => [...options].map(([name, given]) => `CT ${[name, ...given.values].join(' ')}`),
};

function natTo(option: string): (options: Options) => string[] {
  return (options) => [...single(option, (value) => `to:${value}`)(options), ...listFlags(options)];
}

function listFlags(options: Options): string[] {
  return ['random', 'random-fully', 'persistent'].filter((name) => options.has(name));
}

/** `--set-xmark V/M` as the listing tells it: set, or, and, xor. */
function xmark(word: string): (value: string) => string {
  return (text) => {
    const [value = 0, mask = 0xffffffff] = text.split('/').map(Number);
    const hex = (bits: number): string => `0x${(bits >>> 0).toString(16)}`;
    if (mask === 0) return `${word} xor ${hex(value)}`;
    if (value === mask) return mask === 0xffffffff ? `${word} set ${hex(value)}` : `${word} or ${hex(value)}`;
    if (value === 0) return `${word} and ${hex(~mask)}`;
    return mask === 0xffffffff ? `${word} set ${hex(value)}` : `${word} xset ${hex(value)}/${hex(mask)}`;
  };
}

function connmark(options: Options): string[] {
  const verb = options.has('save-mark') ? 'save' : options.has('restore-mark') ? 'restore' : undefined;
  if (verb === undefined) return single('set-xmark', xmark('CONNMARK'))(options);
  const [near, far] = [getValue(options, 'nfmask'), getValue(options, 'ctmask')];
  if (near === far) return [`CONNMARK ${verb}${near === '' || near === '0xffffffff' ? '' : ` mask ${near}`}`];
  return [`CONNMARK ${verb} nfmask ${near} ctmask ${far}`];
}

function log(options: Options): string {
  const bits = [
    ['log-tcp-sequence', 1],
    ['log-tcp-options', 2],
    ['log-ip-options', 4],
    ['log-uid', 8],
    ['log-macdecode', 32],
  ] as const;
  const flags = bits.reduce((sum, [name, bit]) => sum + (options.has(name) ? bit : 0), 0);
  const prefix = options.has('log-prefix') ? ` prefix "${getValue(options, 'log-prefix')}"` : '';
  return `LOG flags ${flags} level ${getValue(options, 'log-level') || '4'}${prefix}`;
}

/** What a listing says of a match; one nobody described is written as its options. */
function matchPhrase(name: string, words: readonly string[]): string {
  const write = findOwn(MATCHES, name) ?? findOwn(OTHER_MATCHES, name);
  return write?.(optionsIn(words)).join(' ') ?? words.join(' ');
}

/** An entry of a table; names come from texts, so `constructor` may be asked for. */
function findOwn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** What a listing says after the matches of a target. */
function targetPhrase(name: string, words: readonly string[]): string {
  return findOwn(TARGETS, name)?.(optionsIn(words)).join(' ') ?? words.join(' ');
}

const HEADER = ' pkts bytes target     prot opt in     out     source               destination         ';

/** A number of at most five places, as the listing rounds it. */
function shortCount(value: number): string {
  let rest = value;
  for (const scale of ['', 'K', 'M', 'G', 'T']) {
    if (rest <= (scale === '' ? 99_999 : 9999)) return `${rest}${scale}`.padStart(5);
    rest = Math.floor((rest + 500) / 1000);
  }
  return `${rest}P`.padStart(5);
}

function addressText(test: AddressTest | undefined, family: IpFamily): string {
  if (!test) return ` ${(family === 'ipv4' ? '0.0.0.0/0' : '::/0').padEnd(19)}`;
  const prefix = findPrefix(test.mask);
  const isHost = test.mask.every((word) => word === 0xffffffff);
  const text = isHost
    ? formatIp(test.address)
    : prefix === undefined
      ? `${formatIp(test.address)}/${formatIp({ family, words: test.mask })}`
      : formatCidr({ address: test.address, prefix });
  return `${test.negated ? '!' : ' '}${text.padEnd(19)}`;
}

function interfaceText(test: InterfaceTest | undefined): string {
  return (test ? `${test.negated ? '!' : ''}${test.name}${test.prefix ? '+' : ''}` : '*').padEnd(6);
}

function protoText(rule: XtRule): string {
  const name = rule.proto ? protocolName(rule.proto.protocol) : 'all';
  return `${rule.proto?.negated ? '!' : ''}${name}`.padEnd(4);
}

function formatPhrases(rule: XtRule, family: IpFamily): string {
  const isGoto = rule.target?.target === 'GOTO';
  const matches = rule.matches.map((match) => {
    const words = printMatch(match, family);
    if (match.match !== 'unrecognised') return matchPhrase(match.match, words.slice(2));
    return words[0] === '-m' ? matchPhrase(match.spec.name, words.slice(2)) : words.join(' ');
  });
  const [, name = '', ...options] = rule.target ? printTarget(rule.target, family) : [];
  const target = targetPhrase(name, options);
  const words = [...matches, target].filter((text) => text !== '').map((text) => ` ${text}`);
  return `${isGoto ? '[goto] ' : ''}${words.join('')}`;
}

/** One row of `iptables -L -n -v`. */
export function printRow(rule: XtRule, family: IpFamily): string {
  const { packets, bytes } = rule.counters ?? { packets: 0, bytes: 0 };
  const written = rule.target ? (printTarget(rule.target, family)[1] ?? '') : '';
  const name = written === 'NOTRACK' ? 'CT' : written;
  const opt = rule.fragment ? (rule.fragment.negated ? '!f' : '-f') : '--';
  return [
    `${shortCount(packets)} ${shortCount(bytes)} ${name.padEnd(9)}  ${protoText(rule)} ${opt}  `,
    `${interfaceText(rule.indev)} ${interfaceText(rule.outdev)} `,
    `${addressText(rule.src, family)} ${addressText(rule.dst, family)} ${formatPhrases(rule, family)}`,
  ].join('');
}

function formatHead(chain: XtChain, references: number): string {
  const { packets, bytes } = chain.counters ?? { packets: 0, bytes: 0 };
  if (chain.policy === undefined) return `Chain ${chain.name} (${references} references)`;
  return `Chain ${chain.name} (policy ${chain.policy} ${shortCount(packets).trim()} packets, ${shortCount(bytes).trim()} bytes)`;
}

/** How often each chain is jumped or gone to. */
function referencesIn(chains: Iterable<XtChain>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const chain of chains) {
    for (let i = 0; i < chain.length; i++) {
      const { target } = chain.rule(i);
      if (target?.target !== 'JUMP' && target?.target !== 'GOTO') continue;
      counts.set(target.spec.chain, (counts.get(target.spec.chain) ?? 0) + 1);
    }
  }
  return counts;
}

/** A ruleset as `iptables -L -n -v` lists it, chains in the ruleset's order. */
export function printListing({ family, ruleset }: { readonly family: IpFamily; readonly ruleset: XtRuleset }): string {
  const blocks = [...ruleset.tables.values()].flatMap(({ chains }) => {
    const references = referencesIn(chains.values());
    return [...chains.values()].map((chain) => {
      const rows = Array.from({ length: chain.length }, (_, i) => printRow(chain.rule(i), family));
      return [formatHead(chain, references.get(chain.name) ?? 0), HEADER, ...rows, ''].join('\n');
    });
  });
  return blocks.join('\n');
}

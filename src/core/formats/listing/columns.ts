import { findProtocol } from '../../linux/xtables/syntax/protocols';

/** Which columns a listing has: decided by its header line. */
export interface ListingColumns {
  /** `--line-numbers` */
  readonly num: boolean;
  /** `-v`: pkts and bytes. */
  readonly counters: boolean;
  /** `-v`: in and out. */
  readonly interfaces: boolean;
}

/** A word of a row and where it stands in the line. */
export interface Cell {
  readonly text: string;
  readonly at: number;
}

/** The columns of one row; `rest` is where the matches' own words begin. */
export interface ListingRow {
  readonly packets?: number;
  readonly bytes?: number;
  readonly target?: Cell;
  readonly proto: Cell;
  readonly opt?: Cell;
  readonly indev?: Cell;
  readonly outdev?: Cell;
  readonly src: Cell;
  readonly dst: Cell;
  readonly rest: number;
}

const HEADER =
  /^\s*(num\s+)?(pkts\s+bytes\s+)?target\s+prot\s+(?:opt\s+)?(in\s+out\s+)?source\s+destination(?:\s+[^\w\s].*|\s*)$/;
const SCALES = ['', 'K', 'M', 'G', 'T', 'P', 'E'];
/** No row has more words than this before its matches. */
const MOST_CELLS = 11;

/** The columns a header line names; undefined if it is none. */
export function findListingColumns(line: string): ListingColumns | undefined {
  if (line.length > 200) return undefined;
  const found = HEADER.exec(line);
  if (!found) return undefined;
  return { num: found[1] !== undefined, counters: found[2] !== undefined, interfaces: found[3] !== undefined };
}

/** `535K` is 535000: the listing rounds, so does this. */
export function scaledCount(text: string): number | undefined {
  const found = /^(\d+)([KMGTPE]?)$/.exec(text);
  return found ? Number(found[1]) * 1000 ** SCALES.indexOf(found[2] ?? '') : undefined;
}

function listCells(line: string): Cell[] {
  const cells: Cell[] = [];
  const word = /\S+/g;
  for (let found = word.exec(line); found && cells.length < MOST_CELLS; found = word.exec(line)) {
    cells.push({ text: found[0], at: found.index });
  }
  return cells;
}

const ADDRESS = /^!?[\w.:-]+(?:\/[\d.]+|\/[0-9a-fA-F:]+)?$/;
const OPT = /^(?:--|-f|!f|-)$/;

/** `ipencap--`: a protocol's name as long as its column touches the next one. */
function splitProto(cell: Cell): { readonly proto: Cell; readonly opt?: Cell } | undefined {
  const known = (text: string): boolean => text === 'any' || findProtocol(text.replace(/^!/, '')) !== undefined;
  if (known(cell.text)) return { proto: cell };
  const glued = /^(.+?)(--|-f|!f)$/.exec(cell.text);
  const [, name = '', opt = ''] = glued ?? [];
  if (!glued || !known(name)) return undefined;
  return { proto: { text: name, at: cell.at }, opt: { text: opt, at: cell.at + name.length } };
}

/** The cells from the protocol on. */
function readTail(cells: readonly Cell[], at: number, columns: ListingColumns): Omit<ListingRow, 'target'> | undefined {
  const first = cells[at];
  const split = first && splitProto(first);
  if (!split) return undefined;
  const next = cells[at + 1];
  const separate = !split.opt && next && OPT.test(next.text) ? next : undefined;
  const opt = split.opt ?? separate;
  let place = at + (separate ? 2 : 1);
  const [indev, outdev] = columns.interfaces ? [cells[place], cells[place + 1]] : [];
  place += columns.interfaces ? 2 : 0;
  const [src, dst] = [cells[place], cells[place + 1]];
  if (!src || !dst || !ADDRESS.test(src.text) || !ADDRESS.test(dst.text)) return undefined;
  const rest = dst.at + dst.text.length;
  return { proto: split.proto, ...(opt ? { opt } : {}), ...(indev && outdev ? { indev, outdev } : {}), src, dst, rest };
}

/**
 * Reads one row by its header's columns. A row without a target (a rule that only counts) and the
 * missing `opt` of old ip6tables are told apart by which reading has a protocol where one must be.
 */
export function readRow(line: string, columns: ListingColumns): ListingRow | undefined {
  const cells = listCells(line);
  let at = 0;
  if (columns.num && !/^\d+$/.test(cells[at++]?.text ?? '')) return undefined;
  const packets = columns.counters ? scaledCount(cells[at++]?.text ?? '') : undefined;
  const bytes = columns.counters ? scaledCount(cells[at++]?.text ?? '') : undefined;
  if (columns.counters && (packets === undefined || bytes === undefined)) return undefined;
  const counters = packets === undefined || bytes === undefined ? {} : { packets, bytes };
  const target = cells[at];
  const withTarget = readTail(cells, at + 1, columns);
  if (withTarget && target) return { ...counters, target, ...withTarget };
  const without = readTail(cells, at, columns);
  return without && { ...counters, ...without };
}

const PLAIN: ListingColumns = { num: false, counters: false, interfaces: false };
const COLUMNS: readonly ListingColumns[] = [PLAIN, { ...PLAIN, counters: true, interfaces: true }].flatMap(
  (columns) => [columns, { ...columns, num: true }],
);

/** The columns of a row that stands alone: with `--` where the column `opt` is, it can be nothing else. */
export function guessColumns(line: string): ListingColumns | undefined {
  return line.includes('-') ? COLUMNS.find((columns) => readRow(line, columns)?.opt !== undefined) : undefined;
}

/** What one phrase of a listing means: words of a match, or options of the rule's target. */
export interface ListingPiece {
  readonly match?: readonly string[];
  readonly target?: readonly string[];
  /** Words of a match of which the listing leaves something out that the rule cannot be without. */
  readonly partial?: readonly string[];
}

/** A phrase that an extension prints in a listing: the kernel's tools have one `print` function each. */
export interface Phrasing {
  /** Sticky: tried at one place. */
  readonly pattern: RegExp;
  readonly read: (found: RegExpExecArray, target: string) => ListingPiece | undefined;
}

/** A match: `-m NAME`, then `!` and the option. */
function matchPiece(name: string, negated: boolean, ...words: readonly string[]): ListingPiece {
  return { match: ['-m', name, ...(negated ? ['!'] : []), ...words] };
}

/** Options that go on with the match before: `dpt:80` after `tcp`. */
function more(negated: boolean, ...words: readonly string[]): ListingPiece {
  return { match: [...(negated ? ['!'] : []), ...words] };
}

/** A piece of a listed rule that is options of its target, in the words of iptables. */
export function targetPiece(...words: readonly string[]): ListingPiece {
  return { target: words };
}

/** Was a group of a pattern there? */
function has(group: string | undefined): boolean {
  return group !== undefined && group !== '';
}

const TCP_FLAG_BITS = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG'] as const;

/** `0x17` or `FIN,SYN,RST,ACK` as names. */
function flagNames(text: string): string {
  if (!/^0x[0-9a-f]+$/i.test(text)) return text;
  const bits = Number.parseInt(text, 16);
  return TCP_FLAG_BITS.filter((_, i) => (bits & (1 << i)) !== 0).join(',') || 'NONE';
}

function recent(found: RegExpExecArray): ListingPiece {
  const [, negated, mode = '', seconds, reap, hits, ttl, name = '', side = '', mask] = found;
  const verb: Record<string, string> = { SET: '--set', CHECK: '--rcheck', UPDATE: '--update', REMOVE: '--remove' };
  return matchPiece(
    'recent',
    has(negated),
    verb[mode] ?? '--rcheck',
    ...(seconds ? ['--seconds', seconds] : []),
    ...(reap ? ['--reap'] : []),
    ...(hits ? ['--hitcount', hits] : []),
    ...(ttl ? ['--rttl'] : []),
    '--name',
    name,
    ...(mask ? ['--mask', mask] : []),
    side === 'dest' ? '--rdest' : '--rsource',
  );
}

function addrtype(found: RegExpExecArray): ListingPiece {
  const words = [...(found[1] ?? '').matchAll(/(src|dst)-type (!?)(\S+)|limit-(in|out)/g)].flatMap(
    ([, side, negated, types, limit]) =>
      limit ? [`--limit-iface-${limit}`] : [...(negated ? ['!'] : []), `--${side}-type`, types ?? ''],
  );
  return { match: ['-m', 'addrtype', ...words] };
}

/** `TIME from 07:00:00 to 19:00:00 on Mon,Tue starting from 2024-01-01T00:00:00 until date … UTC`. */
function time(found: RegExpExecArray): ListingPiece {
  const [, from, to, days, dates, start, stop, utc, contiguous] = found;
  const option = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`--${name}`, value];
  return matchPiece(
    'time',
    false,
    ...option('timestart', from),
    ...option('timestop', to),
    ...option('monthdays', dates?.replaceAll(/[a-z]/g, '')),
    ...option('weekdays', days),
    ...option('datestart', start?.replace(' ', 'T')),
    // `iptables -S` always prints the end, and no end as the last second there is.
    ...option('datestop', stop?.replace(' ', 'T') ?? '2038-01-19T03:14:07'),
    ...(has(utc) ? [] : ['--kerneltz']),
    ...(has(contiguous) ? ['--contiguous'] : []),
  );
}

/** What hashlimit prints, and limit does not: `up to`, `above`; then its options without their dashes. */
const HASHLIMIT =
  /limit: (up to|above) (\S+)(?: burst (\S+))?(?: mode (\S+))?((?: (?:htable-(?:size|max|gcinterval|expire)|srcmask|dstmask|rate-interval) \d+| rate-match)*)/y;

/** The table that the buckets are in has a name, which a listing leaves out. */
function hashlimit([, way, rate = '', burst, mode, rest = '']: RegExpExecArray): ListingPiece {
  const option = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`--hashlimit-${name}`, value];
  const others = rest.split(' ').filter((word) => word !== '');
  return {
    partial: [
      '-m',
      'hashlimit',
      ...option(way === 'above' ? 'above' : 'upto', rate),
      ...option('burst', burst),
      ...option('mode', mode?.replaceAll('-', ',')),
      ...others.map((word) => (/^[a-z]/.test(word) ? `--hashlimit-${word}` : word)),
    ],
  };
}

/** What matches print, most frequent first (the `print` functions of iptables' extensions). */
export const MATCH_PHRASES: readonly Phrasing[] = [
  { pattern: /\/\*\s?(.*?)\s?\*\//y, read: (f) => matchPiece('comment', false, '--comment', f[1] ?? '') },
  { pattern: /(tcp|udp|sctp|udplite|dccp)(?=\s|$|flags:)/y, read: (f) => ({ match: ['-m', f[1] ?? ''] }) },
  { pattern: /dpts?:(!?)(\S+?)(?=flags:|\s|$)/y, read: (f) => more(has(f[1]), '--dport', f[2] ?? '') },
  { pattern: /spts?:(!?)(\S+?)(?=flags:|\s|$)/y, read: (f) => more(has(f[1]), '--sport', f[2] ?? '') },
  {
    // iptables 1.4 wrote no blank before and one behind.
    pattern: /flags: ?(!?)([^\s/]+)\/(\S+)/y,
    read: (f) => more(has(f[1]), '--tcp-flags', flagNames(f[2] ?? ''), flagNames(f[3] ?? '')),
  },
  {
    pattern:
      /TIME(?: from (\S+) to (\S+))?(?: on ([A-Z][a-z]{2}(?:,[A-Z][a-z]{2})*))?(?: on (\d{1,2}[a-z]{2}(?:,\d{1,2}[a-z]{2})*))?(?: starting from (\d\S+(?: \d\d:\S+)?))?(?: until date (\d\S+(?: \d\d:\S+)?))?( UTC)?( contiguous)?(?=\s|$)/y,
    read: time,
  },
  { pattern: /option=(!?)(\d+)/y, read: (f) => more(has(f[1]), '--tcp-option', f[2] ?? '') },
  { pattern: /state (\S+)/y, read: (f) => matchPiece('state', false, '--state', f[1] ?? '') },
  {
    pattern: /(! )?ct(state|status|proto|origsrc|origdst|replsrc|repldst|dir) (\S+)/y,
    read: (f) => matchPiece('conntrack', has(f[1]), `--ct${f[2] ?? ''}`, f[3] ?? ''),
  },
  {
    pattern: /multiport (sports|dports|ports)\s+(!?)(\S+)/y,
    read: (f) => matchPiece('multiport', has(f[2]), `--${f[1] ?? ''}`, f[3] ?? ''),
  },
  {
    pattern: /(con)?n?mark match\s+(! )?(0x\S+)/y,
    read: (f) => matchPiece(f[1] ? 'connmark' : 'mark', has(f[2]), '--mark', f[3] ?? ''),
  },
  { pattern: /ADDRTYPE match((?: (?:src|dst)-type \S+| limit-in| limit-out)+)/y, read: addrtype },
  {
    pattern: /statistic mode random( !)? probability (\S+)/y,
    read: (f) => ({
      match: ['-m', 'statistic', '--mode', 'random', ...(f[1] ? ['!'] : []), '--probability', f[2] ?? ''],
    }),
  },
  {
    pattern: /statistic mode nth( !)? every (\d+)(?: packet (\d+))?/y,
    // A listing leaves out packet 0; a rule must have it.
    read: ([, negated, every = '', packet = '0']) => ({
      match: ['-m', 'statistic', '--mode', 'nth', ...(negated ? ['!'] : []), '--every', every, '--packet', packet],
    }),
  },
  {
    pattern:
      /(! )?recent: (SET|CHECK|UPDATE|REMOVE)(?: seconds: (\d+))?( reap)?(?: hit_count: (\d+))?( TTL-Match)?(?: name: (\S+))? side: (source|dest)(?: mask: (\S+))?/y,
    read: recent,
  },
  {
    pattern: HASHLIMIT,
    read: hashlimit,
  },
  {
    pattern: /#conn (src|dst)\/(\d+) (>|<=) (\d+)/y,
    read: ([, side = '', mask = '', compares, count = '']) => {
      const option = compares === '>' ? '--connlimit-above' : '--connlimit-upto';
      const by = side === 'dst' ? '--connlimit-daddr' : '--connlimit-saddr';
      return matchPiece('connlimit', false, option, count, '--connlimit-mask', mask, by);
    },
  },
  {
    pattern: /(! )?connbytes (\S+) connbytes mode (\S+) connbytes direction (\S+)/y,
    read: ([, negated, range = '', mode = '', direction = '']) =>
      matchPiece(
        'connbytes',
        has(negated),
        '--connbytes',
        range,
        '--connbytes-mode',
        mode,
        '--connbytes-dir',
        direction,
      ),
  },
  { pattern: /DSCP match (!?)(0x[0-9a-f]+)/y, read: (f) => matchPiece('dscp', has(f[1]), '--dscp', f[2] ?? '') },
  {
    pattern: /limit: avg (\S+) burst (\d+)/y,
    read: (f) => matchPiece('limit', false, '--limit', f[1] ?? '', '--limit-burst', f[2] ?? ''),
  },
  {
    pattern: /icmptype (!?)(\d+)(?: code (\d+))?/y,
    read: (f) => matchPiece('icmp', has(f[1]), '--icmp-type', f[3] ? `${f[2] ?? ''}/${f[3]}` : (f[2] ?? '')),
  },
  { pattern: /icmp (!?)([a-z][a-z-]+)/y, read: (f) => matchPiece('icmp', has(f[1]), '--icmp-type', f[2] ?? '') },
  {
    pattern: /ipv6-icmptype (!?)(\d+)(?: code (\d+))?/y,
    read: (f) => matchPiece('icmp6', has(f[1]), '--icmpv6-type', f[3] ? `${f[2] ?? ''}/${f[3]}` : (f[2] ?? '')),
  },
  {
    pattern: /ipv6-icmp (!?)([a-z][a-z-]+)/y,
    read: (f) => matchPiece('icmp6', has(f[1]), '--icmpv6-type', f[2] ?? ''),
  },
  {
    pattern: /(! )?owner (UID|GID) match (\S+)/y,
    read: (f) => matchPiece('owner', has(f[1]), f[2] === 'UID' ? '--uid-owner' : '--gid-owner', f[3] ?? ''),
  },
  {
    pattern: /PHYSDEV match((?: ! --physdev-\S+| --physdev-(?:in|out) \S+| --physdev-is-\S+)+)/y,
    read: (f) => ({ match: ['-m', 'physdev', ...physdevWords(f[1] ?? '')] }),
  },
  {
    pattern:
      /(! )?match-set (\S+) (\S+)((?: return-nomatch| ! update-(?:sub)?counters|(?: !)? (?:packets|bytes)-(?:eq|lt|gt) \d+)*)/y,
    read: ([, negated, name = '', directions = '', rest = '']) =>
      matchPiece('set', has(negated), '--match-set', name, directions, ...setWords(rest)),
  },
  {
    pattern: /MAC ?(!?) ?((?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2})/y,
    read: (f) => matchPiece('mac', has(f[1]), '--mac-source', f[2] ?? ''),
  },
  {
    pattern: /(source|destination) IP range (! ?)?(\S+)/y,
    read: (f) => matchPiece('iprange', has(f[2]), f[1] === 'source' ? '--src-range' : '--dst-range', f[3] ?? ''),
  },
  { pattern: /PKTTYPE (!?)= (\S+)/y, read: (f) => matchPiece('pkttype', has(f[1]), '--pkt-type', f[2] ?? '') },
  {
    pattern: /policy match dir (in|out) pol (none|ipsec)/y,
    read: (f) => ({ match: ['-m', 'policy', '--dir', f[1] ?? '', '--pol', f[2] ?? ''] }),
  },
  {
    pattern: /rpfilter((?: (?:loose|validmark|accept-local|invert))*)/y,
    read: (f) => ({
      match: ['-m', 'rpfilter', ...(f[1] ?? '').split(' ').flatMap((word) => (word ? [`--${word}`] : []))],
    }),
  },
  {
    pattern: /TTL match TTL (==|!=|<|>) (\d+)/y,
    read: ([, compares = '', ttl = '']) => {
      const option = compares === '<' ? '--ttl-lt' : compares === '>' ? '--ttl-gt' : '--ttl-eq';
      return matchPiece('ttl', compares === '!=', option, ttl);
    },
  },
  { pattern: /length (!?)(\S+)/y, read: (f) => matchPiece('length', has(f[1]), '--length', f[2] ?? '') },
];

/** `return-nomatch ! update-counters`: the options without their dashes. */
function setWords(text: string): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.map((word) => (/^[a-z]/.test(word) ? `--${word}` : word));
}

/** `! --physdev-is-in`: the listing spells the options, with the `!` of old before the value. */
function physdevWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

import { targetPiece, type ListingPiece, type Phrasing } from './columns';

/**
 * What a phrase says word for word: its pattern, and the options of the match (`-m …`) or of the target that it stands
 * for. `$1` is what the first group took; a word before it goes with it where the group took nothing. `!1` is a `!`
 * where the first group took one. The `print` functions of iptables' extensions.
 */
const PLAIN: readonly (readonly [pattern: string, words: string])[] = [
  ['tos match ?(!)?(0x\\S+)', '-m tos !1 --tos $2'],
  ['tcpmss match (!)?(\\S+)', '-m tcpmss !1 --mss $2'],
  ['helper match (! )?"([^"]*)"', '-m helper !1 --helper $2'],
  ['realm (! )?(0x\\S+|\\d+)', '-m realm !1 --realm $2'],
  ['cgroup (! )?(\\d+)(?= |$)', '-m cgroup !1 --cgroup $2'],
  ['cgroup (! )?([\\w/]\\S*)', '-m cgroup !1 --path $2'],
  ['cpu (! )?(\\d+)', '-m cpu !1 --cpu $2'],
  ['connlabel (! )?(\\S+)', '-m connlabel !1 --label $2'],
  ['u32 (! )?"([^"]*)"', '-m u32 !1 --u32 $2'],
  ['(! )?ctexpire (\\S+)', '-m conntrack !1 --ctexpire $2'],
  ['(! )?ct(orig|repl)(src|dst)port (\\S+)', '-m conntrack !1 --ct$2$3port $4'],
  ['ah spis?:(!)?(\\S+)', '-m ah !1 --ahspi $2'],
  ['esp spis?:(!)?(\\S+)', '-m esp !1 --espspi $2'],
  ['comp spis?:(!)?(\\S+)', '-m ipcomp !1 --ipcompspi $2'],
  ['HL match HL (!)?==? ?(\\d+)', '-m hl !1 --hl-eq $2'],
  ['HL match HL < (\\d+)', '-m hl --hl-lt $1'],
  ['HL match HL > (\\d+)', '-m hl --hl-gt $1'],
  ['(! )?owner socket exists', '-m owner !1 --socket-exists'],
  [
    '(! )?owner UID match (\\S+) (! )?owner GID match (\\S+)( incl\\. suppl\\. groups)?',
    '-m owner !1 --uid-owner $2 !3 --gid-owner $4 --suppl-groups$5',
  ],
  ['(! )?owner GID match (\\S+) incl\\. suppl\\. groups', '-m owner !1 --gid-owner $2 --suppl-groups'],
  [
    'STRING match (!)? ?"(\\|[^"]*\\|)" ALGO name (\\S+)( ICASE)?(?! FROM| TO)',
    '-m string !1 --hex-string $2 --algo $3 --icase$4',
  ],
  [
    'STRING match (!)? ?"([^"]*)" ALGO name (\\S+)( ICASE)?(?! FROM| TO)',
    '-m string !1 --string $2 --algo $3 --icase$4',
  ],
  ['TOS (set|and|or|xor) (0x\\S+)', '--$1-tos $2'],
  ['DSCP set (0x\\S+)', '--set-dscp $1'],
  ['(?:TTL|HL) set to (\\d+)', '--set $1'],
  ['(?:TTL|HL) increment by (\\d+)', '--inc $1'],
  ['(?:TTL|HL) decrement by (\\d+)', '--dec $1'],
  ['TEE gw:(\\S+)(?: oif=(\\S+))?', '--gateway $1 --oif $2'],
  ['CLASSIFY set (\\S+)', '--set-class $1'],
  ['AUDIT (accept|drop|reject)', '--type $1'],
  ['ECN TCP remove', '--ecn-tcp-remove'],
  ['NFQUEUE num (\\d+)( bypass)?', '--queue-num $1 --queue-bypass$2'],
  ['NFQUEUE balance (\\S+)( bypass)?( cpu-fanout)?', '--queue-balance $1 --queue-bypass$2 --queue-cpu-fanout$3'],
  ['CT (events|expevents) (\\S+)', '--$1 $2'],
];

/** The words of a template with what the pattern's groups took. */
function fill(template: string, found: RegExpExecArray): string[] {
  const words: string[] = [];
  for (const word of template.split(' ')) {
    const flag = /^(--[a-z-]+)\$(\d)$/.exec(word);
    const negated = /^!(\d)$/.exec(word);
    if (negated) words.push(...(found[Number(negated[1])] ? ['!'] : []));
    else if (flag) words.push(...(found[Number(flag[2])] ? [flag[1] ?? ''] : []));
    else if (/^\$\d$/.test(word) && found[Number(word[1])] === undefined) words.pop();
    else words.push(word.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? ''));
  }
  return words;
}

/** `--set 64` of a target whose options begin with its own name (libxt_TTL, libxt_HL). */
function ownOption(words: readonly string[], target: string): string[] {
  return words.map((word) => (/^--(?:set|inc|dec)$/.test(word) ? `--${target.toLowerCase()}-${word.slice(2)}` : word));
}

function plain([pattern, template]: (typeof PLAIN)[number]): Phrasing {
  const read = (found: RegExpExecArray, target: string): ListingPiece => {
    const words = fill(template, found);
    return template.startsWith('-m ') ? { match: words } : targetPiece(...ownOption(words, target));
  };
  return { pattern: new RegExp(pattern, 'y'), read };
}

/** Words that are options with their dashes, or without: `socket --transparent`, `SYNPROXY sack-perm`. */
const OPTIONS: readonly Phrasing[] = [
  {
    pattern: /socket((?: --(?:transparent|nowildcard|restore-skmark))*)(?= |$)/y,
    read: (found) => ({ match: ['-m', 'socket', ...(found[1] ?? '').split(' ').filter((word) => word !== '')] }),
  },
  // Whether it is negated the listing leaves out (extensions/libxt_quota.c).
  { pattern: /quota: (\d+) bytes/y, read: (found) => ({ partial: ['-m', 'quota', '--quota', found[1] ?? ''] }) },
  {
    pattern: /SYNPROXY((?: (?:sack-perm|timestamp|(?:wscale|mss) \d+))*)/y,
    read: (found) => targetPiece(...(found[1] ?? '').split(' ').flatMap(dashed)),
  },
  {
    pattern: /ECN match((?: !?(?:ECE|CWR|ECT=\d))+)/y,
    read: (found) => ({ match: ['-m', 'ecn', ...(found[1] ?? '').split(' ').flatMap(ecn)] }),
  },
  {
    pattern:
      /policy match dir (in|out) pol ipsec((?: (?:strict|!|\[\d+\]|(?:reqid|spi|proto|mode|tunnel-(?:src|dst)) \S+))+)/y,
    read: ([, way = '', rest = '']) => ({
      match: ['-m', 'policy', '--dir', way, '--pol', 'ipsec', ...rest.split(' ').flatMap(policy)],
    }),
  },
];

const dashed = (word: string): string[] => (word === '' ? [] : [/^\d/.test(word) ? word : `--${word}`]);

function ecn(word: string): string[] {
  const [, negated, name = '', ect] = /^(!)?(ECE|CWR|ECT)(?:=(\d))?$/.exec(word) ?? [];
  if (name === '') return [];
  const option = ect === undefined ? [`--ecn-tcp-${name.toLowerCase()}`] : ['--ecn-ip-ect', ect];
  return [...(negated ? ['!'] : []), ...option];
}

/** Protocols of IPsec by number, as `-n` has them. */
const IPSEC: Readonly<Record<string, string>> = { '50': 'esp', '51': 'ah', '108': 'ipcomp' };

/** `reqid 1 proto 50`; `[1]` before another element of a strict policy. */
function policy(word: string): string[] {
  if (word === '' || word === '[0]') return [];
  if (word.startsWith('[')) return ['--next'];
  const isOption = /^(?:strict|reqid|spi|proto|mode|tunnel-(?:src|dst))$/.test(word);
  return [isOption ? `--${word}` : (IPSEC[word] ?? word)];
}

/** Phrases beside those that most listings have. */
export const PLAIN_PHRASES: readonly Phrasing[] = [...PLAIN.map(plain), ...OPTIONS];

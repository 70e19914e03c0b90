import { targetPiece, type Phrasing, type Piece } from './pieces';

/** `to:` says where; which option that is depends on the target. */
const TO_OPTION: Readonly<Record<string, string>> = {
  DNAT: '--to-destination',
  SNAT: '--to-source',
  NETMAP: '--to',
};

const LOG_FLAGS: readonly (readonly [bit: number, option: string])[] = [
  [1, '--log-tcp-sequence'],
  [2, '--log-tcp-options'],
  [4, '--log-ip-options'],
  [8, '--log-uid'],
  [32, '--log-macdecode'],
];

function log([, flags = '0', level = '', quoted, backticked]: RegExpExecArray): Piece {
  const prefix = quoted ?? backticked;
  const options = LOG_FLAGS.filter(([bit]) => (Number(flags) & bit) !== 0).map(([, option]) => option);
  return targetPiece(...(prefix === undefined ? [] : ['--log-prefix', prefix]), '--log-level', level, ...options);
}

function mark([, verb = '', value = '']: RegExpExecArray): Piece {
  return targetPiece(verb === 'xset' ? '--set-xmark' : verb === 'set' ? '--set-mark' : `--${verb}-mark`, value);
}

function moveMark([, verb = '', masks = '']: RegExpExecArray): Piece {
  const words = [...masks.matchAll(/(ctmask|nfmask|mask) ~?(0x[0-9a-f]+)/g)].flatMap(([, name, value]) => [
    `--${name ?? ''}`,
    value ?? '',
  ]);
  return targetPiece(`--${verb}-mark`, ...words);
}

/** What targets print after the matches. */
export const TARGET_PHRASES: readonly Phrasing[] = [
  {
    pattern: /to:(\S+)/y,
    read: (f, target) => {
      const option = TO_OPTION[target];
      return option ? targetPiece(option, f[1] ?? '') : undefined;
    },
  },
  {
    pattern: /(random-fully|random|persistent)(?=\s|$)/y,
    read: (f, target) =>
      target in TO_OPTION || target === 'MASQUERADE' || target === 'REDIRECT'
        ? targetPiece(`--${f[1] ?? ''}`)
        : undefined,
  },
  {
    pattern: /(add-set|del-set|map-set) (\S+) (\S+)((?: exist| timeout \d+| map-mark| map-prio| map-queue)*)/y,
    read: ([, verb = '', name = '', directions = '', rest = ''], target) => {
      if (target !== 'SET') return undefined;
      const others = rest.split(' ').filter((word) => word !== '');
      return targetPiece(
        `--${verb}`,
        name,
        directions,
        ...others.map((word) => (/^[a-z]/.test(word) ? `--${word}` : word)),
      );
    },
  },
  { pattern: /masq ports: (\S+)/y, read: (f) => targetPiece('--to-ports', f[1] ?? '') },
  { pattern: /redir ports (\S+)/y, read: (f) => targetPiece('--to-ports', f[1] ?? '') },
  { pattern: /reject-with (\S+)/y, read: (f) => targetPiece('--reject-with', f[1] ?? '') },
  { pattern: /MARK (set|or|and|xor|xset) (0x\S+)/y, read: mark },
  { pattern: /CONNMARK (set|or|and|xor|xset) (0x\S+)/y, read: mark },
  { pattern: /CONNMARK (save|restore)((?: (?:ctmask|nfmask|mask) ~?0x[0-9a-f]+)*)/y, read: moveMark },
  { pattern: /LOG(?: flags (\d+))? level (\S+)(?: prefix (?:"(.*?)"|`(.*?)'))?/y, read: log },
  { pattern: /NOTRACK(?=\s|$)/y, read: () => targetPiece() },
  { pattern: /CT notrack(?=\s|$)/y, read: () => targetPiece('--notrack') },
  { pattern: /CT (helper|zone|zone-orig|zone-reply) (\S+)/y, read: (f) => targetPiece(`--${f[1] ?? ''}`, f[2] ?? '') },
  { pattern: /CHECKSUM fill/y, read: () => targetPiece('--checksum-fill') },
  { pattern: /TCPMSS clamp to PMTU/y, read: () => targetPiece('--clamp-mss-to-pmtu') },
  { pattern: /TCPMSS set (\d+)/y, read: (f) => targetPiece('--set-mss', f[1] ?? '') },
  { pattern: /(nflog-\S+) (?:"(.*?)"|(\S+))/y, read: (f) => targetPiece(`--${f[1] ?? ''}`, f[2] ?? f[3] ?? '') },
  {
    pattern: /TPROXY redirect (\S+):(\d+) mark (\S+)/y,
    read: (f) => targetPiece('--on-port', f[2] ?? '', '--on-ip', f[1] ?? '', '--tproxy-mark', f[3] ?? ''),
  },
];

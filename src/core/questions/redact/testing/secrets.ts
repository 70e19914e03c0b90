/** Secrets of many shapes, drawn by a number: what a name, an address, a token or a sentence of somebody may look like. */
type Draw = (below: number) => number;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';
const DIGITS = '0123456789';
const KOREAN = '가나다라마바사아자차카타파하결제서버망분리운영배포관문';

function drawn(draw: Draw, from: string, length: number): string {
  const letters = Array.from(from);
  return Array.from({ length }, () => letters[draw(letters.length)] ?? '').join('');
}

/** A word nobody else has: consonants that no listing has in a row. */
function word(draw: Draw, length = 7): string {
  return `zq${drawn(draw, LETTERS, length - 2)}`;
}

/** A number of a public address that is not by chance like a mask. */
const octet = (draw: Draw): number => 20 + draw(70);
const v4 = (draw: Draw): string => `${20 + draw(70)}.${octet(draw)}.${octet(draw)}.${octet(draw)}`;
const bytes = (draw: Draw, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    at === 0 ? '52' : `${drawn(draw, 'bcde', 1)}${drawn(draw, '23456789', 1)}`,
  );
const group = (draw: Draw): string => `${drawn(draw, 'bcde', 2)}${drawn(draw, '2345678', 2)}`;

/** Each shape by its name. */
export const SHAPES: Readonly<Record<string, (draw: Draw) => string>> = {
  name: (draw) => word(draw),
  'name with a dash': (draw) => `${word(draw)}-${word(draw)}`,
  'name of a Pod': (draw) => `${word(draw)}-${drawn(draw, 'bcdf456789', 9)}-${drawn(draw, 'bcdfgh', 5)}`,
  'name in capitals': (draw) => word(draw).toUpperCase(),
  'name with capitals': (draw) => `Zq${drawn(draw, LETTERS, 3)}Q${drawn(draw, LETTERS, 4)}`,
  'name with underscores': (draw) => `${word(draw)}_${word(draw)}`,
  'name that begins with a digit': (draw) => `${1 + draw(9)}${word(draw, 6)}`,
  'name that begins with digits': (draw) => `${10 + draw(89)}-${word(draw)}`,
  'name that ends in digits': (draw) => `${word(draw)}${100 + draw(900)}`,
  host: (draw) => `${word(draw)}.${word(draw)}.example`,
  'host of a cloud': (draw) => `ip-${v4(draw).replaceAll('.', '-')}.${word(draw)}.internal`,
  email: (draw) => `${word(draw)}@${word(draw)}.example`,
  url: (draw) => `https://${word(draw)}.example/${word(draw)}?${word(draw)}=${word(draw)}`,
  path: (draw) => `/srv/${word(draw)}/${word(draw)}.conf`,
  'namespace and name': (draw) => `${word(draw)}/${word(draw)}:${word(draw)}`,
  image: (draw) => `${word(draw)}.example:5000/${word(draw)}/${word(draw)}:v1.2`,
  IPv4: v4,
  'IPv4 and port': (draw) => `${v4(draw)}:8443`,
  CIDR: (draw) => `${v4(draw)}/32`,
  IPv6: (draw) => `2a0e:${group(draw)}:${group(draw)}::${group(draw)}`,
  'IPv4 in IPv6': (draw) => `::ffff:${v4(draw)}`,
  'IPv4 in hexadecimal': (draw) =>
    `0x${drawn(draw, '23456789', 1)}${drawn(draw, 'bcde', 1)}${group(draw)}${drawn(draw, 'bcde', 2)}`,
  'IPv4 of the kernel': (draw) => `${group(draw)}${drawn(draw, 'bcde', 2)}${drawn(draw, '2345678', 2)}`.toUpperCase(),
  MAC: (draw) => bytes(draw, 6).join(':'),
  'MAC of Windows': (draw) => bytes(draw, 6).join('-').toUpperCase(),
  'MAC with dots': (draw) =>
    bytes(draw, 6)
      .join('')
      .replaceAll(/(....)(?=.)/g, '$1.'),
  'MAC bare': (draw) => bytes(draw, 6).join(''),
  'id of a bridge': (draw) => `8000.${bytes(draw, 6).join('')}`,
  UUID: (draw) =>
    [8, 4, 4, 4, 12].map((length) => `${drawn(draw, 'bcdef', 2)}${drawn(draw, HEX, length - 2)}`).join('-'),
  'hash of an image': (draw) => `sha256:${drawn(draw, HEX, 64)}`,
  'container id': (draw) => `${drawn(draw, 'bcdef', 2)}${drawn(draw, HEX, 10)}7`,
  token: (draw) => `eyJ${drawn(draw, `${LETTERS}${DIGITS}`, 20)}.eyJ${drawn(draw, `${LETTERS}${DIGITS}`, 20)}`,
  base64: (draw) => `${word(draw, 11)}+${word(draw, 9)}/${word(draw, 8)}==`,
  'key and value': (draw) => `${word(draw)}=${word(draw)}`,
  'number of a telephone': (draw) => `49${drawn(draw, '23456789', 10)}`,
  'number of a card': (draw) => Array.from({ length: 4 }, () => `4${drawn(draw, '2356789', 3)}`).join('-'),
  'Korean words': (draw) => drawn(draw, KOREAN, 5),
  'letters with accents': (draw) => `zqé${drawn(draw, 'àéîõüčß', 5)}`,
  'key of a label': (draw) => `${word(draw)}.kubernetes.io/${word(draw)}`,
  'chain of a program': (draw) => `KUBE-SVC-${word(draw).toUpperCase()}`,
  'chain of Calico': (draw) => `cali-fw-${word(draw)}`,
  'chain of Docker': (draw) => `DOCKER-${word(draw)}`,
  'IPv4 and IPv4': (draw) => `${v4(draw)}/${v4(draw)}`,
  'prefix that is short': (draw) => `${v4(draw).split('.').slice(0, 3).join('.')}/24`,
  'IPv4 in a name of DNS': (draw) => `${v4(draw)}.default.svc.cluster.local`,
  'IPv4 of a Pod in DNS': (draw) => `${v4(draw).replaceAll('.', '-')}.default.pod.cluster.local`,
  'IPv4 as a device': (draw) => `net.ipv4.conf.${v4(draw)}.rp_filter`,
  'letters by their numbers': (draw) =>
    Array.from(word(draw), (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  coordinates: (draw) => `${20 + draw(60)}.${drawn(draw, '23456789', 5)}`,
  'device of a Pod': (draw) => `veth${word(draw)}`,
  option: (draw) => `--${word(draw)}`,
};

/** Parts of a shape that are everybody's. */
const COMMON = new Set([
  'kube',
  'cali',
  'docker',
  'https',
  'example',
  'internal',
  'kubernetes',
  'default',
  'cluster',
  'local',
  'ipv4',
  'filter',
  'veth',
  'conf',
  'sha256',
  'ffff',
]);

/** What of a secret must not be left: all of it, and its parts of four letters and more. */
export function partsOf(secret: string): readonly string[] {
  const parts = secret.toLowerCase().match(/[\p{L}\p{M}]{4,}|[\p{L}\p{M}\p{N}]{6,}/gu) ?? [];
  return [secret.toLowerCase(), ...parts.filter((part) => !COMMON.has(part) && !/^veth|^v\d/.test(part))];
}

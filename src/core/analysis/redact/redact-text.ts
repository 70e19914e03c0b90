import { hash16 } from '../../lib/sha256';
import { AddressMap } from './addresses';
import { hashPseudonyms } from './hashes';
import { NameMap } from './names';

/** Replaces what tells whose machine it is; the same seed and texts always give the same. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** A name of an object: `web` -> `n-…`. */
  readonly name: (name: string) => string;
  /** An address or CIDR. */
  readonly address: (text: string) => string;
}

const NFT_CHAIN =
  /\b(service|local|external|firewall|endpoint|affinity)-([A-Z2-7]{8})-([^/\s]+)\/([^/\s]+)\/(tcp|udp|sctp)\/([^\s_,;}]*)(?:__([^/\s]+)\/(\d+))?/;
const KUBE_CHAIN = /\bKUBE-(?:SVC|SVL|EXT|FW|XLB|SEP|HP)-[A-Z2-7]{16}\b/;
const MAC = /(?<![\w:])(?:[\da-fA-F]{2}:){5}[\da-fA-F]{2}(?![\w:])/;
const V6 = /(?<![\w:.])(?:[\da-fA-F]{0,4}:){2,7}[\da-fA-F]{0,4}(?:\/\d{1,3})?(?![\w:])/;
const V4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2}(?![\d.]))?(?![\w])/;
/** `namespace/name:port`; rates and marks are told apart where it is used. */
const SERVICE = /(?<![\w./-])[a-z0-9][-a-z0-9.]*\/[a-z0-9][-a-z0-9.]*(?::[-a-z0-9]*)?(?![\w/])/;
const OPTION = /(?<![\w-])--?[A-Za-z][\w-]*/;
const WORD = /[A-Za-z_][\w.+*@~%-]*/;

const TOKEN = new RegExp(
  [NFT_CHAIN, KUBE_CHAIN, MAC, V6, V4, OPTION, SERVICE, WORD]
    .map((each) => `(?:${each.source.replaceAll(/\((?!\?)/g, '(?:')})`)
    .join('|'),
  'g',
);
const UNITS = new Set(['s', 'sec', 'second', 'm', 'min', 'minute', 'h', 'hour', 'd', 'day', 'mb', 'kb', 'b']);

/**
 * Makes a redactor for texts that belong together: addresses keep their prefixes, names and words
 * that are not part of a listing's syntax become pseudonyms, kube-proxy's hashes are made again.
 * `texts`: where names are looked for, so that a hash in one text fits a name in another.
 */
export function createRedactor(seed: number, texts: readonly string[]): Redactor {
  const names = new NameMap(seed);
  const addresses = new AddressMap(seed);
  const hashes = hashPseudonyms(texts, names, addresses);
  const parts = { names, addresses, hashes };
  const replace = (token: string): string => replaceToken(token, parts);
  return {
    text: (text) => text.replaceAll(TOKEN, replace),
    name: (name) => names.name(name),
    address: (text) => addresses.map(text),
  };
}

interface Parts {
  readonly names: NameMap;
  readonly addresses: AddressMap;
  readonly hashes: ReadonlyMap<string, string>;
}

function whole(pattern: RegExp, token: string): boolean {
  return pattern.exec(token)?.[0] === token;
}

function replaceToken(token: string, parts: Parts): string {
  const { names, addresses, hashes } = parts;
  const nft = NFT_CHAIN.exec(token);
  if (nft?.[0] === token) return nftChain(nft, parts);
  if (whole(KUBE_CHAIN, token)) {
    const [kind, hash] = [token.slice(0, -16), token.slice(-16)];
    return kind + (hashes.get(hash) ?? names.hash(hash, 16));
  }
  if (whole(MAC, token)) return macPseudonym(token, names);
  if (whole(V6, token) || whole(V4, token)) return addresses.map(token);
  if (token.startsWith('-')) return token;
  if (whole(SERVICE, token)) return servicePseudonym(token, names);
  return names.word(token);
}

/** `3/min` and `0x4000/0x4000` look alike: only what has a letter on both sides and is no unit is a name. */
function servicePseudonym(token: string, names: NameMap): string {
  const [, namespace = '', name = '', colon = '', port = ''] = /^([^/]+)\/([^:]+)(:?)(.*)$/.exec(token) ?? [];
  const isName = /[a-z]/.test(namespace) && !/^0x[\da-f]*$/.test(namespace) && !UNITS.has(name);
  return isName ? `${names.name(namespace)}/${names.name(name)}${colon}${names.name(port)}` : token;
}

/** The kind of a MAC (group, locally administered, broadcast) stays. */
function macPseudonym(token: string, names: NameMap): string {
  if (/^(?:00:){5}00$|^(?:ff:){5}ff$/i.test(token)) return token;
  const letters = names.hash(token.toLowerCase(), 16);
  const bytes = Array.from(
    { length: 6 },
    (_, i) => (letters.charCodeAt(i * 2) * 7 + letters.charCodeAt(i * 2 + 1) * 31) & 255,
  );
  const first = Number.parseInt(token.slice(0, 2), 16);
  bytes[0] = ((bytes[0] ?? 0) & 0xfc) | (first & 3);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}

/** `endpoint-KK2L4GGP-default/src/tcp/__10.244.1.10/8080`: the hash is of all behind it. */
function nftChain(found: RegExpExecArray, { names, addresses }: Parts): string {
  const [, kind = '', , namespace = '', service = '', proto = '', port = '', host, number] = found;
  let full = `${names.name(namespace)}/${names.name(service)}/${proto}/${names.name(port)}`;
  if (host !== undefined) full += `__${dottedPseudonym(host, addresses)}/${number ?? ''}`;
  return `${kind}-${hash16(full).slice(0, 8)}-${full}`;
}

/** IPv6 colons are dots in names of chains. */
function dottedPseudonym(host: string, addresses: AddressMap): string {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return addresses.map(host);
  return addresses.map(host.replaceAll('.', ':')).replaceAll(':', '.');
}

import { hash16 } from '../../lib/sha256';
import { AddressMap } from './addresses';
import { hashPseudonyms } from './hashes';
import { alignedTables } from './kubectl-tables';
import { NameMap } from './names';
import { Notes, type Replacement } from './notes';
import { isCommonName, isSyntax } from './words';

/** Replaces what tells whose machine it is; the same seed and texts always give the same. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** A name of an object: `web` -> `n-…`. */
  readonly name: (name: string) => string;
  /** An address or CIDR. */
  readonly address: (text: string) => string;
  /** Everything replaced so far, each once. */
  readonly replaced: () => readonly Replacement[];
  /** Names met so far that every cluster has: they stayed. */
  readonly kept: () => readonly string[];
}

/** Inside quotes nothing is an option of a command. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"/;
const NFT_CHAIN =
  /\b(service|local|external|firewall|endpoint|affinity)-([A-Z2-7]{8})-([^/\s]+)\/([^/\s]+)\/(tcp|udp|sctp)\/([^\s_,;}]*)(?:__([^/\s]+)\/(\d+))?/;
const KUBE_CHAIN = /\bKUBE-(?:SVC|SVL|EXT|FW|XLB|SEP|HP)-[A-Z2-7]{16}\b/;
const MAC = /(?<![\w:])(?:[\da-fA-F]{2}:){5}[\da-fA-F]{2}(?![\w:])/;
const V6 = /(?<![\w:.])(?:[\da-fA-F]{0,4}:){2,7}[\da-fA-F]{0,4}(?:\/\d{1,3})?(?![\w:])/;
const V4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2}(?![\d.]))?(?![\w])/;
/** `10-0-0-7`, as cloud providers write it into names. */
const DASHED_V4 = /(?<![\w.-])\d{1,3}(?:-\d{1,3}){3}(?![\w-])/;
const HEX = /(?<!\w)0x[\da-fA-F]+(?!\w)/;
/** `2024-05-01T10:00:00Z`. */
const TIME = /(?<!\w)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?(?!\w)/;
/** `namespace/name:port`; rates and marks are told apart where it is used. */
const SERVICE = /(?<![\w./-])[a-z0-9][-a-z0-9.]*\/[a-z0-9][-a-z0-9.]*(?::[-a-z0-9]*)?(?![\w/])/;
/** Names that begin with a digit and are not a number with its unit: `7f3a-worker`, `3com.example`. */
const DIGITS_FIRST = /(?<![\w.:/-])\d[\w]*(?:[.-]\w+)*[.-]?(?<=[A-Za-z]\w*|[A-Za-z][\w.-]*)/;
const OPTION = /(?<![\w-])--?[A-Za-z][\w-]*/;
const WORD = /[\p{L}_][\p{L}\p{M}\w.+*@~%-]*/u;

function tokenOf(...patterns: readonly RegExp[]): RegExp {
  const sources = patterns.map((each) => `(?:${each.source.replaceAll(/\((?!\?)/g, '(?:')})`);
  return new RegExp(sources.join('|'), 'gu');
}

const NAMES_AND_ADDRESSES = [NFT_CHAIN, KUBE_CHAIN, TIME, MAC, V6, V4, DASHED_V4, HEX, SERVICE, DIGITS_FIRST, WORD];
const INSIDE_QUOTES = tokenOf(...NAMES_AND_ADDRESSES);
const TOKEN = tokenOf(QUOTED, OPTION, ...NAMES_AND_ADDRESSES);
const UNITS = new Set(['s', 'sec', 'second', 'm', 'min', 'minute', 'h', 'hour', 'd', 'day', 'mb', 'kb', 'b']);
/** `5m`, `10s`, `100Mi`, `2d4h`, `1.5GiB`: a number with its unit. */
const QUANTITY = /^\d+(?:\.\d+)?(?:[a-zA-Z]{1,3}|%)?(?:\d+[a-zA-Z]{1,2})*$/;

/**
 * Makes a redactor for texts that belong together: addresses keep their prefixes, names and words
 * that are not part of a listing's syntax become pseudonyms, kube-proxy's hashes are made again.
 * `seed`: whoever knows it can turn pseudonyms back by trying; 128 random bits as text keep them safe.
 * `texts`: where names are looked for, so that a hash in one text fits a name in another.
 */
export function createRedactor(seed: number | string, texts: readonly string[]): Redactor {
  const names = new NameMap(seed);
  const addresses = new AddressMap(seed);
  const hashes = hashPseudonyms(texts, names, addresses);
  const parts = { names, addresses, hashes };
  const notes = new Notes();
  const replace = (token: string): string => notes.note(token, replaceToken(token, parts));
  const replaceAny = (token: string): string =>
    token.startsWith('"') ? token.replaceAll(INSIDE_QUOTES, replace) : replace(token);
  return {
    text: (text) => alignedTables(text, text.replaceAll(TOKEN, replaceAny)),
    name: (name) => notes.note(name, names.name(name)),
    address: (text) => notes.note(text, addresses.map(text)),
    replaced: () => notes.replaced(),
    kept: () => notes.kept(),
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
  if (whole(DASHED_V4, token)) return addresses.map(token.replaceAll('-', '.')).replaceAll('.', '-');
  if (token.startsWith('-') || whole(TIME, token) || whole(HEX, token) || QUANTITY.test(token)) return token;
  return whole(SERVICE, token) ? servicePseudonym(token, names) : wordPseudonym(token, names);
}

/** `v1.30.2`: a release tells of no machine. */
const VERSION = /^v?\d+(?:\.\d+)+$/;
/** The number of a device in another namespace: `veth0@if12`. */
const PEER = /^if\d+$/;

/** `root@node-7`, `eth0@if12`: each part by itself. */
function wordPseudonym(token: string, names: NameMap): string {
  return token
    .split('@')
    .map((part) => (PEER.test(part) || VERSION.test(part) ? part : names.word(part)))
    .join('@');
}

/** Not names: `3/min`, `0x4000/0x4000`, `discovery.k8s.io/v1`. */
function servicePseudonym(token: string, names: NameMap): string {
  const [, namespace = '', name = '', colon = '', port = ''] = /^([^/]+)\/([^:]+)(:?)(.*)$/.exec(token) ?? [];
  if (/^\d+$/.test(namespace) && UNITS.has(name)) return token;
  if (/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(namespace)) return token;
  if (isSyntax(namespace) && isSyntax(name) && !isCommonName(namespace)) return token;
  const part = (text: string): string => (QUANTITY.test(text) || /^0x[\da-f]+$/.test(text) ? text : names.name(text));
  return `${part(namespace)}/${part(name)}${colon}${part(port)}`;
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

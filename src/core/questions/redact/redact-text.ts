import { hash16 } from '../../lib/sha';
import { AddressMap, Notes, type Replacement, isCommonName, isSyntax } from './words';
import { hashedText, readKubeComment, type KubeComment } from '../../paste/kube-services';
import { ownerOfChain } from '../../paste/owners';

/** Devices whose names say only what they are. */
const DEVICE =
  /^(?:lo|(?:eth|ens|eno|enp|wlan|bond|docker|cni|virbr|tunl|dummy|kube-ipvs|kube-bridge|nodelocaldns)[\dspf]*|(?:cali|veth|tap|tun|br-|flannel|vxlan)\+?\*?|flannel[.-]?\w*|vxlan\.calico|cilium_\w+|kube-ipvs0)$/;
/** Devices with a part that was drawn: it is drawn again. */
const DRAWN = /^(veth|cali|br-|tap|lxc|azv|eni|gke)([\da-f]{4,})$/;

/** Pseudonyms of names: the same name always gets the same one, and none can be turned back without the seed. */
class NameMap {
  readonly #seed: number | string;
  readonly #known = new Map<string, string>();

  constructor(seed: number | string) {
    this.#seed = seed;
  }

  /** A name of a Kubernetes object or port: `n-kq3v7xaw`. */
  name(name: string): string {
    if (name === '' || isCommonName(name) || /^\d+$/.test(name)) return name;
    return this.#remember(name, () => `n-${this.#letters(name, 8)}`);
  }

  /** A word of a listing: syntax, devices and well-known chains stay. */
  word(word: string): string {
    if (isSyntax(word) || DEVICE.test(word)) return word;
    const [, kind, drawn] = DRAWN.exec(word) ?? [];
    if (kind !== undefined && drawn !== undefined) return kind + this.#hex(word, drawn.length);
    const owner = ownerOfChain(word);
    return owner === undefined ? this.name(word) : this.#chain(word);
  }

  /** A hash in base32 that belongs to no name that is known. */
  hash(text: string, length: number): string {
    return hash16(`${this.#seed} hash ${text}`).slice(0, length);
  }

  /** `CNI-DN-0123abcd` keeps what programs call their chains; the rest is drawn anew. */
  #chain(chain: string): string {
    return this.#remember(chain, () =>
      chain
        .split('-')
        .map((part, index) => (index === 0 || isFixedPart(part) ? part : this.#part(part)))
        .join('-'),
    );
  }

  #part(part: string): string {
    const [, kind, drawn] = DRAWN.exec(part) ?? [];
    if (kind !== undefined && drawn !== undefined) return kind + this.#hex(part, drawn.length);
    return /^[A-Z\d]+$/.test(part)
      ? this.hash(part, Math.min(16, part.length))
      : this.#letters(part, Math.max(4, Math.min(16, part.length)));
  }

  #remember(key: string, make: () => string): string {
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = make()));
    return known;
  }

  #letters(text: string, length: number): string {
    return hash16(`${this.#seed} name ${text}`).slice(0, length).toLowerCase();
  }

  #hex(text: string, length: number): string {
    const codes = Array.from(hash16(`${this.#seed} device ${text}`), (letter) =>
      (letter.charCodeAt(0) & 15).toString(16),
    );
    return codes.join('').padEnd(length, '0').slice(0, length);
  }
}

/** A word of a program, not a hash: `ISOLATION`, `STAGE`, `1`, `tw`. */
function isFixedPart(part: string): boolean {
  return /^(?:[A-Z]{1,13}|\d{1,2}|[a-z]{1,12})$/.test(part) || isSyntax(part);
}

const PROTOCOLS = ['tcp', 'udp', 'sctp'] as const;
const COMMENT = /(?:--comment "?|\/\* )([^"*\n]{3,400}?)(?:"| \*\/|\s-)/g;
const ENDPOINT_RULE = /^.*-A (KUBE-SEP-[A-Z2-7]{16}) .*--to-destination (\S+)/gm;
const JUMP_RULE = /^.*-A (?:KUBE-(?:SVC|SVL|XLB)-([A-Z2-7]{16})) .*-j (KUBE-SEP-[A-Z2-7]{16})/gm;

/**
 * kube-proxy's chain hashes of a text with what they become: hashes of known names are hashed again
 * from the pseudonyms, so that name, address and chain still belong together.
 */
function hashPseudonyms(texts: readonly string[], names: NameMap, addresses: AddressMap): Map<string, string> {
  const found = new Map<string, string>();
  const portOf = new Map<string, { readonly before: string; readonly after: string }>();
  for (const text of texts) {
    for (const comment of commentsIn(text)) {
      for (const proto of PROTOCOLS) {
        const before = `${hashedText(comment)}${proto}`;
        const after = `${hashedText(pseudonym(comment, names))}${proto}`;
        found.set(hash16(before), hash16(after));
        portOf.set(hash16(before), { before, after });
      }
    }
  }
  for (const text of texts) endpointHashes(text, portOf, addresses, found);
  return found;
}

function* commentsIn(text: string): Generator<KubeComment> {
  const seen = new Set<string>();
  for (const [, words = ''] of text.matchAll(COMMENT)) {
    const comment = readKubeComment(words.trim());
    if (!comment) continue;
    const key = hashedText(comment);
    if (seen.has(key)) continue;
    seen.add(key);
    yield comment;
  }
}

function pseudonym(comment: KubeComment, names: NameMap): KubeComment {
  const { namespace, name, port } = comment;
  return {
    ...comment,
    namespace: namespace === '' ? '' : names.name(namespace),
    name: names.name(name),
    ...(port === undefined ? {} : { port: names.name(port) }),
  };
}

/** An endpoint's chain: the service port's text, then `ip:port`. */
function endpointHashes(
  text: string,
  portOf: ReadonlyMap<string, { readonly before: string; readonly after: string }>,
  addresses: AddressMap,
  found: Map<string, string>,
): void {
  const places = new Map([...text.matchAll(ENDPOINT_RULE)].map(([, chain = '', place = '']) => [chain, place]));
  for (const [, hash = '', chain = ''] of text.matchAll(JUMP_RULE)) {
    const [port, place] = [portOf.get(hash), places.get(chain)];
    const own = chain.slice('KUBE-SEP-'.length);
    if (port === undefined || place === undefined || found.has(own)) continue;
    if (hash16(port.before + place) === own) found.set(own, hash16(port.after + placePseudonym(place, addresses)));
  }
}

/** `10.244.1.5:8080`, `[fd00::5]:8080`. */
function placePseudonym(place: string, addresses: AddressMap): string {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?(:\d+)?$/.exec(place) ?? [];
  const mapped = addresses.map(host);
  return `${mapped.includes(':') ? `[${mapped}]` : mapped}${port}`;
}

/** The header of a table of `kubectl get`. */
const HEADER = /^\s*(?:NAMESPACE\s+)?NAME\s+(?:[A-Z][A-Z()/-]*(?:\s+|$))+$/;
const CELL = /\S+(?: \S+)*/g;

/**
 * Tables of kubectl are read by where their columns begin: after names got shorter or longer the columns
 * are set again. `before` and `after` have the same lines.
 */
function alignedTables(before: string, after: string): string {
  if (!/^\s*(?:NAMESPACE\s+)?NAME\s+[A-Z]/m.test(before)) return after;
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  for (let at = 0; at < old.length; at++) {
    if (!HEADER.test(old[at] ?? '')) continue;
    let end = at + 1;
    while (end < old.length && (old[end] ?? '').trim() !== '' && !HEADER.test(old[end] ?? '')) end++;
    alignRows(old, fresh, at, end);
    at = end - 1;
  }
  return fresh.join('\n');
}

/** Puts every cell under the header it stood under. */
function alignRows(old: readonly string[], fresh: string[], from: number, to: number): void {
  const starts = [...(old[from] ?? '').matchAll(/\S+(?: (?:NODE|GATES|SEEN))?/g)].map((found) => found.index);
  const rows = fresh.slice(from, to).map((line, at) => {
    const was = [...(old[from + at] ?? '').matchAll(CELL)].map((found) => found.index);
    const columns = was.map((place) => starts.findLastIndex((start) => start <= place));
    return [...line.matchAll(CELL)].map(([text], cell) => ({ text, column: columns[cell] ?? cell }));
  });
  const isPlain = rows.every((row) => new Set(row.map(({ column }) => column)).size === row.length);
  if (!isPlain) return;
  const widths = starts.map((_, column) =>
    Math.max(0, ...rows.flatMap((row) => row.filter((cell) => cell.column === column).map(({ text }) => text.length))),
  );
  for (const [at, row] of rows.entries()) {
    const cells = widths.map((width, column) => (row.find((cell) => cell.column === column)?.text ?? '').padEnd(width));
    fresh[from + at] = cells.join('   ').trimEnd();
  }
}

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

function makeToken(...patterns: readonly RegExp[]): RegExp {
  const sources = patterns.map((each) => `(?:${each.source.replaceAll(/\((?!\?)/g, '(?:')})`);
  return new RegExp(sources.join('|'), 'gu');
}

const NAMES_AND_ADDRESSES = [NFT_CHAIN, KUBE_CHAIN, TIME, MAC, V6, V4, DASHED_V4, HEX, SERVICE, DIGITS_FIRST, WORD];
const INSIDE_QUOTES = makeToken(...NAMES_AND_ADDRESSES);
const TOKEN = makeToken(QUOTED, OPTION, ...NAMES_AND_ADDRESSES);
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

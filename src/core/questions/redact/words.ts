import { MAGLEV_SEED } from '../../linux/ebpf/maglev-seed';
import { compareIp, parseIp } from '../../net/ip';
import type { AddressMap } from './addresses';
import { nftChain } from './kube-hashes';
import { isEncoded, replaceEncoded } from './encoded';
import type { Notes } from './notes';
import type { Pseudonyms } from './pseudonyms';
import {
  BRIDGE_ID,
  isBytes,
  isMac,
  isPlainHex,
  isPlainNumber,
  LONG_QUANTITY,
  QUANTITY,
  TIMESTAMP,
  UUID,
  VERSION,
} from './shapes';
import { isApiWord, isCommonName, isField, isKnownDomain, isKnownKey, isSyntax } from './vocabulary';

/**
 * Which words are syntax where a word stands: those of listings and commands (`network`), those of API objects
 * (`objects`), of both (`json`), none because a name stands there (`name`), none and no numbers either (`text`);
 * `proc`: as `network`, where addresses are written in hexadecimal.
 */
export type Mode = 'network' | 'objects' | 'json' | 'name' | 'text' | 'proc';

const KEEPS: Readonly<Record<Mode, (word: string) => boolean>> = {
  network: isSyntax,
  proc: isSyntax,
  objects: isApiWord,
  json: (word) => isSyntax(word) || isApiWord(word) || isField(word),
  name: isCommonName,
  text: (word) => word.length === 1 || isCommonName(word),
};

/** Between the parts of a word, the loosest first. */
const SEPARATORS = ['=', ',', '://', '@', '/', '|', '#', '?', '&', '%', '$', ':', '\\', '*', '+', '^', '~'];
const KUBE_CHAIN = /^KUBE-(?:SVC|SVL|EXT|FW|XLB|SEP|HP)-[A-Z2-7]{16}$/;
/** An address, with the length or the mask of its prefix. What is no mask behind the slash is an address, too. */
const V4 = /^(?:\d{1,3}\.){3}\d{1,3}(?:\/(?:\d{1,3}|(?:\d{1,3}\.){3}\d{1,3}))?$/;
const PLAIN_V4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** `10.77.88/24`: octets that are left out are noughts (inet_net_pton). */
const SHORT_V4 = /^(\d{1,3}(?:\.\d{1,3}){1,2})(\/(?:[89]|[12]\d|3[0-2]|255\.(?:\d{1,3}\.){2}\d{1,3}))$/;
const V6 = /^[\da-f]{0,4}:[\da-f:]{0,39}(?:[\d.]{0,15})(?:\/\d{1,3})?$/i;
const RANGE = /^([\da-f.:]{2,45})-([\da-f.:]{2,45})$/i;
const V4_AND_PORT = /^((?:\d{1,3}\.){3}\d{1,3})(\.\d{1,5})$/;
/** Labels that a cluster's DNS has for every name. */
const DNS_WORDS = new Set(['svc', 'pod', 'cluster', 'local', 'in-addr', 'ip6', 'arpa']);
/** More decimals are of a place or of a measure, not of a quantity. */
const MOST_DECIMALS = 3;
const HAS_LETTERS = /[\p{L}\p{N}]/u;

interface Sources {
  readonly names: Pseudonyms;
  readonly addresses: AddressMap;
  readonly notes: Notes;
}

/** Replaces words, each by its looks and by where it stands; the same word always by the same. */
export class SyntaxWords {
  readonly #known: Record<Mode, Map<string, string>> = {
    network: new Map(),
    proc: new Map(),
    objects: new Map(),
    json: new Map(),
    name: new Map(),
    text: new Map(),
  };

  private readonly names: Pseudonyms;
  private readonly addresses: AddressMap;
  private readonly hashes: ReadonlyMap<string, string>;
  private readonly notes: Notes;

  /** `hashes`: kube-proxy's, with what they become; may be filled in later, before the first text. */
  constructor({ names, addresses, notes }: Sources, hashes: ReadonlyMap<string, string>) {
    this.names = names;
    this.addresses = addresses;
    this.hashes = hashes;
    this.notes = notes;
  }

  /** What comes in the place of a word. */
  replace(word: string, mode: Mode): string {
    const known = this.#known[mode].get(word);
    if (known !== undefined) return known;
    const after = this.#word(word, mode);
    this.#known[mode].set(word, after);
    return after;
  }

  /** An address or CIDR; the text itself if it is neither. */
  address(text: string): string {
    return this.notes.note(text, this.addresses.map(text));
  }

  /** A key of labels or annotations, or a field. */
  key(key: string): string {
    return isKnownKey(key) || isField(key) ? key : this.replace(key, 'name');
  }

  /** One word for a text. */
  name(text: string): string {
    return this.notes.note(text, this.names.name(text));
  }

  /** Replaces a name in DNS: what a resolver takes apart stays apart, and `*.` goes on to be any. */
  host(text: string): string {
    const parts = (): string[] => text.split(':').map((part) => this.#addresses(part) ?? this.#labels(part, 'name'));
    return this.#addresses(text) ?? parts().join(':');
  }

  /** Replaces addresses, CIDRs and ranges as a field has them; letters that are none of an address become none. */
  addressesIn(text: string): string {
    return text.replaceAll(/[^\s,]+/g, (part) => {
      const mapped = this.#addresses(part);
      if (mapped !== undefined || !HAS_LETTERS.test(part)) return mapped ?? part;
      if (/^[A-Za-z]+$/.test(part) && (isApiWord(part) || isSyntax(part))) return part;
      if (!/^[\da-f.:/-]+$/i.test(part)) return this.replace(part, 'network');
      return part.replaceAll(/[\da-f]+/gi, (digits) => this.hex(digits));
    });
  }

  /** Draws Cilium's `bpf-lb-maglev-hash-seed`: as many letters of base64. The one every cluster has stays. */
  seed(text: string): string {
    return text === MAGLEV_SEED ? text : this.hash(text);
  }

  /** Draws hexadecimal digits, as many. */
  hex(digits: string): string {
    return this.names.hex(digits);
  }

  /** Draws digits, as many. */
  digits(digits: string): string {
    return this.names.digits(digits);
  }

  /** A hash that is no name: as many letters. */
  hash(hash: string): string {
    return this.notes.note(hash, this.names.hash(hash, hash.length));
  }

  /** A number a program computes with: larger ones are addresses, or tell one of all others. */
  operand(word: string): string {
    const value = Number(word);
    const isAddress = /^\d{8,10}$/.test(word) && value >= 2 ** 24 && value < 2 ** 32 && !isPlainHex(value.toString(16));
    return isAddress ? this.notes.note(word, String(this.addresses.word(value))) : this.replace(word, 'network');
  }

  #word(word: string, mode: Mode): string {
    // Most words of long lists: what it is need not be asked of any vocabulary.
    if (PLAIN_V4.test(word)) return this.#addresses(word) ?? this.#single(word, mode);
    if (!HAS_LETTERS.test(word)) return word;
    if (KEEPS[mode](word)) return this.notes.note(word, word);
    const [, lead = '', core = '', tail = ''] = /^([-.]*)(.*?)([.:]*)$/su.exec(word) ?? [];
    if (core !== '' && core !== word && !V6.test(word)) return lead + this.replace(core, mode) + tail;
    return this.#whole(word) ?? this.#parts(word, mode) ?? this.#single(word, mode);
  }

  /** What is told by the looks of the whole word, however long it is. */
  #whole(word: string): string | undefined {
    if (word.length > 600) return undefined;
    if (KUBE_CHAIN.test(word)) {
      const hash = word.slice(-16);
      return this.notes.note(word, word.slice(0, -16) + (this.hashes.get(hash) ?? this.names.hash(hash, 16)));
    }
    const chain = nftChain(word, (name) => this.replace(name, 'name'), this.addresses);
    if (chain !== undefined) return this.notes.note(word, chain);
    if (isMac(word)) return this.notes.note(word, this.names.mac(word));
    const [, priority, bridge] = BRIDGE_ID.exec(word) ?? [];
    if (priority !== undefined && bridge !== undefined)
      return priority + this.notes.note(bridge, this.names.mac(bridge));
    if (isBytes(word)) return this.#bytes(word);
    if (TIMESTAMP.test(word)) return word;
    return this.#addresses(word);
  }

  #addresses(word: string): string | undefined {
    if (/^0x[\da-f]{1,4}:/i.test(word) && isAddress(word.slice(2))) return `0x${this.address(word.slice(2))}`;
    const [, octets, length] = SHORT_V4.exec(word) ?? [];
    if (octets !== undefined && length !== undefined) return this.#shortCidr(word, octets, length);
    if (V4.test(word) || (word.includes(':') && V6.test(word))) {
      const mapped = this.addresses.map(word);
      if (mapped !== word || isAddress(word)) return this.notes.note(word, mapped);
    }
    const [, from = '', to = ''] = RANGE.exec(word) ?? [];
    if (isAddress(from) && isAddress(to)) return this.#range(word, from, to);
    const [, host, port] = V4_AND_PORT.exec(word) ?? [];
    return host !== undefined && isAddress(host) ? this.address(host) + port : undefined;
  }

  /** As the whole prefix, and as many octets of it. */
  #shortCidr(word: string, octets: string, length: string): string | undefined {
    const count = octets.split('.').length;
    const whole = `${octets}${'.0'.repeat(4 - count)}`;
    if (!isAddress(whole)) return undefined;
    const [mapped = ''] = this.addresses.map(whole + length).split('/');
    return this.notes.note(word, mapped.split('.').slice(0, count).join('.') + length);
  }

  /** Ends in their order again; between them may be other addresses than before. */
  #range(word: string, from: string, to: string): string {
    const ends = [this.addresses.map(from), this.addresses.map(to)];
    const [low = '', high = ''] = compareAddresses(ends[0] ?? '', ends[1] ?? '') <= 0 ? ends : ends.toReversed();
    return this.notes.note(word, `${low}-${high}`);
  }

  /** The header of a frame: two MACs, then what it carries. */
  #bytes(word: string): string {
    const mac = (from: number): string => this.names.mac(word.slice(from, from + 17));
    const after = word.length === 41 ? `${mac(0)}:${mac(18)}${word.slice(35)}` : word.replaceAll(/[\da-f]+/gi, '00');
    return this.notes.note(word, word.length === 41 ? after : this.#hexBytes(word));
  }

  #hexBytes(word: string): string {
    const digits = this.names.hex(word.replaceAll(':', ''));
    return (digits.match(/../g) ?? []).join(':');
  }

  #parts(word: string, mode: Mode): string | undefined {
    const separator = SEPARATORS.find((each) => word.includes(each));
    if (separator === undefined) return undefined;
    const parts = word.split(separator);
    if (separator === '/' && mode === 'objects' && word.startsWith('/')) return this.replace(word, 'network');
    if (isEncoded(word)) {
      const plain = (part: string): string => this.replace(part, mode);
      const [hex, digits] = [(each: string) => this.hex(each), (each: string) => this.digits(each)];
      return replaceEncoded(word, { plain, hex, digits });
    }
    if (separator === '/' && parts.length === 2) {
      const key = this.#keyOfDomain(parts, mode);
      if (key !== undefined) return key;
    }
    const strict = isPath(word, separator) && mode !== 'text';
    const after = parts.map((part, at) =>
      separator === '=' && at === 0 && mode === 'objects' ? this.key(part) : this.replace(part, mode),
    );
    // Digits beside something that was hidden in a path or a query are of it.
    const isHidden =
      strict && after.some((part, at) => part !== parts[at] && !isAddress(parts[at]?.split('/')[0] ?? ''));
    return (
      isHidden ? parts.map((part, at) => (/^\d{4,5}$/.test(part) ? this.names.digits(part) : after[at])) : after
    ).join(separator);
  }

  /** `app.kubernetes.io/name` stays, of `x.kubernetes.io/acme` what is somebody's goes. */
  #keyOfDomain([domain = '', key = '']: readonly string[], mode: Mode): string | undefined {
    const isOfApi = /(?:^|\.)(?:kubernetes|k8s)\.io$/.test(domain);
    if (!isOfApi) return undefined;
    const kept = isKnownDomain(domain) ? domain : this.#hiddenDomain(domain);
    return `${kept}/${/^v\d(?:(?:alpha|beta)\d)?$/.test(key) ? key : this.replace(key, mode === 'text' ? mode : 'name')}`;
  }

  #hiddenDomain(domain: string): string {
    const end = /\.?(?:kubernetes|k8s)\.io$/.exec(domain)?.[0] ?? '';
    const own = domain.slice(0, domain.length - end.length);
    return own === '' ? domain : this.notes.note(own, this.names.name(own)) + end;
  }

  /** A word without parts. */
  #single(word: string, mode: Mode): string {
    if (UUID.test(word)) return this.notes.note(word, this.#uuid(word));
    const numeric = this.#number(word, mode);
    if (numeric !== undefined) return this.notes.note(word, numeric);
    return this.#dotted(word, mode) ?? this.notes.note(word, this.names.word(word));
  }

  #uuid(uuid: string): string {
    const drawn = this.names.hex(uuid.replaceAll(/[^\da-f]/gi, ''));
    let at = 0;
    return uuid.replaceAll(/[\da-f]/gi, () => drawn[at++] ?? '0');
  }

  #number(word: string, mode: Mode): string | undefined {
    if (/^\d+$/.test(word)) return this.#digits(word, mode);
    const hex = /^0x([\da-f]+)$/i.exec(word)?.[1];
    if (hex !== undefined) return `0x${mode !== 'text' && isPlainHex(hex) ? hex : this.#hex(hex, false)}`;
    if (mode === 'proc' && /^(?:[\da-f]{8}|[\da-f]{32})$/i.test(word)) return this.#hex(word, true);
    if (mode === 'proc' && /^[\dA-F]{2,4}$/.test(word)) return word;
    if (/^[\da-f]{8}$/i.test(word) && /\d/.test(word)) return this.#hex(word, word === word.toUpperCase());
    if (/^(?=[\da-f]{0,80}\d)[\da-f]{12,}$/i.test(word)) return this.names.hex(word);
    if (mode === 'text') return undefined;
    if (QUANTITY.test(word) || VERSION.test(word) || /^\d{1,5}-\d{1,5}$/.test(word)) return word;
    const [, number, unit] = LONG_QUANTITY.exec(word) ?? [];
    if (number !== undefined) return this.#digits(number, mode) + unit;
    return this.#decimal(word, mode);
  }

  /** Four decimals and more place something on a map; odds and times are read before anybody asks. */
  #decimal(word: string, mode: Mode): string | undefined {
    const [, whole, fraction] = /^(\d{1,12})\.(\d{1,40})$/.exec(word) ?? [];
    if (whole === undefined || fraction === undefined) return undefined;
    if (fraction.length > MOST_DECIMALS) return `${this.names.digits(whole)}.${this.names.digits(fraction)}`;
    return `${this.#digits(whole, mode)}.${this.#digits(fraction, mode)}`;
  }

  #digits(digits: string, mode: Mode): string {
    if (mode === 'proc' && digits.length === 8) return this.#hex(digits, true);
    const stays = mode === 'text' ? digits.length < 2 : isPlainNumber(digits);
    return stays ? digits : this.names.digits(digits);
  }

  /** Up to eight digits are an IPv4 address, if somebody's; `turned`: as a little-endian machine writes it in /proc/net. */
  #hex(digits: string, turned: boolean): string {
    if (isPlainHex(digits) && /^[0f]*$/i.test(digits)) return digits;
    if (digits.length > 8) return this.names.hex(digits);
    const padded = digits.padStart(8, '0');
    const word = Number.parseInt(turned ? turnBytes(padded) : padded, 16);
    const mapped = this.addresses.word(word).toString(16).padStart(8, '0');
    const written = (turned ? turnBytes(mapped) : mapped).slice(8 - digits.length);
    if (written === digits.toLowerCase()) return turned ? digits : this.names.hex(digits);
    return /[A-F]/.test(digits) ? written.toUpperCase() : written;
  }

  /** `net.ipv4.conf.acme0.rp_filter`, `web.shop.svc.cluster.local`, `v1.27.4-acme`: names in what is known. */
  #dotted(word: string, mode: Mode): string | undefined {
    if (mode === 'text') return undefined;
    if (/\.(?:svc|pod)(?:\.|$)|^svc\./.test(word)) return this.#labels(word, 'network');
    if (mode !== 'name' && /^(?:net|kernel|fs|vm|abi|dev|user)\./.test(word)) return this.#sysctl(word, mode);
    const [, release, rest] = /^(v?\d{1,2}\.\d{1,2}(?:\.\d{1,3})?)-(.+)$/s.exec(word) ?? [];
    return release === undefined || rest === undefined ? undefined : `${release}-${this.#each(rest, '-', 'network')}`;
  }

  /** Of `net.ipv4.conf.acme0.100.rp_filter` a device is one word, whatever dots it has. */
  #sysctl(word: string, mode: Mode): string {
    const [, head, device, tail] = /^(net\.ipv[46]\.(?:conf|neigh)\.)(.+)(\.\w+)$/.exec(word) ?? [];
    if (head === undefined || device === undefined || tail === undefined) return this.#each(word, '.', mode);
    return `${head}${this.replace(device, 'network')}.${this.replace(tail.slice(1), 'network')}`;
  }

  /** Labels of a name in DNS one by one; an address among them (`10-244-1-5.web.shop.svc`, in-addr.arpa's) as one. */
  #labels(word: string, mode: Mode): string {
    return word.replaceAll(/(?<![^.])(?:\d{1,20}(?:\.\d{1,20}){1,40}|[^.]+)(?![^.])/g, (label) => {
      if (/^\d+\./.test(label)) return this.#addresses(label) ?? this.#each(label, '.', 'text');
      const [, mark = '', name = ''] = /^(_?)(.*)$/s.exec(label) ?? [];
      const dashed = /^\d{1,3}(?:-\d{1,3}){3}$/.test(name) ? name.replaceAll('-', '.') : undefined;
      if (dashed !== undefined && isAddress(dashed))
        return this.notes.note(label, this.addresses.map(dashed).replaceAll('.', '-'));
      return mark + (DNS_WORDS.has(name) ? name : this.#part(name, word, mode));
    });
  }

  #each(word: string, separator: string, mode: Mode): string {
    return word
      .split(separator)
      .map((part) => this.#part(part, word, mode))
      .join(separator);
  }

  #part(part: string, word: string, mode: Mode): string {
    return part === word ? this.names.word(part) : this.replace(part, mode);
  }
}

/** Is what stands there a path or a query, and not `10.0.0.1:80`, `80/TCP` or `web:8080`? */
function isPath(word: string, separator: string): boolean {
  return (
    separator !== ':' && separator !== '=' && separator !== ',' && (word.split('/').length > 2 || /[?&@]/.test(word))
  );
}

function isAddress(text: string): boolean {
  return parseIp(text.split('/')[0] ?? '').ok;
}

function compareAddresses(a: string, b: string): number {
  const [left, right] = [parseIp(a), parseIp(b)];
  return left.ok && right.ok ? compareIp(left.value, right.value) : 0;
}

function turnBytes(digits: string): string {
  return (digits.match(/../g) ?? []).toReversed().join('');
}

import { parseIp } from '../../net/ip';
import { ownWords } from './fixed-comments';
import type { LineKind } from './kinds';
import type { Mode, SyntaxWords } from './words';
import { readKubeComment } from '../../paste/kube-services';
import { isOption, isSyntax } from './vocabulary';

/** What the next word or string is: the grammar of the word before it says so. */
interface Slot {
  readonly kind: 'name' | 'odds' | 'numbers' | 'text' | 'hex' | 'comment';
  /** Letters that fit (extensions/libxt_LOG.c and others). */
  readonly longest?: number;
  /** Only a string is meant, not any word. */
  readonly onlyString?: true;
}

const NAME: Slot = { kind: 'name' };
const ODDS: Slot = { kind: 'odds' };
const NUMBERS: Slot = { kind: 'numbers' };
const text = (longest: number): Slot => ({ kind: 'text', longest });
const comment = (longest: number): Slot => ({ kind: 'comment', longest });

/** By option. */
const OF_OPTION: ReadonlyMap<string, Slot> = new Map([
  ['--comment', comment(255)],
  ['--log-prefix', text(29)],
  ['--nflog-prefix', text(63)],
  ['--ulog-prefix', text(31)],
  ['--string', text(128)],
  ['--hex-string', { kind: 'hex', longest: 128 }],
  ['--path', text(500)],
  ['--u32', NUMBERS],
  ['--bytecode', NUMBERS],
  ['--probability', ODDS],
  ['--uid-owner', NAME],
  ['--gid-owner', NAME],
  ['--hashlimit-name', NAME],
  ['--name', NAME],
  ['--label', NAME],
  ['--namespace', NAME],
  ['--hostname-override', NAME],
]);
/** By word of a listing. */
const OF_WORD: ReadonlyMap<string, Slot> = new Map([
  ['comment', { ...comment(128), onlyString: true }],
  ['prefix', { ...text(100), onlyString: true }],
  ['probability', ODDS],
  ['netns', NAME],
  ['link-netns', NAME],
  ['altname', NAME],
]);

/** Fields whose values are names, whatever else the word means. */
export const NAME_FIELDS: ReadonlySet<string> = new Set(
  'name namespace nodeName hostname host serviceName hostnameOverride clusterName generateName secretName claimName serviceAccountName serviceAccount containerName nodename user Name Namespace Node NodeName Hostname'.split(
    ' ',
  ),
);

/** Fields somebody wrote sentences into. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['comment', 'prefix', 'message', 'description', 'note']);

const SPACE = /\s/;

function isSpace(letter: string): boolean {
  return letter === ' ' || ((letter < ' ' || letter > '~') && SPACE.test(letter));
}

/** Ends a word, and tells nothing. */
const DELIMITERS = new Set('"\'`,;()[]{}<>|!…“”„‘’«»│┃║❯→—–・、。：；，（）「」　\u00a0\u200b\ufeff');
/** What begins a line of a Kubernetes program's log, and a prompt that is a shell's own. */
const KLOG =
  /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,6} +\d{1,8} (?:server|server_others|server_linux|server_windows|config|proxier|node|utils|shared_informer|iptables|feature_gate|flags|conntrack|util)\.go:\d{1,5}\]/;
const SHELL = /^(?:sh|bash|ash)-\d\.\d{1,2}[#$](?=\s|$)/;

/** A connection or a translation as Cilium lists them. */
const CILIUM = /^\s{0,8}(?:TCP|UDP|SCTP|ICMP|ICMPv6|ANY) (?:IN|OUT|SVC|RELATED) /;

const MODES: Readonly<Record<LineKind, Mode>> = {
  network: 'network',
  objects: 'objects',
  json: 'json',
  rows: 'objects',
  'rows of namespaces': 'objects',
  proc: 'proc',
  name: 'name',
  text: 'text',
};

/** A line with what is somebody's replaced; blanks, quotes and brackets stay where they were. */
export function redactLine(line: string, kind: LineKind, words: SyntaxWords): string {
  return new LineWalk(line, kind, words).redacted();
}

class LineWalk {
  private readonly line: string;
  private readonly kind: LineKind;
  private readonly words: SyntaxWords;
  private at = 0;
  private out = '';
  private slot: Slot | undefined;
  /** No more strings, no more comments end on this line. */
  private noStrings = false;
  private noComments = false;
  /** The word follows `<`. */
  private compares = false;
  /** Words of the row that are still names: those of the first columns. */
  private names: number;

  private readonly isOfCilium: boolean;
  private readonly draws: boolean;

  constructor(line: string, kind: LineKind, words: SyntaxWords) {
    this.line = line;
    this.isOfCilium = CILIUM.test(line);
    this.draws = line.includes('random');
    this.kind = kind;
    this.words = words;
    this.names = kind === 'rows' ? 1 : 2;
  }

  redacted(): string {
    const head = KLOG.exec(this.line)?.[0] ?? SHELL.exec(this.line)?.[0] ?? '';
    this.out = head;
    this.at = head.length;
    while (this.at < this.line.length) this.next();
    return this.out;
  }

  private next(): void {
    const letter = this.line[this.at] ?? '';
    if (isSpace(letter)) return this.pass();
    const isListing = this.kind === 'network';
    if (this.slot?.kind === 'hex') return this.hexString(letter);
    if (isListing && letter === '"' && !this.noStrings) return this.string('"');
    if (isListing && letter === '`' && this.slot?.kind === 'text') return this.string("'");
    if (isListing && !this.noComments && this.line.startsWith('/* ', this.at)) return this.listedComment();
    if (letter === '#' && this.isRemark()) return this.rest();
    if (this.isDelimiter(this.at)) return this.pass();
    this.word();
  }

  /** One letter that stays. */
  private pass(): void {
    this.out += this.line[this.at] ?? '';
    this.at++;
  }

  private isDelimiter(at: number): boolean {
    const letter = this.line[at] ?? '';
    return DELIMITERS.has(letter) || (letter === '\\' && this.line[at + 1] === '"');
  }

  /** A remark of YAML: all of it is somebody's. */
  private isRemark(): boolean {
    return this.kind === 'objects' && (this.at === 0 || isSpace(this.line[this.at - 1] ?? ''));
  }

  private rest(): void {
    this.out += `#${redactLine(this.line.slice(this.at + 1), 'text', this.words)}`;
    this.at = this.line.length;
  }

  /** Of `--hex-string`: between any quotes, or up to the next blank. */
  private hexString(letter: string): void {
    if (letter === '"' || letter === "'") return this.string(letter);
    const from = this.at;
    while (this.at < this.line.length && !isSpace(this.line[this.at] ?? '')) this.at++;
    this.out += redactHex(this.line.slice(from, this.at), 128, this.words);
    this.slot = undefined;
  }

  /** What stands between quotes; nothing in it is an option of a command. */
  private string(quote: string): void {
    const end = findEnd(this.line, this.at + 1, quote);
    if (end === -1) {
      this.noStrings = true;
      this.slot = this.slot?.kind === 'hex' ? undefined : this.slot;
      return this.pass();
    }
    this.out += (this.line[this.at] ?? '') + this.inside(this.line.slice(this.at + 1, end)) + quote;
    this.at = end + 1;
    this.slot = undefined;
  }

  private inside(inside: string): string {
    const { slot, words } = this;
    if (slot) return valueOf(inside, slot, words);
    if (ONLY_HEX.test(inside)) return redactHex(inside, 0, words);
    return inside
      .split(/(\s+)/)
      .map((part) => (part.trim() === '' ? part : redactPlain(part, words)))
      .join('');
  }

  /** As `iptables -L` shows it. */
  private listedComment(): void {
    const end = this.line.indexOf(' */', this.at);
    if (end === -1) {
      this.noComments = true;
      return this.word();
    }
    this.out += `/* ${valueOf(this.line.slice(this.at + 3, end), comment(255), this.words)} */`;
    this.at = end + 3;
  }

  private word(): void {
    const from = this.at++;
    this.compares = this.draws && /<\s{0,3}$/.test(this.line.slice(Math.max(0, from - 4), from));
    while (this.at < this.line.length && !isSpace(this.line[this.at] ?? '') && !this.isDelimiter(this.at)) this.at++;
    const word = this.line.slice(from, this.at);
    this.out += this.after(word);
  }

  private after(word: string): string {
    switch (this.kind) {
      case 'objects':
      case 'json':
        return this.field(word);
      case 'rows':
      case 'rows of namespaces':
        return this.cell(word);
      case 'name':
      case 'text':
        return this.words.replace(word, this.kind);
      case 'network':
      case 'proc':
        return this.listed(word);
    }
  }

  /** A word of a listing, a rule or a command. */
  private listed(word: string): string {
    if (/^--?[A-Za-z]/.test(word)) return this.option(word);
    const { slot } = this;
    const isDrawn = this.compares && this.draws;
    this.slot = OF_WORD.get(word.toLowerCase());
    if (isDrawn && /^\d{1,10}$/.test(word)) return word;
    if (this.isOfCilium) return this.withPort(word);
    if (slot && !slot.onlyString) return valueOf(word, slot, this.words);
    return this.words.replace(word, MODES[this.kind]);
  }

  /** Cilium writes `2001:db8::1:80` without brackets. */
  private withPort(word: string): string {
    const [, address, port] = /^([\da-f]{0,4}:[\da-f:]{1,39}):(\d{1,5})$/i.exec(word) ?? [];
    if (address === undefined || !parseIp(address).ok) return this.words.replace(word, 'network');
    return `${this.words.address(address)}:${port}`;
  }

  private option(word: string): string {
    const [name = '', ...values] = word.split('=');
    const slot = OF_OPTION.get(name);
    this.slot = values.length > 0 ? undefined : slot;
    const dashes = name.startsWith('--') ? 2 : 1;
    const known = isOption(name) ? name : name.slice(0, dashes) + this.words.replace(name.slice(dashes), 'name');
    if (values.length === 0) return known;
    const value = values.join('=');
    return `${known}=${slot ? valueOf(value, slot, this.words) : this.words.replace(value, 'network')}`;
  }

  /** A key or a value of an object or of JSON. */
  private field(word: string): string {
    const isKey = word.endsWith(':') || /^\\?["']?\s{0,4}:/.test(this.line.slice(this.at, this.at + 8));
    const { slot, words } = this;
    const mode = MODES[this.kind];
    if (!isKey && word.startsWith('--') && !slot) return this.option(word);
    if (!isKey) return words.replace(word, slot?.kind === 'name' || slot?.kind === 'text' ? slot.kind : mode);
    const key = word.replace(/:+$/, '');
    this.slot = this.kind === 'objects' && NAME_FIELDS.has(key) ? NAME : TEXT_FIELDS.has(key) ? text(0) : undefined;
    const colons = word.slice(key.length);
    return (this.kind === 'json' ? words.replace(key, 'json') : words.key(key)) + colons;
  }

  /** Of a table of kubectl; `service/web` says of what kind it is. */
  private cell(word: string): string {
    if (this.names === 0) return this.words.replace(word, 'objects');
    this.names--;
    const [, kind = '', name = ''] = /^([a-z.]{2,40}\/)?(.*)$/s.exec(word) ?? [];
    return isSyntax(kind.slice(0, -1)) ? kind + this.words.replace(name, 'name') : this.words.replace(word, 'name');
  }
}

function redactPlain(part: string, words: SyntaxWords): string {
  return new LineWalk(part, part.startsWith('-') ? 'name' : 'proc', words).redacted();
}

/** Where a string ends that begins before `from`; -1: nowhere. */
function findEnd(line: string, from: number, quote: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === quote) return at;
  }
  return -1;
}

function valueOf(value: string, { kind, longest = 0 }: Slot, words: SyntaxWords): string {
  switch (kind) {
    case 'comment':
      return commentOf(value, longest, words);
    case 'text':
      return shortened(value, redactLine(value, 'text', words), longest, words);
    case 'hex':
      return redactHex(value, longest, words);
    case 'name':
      return redactLine(value, 'name', words);
    case 'numbers':
      return numbersOf(value, words);
    case 'odds':
      return /^[01]\.\d{1,11}$/.test(value) ? value : words.replace(value, 'network');
  }
}

/** `|7a 71|`, as `iptables -L` shows what a rule looks for. */
const ONLY_HEX = /^\|[\da-f\s]{1,512}\|$/i;

/** What a rule looks for, bytes between bars (extensions/libxt_string.c): as many bytes, and as many letters at most. */
function redactHex(value: string, longest: number, words: SyntaxWords): string {
  const parts = value.split('|').map((part, at) => {
    if (at % 2 === 0) return part === '' ? part : redactLine(part, 'text', words);
    if (!/^[\da-f\s]*$/i.test(part)) return redactLine(part, 'text', words);
    const drawn = words.hex(part.replaceAll(/\s/g, ''));
    let next = 0;
    return part.replaceAll(/\S/g, () => drawn[next++] ?? '0');
  });
  return shortened(value, parts.join('|'), longest, words);
}

/** Calico's name of a rule, a hash, before what it says of it. */
const CALICO = /^cali:([\w-]{16})(;?\s*)(.*)$/s;

function commentOf(value: string, longest: number, words: SyntaxWords): string {
  const [, hash, between = '', rest = ''] = CALICO.exec(value) ?? [];
  if (hash !== undefined)
    return `cali:${words.hash(hash)}${between}${rest === '' ? '' : commentOf(rest, longest, words)}`;
  const trimmed = value.trim();
  const own = ownWords(trimmed) ?? (readKubeComment(trimmed) && !trimmed.includes(' ') ? [true] : undefined);
  if (!own) return shortened(value, redactLine(value, 'text', words), longest, words);
  const after = trimmed.split(' ').map((word, at) => (own[at] ? redactLine(word, 'name', words) : word));
  return value.replace(trimmed, () => after.join(' '));
}

/** As text that fits; if it would not, one word for all of it. */
function shortened(before: string, after: string, longest: number, words: SyntaxWords): string {
  return longest === 0 || after.length <= Math.max(longest, before.length) ? after : words.name(before);
}

/** `0xc`, `12`, `0xcb00714d:0xcb007150`. */
const OPERANDS = /^(?:0x[\da-f]{1,8}|\d{1,10})(?::(?:0x[\da-f]{1,8}|\d{1,10}))?$/i;

/** Numbers of a program (u32, bpf): offsets and masks stay, addresses do not. Ends of a range stay in their order. */
function numbersOf(value: string, words: SyntaxWords): string {
  return value.replaceAll(/[^\s,"=&@|<>]+/g, (word) => {
    if (!OPERANDS.test(word)) return words.replace(word, 'network');
    const ends = word.split(':').map((each) => words.operand(each));
    return ends.toSorted((a, b) => Number(a) - Number(b)).join(':');
  });
}

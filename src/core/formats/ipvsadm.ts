import { phrase, type PhraseId } from '../lib/phrase';
import { sameIp, compareIp, formatIp } from '../net/ip';
import type { IpvsServer, IpvsService, IpvsTable } from '../linux/ipvs/service';
import type { Diagnostic, SourceSpan } from './format';
import {
  readIpvsPlace,
  placeOfHex,
  type IpvsForm,
  type IpvsListing,
  type ListedIpvsService,
  type ListedServer,
  printIpvsListing,
} from './ipvs/print';
import { prefixOfMask } from './links/link';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

const BANNER = /^IP Virtual Server version\b/;
const HEAD = /^(?:Prot\s+LocalAddress:Port\b|->\s+RemoteAddress:Port\b)/;
const SERVICE = /^(TCP|UDP|SCTP|FWM)\s+(\S+)(?:\s+(IPv6))?\s+(.+)$/;
const SERVER = /^->\s+(\S+)\s+(.+)$/;
const COMMAND = /(?:^|\bipvsadm\s+)(-[AaDd]|--add-service|--add-server|--delete-service|--delete-server)\s+(.*)$/;
const PROTOCOLS: Readonly<Record<string, number>> = { TCP: 6, UDP: 17, SCTP: 132 };
const FORWARD: Readonly<Record<string, IpvsServer['forward']>> = {
  Masq: 'masq',
  Route: 'route',
  Tunnel: 'tunnel',
  Local: 'local',
  Bypass: 'bypass',
};
/** A firewall mark as /proc/net/ip_vs prints it. */
const HEX_MARK = /^[0-9A-F]{8}$/;
/** A prompt line that asked for the kernel's own order. */
const NOSORT = /\bipvsadm\b.*\s--nosort\b/;
const NUMBER = /^\d{1,15}[KMGT]?$/;
/** Weights, marks and seconds have 32 bits. */
const SMALL = /^\d{1,10}$/;
/** One packet scheduling, a persistence engine: what may stand behind the rest. */
const FLAGS = /^(?:ops)?(?: ?pe \S+)?$/;

/** A service while its servers are read. */
interface Growing extends ListedIpvsService {
  readonly servers: ListedServer[];
}

interface GrowingListing extends IpvsListing {
  form: IpvsForm;
  /** True once the listing's first line was read: without services it is an empty table. */
  readonly headed: boolean;
  readonly services: Growing[];
}

class IpvsReader implements LineReader<readonly IpvsListing[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly listings: GrowingListing[] = [];
  private service: Growing | undefined;
  private readonly known = new Map<string, Growing>();
  private nosort = false;

  take(line: TextLine): boolean {
    const { text } = line;
    if (text === '') return false;
    if (NOSORT.test(text)) this.nosort = true;
    if (BANNER.test(text)) this.begin('list', true);
    else if (!HEAD.test(text) && !this.server(line) && !this.virtual(line)) return this.command(line);
    if (/^Prot\s+LocalAddress:Port\s+(?:Conns|CPS)\b/.test(text)) this.listing('stats');
    return true;
  }

  finish(): readonly IpvsListing[] {
    const isToldElsewhere = this.listings.some(({ form, services }) => form !== 'stats' && services.length > 0);
    if (!isToldElsewhere) this.sayCounters();
    return this.listings.map(({ form, services, nosort }) => ({ form, services, ...(nosort ? { nosort } : {}) }));
  }

  /** Counters tell neither scheduler nor weight nor way of forwarding: no packet goes by them. */
  private sayCounters(): void {
    for (const { form, services } of this.listings) {
      const [first] = services;
      if (form !== 'stats' || !first) continue;
      const message = phrase('formats.ipvsadm.counters', { services: services.length });
      this.diagnostics.push({ severity: 'warning', code: 'not-simulated', message, span: first.span });
    }
  }

  private begin(form: IpvsForm, headed = false): GrowingListing {
    const made: GrowingListing = { form, headed, services: [], ...(this.nosort ? { nosort: true } : {}) };
    this.listings.push(made);
    this.nosort = false;
    this.service = undefined;
    this.known.clear();
    return made;
  }

  /** What is listed in another way is another listing; a head alone does not tell which. */
  private listing(form: IpvsForm): GrowingListing {
    const last = this.listings.at(-1);
    if (last?.form === form) return last;
    const isHead = last?.headed && last.services.length === 0 && (form === 'stats' || form === 'proc');
    if (!last || !isHead) return this.begin(form);
    last.form = form;
    return last;
  }

  /** `TCP  10.96.0.1:443 rr persistent 10800`, or with counters behind it. */
  private virtual(line: TextLine): boolean {
    const [, kind = '', place = '', , rest = ''] = SERVICE.exec(line.text) ?? [];
    const isProc = placeOfHex(place) !== undefined || (kind === 'FWM' && HEX_MARK.test(place));
    const base = findBase(kind, place);
    const words = isProc ? withoutProcMask(rest.split(/\s+/)) : rest.split(/\s+/);
    if (!base || kind === '') return false;
    const counters = words.every((word) => NUMBER.test(word));
    if (!counters && !/^[a-z][\w-]*$/.test(words[0] ?? '')) return false;
    const service = counters ? { ...base, scheduler: '' } : { ...base, ...makeScheduling(words) };
    const flags = counters ? '' : formatFlags(words);
    if (!FLAGS.test(flags)) return false;
    this.add(line, counters ? 'stats' : isProc ? 'proc' : 'list', { service, flags, numbers: counters ? words : [] });
    return true;
  }

  private add(line: TextLine, form: IpvsForm, given: Pick<Growing, 'service' | 'flags' | 'numbers'>): void {
    const key = makeKey(given.service);
    const current = this.listing(form);
    // The same service again: the next node's listing, its header cut off.
    const listing = this.known.has(key) ? this.begin(form) : current;
    const made: Growing = { ...given, servers: [], span: spanOfLine(line) };
    listing.services.push(made);
    this.service = made;
    this.known.set(key, made);
  }

  /** `-> 10.0.0.1:6443  Masq  1  0  0`, or with counters. */
  private server(line: TextLine): boolean {
    const [, place = '', rest = ''] = SERVER.exec(line.text) ?? [];
    const where = placeOfHex(place) ?? readIpvsPlace(place);
    if (!where) return false;
    const words = rest.split(/\s+/);
    const [how = '', weight, ...numbers] = words;
    const isStats = words.every((word) => NUMBER.test(word));
    const forward = FORWARD[how];
    if (!isStats && !numbers.every((number) => NUMBER.test(number))) return false;
    if (!isStats && (!forward || !SMALL.test(weight ?? ''))) {
      if (!SMALL.test(weight ?? '')) return false;
      this.say(line, 'not-simulated', 'formats.ipvsadm.forward', how);
      return true;
    }
    const server: IpvsServer = { ...where, weight: isStats ? 1 : Number(weight), forward: forward ?? 'masq' };
    if (this.service) this.service.servers.push({ server, numbers: isStats ? words : numbers, span: spanOfLine(line) });
    else this.say(line, 'invalid', 'formats.ipvsadm.no-service', place);
    return true;
  }

  private say(line: TextLine, code: string, id: PhraseId, word: string): void {
    this.diagnostics.push(lineNote('warning', code, phrase(id, { word }), line, word));
  }

  /** `-A -t 10.96.0.1:443 -s rr -p 10800`, `-a -t … -r … -m -w 1`. */
  private command(line: TextLine): boolean {
    const [, edit = '', rest = ''] = COMMAND.exec(line.text) ?? [];
    const options = indexOptions(rest);
    const base = savedBase(options);
    if (!base) {
      const isOurs = edit !== '' && /(?:^|\s)-[tu] \S+/.test(rest);
      if (isOurs) this.say(line, 'invalid', 'formats.ipvsadm.bad-place', options.get('-t') ?? options.get('-u') ?? '');
      return isOurs;
    }
    if (edit === '-A' || edit === '--add-service') {
      const service = { ...base, ...savedScheduling(options) };
      this.add(line, 'save', { service, flags: savedFlags(options), numbers: [] });
    } else if (edit === '-D' || edit === '--delete-service') this.remove(base);
    else if (edit === '-d' || edit === '--delete-server') this.removeServer(line, base, options);
    else this.savedServer(line, base, options);
    return true;
  }

  /** `-D -t …`: what was added above goes. */
  private remove(base: Base): void {
    const key = makeKey({ ...base, scheduler: '' });
    const gone = this.known.get(key);
    if (!gone) return;
    this.known.delete(key);
    for (const { services } of this.listings) if (services.includes(gone)) services.splice(services.indexOf(gone), 1);
  }

  /** `-d -t … -r …` */
  private removeServer(line: TextLine, base: Base, options: ReadonlyMap<string, string>): void {
    const place = options.get('-r') ?? options.get('--real-server') ?? '';
    const where = readIpvsPlace(place);
    const service = this.known.get(makeKey({ ...base, scheduler: '' }));
    if (!where) return this.say(line, 'invalid', 'formats.ipvsadm.bad-place', place);
    const port = where.port === 0 ? (base.port ?? 0) : where.port;
    const at = service?.servers.findIndex(
      ({ server }) => server.port === port && server.address && where.address && sameIp(server.address, where.address),
    );
    if (at !== undefined && at >= 0) service?.servers.splice(at, 1);
  }

  private savedServer(line: TextLine, base: Base, options: ReadonlyMap<string, string>): void {
    const place = options.get('-r') ?? options.get('--real-server') ?? '';
    const where = readIpvsPlace(place);
    const service = this.known.get(makeKey({ ...base, scheduler: '' }));
    if (!where) this.say(line, 'invalid', 'formats.ipvsadm.bad-place', place);
    else if (!service) this.say(line, 'invalid', 'formats.ipvsadm.no-service', place);
    else {
      const forward =
        options.has('-m') || options.has('--masquerading')
          ? 'masq'
          : options.has('-i') || options.has('--ipip')
            ? 'tunnel'
            : 'route';
      const told = options.get('-w') ?? options.get('--weight') ?? '1';
      const weight = SMALL.test(told) ? Number(told) : 1;
      // Without a port of its own a server listens on the service's (ipvsadm.c, parse_options()).
      const port = where.port === 0 ? (base.port ?? 0) : where.port;
      service.servers.push({ server: { ...where, port, weight, forward }, numbers: [], span: spanOfLine(line) });
    }
  }
}

type Base = Pick<IpvsService, 'protocol' | 'address' | 'port' | 'fwmark'>;

function findBase(kind: string, place: string): Base | undefined {
  if (kind === 'FWM' && HEX_MARK.test(place)) return { fwmark: Number.parseInt(place, 16) };
  if (kind === 'FWM') return SMALL.test(place) ? { fwmark: Number(place) } : undefined;
  const where = placeOfHex(place) ?? readIpvsPlace(place);
  const protocol = PROTOCOLS[kind];
  return where && protocol !== undefined ? { protocol, ...where } : undefined;
}

function makeKey({ protocol, address, port, fwmark }: ListedIpvsService['service']): string {
  return `${protocol} ${address?.words.join('.')} ${port} ${fwmark}`;
}

function makeScheduling(
  words: readonly string[],
): Pick<IpvsService, 'scheduler' | 'persistentSeconds' | 'netmask' | 'flags'> {
  const [scheduler = '', options] = words;
  const flags = /^\(([\w,-]+)\)$/.exec(options ?? '')?.[1]?.split(',');
  const after = (name: string): string | undefined => words[words.indexOf(name) + 1];
  const seconds =
    words.includes('persistent') && SMALL.test(after('persistent') ?? '') ? Number(after('persistent')) : undefined;
  const netmask = words.includes('mask') ? findMask(after('mask')) : undefined;
  return {
    scheduler,
    ...(flags ? { flags } : {}),
    ...(seconds !== undefined ? { persistentSeconds: seconds } : {}),
    ...(netmask === undefined ? {} : { netmask }),
  };
}

function findMask(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,3}$/.test(text) ? Number(text) : prefixOfMask(text);
}

/** What stands behind the scheduler and is no persistence. */
function formatFlags(words: readonly string[]): string {
  return words
    .slice(1)
    .filter(
      (word, i, all) => !/^\(|^(?:persistent|mask)$/.test(word) && !/^(?:persistent|mask)$/.test(all[i - 1] ?? ''),
    )
    .join(' ');
}

/** Options with their values; a flag has an empty one. */
function indexOptions(text: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  let last = '';
  for (const word of text.split(/\s+/)) {
    if (/^--?[a-zA-Z6]/.test(word)) options.set((last = word), '');
    else if (last !== '' && options.get(last) === '') options.set(last, word);
  }
  return options;
}

function savedBase(options: ReadonlyMap<string, string>): Base | undefined {
  const mark = options.get('-f') ?? options.get('--fwmark-service');
  if (mark !== undefined) return findBase('FWM', mark);
  const tcp = options.get('-t') ?? options.get('--tcp-service');
  const udp = options.get('-u') ?? options.get('--udp-service');
  const sctp = options.get('--sctp-service');
  return findBase(tcp === undefined ? (udp === undefined ? 'SCTP' : 'UDP') : 'TCP', tcp ?? udp ?? sctp ?? '');
}

function savedScheduling(options: ReadonlyMap<string, string>): ReturnType<typeof makeScheduling> {
  const persistent = options.get('-p') ?? options.get('--persistent');
  const netmask = findMask(options.get('-M') ?? options.get('--netmask'));
  const flags = (options.get('-b') ?? options.get('--sched-flags'))?.split(',');
  return {
    scheduler: options.get('-s') ?? options.get('--scheduler') ?? 'wlc',
    // Without a number ipvsadm takes 300 seconds (DEF_SCHED, IP_VS_SVC timeout in ipvsadm.c).
    ...(persistent === undefined ? {} : { persistentSeconds: SMALL.test(persistent) ? Number(persistent) : 300 }),
    ...(netmask === undefined ? {} : { netmask }),
    ...(flags ? { flags } : {}),
  };
}

function savedFlags(options: ReadonlyMap<string, string>): string {
  const pe = options.get('--pe');
  return [
    options.has('-o') || options.has('--ops') ? '-o' : '',
    pe === undefined ? '' : `--pe ${pe}`,
    options.has('-6') ? '-6' : '',
  ]
    .filter((word) => word !== '')
    .join(' ');
}

/** 01000000 to 80000000: no mask of IPv4 but 80000000, whose half of the internet nobody means. */
const isPrefixLength = (mask: number): boolean => (mask & 0xffffff) === 0 && mask >>> 24 <= 128;

/** `persistent 10800 FFFFFF00` of /proc/net/ip_vs: the mask as `mask 255.255.255.0`, none where it is whole. */
function withoutProcMask(words: readonly string[]): string[] {
  const at = words.indexOf('persistent') + 2;
  const hex = at < 2 ? undefined : words[at];
  if (hex === undefined || !/^[0-9A-F]{8}$/.test(hex)) return [...words];
  const mask = Number.parseInt(hex, 16);
  // For IPv6 the field has the length of a prefix, printed with its bytes turned round.
  const told =
    mask === 0xffffffff || hex === '80000000'
      ? []
      : isPrefixLength(mask)
        ? ['mask', String(mask >>> 24)]
        : ['mask', formatIp({ family: 'ipv4', words: [mask] })];
  return [...words.slice(0, at), ...told, ...words.slice(at + 1)];
}

/** `ipvsadm -Ln` sorts servers by address and port, unless it is told not to (`ipvs_cmp_dests` in libipvs.c). */
function isSorted(servers: readonly ListedServer[]): boolean {
  return servers.every(({ server }, i) => {
    const before = servers[i - 1]?.server;
    if (!before) return true;
    const order = compareIp(before.address, server.address);
    return order < 0 || (order === 0 && before.port <= server.port);
  });
}

/** Does the listing have the order of the kernel's list? One that is not sorted has no other. */
function isInKernelOrder({ form, nosort, services }: IpvsListing): boolean {
  return nosort === true || form === 'save' || form === 'proc' || !services.every(({ servers }) => isSorted(servers));
}

function serverIn(form: IpvsForm, { server, numbers }: ListedServer): IpvsServer {
  const [active, inactive] = form === 'save' ? [] : numbers.map(Number);
  return active === undefined || inactive === undefined || Number.isNaN(active + inactive)
    ? server
    : { ...server, connections: { active, inactive } };
}

/**
 * A listing as the kernel's table; undefined: it does not tell how services are scheduled (`--stats`). What is
 * sorted does not tell the order of the kernel's lists, and none of them where its schedulers stand.
 */
export function readIpvsTable(listing: IpvsListing): IpvsTable | undefined {
  const { form, services } = listing;
  if (form === 'stats' || services.length === 0) return undefined;
  const ordered = isInKernelOrder(listing);
  return {
    services: services.map(({ service, servers }) => ({
      ...service,
      ...(ordered || servers.length < 2 ? {} : { unordered: true }),
      servers: servers.map((each) => serverIn(form, each)),
    })),
  };
}

/** Where each service of a listing stands. */
export function listSpans({ services }: IpvsListing): readonly SourceSpan[] {
  return services.map(({ span }) => span);
}

/** `ipvsadm -Ln`, `-Sn`, `-Ln --stats`: IPVS services and their servers. */
export const IPVSADM = lineFormat({
  id: 'ipvsadm',
  title: 'ipvsadm -Ln',
  command: 'ipvsadm -Ln',
  hint: /IP Virtual Server version|(?:TCP|UDP|SCTP|FWM)[ \t]+\S{1,80}[ \t]+\S[^\n]{0,120}\n[ \t]*->\s|->[ \t]+\S{1,80}[ \t]+(?:Masq|Route|Tunnel|Local|FullNat)\s+\d|-[Aa]\s+(?:-[tuf]|--\w+-service)\s+\S/m,
  reader: (): LineReader<readonly IpvsListing[]> => new IpvsReader(),
  print: (listings) => listings.map(printIpvsListing).join(''),
  summary: (listings) => ({
    listings: listings.length,
    services: listings.reduce((sum, { services }) => sum + services.length, 0),
  }),
});

import type { IpvsServer, IpvsService, IpvsTable } from '../../linux/ipvs/service';
import type { SourceSpan } from '../format';
import { servicePort } from '../../linux/xtables/syntax/service-names';
import { formatEndpoint } from '../../net/packet';
import { parseIp, type IpAddress, formatIp, type IpFamily, maskWords } from '../../net/ip';
import { joinWords } from '../lines/text-lines';

export interface IpvsPlace {
  readonly address: IpAddress;
  readonly port: number;
}

/** Reads `10.96.0.1:443`, `[fd00::1]:443`, `10.96.0.1:https`; undefined: a name stands for the address. */
export function readIpvsPlace(text: string): IpvsPlace | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::([\w-]+))?$/.exec(text) ?? [];
  const address = parseIp(bracketed ?? plain ?? '');
  const number = port === undefined ? 0 : /^\d+$/.test(port) ? Number(port) : servicePort(port);
  if (!address.ok || number === undefined || number > 65_535) return undefined;
  return { address: address.value, port: number };
}

const HEX_V4 = /^([0-9A-F]{8}):([0-9A-F]{4})$/;
const HEX_V6 = /^\[((?:[0-9a-f]{4}:){7}[0-9a-f]{4})\]:([0-9A-F]{4})$/;

/** Reads `0A600001:01BB`, `[fd00:0000:…:0001]:01BB`: how /proc/net/ip_vs spells a place (`ip_vs_info_seq_show`). */
export function placeOfHex(text: string): IpvsPlace | undefined {
  const [, word, port4] = HEX_V4.exec(text) ?? [];
  if (word !== undefined && port4 !== undefined) {
    return { address: { family: 'ipv4', words: [Number.parseInt(word, 16)] }, port: Number.parseInt(port4, 16) };
  }
  const [, long = '', port6 = ''] = HEX_V6.exec(text) ?? [];
  const address = parseIp(long);
  return address.ok ? { address: address.value, port: Number.parseInt(port6, 16) } : undefined;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The same as /proc/net/ip_vs prints it. */
function placeHex({ address, port }: IpvsPlace): string {
  const at = hex(port, 4).toUpperCase();
  if (address.family === 'ipv4') return `${hex(address.words[0] ?? 0, 8).toUpperCase()}:${at}`;
  const groups = address.words.flatMap((word) => [hex(word >>> 16, 4), hex(word & 0xffff, 4)]);
  return `[${groups.join(':')}]:${at}`;
}

/** `10.96.0.1:443`, `[fd00::1]:443`. */
export function placeText({ address, port }: IpvsPlace): string {
  return formatEndpoint(address, port);
}

/** What was listed, and how: `-Ln`, `-Sn`, `-Ln --stats` (or `--rate`), `cat /proc/net/ip_vs`. */
export type IpvsForm = 'list' | 'save' | 'stats' | 'proc';

/** A real server and the numbers behind it. */
export interface ListedServer {
  readonly server: IpvsServer;
  /** `ActiveConn`, `InActConn` in a list; the counters of `--stats`. */
  readonly numbers: readonly string[];
  readonly span: SourceSpan;
}

/** A virtual service as one listing shows it. */
export interface ListedIpvsService {
  /**
   * The virtual server without its servers, which are in {@link servers}; the scheduler is empty where the listing does
   * not name it.
   */
  readonly service: Omit<IpvsService, 'servers'>;
  readonly servers: readonly ListedServer[];
  /** Further flags as they are: `ops`, `pe sip`. */
  readonly flags: string;
  /** The counters of `--stats`. */
  readonly numbers: readonly string[];
  readonly span: SourceSpan;
}

/** One listing: what one command of one node printed. */
export interface IpvsListing {
  readonly form: IpvsForm;
  /** The command was seen, and it said `--nosort`. */
  readonly nosort?: true;
  readonly services: readonly ListedIpvsService[];
}

const PROTOCOLS: Readonly<Record<number, string>> = { 6: 'TCP', 17: 'UDP', 132: 'SCTP' };
const SAVE: Readonly<Record<number, string>> = { 6: '-t', 17: '-u', 132: '--sctp-service' };
const FORWARD: Readonly<Record<IpvsServer['forward'], readonly [list: string, save: string]>> = {
  masq: ['Masq', '-m'],
  route: ['Route', '-g'],
  tunnel: ['Tunnel', '-i'],
  local: ['Local', '-g'],
  bypass: ['Bypass', '-g'],
};

const HEAD = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
`;
const HEAD_STATS = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port               Conns   InPkts  OutPkts  InBytes OutBytes
  -> RemoteAddress:Port
`;
const HEAD_PROC = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port Forward Weight ActiveConn InActConn
`;
type Service = ListedIpvsService['service'];

/** The length of an IPv6 prefix has its bytes turned round. */
function procMask(family: IpFamily | undefined, netmask: number | undefined): string {
  const word = family === 'ipv6' ? (netmask ?? 128) * 0x1_00_00_00 : (maskWords('ipv4', netmask ?? 32)[0] ?? 0) >>> 0;
  return word.toString(16).padStart(8, '0').toUpperCase();
}

/** As net/netfilter/ipvs/ip_vs_ctl.c prints a service (`ip_vs_info_seq_show`). */
function procLine({ service, flags }: ListedIpvsService): string {
  const { protocol, address, port = 0, fwmark = 0, scheduler, persistentSeconds, netmask } = service;
  const marked = !address || protocol === undefined;
  const name = marked
    ? `FWM  ${fwmark.toString(16).padStart(8, '0').toUpperCase()}`
    : `${(PROTOCOLS[protocol] ?? '').padEnd(4)} ${placeHex({ address, port })}`;
  const persistent =
    persistentSeconds === undefined ? '' : `persistent ${persistentSeconds} ${procMask(address?.family, netmask)}`;
  return joinWords(name, scheduler, flags, persistent);
}

function procServer({ server, numbers }: ListedServer): string {
  const [active = '0', inactive = '0'] = numbers;
  const forward = FORWARD[server.forward][0].padEnd(7);
  return `  -> ${placeHex(server)}      ${forward} ${String(server.weight).padEnd(6)} ${active.padEnd(10)} ${inactive.padEnd(10)}`.trimEnd();
}

function getName({ protocol, address, port = 0, fwmark = 0 }: Service): string {
  if (!address || protocol === undefined) return `FWM  ${fwmark}`;
  return `${(PROTOCOLS[protocol] ?? String(protocol)).padEnd(4)} ${placeText({ address, port })}`;
}

/** The bits persistence looks at, as the mask that is printed; empty for all of them. */
function formatMask({ address, netmask }: Service): string {
  if (netmask === undefined) return '';
  if (address?.family === 'ipv6') return String(netmask);
  return formatIp({ family: 'ipv4', words: maskWords('ipv4', netmask) });
}

function listLine({ service, flags }: ListedIpvsService): string {
  const { scheduler, persistentSeconds, flags: options = [] } = service;
  const mask = formatMask(service);
  return joinWords(
    getName(service),
    scheduler,
    options.length > 0 ? `(${options.join(',')})` : '',
    persistentSeconds === undefined ? '' : `persistent ${persistentSeconds}`,
    mask === '' ? '' : `mask ${mask}`,
    flags,
  );
}

function serverLine({ server, numbers }: ListedServer): string {
  const [active = '0', inactive = '0'] = numbers;
  const place = placeText(server).padEnd(28);
  const forward = FORWARD[server.forward][0].padEnd(7);
  return `  -> ${place} ${forward} ${String(server.weight).padEnd(6)} ${active.padEnd(10)} ${inactive.padEnd(10)}`.trimEnd();
}

function formatVirtual(service: Service): string {
  const { protocol, address, port = 0, fwmark = 0 } = service;
  if (!address || protocol === undefined) return `-f ${fwmark}`;
  return `${SAVE[protocol] ?? '-t'} ${placeText({ address, port })}`;
}

/** What a saved service says: what it is, and where it sends. */
interface SavedService extends Pick<ListedIpvsService, 'service' | 'flags'> {
  readonly servers: readonly Pick<ListedServer, 'server'>[];
}

function saveLines({ service, servers, flags }: SavedService): string[] {
  const { scheduler, persistentSeconds, flags: options = [] } = service;
  const mask = formatMask(service);
  const virtual = formatVirtual(service);
  return [
    joinWords(
      `-A ${virtual} -s ${scheduler}`,
      persistentSeconds === undefined ? '' : `-p ${persistentSeconds}`,
      mask === '' ? '' : `-M ${mask}`,
      options.length > 0 ? `-b ${options.join(',')}` : '',
      flags,
    ),
    ...servers.map(
      ({ server }) => `-a ${virtual} -r ${placeText(server)} ${FORWARD[server.forward][1]} -w ${server.weight}`,
    ),
  ];
}

function counters(numbers: readonly string[]): string {
  return numbers.map((number) => number.padStart(9)).join('');
}

/** A listing as ipvsadm prints it. */
export function printIpvsListing({ form, services }: IpvsListing): string {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  switch (form) {
    case 'save':
      return text(services.flatMap(saveLines));
    case 'proc':
      return HEAD_PROC + text(services.flatMap((each) => [procLine(each), ...each.servers.map(procServer)]));
    case 'list':
      return HEAD + text(services.flatMap((each) => [listLine(each), ...each.servers.map(serverLine)]));
    case 'stats':
      return HEAD_STATS + text(services.flatMap(statsLines));
    default:
      return form satisfies never;
  }
}

function statsLines({ service, numbers, servers }: ListedIpvsService): string[] {
  const ends = servers.map(({ server, numbers: own }) => `  -> ${placeText(server).padEnd(28)}${counters(own)}`);
  return [getName(service).padEnd(33) + counters(numbers), ...ends];
}

/**
 * Virtual services as `ipvsadm -R` takes them. The kernel puts each server it is given before the others
 * (`__ip_vs_update_dest` in net/netfilter/ipvs/ip_vs_ctl.c), so the last of its list is written first.
 */
export function printIpvsTable({ services }: IpvsTable): string {
  return services
    .flatMap((service) => {
      const servers = service.servers.toReversed().map((server) => ({ server }));
      return saveLines({ service, servers, flags: '' });
    })
    .map((line) => `${line}\n`)
    .join('');
}

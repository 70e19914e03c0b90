import { formatIp, type IpFamily } from '../../net/ip';
import { maskWords } from '../../net/cidr';
import type { IpvsServer } from '../../linux/ipvs/types';
import { joinWords } from '../lines/words';
import { placeHex, placeText } from './place';
import type { IpvsListing, ListedIpvsService, ListedServer } from './types';

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

function nameOf({ protocol, address, port = 0, fwmark = 0 }: Service): string {
  if (!address || protocol === undefined) return `FWM  ${fwmark}`;
  return `${(PROTOCOLS[protocol] ?? String(protocol)).padEnd(4)} ${placeText({ address, port })}`;
}

/** The bits persistence looks at, as the mask that is printed; empty for all of them. */
function maskOf({ address, netmask }: Service): string {
  if (netmask === undefined) return '';
  if (address?.family === 'ipv6') return String(netmask);
  return formatIp({ family: 'ipv4', words: maskWords('ipv4', netmask) });
}

function listLine({ service, flags }: ListedIpvsService): string {
  const { scheduler, persistentSeconds, flags: options = [] } = service;
  const mask = maskOf(service);
  return joinWords(
    nameOf(service),
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

function virtualOf(service: Service): string {
  const { protocol, address, port = 0, fwmark = 0 } = service;
  if (!address || protocol === undefined) return `-f ${fwmark}`;
  return `${SAVE[protocol] ?? '-t'} ${placeText({ address, port })}`;
}

function saveLines({ service, servers, flags }: ListedIpvsService): string[] {
  const { scheduler, persistentSeconds, flags: options = [] } = service;
  const mask = maskOf(service);
  const virtual = virtualOf(service);
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
export function printListing({ form, services }: IpvsListing): string {
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
  return [nameOf(service).padEnd(33) + counters(numbers), ...ends];
}

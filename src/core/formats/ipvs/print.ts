import { formatIp } from '../../net/ip';
import { maskWords } from '../../net/cidr';
import type { IpvsServer } from '../../linux/ipvs/types';
import { joinWords } from '../lines/words';
import { placeText } from './place';
import type { IpvsConnection, IpvsListing, ListedIpvsService, ListedServer } from './types';

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
const HEAD_CONNECTIONS = `IPVS connection entries
pro expire state       source             virtual            destination
`;

type Service = ListedIpvsService['service'];

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

function connectionLine({ protocol, expire, state, source, virtual, destination, rest }: IpvsConnection): string {
  const [from, to] = [source.padEnd(18), virtual.padEnd(18)];
  return joinWords(`${protocol.padEnd(3)} ${expire.padEnd(6)} ${state.padEnd(11)} ${from} ${to}`, destination, rest);
}

function printServices({ form, services, connections }: IpvsListing): string {
  if (services.length === 0 && connections.length > 0) return '';
  switch (form) {
    case 'save':
      return services.flatMap((each) => saveLines(each).map((line) => `${line}\n`)).join('');
    case 'list':
      return (
        HEAD +
        services
          .flatMap((each) => [listLine(each), ...each.servers.map(serverLine)].map((line) => `${line}\n`))
          .join('')
      );
    case 'stats': {
      const lines = services.flatMap((each) => [
        nameOf(each.service).padEnd(33) + counters(each.numbers),
        ...each.servers.map(({ server, numbers }) => `  -> ${placeText(server).padEnd(28)}${counters(numbers)}`),
      ]);
      return HEAD_STATS + lines.map((line) => `${line}\n`).join('');
    }
    default:
      return form satisfies never;
  }
}

/** A listing as ipvsadm prints it. */
export function printListing(listing: IpvsListing): string {
  const { connections } = listing;
  const entries = connections.map((each) => `${connectionLine(each)}\n`).join('');
  return printServices(listing) + (entries === '' ? '' : HEAD_CONNECTIONS + entries);
}

import type { IpvsServer, IpvsService, IpvsTable } from '../../linux/ipvs/types';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { formatEndpoint } from '../../net/tuple';
import { diffLists, type MemberList } from './list-diff';
import type { ServerDiff } from './types';

/** Virtual servers that came, went, are scheduled otherwise or have other real servers; the order of those is no difference. */
export function diffServers(
  before: IpvsTable | undefined,
  after: IpvsTable | undefined,
): { readonly servers: ServerDiff[]; readonly same: readonly string[] } {
  const { changed, same } = diffLists((before?.services ?? []).map(listOf), (after?.services ?? []).map(listOf));
  return { servers: changed.map(({ name, ...difference }) => ({ server: name, ...difference })), same };
}

function listOf(service: IpvsService): MemberList {
  const { scheduler, flags = [], persistentSeconds, netmask } = service;
  const persistent = persistentSeconds === undefined ? [] : [`persistent ${persistentSeconds}`];
  const mask = netmask === undefined ? [] : [`mask ${netmask}`];
  return {
    name: virtualName(service),
    made: [scheduler, ...flags, ...persistent, ...mask].join(' '),
    members: service.servers.map(realText),
  };
}

/** `TCP 10.96.0.10:53`, `FWM 7`. */
export function virtualName({ protocol, address, port, fwmark }: IpvsService): string {
  if (!address) return `FWM ${fwmark ?? 0}`;
  const name = protocol === undefined ? '' : (protocolName(protocol) ?? String(protocol)).toUpperCase();
  return `${name} ${formatEndpoint(address, port ?? 0)}`.trim();
}

function realText({ address, port, forward, weight }: IpvsServer): string {
  return `${formatEndpoint(address, port)} ${forward} weight ${weight}`;
}

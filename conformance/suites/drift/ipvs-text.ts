import type { IpvsReport } from '../../../src/headless/verbs/ipvs-report';

/** Was the filter table taken? A kernel without xt_ipvs refused all of it where a rule asks for that. */
export const isIpvsWhole = (save: string): boolean => save.includes('-A KUBE-FORWARD ');

const HEAD = [
  'IP Virtual Server version 1.2.1 (size=4096)',
  'Prot LocalAddress:Port Scheduler Flags',
  '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
];

const place = (address: string, port: number): string => `${address.includes(':') ? `[${address}]` : address}:${port}`;

/** Recorded virtual servers as `ipvsadm -Ln` lists them; nothing where none was recorded. */
export function ipvsadmText(reports: readonly string[]): string {
  const servers = reports.flatMap((text) => {
    const read = text === '' ? {} : (JSON.parse(text) as { VirtualServers?: IpvsReport['virtualServers'] | null });
    return read.VirtualServers ?? [];
  });
  if (reports.every((text) => text === '')) return '';
  const lines = servers.flatMap(({ Protocol, Address, Port, Scheduler, Timeout, Servers }) => [
    `${Protocol}  ${place(Address, Port)} ${Scheduler}${Timeout > 0 ? ` persistent ${Timeout}` : ''}`,
    ...(Servers ?? []).map((real) => `  -> ${place(real.Address, real.Port)} Masq ${real.Weight} 0 0`),
  ]);
  return [...HEAD, ...lines, ''].join('\n');
}

import { parseIp, type IpAddress } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import type { LbProtocol } from '../../linux/ebpf/lb-maps';

/** An address with its port as Cilium lists it; the protocol only from 1.17 on. */
export interface ListedPlace {
  readonly address: IpAddress;
  readonly port: number;
  readonly protocol?: LbProtocol;
  /** `/i`: the entry for clients of the cluster. */
  readonly scope: 0 | 1;
}

const PLACE = /^(?:\[([^\]]+)\]|([^[\]]*?)):(\d{1,5})(?:\/(TCP|UDP|SCTP|ANY|NONE))?(\/i)?$/;

/** Reads `10.96.0.10:53/UDP`, `[fd00::1]:80/TCP/i`, `fd00::1:80` (the last colon is the port's). Undefined: it is none. */
export function readListedPlace(word: string): ListedPlace | undefined {
  const [, six, plain, port, protocol, inside] = PLACE.exec(word) ?? [];
  const parsed = parseIp(six ?? plain ?? '');
  if (!parsed.ok || Number(port) > 0xffff) return undefined;
  const known = protocol === 'NONE' ? 'ANY' : (protocol as LbProtocol | undefined);
  return {
    address: parsed.value,
    port: Number(port),
    scope: inside === undefined ? 0 : 1,
    ...(known === undefined ? {} : { protocol: known }),
  };
}

/** As {@link readListedPlace} reads it. */
export function listedPlaceText({ address, port, protocol, scope }: ListedPlace): string {
  return `${formatEndpoint(address, port)}${protocol === undefined ? '' : `/${protocol}`}${scope === 1 ? '/i' : ''}`;
}

/** Columns as Go's tabwriter lays them out for cilium-dbg: three blanks behind the widest cell; none at the end of a line. */
export function tabbed(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length + 3)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

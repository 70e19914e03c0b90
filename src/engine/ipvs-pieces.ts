import type {
  GeneratedIpvs,
  GeneratedRealServer,
  GeneratedVirtualServer,
  PartRef,
} from '../core/kubernetes/proxy/mode';
import { setLines } from '../core/kubernetes/proxy/ipvs/ipsets';
import { structurePiece, type Piece } from './pieces';

/** What `ipvsadm -Ln`, `ipset save` and `ip address show` print of what kube-proxy's IPVS mode made, each under its command. */
export function ipvsPieces({ virtualServers, ipsets, addresses }: GeneratedIpvs): readonly Piece[] {
  return [
    structurePiece(['# ipvsadm -Ln'], 'command'),
    ...virtualServers.map(serverPiece),
    structurePiece(['# ipset save'], 'command'),
    ...setLines(ipsets).map(({ line, set, key }) =>
      linesPiece(`set ${set}`, [
        { text: line, at: key === undefined ? { kind: 'set', set } : { kind: 'element', set, key } },
      ]),
    ),
    structurePiece(['# ip address show dev kube-ipvs0'], 'command'),
    linesPiece(
      'kube-ipvs0',
      addresses.map(({ address }) => ({ text: addressLine(address), at: { kind: 'address', address } })),
    ),
  ];
}

interface Line {
  readonly text: string;
  readonly at: PartRef;
}

function linesPiece(name: string, lines: readonly Line[], of?: object): Piece {
  return {
    length: lines.length,
    text: (at) => lines[at]?.text ?? '',
    row: (at) => ({ text: lines[at]?.text ?? '', at: lines[at] ? [lines[at].at] : [] }),
    name,
    ...(of ? { of } : {}),
  };
}

function serverPiece(virtual: GeneratedVirtualServer): Piece {
  const server = `${virtual.protocol} ${hostPort(virtual.address, virtual.port)}`;
  const real = virtual.servers.map((each): Line => {
    const to = hostPort(each.address, each.port);
    return { text: realLine(each, to), at: { kind: 'real-server', server, to } };
  });
  return linesPiece(server, [{ text: virtualLine(virtual), at: { kind: 'virtual-server', server } }, ...real], virtual);
}

function virtualLine({ protocol, address, port, scheduler, timeout }: GeneratedVirtualServer): string {
  const persistent = timeout > 0 ? ` persistent ${timeout}` : '';
  return `${protocol.padEnd(4)} ${hostPort(address, port)} ${scheduler}${persistent}`;
}

function realLine({ weight }: GeneratedRealServer, to: string): string {
  return `  -> ${to.padEnd(28)} Masq    ${weight}`;
}

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function addressLine(address: string): string {
  return `    ${address.includes(':') ? 'inet6' : 'inet'} ${address} scope global kube-ipvs0`;
}

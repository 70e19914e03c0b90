import type {
  GeneratedIpvs,
  GeneratedRealServer,
  GeneratedVirtualServer,
  PartRef,
  GeneratedLbMaps,
  GeneratedLbService,
  GeneratedHns,
} from '../core/kubernetes/proxy/mode';
import { setLines } from '../core/kubernetes/proxy/ipvs/ipsets';
import { structurePiece, type Piece } from './pieces';
import { frontendText } from '../core/kubernetes/proxy/parts';
import type { LbBackend } from '../core/linux/ebpf/lb-maps';
import type { IpFamily } from '../core/net/ip';
import { formatEndpoint } from '../core/net/packet';

/** The output of `ipvsadm -Ln`, `ipset save` and `ip address show` for a node in IPVS mode, each under its command. */
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

const COLUMN = 34;

/** The output of `cilium-dbg bpf lb list` for a node's maps, in the order of their numbers. */
export function ebpfPieces({ services, backends }: GeneratedLbMaps, family: IpFamily): readonly Piece[] {
  const byId = new Map(backends.map((backend) => [backend.id, backend]));
  const own = services.filter(({ address }) => address.family === family);
  return [
    structurePiece(
      ['# cilium-dbg bpf lb list', 'SERVICE ADDRESS'.padEnd(COLUMN) + 'BACKEND ADDRESS (REVNAT_ID) (SLOT)'],
      'command',
    ),
    ...own.map((service) => servicePiece(service, byId)),
  ];
}

/** The master, then its slots. */
function servicePiece(service: GeneratedLbService, byId: ReadonlyMap<number, LbBackend>): Piece {
  const frontend = frontendText(service);
  const { id, type, flags, slots } = service;
  const line = (slot: number, value: string): string => `${frontend} (${slot})`.padEnd(COLUMN) + value;
  const lineOf = (at: number): { readonly text: string; readonly at: PartRef } => {
    if (at === 0) {
      const text = line(0, `0.0.0.0:0 (${id}) (0) [${[type, ...flags].join(', ')}]`);
      return { text, at: { kind: 'frontend', frontend } };
    }
    const backend = byId.get(slots[at - 1]?.backendId ?? 0);
    if (!backend)
      return { text: line(at, `backend ${slots[at - 1]?.backendId} not found`), at: { kind: 'frontend', frontend } };
    const to = formatEndpoint(backend.address, backend.port);
    const protocol = backend.protocol === 'ANY' ? '' : `/${backend.protocol}`;
    return { text: line(at, `${to}${protocol} (${id}) (${at})`), at: { kind: 'backend', frontend, to } };
  };
  return {
    length: slots.length + 1,
    text: (at) => lineOf(at).text,
    row: (at) => ({ text: lineOf(at).text, at: [lineOf(at).at] }),
    name: frontend,
    of: service,
  };
}

/** The HNS policies of a node, a JSON object a line as `hnsdiag list … -d` prints them, with ids HNS drew. */
export function hnsPieces({ endpoints, loadBalancers, names }: GeneratedHns['policies']): readonly Piece[] {
  return [
    structurePiece(['# hnsdiag list endpoints -d'], 'command'),
    ...endpoints.map((endpoint) => objectPiece(endpoint)),
    structurePiece(['# hnsdiag list loadbalancers -d'], 'command'),
    ...loadBalancers.map((policy, at) => objectPiece(policy, names[at])),
  ];
}

function objectPiece(object: object, policy?: string): Piece {
  const text = JSON.stringify(object);
  const at = policy === undefined ? [] : [{ kind: 'policy', policy } as const];
  return { length: 1, text: () => text, row: () => ({ text, at }), ...(policy ? { name: policy } : {}), of: object };
}

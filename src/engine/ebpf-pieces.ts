import type { GeneratedLbMaps, GeneratedLbService } from '../core/kubernetes/proxy/mode';
import type { PartRef } from '../core/kubernetes/proxy/mode';
import { frontendText } from '../core/kubernetes/proxy/parts';
import type { LbBackend } from '../core/linux/ebpf/lb-maps';
import type { IpFamily } from '../core/net/ip';
import { formatEndpoint } from '../core/net/packet';
import { structurePiece, type Piece } from './pieces';

const COLUMN = 34;

/** What `cilium-dbg bpf lb list` prints of a node's maps, in the order of their numbers. */
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

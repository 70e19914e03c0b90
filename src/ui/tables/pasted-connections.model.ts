import type { ConnectionEnds, PastedConnection } from '../../core/paste/pasted-connections';
import type { Flow } from '../../core/document/document';

/** A packet of a connection that both ends have already. */
export function connectionFlow({
  device,
  from,
  to,
  protocol,
  port,
  sourcePort,
  node,
}: ConnectionEnds): Omit<Flow, 'id'> {
  return {
    from: {
      kind: 'interface',
      address: from,
      ...(device === undefined ? {} : { device }),
      ...(node === undefined ? {} : { node }),
    },
    to: { kind: 'address', address: to },
    protocol,
    port,
    sourcePort,
    ongoing: true,
  };
}

/** Connections that name an address, a port or a state. */
export function matching(connections: readonly PastedConnection[], typed: string): readonly PastedConnection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return connections;
  return connections.filter(({ entry, original, reply, node = '', state = '' }) => {
    const ends = [original, reply].flatMap(({ from, to, port, sourcePort }) => [from, to, port, sourcePort]);
    const text = [node, ...ends, state, original.protocol, ...entry.status].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

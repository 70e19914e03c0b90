/**
 * The first import of every worker: takes away what it could reach the network with. A page's policy does not hold in
 * its workers where the host sends no headers, and none of them has anything to ask for.
 */
const WAYS_OUT = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'Worker',
  'BroadcastChannel',
] as const;

for (const name of WAYS_OUT) {
  if (name in globalThis) Object.defineProperty(globalThis, name, { value: undefined });
}

/** What a script can reach a network with by itself, in a window and in workers. */
export const WAYS_OUT: readonly string[] = [
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'SharedWorker',
];

/**
 * Takes what is called so away from a realm or an object, for good. It stands there itself or on a prototype
 * (`WorkerGlobalScope.prototype.fetch` is `fetch`, too).
 */
export function takeAway(names: readonly string[], from: object = globalThis): void {
  for (let holder: object | null = from; holder; holder = Object.getPrototypeOf(holder) as object | null)
    for (const name of names)
      if (Object.hasOwn(holder, name)) Reflect.defineProperty(holder, name, { value: undefined });
}

import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { NFTABLES_MODE } from '../../../src/core/kubernetes/proxy/nftables';
import { compareLines } from './nftables-text';

/** Health checks are answered by a server of their own, which is not drawn. */
function isHealthCheck(line: string, { cluster }: SyncInput): boolean {
  const ports = cluster.services.map(({ spec }) => spec.healthCheckNodePort);
  return ports.some((port) => port !== undefined && line.endsWith(`:${port}`));
}

/** The sockets in nftables mode that take connections to nodePorts, of both families: `tcp [::1]:30080`. */
export function compareListeners(recorded: string, inputs: readonly SyncInput[]): string[] {
  const [first] = inputs;
  const want = recorded.split('\n').filter((line) => line !== '' && first && !isHealthCheck(line, first));
  const have = inputs
    .flatMap((input) => NFTABLES_MODE.syncProxyRules(input).proxyPorts ?? [])
    .map(({ address, port }) => `tcp ${address.includes(':') ? `[${address}]` : address}:${port}`);
  return compareLines('listener', want.toSorted(), have.toSorted());
}

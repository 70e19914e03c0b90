import { buildCluster, endpoints, node, service } from '../../../../build';
import type { EndpointSliceObject, KubeProxyConfig, ServiceObject } from '../../../../types';
import type { SyncInput } from '../../../mode';
import { syncIptablesRules } from '../../sync-proxy-rules';

/** Two ready endpoints of Service web, one of them on node1. */
export const PAIR = endpoints('web', 8080, [
  ['10.244.1.5', 'node1'],
  ['10.244.2.6', 'node2'],
]);
/** One ready endpoint, on another node. */
export const FAR = endpoints('web', 8080, [['10.244.2.6', 'node2']]);

/** Service web with one unnamed port 80; one with a type has the nodePort 30080. */
export function webService(spec: Partial<ServiceObject['spec']>, ingress?: string[]): ServiceObject {
  return service('web', {
    clusterIP: '10.96.0.11',
    ports: [{ port: 80, ...(spec.type ? { nodePort: 30_080 } : {}) }],
    ...(spec as object),
    ...(ingress ? { ingress } : {}),
  });
}

/** A cluster of one Service, as kube-proxy of a release sees it on node1. */
export interface EraCluster {
  readonly release: string;
  readonly web: ServiceObject;
  readonly slice?: EndpointSliceObject | undefined;
  readonly config?: KubeProxyConfig | undefined;
}

export function eraInput({ release, web, slice, config }: EraCluster): SyncInput {
  const cluster = buildCluster(node('node1', { addresses: ['172.18.0.2'] }), web, ...(slice ? [slice] : []));
  return { cluster, node: 'node1', family: 'ipv4', config: config ?? { clusterCIDR: '10.244.0.0/16' }, release };
}

/** The rules of `nat KUBE-SERVICES`, or of the first chain that begins so (`nat KUBE-SVC`); hashes are left out. No such chain: undefined. */
export function eraRules(at: EraCluster, place: string): string[] | undefined {
  const [table = '', chain = ''] = place.split(' ');
  const { tables } = syncIptablesRules(eraInput(at)).xtables;
  const found = [...(tables.get(table as 'nat')?.values() ?? [])].find(
    ({ name }) => name === chain || name.startsWith(`${chain}-`),
  );
  return found?.rules.map(({ text }) => text.replaceAll(/(KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW))-[A-Z2-7]{16}/g, '$1'));
}

import { phrase } from '../../lib/phrase';
import type { Change } from './change';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';

type ConfigChange = Extract<Change, { kind: 'kube-proxy' }>['config'];

/** Fields of kube-proxy's configuration that decide about marks and about who may ask for nodePorts. */
export function configCandidates({ document: { kubeProxy, settings, mode } }: WalkedFlow): readonly Candidate[] {
  const change = (field: string, value: string, config: ConfigChange): Candidate => ({
    change: { kind: 'kube-proxy', config },
    says: phrase('document.why.config', { field, value }),
    size: SIZE.config,
  });
  const part = mode === 'nftables' ? 'nftables' : 'iptables';
  const masqueradeAll = kubeProxy[part]?.masqueradeAll ?? false;
  const localhost = kubeProxy.iptables?.localhostNodePorts ?? true;
  const [clusterCIDR] = settings.clusterCIDR;
  return [
    change(`${part}.masqueradeAll`, String(!masqueradeAll), {
      [part]: { ...kubeProxy[part], masqueradeAll: !masqueradeAll },
    }),
    ...(mode === 'iptables'
      ? [
          change('iptables.localhostNodePorts', String(!localhost), {
            iptables: { ...kubeProxy.iptables, localhostNodePorts: !localhost },
          }),
        ]
      : []),
    ...(kubeProxy.nodePortAddresses ? [change('nodePortAddresses', '∅', { nodePortAddresses: undefined })] : []),
    ...(kubeProxy.clusterCIDR !== undefined
      ? [change('clusterCIDR', '∅', { clusterCIDR: undefined })]
      : clusterCIDR === undefined
        ? []
        : [change('clusterCIDR', settings.clusterCIDR.join(','), { clusterCIDR: settings.clusterCIDR.join(',') })]),
    ...(kubeProxy.detectLocalMode === 'NodeCIDR'
      ? [change('detectLocalMode', 'ClusterCIDR', { detectLocalMode: 'ClusterCIDR' })]
      : [change('detectLocalMode', 'NodeCIDR', { detectLocalMode: 'NodeCIDR' })]),
  ];
}

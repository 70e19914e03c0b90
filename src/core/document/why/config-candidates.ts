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
    about: /^nodePort|localhost/.test(field) ? 'node-ports' : 'local-traffic',
  });
  const part = mode === 'nftables' ? 'nftables' : 'iptables';
  const masqueradeAll = kubeProxy[part]?.masqueradeAll ?? false;
  const localhost = kubeProxy.iptables?.localhostNodePorts ?? true;
  const known = settings.clusterCIDR.join(',');
  return [
    ...(mode === 'iptables'
      ? [
          change('iptables.localhostNodePorts', String(!localhost), {
            iptables: { ...kubeProxy.iptables, localhostNodePorts: !localhost },
          }),
        ]
      : []),
    ...(kubeProxy.nodePortAddresses ? [change('nodePortAddresses', '∅', { nodePortAddresses: undefined })] : []),
    ...(known !== '' && known !== kubeProxy.clusterCIDR ? [change('clusterCIDR', known, { clusterCIDR: known })] : []),
    ...(kubeProxy.clusterCIDR === undefined ? [] : [change('clusterCIDR', '∅', { clusterCIDR: undefined })]),
    ...(kubeProxy.detectLocalMode === 'NodeCIDR'
      ? [change('detectLocalMode', 'ClusterCIDR', { detectLocalMode: 'ClusterCIDR' })]
      : [change('detectLocalMode', 'NodeCIDR', { detectLocalMode: 'NodeCIDR' })]),
    change(`${part}.masqueradeAll`, String(!masqueradeAll), {
      [part]: { ...kubeProxy[part], masqueradeAll: !masqueradeAll },
    }),
  ];
}

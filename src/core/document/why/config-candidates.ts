import { isNodeAddress } from '../../analysis/astray';
import { phrase } from '../../lib/phrase';
import { cidrOf, formatCidr, hostCidr, parseCidr } from '../../net/cidr';
import { parseIp, sameIp } from '../../net/ip';
import type { Change } from './change';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';

type ConfigChange = Extract<Change, { kind: 'kube-proxy' }>['config'];

/** Fields of kube-proxy's configuration that decide about marks and about who may ask for nodePorts. */
export function configCandidates(walked: WalkedFlow): readonly Candidate[] {
  const { kubeProxy, settings, mode } = walked.document;
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
    ...addressesHolding(walked).map((ranges) =>
      change('nodePortAddresses', ranges.join(', '), { nodePortAddresses: ranges }),
    ),
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

/**
 * The ranges that nodePorts are answered in, with the network, or the address alone, that was asked. Where none are
 * said, nftables mode answers at the Nodes' own addresses (pkg/proxy/nftables/proxier.go, `primary`): they stay.
 */
function addressesHolding({ document, network, sent, through }: WalkedFlow): readonly (readonly string[])[] {
  const { kubeProxy, mode, cluster } = document;
  const { dst } = sent;
  const isSaid = kubeProxy.nodePortAddresses !== undefined && kubeProxy.nodePortAddresses.length > 0;
  if (through || !isNodeAddress(network, dst) || (!isSaid && mode !== 'nftables')) return [];
  const own = cluster.nodes.flatMap(({ status }) =>
    (status.addresses ?? []).flatMap(({ type, address }) => (type === 'InternalIP' ? [parseIp(address)] : [])),
  );
  const primary = own.flatMap((address) => (address.ok ? [formatCidr(hostCidr(address.value))] : []));
  const said = isSaid ? (kubeProxy.nodePortAddresses ?? []).filter((text) => parseCidr(text).ok) : primary;
  const wires = [...network.netns.values()].flatMap(({ kind, devices }) =>
    kind === 'node' ? devices.flatMap(({ addresses }) => addresses) : [],
  );
  const wire = wires.find(({ address }) => sameIp(address, dst));
  const held = wire ? [cidrOf(wire.address, wire.prefix), hostCidr(dst)] : [];
  return [...new Set(held.map(formatCidr))].filter((each) => !said.includes(each)).map((each) => [...said, each]);
}

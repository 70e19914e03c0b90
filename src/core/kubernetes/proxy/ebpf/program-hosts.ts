import { Memo } from '../../../lib/memo';
import { addToIp, parseCidr, type Cidr, type IpAddress } from '../../../net/ip';
import { addressKey, type EbpfHost, type ProgramSettings } from '../../../linux/ebpf/host';
import { indexLbMaps } from '../../../linux/ebpf/lb-index';
import type { NodeObject } from '../../types';
import { addressOfText } from './addresses';
import { ciliumSettings, nodePortRange, type CiliumSettings } from './cilium-config';
import type { CiliumInput } from './context';
import { syncLbMaps } from './sync-lb-maps';

/** Where an agent wrote its address of cilium_host. */
const CILIUM_HOST = 'network.cilium.io/ipv4-cilium-host';

function masqueradeOf(settings: CiliumSettings): ProgramSettings['masquerade'] {
  if (!settings['enable-ipv4-masquerade']) return 'none';
  return settings['enable-bpf-masquerade'] ? 'bpf' : 'iptables';
}

/** What an agent with these settings compiles its programs with. */
export function programSettings(settings: CiliumSettings): ProgramSettings {
  const loopback = addressOfText(settings['ipv4-service-loopback-address']);
  return {
    socketLb: settings['bpf-lb-sock-hostns-only'] ? 'hostns-only' : 'full',
    algorithm: settings['bpf-lb-algorithm'],
    maglev: { size: Number(settings['bpf-lb-maglev-table-size']), seed: settings['bpf-lb-maglev-hash-seed'] },
    mode: settings['bpf-lb-mode'],
    modeByFlag: settings['bpf-lb-mode-annotation'],
    noBackend: settings['service-no-backend-response'],
    nodePortRange: nodePortRange(settings),
    tunnel: settings['routing-mode'] === 'tunnel',
    masquerade: masqueradeOf(settings),
    mitigatesExternalIPs: !settings['disable-external-ip-mitigation'],
    loopback: loopback ?? { family: 'ipv4', words: [0xa9fe2a01] },
  };
}

function nodeAddresses({ status }: NodeObject): IpAddress[] {
  const named = (status.addresses ?? []).filter(({ type }) => type === 'InternalIP' || type === 'ExternalIP');
  return named.flatMap(({ address }) => addressOfText(address) ?? []);
}

function podRange({ spec }: NodeObject): Cidr | undefined {
  const parsed = parseCidr(spec.podCIDR ?? spec.podCIDRs?.[0] ?? '');
  return parsed.ok ? parsed.value : undefined;
}

/** The address of cilium_host: as the agent noted it, else the first of the node's podCIDR is taken for it. */
function ciliumHostAddress(node: NodeObject): IpAddress | undefined {
  const noted = addressOfText(node.metadata.annotations?.[CILIUM_HOST] ?? '');
  const range = podRange(node);
  return noted ?? (range && addToIp(range.address, 1));
}

/** Nodes of a cluster with Cilium's programs at work, each with the maps its agent writes. A Node without addresses is left out. */
export function programHosts(input: Omit<CiliumInput, 'node'>): EbpfHost[] {
  const { cluster, memo = new Memo() } = input;
  const settings = programSettings(ciliumSettings(input.config));
  const podRanges = cluster.nodes.flatMap((node) => podRange(node) ?? []);
  return cluster.nodes.flatMap((node): EbpfHost[] => {
    const { name } = node.metadata;
    const own = nodeAddresses(node);
    const [nodeAddress] = own;
    const ciliumHost = ciliumHostAddress(node) ?? nodeAddress;
    if (!nodeAddress || !ciliumHost) return [];
    const pods = cluster.pods.filter(({ spec }) => spec.nodeName === name && spec.hostNetwork !== true);
    const addresses = pods.flatMap(({ status }) => status?.podIPs?.map(({ ip }) => ip) ?? [status?.podIP ?? '']);
    const others = cluster.nodes.filter((each) => each !== node).flatMap(nodeAddresses);
    const maps = syncLbMaps({ ...input, node: name, memo: memo.of(name) });
    return [
      {
        name,
        maps: indexLbMaps(maps, memo),
        settings,
        nodeAddress,
        ciliumHost,
        ownAddresses: [...own, ciliumHost],
        endpoints: new Set(addresses.flatMap((text) => addressOfText(text) ?? []).map(addressKey)),
        podRanges,
        remoteNodes: new Set(others.map(addressKey)),
      },
    ];
  });
}

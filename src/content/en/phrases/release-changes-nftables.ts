import type { PhraseBook } from '../../phrases/phrase-book';

const NFTABLES = {
  'kubernetes.changes.nftables.clusterIPsCheck':
    'A set of all clusterIPs lets packets to ports that no Service has be refused.',
  'kubernetes.changes.nftables.firewallChains':
    'Source ranges are checked before translation, by a chain of each Service, so that forwarded packets are caught too.',
  'kubernetes.changes.nftables.splitChecks':
    'Filter chains stand at −110; Services and nodePorts without endpoints have a chain each, and INVALID packets are left alone.',
  'kubernetes.changes.nftables.nodeIPDefault': 'Without nodePortAddresses, nodePorts answer only on the node’s own IP.',
  'kubernetes.changes.nftables.ipMode': 'Load balancer addresses with ipMode Proxy get no elements.',
  'kubernetes.changes.nftables.primaryNodePortAddress': 'nodePortAddresses takes “primary”: the node’s own IP.',
  'kubernetes.changes.nftables.partialSync': 'A sync writes only the chains and elements that changed.',
  'kubernetes.changes.nftables.hourlyFullSync': 'Everything is written anew once an hour.',
  'kubernetes.changes.nftables.filterAfterNat':
    'Filter chains stand at priority 0, after translation; only source ranges are checked before it.',
  'kubernetes.changes.nftables.interfaceByName':
    'Interfaces are matched by name (iifname), so they need not exist when the rules are loaded.',
  'kubernetes.changes.nftables.masqueradesAnyPort':
    'The rule that masquerades for a clusterIP no longer names protocol and port.',
  'kubernetes.changes.nftables.plainFirewallElements': 'Elements of firewall-ips have no comment.',
  'kubernetes.changes.nftables.hairpinSet':
    'Without affinity one rule picks the endpoint and translates; a set of hairpin connections replaces marks in endpoint chains.',
  'kubernetes.changes.nftables.plainSingleEndpoint':
    'A single endpoint is translated to directly, without a random number.',
  'kubernetes.changes.nftables.nodePortKeywords':
    'nodePortAddresses takes “primary”, “localhost” and “all”, in any mixture with ranges.',
  'kubernetes.changes.nftables.namesLocalhostNodePorts':
    'Every full sync names what refuses nodePorts on loopback, and takes it away while the gate KubeProxyNFTablesLocalhostNodePorts is off.',
  'kubernetes.changes.nftables.localhostNodePorts':
    'nodePorts on loopback: where nodePortAddresses names it kube-proxy answers TCP through a socket of its own, and all else is refused by rule.',
  'kubernetes.changes.nftables.cutsComments': 'Comments are cut to the 128 bytes nft takes.',
  'kubernetes.changes.nftables.hintsWithoutAnnotation':
    'Topology hints count when every ready endpoint has one and some name this zone; no annotation is needed.',
  'kubernetes.changes.nftables.nodeHints': 'Hints for nodes are tried before hints for zones.',
  'kubernetes.changes.nftables.serviceCIDRs': 'Packets to an address of a ServiceCIDR that no Service has are dropped.',
  'kubernetes.changes.nftables.zeroRangeIsAll':
    'A source range of all addresses (0.0.0.0/0) means that there is no restriction.',
  'kubernetes.changes.nftables.topologyMode': 'The annotation topology-mode asks for hints too.',
  'kubernetes.changes.nftables.runningWins':
    'Of an address that is listed twice, terminating and running, the running one counts.',
  'kubernetes.changes.nftables.objectComments':
    'Tables, chains and sets carry comments; 1.29 writes none with nft 1.0.6.',
  'kubernetes.changes.nftables.familyNodePorts':
    'Without a CIDR of its family in nodePortAddresses, every address of the family answers nodePorts.',
  'kubernetes.changes.nftables.storesElements':
    'Elements of shared sets are added once, and one that changes is deleted first; so two Services may claim one address and port.',
  'kubernetes.changes.nftables.readsSets': 'When it starts it reads what stands in its sets instead of emptying them.',
} as const satisfies PhraseBook;

const USERSPACE = {
  'kubernetes.changes.userspace.noTrailingColon': 'Unnamed ports are written without a colon at the end.',
} as const satisfies PhraseBook;

const EBPF = {
  'kubernetes.changes.ebpf.internalPolicy': 'internalTrafficPolicy: Local counts.',
  'kubernetes.changes.ebpf.protocolInKey': 'Keys tell TCP and UDP of one port apart.',
  'kubernetes.changes.ebpf.deniedRanges': 'src-ranges-policy: deny turns source ranges round.',
  'kubernetes.changes.ebpf.algorithmAnnotation': 'A Service may name its algorithm (lb-algorithm).',
  'kubernetes.changes.ebpf.ipMode': 'ipMode: Proxy keeps a load balancer’s address out of the maps.',
  'kubernetes.changes.ebpf.frontendsHaveOwners': 'An address and port belong to the Service that had them first.',
  'kubernetes.changes.ebpf.wildcardEntries':
    'Packets from outside to other ports of a clusterIP or load balancer address are dropped.',
  'kubernetes.changes.ebpf.keepsNotServing': 'Endpoints that are ready count as active though they terminate.',
  'kubernetes.changes.ebpf.rangesOfVips':
    'Source ranges are checked at load balancer addresses only, unless bpf-lb-source-range-all-types is on.',
  'kubernetes.changes.ebpf.rangesOfExternalIPs': '… and at external IPs.',
  'kubernetes.changes.ebpf.hybridSetsDsr': 'Hybrid mode marks the frontends that use DSR.',
  'kubernetes.changes.ebpf.zoneSafeguard': 'Zones count only where every endpoint has a hint and one names this zone.',
  'kubernetes.changes.ebpf.sameNode': 'trafficDistribution: PreferSameNode and PreferSameZone count.',
  'kubernetes.changes.ebpf.quarantinedSlots': 'The slot of a backend that a health check gave up has a bit of its own.',
} as const satisfies PhraseBook;

const KERNELSPACE = {
  'kubernetes.changes.kernelspace.directReturn':
    'winkernel.enableDSR counts; before it needed the feature gate WinDSR.',
} as const satisfies PhraseBook;

/** Of nftables, userspace, eBPF and kernelspace mode. */
export const OTHER_RELEASE_CHANGES = { ...NFTABLES, ...USERSPACE, ...EBPF, ...KERNELSPACE };

import type { PhraseBook } from '../../phrases/phrase-book';

/** Why a layer of VFP did what it did. */
export const SIM_VFP_PHRASES = {
  'sim.vfp.documented':
    'On Windows nodes every step is as documented, not recorded: Microsoft’s pages, those of Kubernetes, and the sources of kube-proxy 1.30.5.',
  'sim.vfp.no-policy': 'No load balancer policy has this address and port: the switch passes it on as it is.',
  'sim.vfp.by-flow': 'The flow is known: it is translated as its first packet was.',
  'sim.vfp.restored': 'It answers a flow that was translated at this port: the translation is taken back.',
  'sim.vfp.only': 'The policy has one endpoint.',
  'sim.vfp.by-hash':
    'A hash of both addresses, both ports and the protocol picks the endpoint. The hash is not public: each is taken as equally likely.',
  'sim.vfp.by-client':
    'Session affinity: a hash of the client’s address picks the endpoint (DistributionType 2), always the same one; the timeout of the Service is not used. The hash is not public: each is taken as equally likely.',
  'sim.vfp.source-vip':
    'Without direct server return the answer must come back here, so SourceVIP stands in. Undocumented: whether a local endpoint is spared this, and which port is taken; a free one is kept here.',
  'sim.vfp.source-node':
    'Without direct server return the answer must come back here: there is no SourceVIP, so the node’s address stands in. Undocumented: whether a local endpoint is spared this, and which port is taken; a free one is kept here.',
  'sim.vfp.to-port': 'An endpoint of this node has the address: the switch puts it out at that port.',
  'sim.vfp.to-host': 'It is the node’s own address: the host’s adapter gets it.',
  'sim.vfp.route': 'It leaves the switch by the host’s routes.',
  'sim.vfp.unknown.preserved':
    'preserve-destination: the policy leaves the destination as it is, and the Pod has to have that address itself. Whether it does is not told here.',
  'sim.vfp.unknown.hairpin':
    'The Pod asked its own Service and got itself. With direct server return nothing gives it another source, and what the switch does with a packet that comes back to its own port is not documented.',
  'sim.vfp.unknown.direct-remote':
    'A policy with direct server return picked an endpoint of another node for a packet from the wire. Who gives its answer the Service’s address again is not documented.',
  'sim.vfp.unknown.icmp-error':
    'An ICMP error about a packet that was translated: whether VFP translates what it quotes is not documented.',
  'sim.vfp.unknown.host':
    'It is for the node itself, and nothing here tells of a process that listens: what Windows answers then is up to its firewall.',
  'sim.vfp.unknown.host-own':
    'A process of the node asks a nodePort at the node’s own address. Whether such a packet comes to the virtual switch at all is not documented.',
} as const satisfies PhraseBook;

/** What layers of VFP do, at ports of a Windows node's virtual switch. */
export const VFP_STEPS = {
  'step.vfpPassed.caption': 'The virtual switch passes it on as it is.',
  'step.vfpPassed.trace': 'VFP: {device} — passes it on as it is',
  'step.vfpPassed.card': 'passes it on as it is',
  'step.vfpPassed.line': 'passes it on as it is',
  'step.vfpTranslated.caption':
    'VFP finds the policy of {service} (layer {program}) and makes {chosen} the destination{about, select, none {} other {, a chance of {about}}}.',
  'step.vfpTranslated.trace': 'VFP: {program} at {device} — {service} becomes {chosen}',
  'step.vfpTranslated.card': 'translates the destination',
  'step.vfpTranslated.line': '{service} → {chosen}',
  'step.vfpMasqueraded.caption': 'VFP gives it the source {after}, so that the answer comes back to this node.',
  'step.vfpMasqueraded.trace': 'VFP: {program} at {device} — source {before} becomes {after}',
  'step.vfpMasqueraded.card': 'translates the source',
  'step.vfpMasqueraded.line': 'from {after}',
  'step.vfpRestored.caption': 'VFP takes the translation back: it comes from {after} and goes to {to}.',
  'step.vfpRestored.trace': 'VFP: {program} at {device} — from {after} to {to} again',
  'step.vfpRestored.card': 'takes the translation back',
  'step.vfpRestored.line': 'from {after} to {to} again',
  'step.vfpDelivered.caption': 'The virtual switch puts it out at port {device}.',
  'step.vfpDelivered.trace': 'VFP: out at port {device}',
  'step.vfpDelivered.card': 'out at this port',
  'step.vfpDelivered.line': 'out at port {device}',
} as const satisfies PhraseBook;

/** What kube-proxy on Windows leaves out or gets wrong. */
export const KERNELSPACE_PHRASES = {
  'kubernetes.kernelspace.origin': 'A load balancer policy that kube-proxy asks HNS for, for {name}.',
  'kubernetes.kernelspace.no-source-vip':
    'kube-proxy does not start on {node}: its Pods’ network is an overlay, and winkernel.sourceVip is not set. Give it an address of the node’s podCIDR that no Pod has.',
  'kubernetes.kernelspace.no-dsr-gate':
    'kube-proxy {release} does not start: winkernel.enableDSR needs the feature gate WinDSR, which is off. Set featureGates.WinDSR, or take 1.33 or later.',
  'kubernetes.kernelspace.ports-differ':
    'The endpoints of {name} have different ports. A load balancer of Windows has one port for all of them, so some are not reached: give all Pods the same port.',
  'kubernetes.kernelspace.no-hns-endpoint':
    '{ip} is an endpoint of {name} on this node, but its network has no endpoint of that address: kube-proxy leaves it out. Pods on the network of the node itself are not spread to from here.',
} as const satisfies PhraseBook;

/** What is said of a pasted Windows node. */
export const ANALYSIS_WINDOWS_PHRASES = {
  'analysis.mode.kernelspace':
    'This is a Windows node: its virtual switch balances Services by policies of the Host Network Service. The policies are listed here with their Services; packets are not walked through those of a pasted node.',
  'analysis.mode.kernelspace-ports':
    '{count, plural, one {# policy is} other {# policies are}} listed without ports, so that only the address tells whose.',
  'analysis.mode.kernelspace-rules':
    'vfpctrl documents none of its words: {count, plural, one {# rule} other {# rules}} of the switch were read and are not interpreted.',
} as const satisfies PhraseBook;

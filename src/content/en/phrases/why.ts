import type { PhraseBook } from '../../phrases/phrase-book';

/** Why a chain exists, and changes that were simulated to see whether they turn a flow's outcome round. */
export const WHY_PHRASES = {
  'kubernetes.cni-masquerade':
    'With ipMasq, the CNI plugin that joined {pod} makes whoever is outside of the Pods’ network see the node in its place. kube-proxy did not write it.',
  'kubernetes.host-port.shared':
    'CNI’s portmap plugin has this rule on every node where a Pod has a hostPort, here {pod} with {port}. kube-proxy did not write it.',
  'kubernetes.host-port.entry': 'CNI’s portmap plugin leads port {port} of the node to the chain of Pod {pod}.',
  'kubernetes.host-port.mark':
    'What comes from the Pods’ own network or from the node’s loopback is masqueraded, or the answer of {pod} would not come back this way.',
  'kubernetes.host-port.dnat': 'hostPort {port} of Pod {pod}: the packet goes on to the Pod.',
  'kubernetes.chain.own':
    'The chain {chain} holds rules for this port of {service} alone; packets come here only by a jump.',
  'kubernetes.chain.shared':
    'kube-proxy makes the chain {chain} in this mode whatever Services there are; all of them share it.',
  'kubernetes.chain.kernel': "{chain} is the kernel's own chain: the hook enters here, and kube-proxy adds its jumps.",
  'document.why.service': 'Service {name}: {value, select, none {{field} not set} other {{field} → {value}}}',
  'document.why.pod-ready': 'Pod {name} becomes ready',
  'document.why.pod-unready': 'Pod {name} is not ready any more',
  'document.why.pods-unready':
    '{count, plural, one {The only ready Pod of the Service is} other {All # ready Pods of the Service are}} not ready any more',
  'document.why.pod-kept': 'Pod {name} is not terminating',
  'document.why.pod-moved': 'Pod {name} runs on {node}',
  'document.why.policy-removed': 'NetworkPolicy {name} is gone',
  'document.why.scaled': 'Deployment {name}: replicas → {count}',
  'document.why.config': 'kube-proxy: {value, select, none {{field} not set} other {{field} → {value}}}',
  'document.why.by-node': 'The caller asks {node} instead',
  'document.why.from-node': '{node} sends it instead',
  'document.why.from': 'It comes in by {from} instead',
  'document.why.from-here': 'The node itself sends it, from {from}',
  'document.why.mode': 'kube-proxy runs in {mode} mode',
  'document.why.rule-out': 'Without the rule {rule}: {text}',
  'document.why.policy': 'Policy of {table} {chain} → {value}',
  'document.why.test-out': 'The rule {rule} without its test {test}',
  'document.why.sysctl': 'Sysctl {name} = {value}',
  'document.why.release': 'kube-proxy of release {release}',
  'document.why.accept': 'Added in front of what stops it, for this flow alone: {rules}',
  'document.why.order': 'The rule {rule} comes after {after}: {text}',
  'document.why.forgotten': 'The connection is forgotten, so that the next packet asks the nat table again: {command}',
  'document.why.note.rewritten': 'kube-proxy writes this rule again at its next sync.',
  'document.why.cause.selects-none': 'Service {service} selects {selector}; no Pod has it.',
  'document.why.cause.no-selector': 'Service {service} has no selector, and no EndpointSlice lists endpoints for it.',
  'document.why.cause.none-ready':
    '{count, plural, one {The only Pod that Service {service} selects is not ready.} other {None of the # Pods that Service {service} selects is ready.}}',
  'document.why.cause.all-terminating':
    '{count, plural, one {The only Pod that Service {service} selects is} other {All # Pods that Service {service} selects are}} terminating.',
  'document.why.cause.no-named-port': 'Service {service} sends to the port named {port}; its Pods have {has}.',
  'document.why.cause.none-local':
    '{field} of Service {service} is Local, and {node} has none of its endpoints (they are on {others}).',
  'document.why.cause.local-terminating':
    '{field} of Service {service} is Local, and its only endpoint on {node}, {pod}, is terminating: kube-proxy {release} sends it nothing new.',
  'document.why.cause.out-of-range':
    '{source} is in none of the loadBalancerSourceRanges of Service {service} ({ranges}).',
  'document.why.cause.target-port': 'Service {service} sends to port {port} of Pod {pod}, which listens on {listens}.',
  'document.why.cause.node-port-addresses':
    'nodePorts answer on {addresses} only, and {address} of {node} is not in it.',
  'document.why.cause.node-port-unclaimed':
    'In {mode} mode nodePort {port} of Service {service} is answered on other addresses of {node}, not on {address}.',
  'document.why.cause.external-ip-of-node':
    "{address} is an externalIP of Service {service} and {node}'s own address: the Service takes port {port} of the node.",
  'document.why.cause.rule-no-endpoints':
    'Service port {service} has no endpoints: kube-proxy refuses it until a ready Pod matches its selector.',
  'document.why.cause.rule-no-local-endpoints':
    'Service port {service} has no endpoint on this node, and its traffic policy is Local.',
  'document.why.guessed-range':
    'The clusterCIDR {cidr} is a guess: no object told it. Without it the flow ends otherwise, or its receiver sees another source. The ConfigMap kube-proxy tells it.',
  'document.why.not-asked.elsewhere': 'The packet did not come to {node}.',
  'document.why.not-asked.hook': 'It is asked at {hook}, and the packet did not pass {hook} here; it passed {passed}.',
  'document.why.not-asked.nat':
    'nat is asked only by the first packet of a connection that is tracked, and this one is {state}.',
  'document.why.not-asked.before':
    'The packet passed this hook, and its way ended before {table} {chain} was asked{by, select, none {} other { ({by})}}.',
  'document.why.not-asked.unled': 'No rule here leads to {chain}.',
  'document.why.not-asked.jump-missed': '{rule} leads to {chain}; it was asked and did not match: {text}',
  'document.why.not-asked.jump-unasked': '{rule} leads to {chain}, and was not asked either: {text}',
  'document.why.not-asked.ended': '{rule} matched before it and ended the way through {chain}: {text}',
  'document.why.tracked':
    'Without {count, plural, one {the rule that keeps it} other {the rules that keep it}} from being tracked: {rules}',
  'document.why.mark-masked': 'The rule {rule} sets its own bits of the mark only: {text}',
  'document.why.cause.untracked':
    'The {role, select, request {packet} other {answer}} is UNTRACKED because of {rule} (NOTRACK), so {states} in {asked} cannot match.',
  'document.why.cause.untracked-nat':
    'The packet is UNTRACKED because of {rule} (NOTRACK), so nat is not asked and {service} is not translated.',
  'document.why.cause.mark-overwritten':
    '{setter} set mark {mark}, {by} made it {now}, and so {missed} did not see it: {text}',
  'document.why.cause.masquerade-device':
    'MASQUERADE ({rule}) takes the first address of the device the packet leaves by, {device}: {to}. The source that the route names, {wanted}, is not asked.',
  'document.why.cause.single-stack':
    'Service {service} has no {family} ({policy}): kube-proxy writes nothing for it in that family.',
  'document.why.cause.hints-gate':
    '{what} of Service {service} is not used: the feature gate {gate} is off in kube-proxy {release}; it is on by default since {on}.',
  'document.why.cause.hints-no-zone':
    '{what} of Service {service} is not used on {node}: the Node has no label topology.kubernetes.io/zone.',
  'document.why.cause.hints-unhinted':
    '{what} of Service {service} is not used: the endpoint {pod} has no hint, because its Node {on} has no zone. All hints count, or none.',
  'document.why.cause.hints-untold':
    '{what} of Service {service} is not used: the endpoint {pod} has no hint in its EndpointSlice. All hints count, or none.',
  'document.why.cause.hints-none-here':
    '{what} of Service {service} is not used on {node}: no endpoint has a hint for its zone {zone}.',
  'document.why.cause.nft-refused':
    'nft refused what kube-proxy gave it on {node}, all of it: the node has none of its rules.',
  'document.why.cause.weight-zero':
    '{count, plural, one {The server {servers} of {service} has weight 0 and takes} other {# servers of {service} have weight 0 and take}} no new connections{count, plural, one {.} other {: {servers}.}}',
  'document.why.cause.weight-zero-all':
    'All {count} servers of {service} have weight 0 and take no new connections: {servers}.',
  'document.why.cause.counted':
    '{rule} has counted {count, plural, one {# packet} other {# packets}} ({target}), and this packet was never asked there: no rule it met leads to that chain, and what does is not in the text.',
  'document.why.cause.rule': 'The rule {rule} ended it: {text}',
  'document.why.cause.network-policy':
    'Policy: {policies} selects {pod}, and {way, select, ingress {none of its ingress rules lets {source} in} other {none of its egress rules lets it reach {target}}}.{service, select, none {} other { The Service {service} is not to blame: it had sent the packet on to its Pod already.}}',
  'document.why.cause.rule-of': 'The rule {rule} of {owner} ended it: {text}',
  'document.why.cause.policy': 'No rule of {table} {chain} accepted it, and the policy of the chain is DROP.',
  'document.why.cause.source.not-local':
    'The receiver sees {to} instead of {from}, because {from} is not local traffic ({cidr}): {rule} marks it. {text}',
  'document.why.cause.source.hairpin':
    'The receiver sees {to} instead of {from}, because the endpoint chosen is the sender itself: {rule} marks it. {text}',
  'document.why.cause.source.local-process':
    'The receiver sees {to} instead of {from}, because the node itself sent it: {rule} marks it. {text}',
  'document.why.cause.source.external':
    'The receiver sees {to} instead of {from}, because externalTrafficPolicy is Cluster: {rule} marks what comes from outside. {text}',
  'document.why.cause.source.all':
    'The receiver sees {to} instead of {from}, because masqueradeAll is set: {rule} marks it. {text}',
  'document.why.cause.source.marked': 'The receiver sees {to} instead of {from}, because {rule} marks it: {text}',
  'document.why.cause.stale-connection':
    'The nat table was not asked: this connection had an entry, and it leads to {leads}, which is no endpoint of {service} (now {endpoints}).',
  'document.why.cause.no-answer': 'The request arrived, and no answer came back to the sender.',
  'document.why.cause.elsewhere':
    'It went to {place}, which is no endpoint of {service} ({endpoints}): the rule {rule} of {owner} took it first. {text}',
  'document.why.cause.affinity-of-port':
    'Service {service} has {count} ports, and ClientIP affinity is kept for each of them alone: where this client is sent on another port says nothing about port {port}. No setting of kube-proxy shares it; one port for both does.',
  'document.why.hairpin': 'Hairpin mode on for the ports of {bridge} on {node} (bridge link set dev … hairpin on)',
  'document.why.cause.answer-untranslated':
    'The answer reaches the sender from {seen}, and the sender asked {asked}: nothing on its way undid the DNAT, so no socket takes it.',
  'document.why.cause.answer-untranslated-bridge':
    'The answer crosses the bridge without iptables (net.bridge.bridge-nf-call-iptables = 0): it reaches the sender from {seen} instead of {asked}, and no socket takes it.',
  'document.why.rebuilt':
    'A ready Pod that Service {service} selects (shown in the cluster made of these rules; see kubectl get pods --show-labels and the selector)',
  'document.why.sysctl-of': 'Sysctl of {node}: {name} = {value}',
  'document.why.note.rebuilt':
    'kube-proxy writes its rules from this; it is shown in the cluster that these rules were made into.',
  'document.why.port': 'The caller asks port {port} instead',
  'document.why.one-port':
    'Both kinds of traffic over port {port}: what asks port {instead} now asks port {port}, and the Pods serve it there',
  'document.why.cause.host-port-elsewhere':
    'Port {port} is a hostPort of Pod {pod}: it is open only on {on}, where the Pod runs; {node} was asked.',
  'document.why.cause.host-port-taken':
    'Port {port} of {node} is a hostPort of Pod {pod}, but kube-proxy’s rules come before those of the CNI plugin: Service {service} takes it first.',
  'document.why.cause.node-has-address':
    '{address} is an address of {node} itself ({device}): what listens on port {port} of the node on all addresses would answer there. kube-proxy 1.26 and later refuses it.',
  'document.why.cause.no-such-port': 'Service {service} has no port {port}; it has {has}.',
} as const satisfies PhraseBook;

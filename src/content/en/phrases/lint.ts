import type { PhraseBook } from '../../phrases/phrase-book';

/** What is found odd about the rules of a node, and what to do about it. */
export const LINT_PHRASES = {
  'lint.stale-chain': 'Nothing leads to {chain}: its Service or endpoint is gone.',
  'lint.no-endpoints': '{name} has no endpoints: connections are refused.',
  'lint.no-local-endpoints': '{name} has no endpoints on this node and a policy of Local: packets are dropped here.',
  'lint.empty-service-chain': '{chain} is used and has no rules: packets pass it untranslated and reach no endpoint.',
  'lint.other-mode':
    '{count, plural, one {# chain of {other} mode is} other {# chains of {other} mode are}} left over, though kube-proxy runs in {mode} mode.',
  'lint.other-mode-sets': 'ipsets of IPVS mode are left over, though kube-proxy runs in {mode} mode: {sets}.',
  'lint.forward-drop-policy':
    'FORWARD has the policy DROP and never asks KUBE-FORWARD: of what is forwarded to Services and Pods, all that no rule before accepts is dropped.',
  'lint.forward-drop-rule':
    'Rule {rule} of FORWARD ends the way of every packet that comes to it, {own, select, none {and no chain KUBE-FORWARD is in this table} other {before KUBE-FORWARD is asked}}.',
  'lint.missing-jump': "nat {from} does not lead to {to}: kube-proxy's rules there are never asked.",
  'lint.jump-cut-off': "Rule {rule} of nat {from} ends every packet's way before the jump to {to}.",
  'lint.dangling-jump': 'Table {table} has no chain {target}, but rules lead there: part of the dump is missing.',
  'lint.mark-overlap':
    'A rule of {chain} writes the mark bits {bits}, and kube-proxy masquerades by {own}: one undoes the other.',
  'lint.mark-cleared':
    'A rule of {chain} clears the mark bits {bits} of the packets it matches: kube-proxy does not masquerade them after it ({own}).',
  'lint.stale-connection':
    'The connection {from} to {to} leads to {leads}, which is no endpoint of {name} ({count} like it): nat is not asked again about packets of a known connection.',
  'lint.nat-hook':
    '{verb} is reached from {chain}, which is of the type {type} at the hook {hook}: the kernel takes {verb} in chains of the type nat at {hooks} alone and refuses the rule (Operation not supported).',
  'lint.two-backends':
    'Rules of iptables-legacy and of iptables-nft are both there: the kernel asks both, each tool shows one.',
  'lint.public-endpoints':
    'The endpoint {address} is in {network}, which is no private network (RFC 1918: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16): if it is not yours, its real hosts cannot be reached from here.',
  'lint.route-localnet-off':
    'kube-proxy means nodePorts to work on 127.0.0.1, but net.ipv4.conf.all.route_localnet is 0: they do not.',
  'lint.route-localnet-open':
    '{sysctl} is 1 and no rule of KUBE-FIREWALL keeps outsiders from 127.0.0.0/8 (CVE-2020-8558).',
  'lint.covered': 'Rule {rule} of {chain} decides no packet: rules before it take all that it would match ({by}).',
  'lint.never-matches': 'Rule {rule} of {chain} is never reached: rule {earlier} takes every packet it would match.',
  'lint.duplicate-rule': 'Rule {rule} of {chain} repeats rule {first}.',
  'lint.notrack-all':
    'raw {chain} leaves every packet untracked: the nat tables are not asked, and no Service that is made of their rules works.',
  'lint.notrack-service':
    "raw {chain} leaves packets for {address} untracked: kube-proxy's rules do not translate them (node-local DNS does so on purpose).",
  'lint.mesh-proxy':
    "{owner}'s rules take the connections of a Pod to a proxy beside it, on port {ports}. Walks end there: which endpoint the proxy then connects to stands in its configuration and in no rule, and kube-proxy's odds do not hold for it. These rules are of the Pod's network, not of a node's.",
  'lint.rp-filter':
    'rp_filter is strict on {devices}: packets that come in by another device than answers leave by are dropped.',
  'lint.refused-packets':
    'Rule {rule} has refused {count, plural, one {one packet} other {# packets}} ({words}), as its counter shows.',
  'lint.refused-policy':
    'The policy of {table} {chain} has dropped {count, plural, one {one packet} other {# packets}}, as its counter shows: no rule let them pass.',
  'lint.stale-nft-chain':
    'Nothing leads to {chain}: its Service or endpoint is gone, and kube-proxy deletes the chain a little later.',
  'lint.no-real-servers': 'Virtual server {server} has no real servers: connections to it are refused.',
  'lint.no-weight':
    '{count, plural, one {The only real server of {server} has weight 0: it takes} other {All # real servers of {server} have weight 0: they take}} no new connections.',
  'lint.missing-set':
    '{count, plural, one {# rule asks} other {# rules ask}} ipset {set}, which is not among the sets pasted. The kernel keeps a set that is in use: the list is not whole, or of another moment.',
  'lint.other-mode-table':
    'Table {table} of nftables mode is left over with {count, plural, one {# chain} other {# chains}}, though kube-proxy runs in {mode} mode. The kernel asks both.',
  'lint.other-mode-servers':
    '{count, plural, one {# virtual server of IPVS is} other {# virtual servers of IPVS are}} left over, though kube-proxy runs in {mode} mode.',
  'lint.next.paste-whole': 'Paste the whole output of "iptables-save" or "nft list ruleset", taken as root.',
  'lint.next.remove-rule': 'Find out which program or unit adds the rule twice; the second one can go.',
  'lint.next.restart':
    'Restart kube-proxy on this node: "kubectl -n kube-system delete pod" with the name of its Pod there.',
  'lint.next.forward':
    'Let FORWARD ask KUBE-FORWARD first, or accept the Pod CIDR: "iptables -I FORWARD -s \'<Pod CIDR>\' -j ACCEPT", and the same with -d.',
  'lint.next.mark':
    'If these packets are meant to be masqueraded, give one of the two programs other bits: kube-proxy has "iptables.masqueradeBit", others have a setting of their own.',
  'lint.next.full-sync':
    'Look at the log of kube-proxy, then restart it: its first sync writes the jumps. Find out which program flushed or moved them.',
  'lint.next.paste-sets': 'Run "ipset save" right after "iptables-save" and paste both.',
  'lint.next.order': 'If the later rule is meant, move it above the earlier one or make that one narrower.',
  'lint.next.endpoints':
    'See "kubectl get endpointslices" for the Service: its selector, and whether its Pods are ready.',
  'lint.next.local-endpoints':
    'Run a ready Pod of it here, have the balancer send only to nodes that answer its health check port, or set the policy to Cluster, which hides the client’s address from the Pod{patch, select, none {} other {: “{patch}”}}.',
  'lint.next.mesh-proxy':
    'To see where the proxy leads, run "istioctl proxy-config endpoints POD" or "linkerd diagnostics endpoints SERVICE"; for what it opens, paste the rules of the node.',
  'lint.next.notrack': 'Narrow the rule to what needs it, or take it out of the raw table.',
  'lint.next.cleanup':
    'Stop kube-proxy, run "kube-proxy --cleanup" on this node, start it again. It removes the Services of the modes of this release. Up to 1.30 some chains stay that do nothing for a Service, such as KUBE-MARK-MASQ and the canaries; from 1.26 on it does not know userspace mode, whose KUBE-PORTALS and KUBE-NODEPORT chains are taken out by hand.',
  'lint.next.public-endpoints':
    'See whose range it is with "whois". A new Pod network goes into a private range that nobody around uses.',
  'lint.next.route-localnet':
    'See "sysctl net.ipv4.conf.all.route_localnet" and kube-proxy\'s "iptables.localhostNodePorts".',
  'lint.next.rp-filter': 'Where answers leave by another device, set rp_filter of that device to 2 (loose).',
  'lint.next.nat-hook': 'Put {verb} into a chain of the type nat at {hooks}.',
  'lint.next.stale-connection': 'Delete the entry on the node: “{command}”. nat is asked again about the next packet.',
  'lint.next.refused-packets':
    'If what you miss is of these: “iptables -nvL” of that chain before and after a try shows whether the counter grows by it. Then let a rule accept it before, by the program that wrote this one.',
  'lint.next.both': 'Paste "iptables-legacy-save" and "iptables-nft-save"; then move all programs to one of the two.',
} as const satisfies PhraseBook;

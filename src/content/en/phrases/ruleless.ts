import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on a pasted text of which nothing is read. */
export const RULELESS_PHRASES = {
  'analysis.text.empty': 'This text is empty. Paste what a command printed, as iptables-save or nft list ruleset.',
  'analysis.text.command':
    '{count, plural, one {This is a command} other {These are # commands}} ({command}), without what {count, plural, one {it} other {they}} printed. Run {count, plural, one {it} other {them}} and paste the output.',
  'analysis.text.command-unread':
    'This is what {command} printed, which is not read here: it tells neither rules nor addresses. Add iptables-save or nft list ruleset of the same node.',
  'analysis.text.failed-command':
    'A command failed and says: {message} There is no output to read in this text. Run it as root on the node itself and paste what it prints.',
  'analysis.text.failed':
    'A command failed and says: {message} What it was to do is not done, and it printed nothing that is read here. Paste iptables-save or nft list ruleset of the node: what is there now.',
  'analysis.text.failed-log':
    'A program logs that something failed: “{message}”. That line names the cause; it tells no rules. The lines before it, and the name and version of the program, say more.',
  'analysis.text.refused-rule':
    'A rule was refused: {message} nft says so where the kernel lacks what a rule asks for{asks, select, none {} other { (of this text {asks})}}, or where a chain, set or map of its name is not there; nothing of the same transaction is in force then. Paste uname -r, lsmod and nft list ruleset of the node.',
  'analysis.text.prose':
    'This text is prose: it names a fault and proves nothing of its cause. What decides: {symptom, select, hostPort {“kubectl get pods -A -o wide” for the Pod and its node, and “iptables-save -t nat | grep CNI-” there: rules of a hostPort are written when the Pod starts, and who empties the tables later takes them away} nodePort {“kubectl get service NAME -o yaml” (externalTrafficPolicy: Local answers on nodes with a Pod alone), “kubectl get endpointslices”, and on a node that does not answer “iptables -S FORWARD” (a policy DROP), “ip route” (a way to the Pods of other nodes) and a firewall in front} loadBalancer {“kubectl get service NAME -o yaml” (an address? externalTrafficPolicy?), from a machine of the same network “ip neigh” or “arping ADDRESS” (who answers for it), and the pools and logs of who gives such addresses} names {from a Pod “nslookup kubernetes.default” and the same with the address of a CoreDNS Pod behind it: if only the second answers, the Service’s rules are at fault, if neither, CoreDNS is not ready (“kubectl -n kube-system get pods -l k8s-app=kube-dns -o wide”) or the way to it is broken; and “kubectl -n kube-system logs -l k8s-app=kube-dns”} clusterIP {“kubectl get endpointslices” (someone ready?), “curl ENDPOINT:PORT” from the same place (if that fails, it is not the Service), and “conntrack -L -d CLUSTERIP”} other {from a Pod “ping” and “curl” of a Pod on the same and on another node, “ip route” of both nodes, and “tcpdump -ni any host POD” on the second (does it arrive, and does the answer leave)}}. Then the rules of that node: {by, select, cilium {“cilium-dbg service list”, “cilium-dbg bpf lb list” and “cilium-dbg status --verbose”} other {“{rules}”}}. Paste what they print.',
  'analysis.text.crashed':
    'A program crashed: “{message}”. {does, select, reads {It was listing, which changes nothing: the rules that are there stay in force.} writes {Nothing of what it was to change is in force; what was there before stays.} other {Nothing tells what it was about.}} Compare its version in the image with that on the node (nft --version, iptables --version).',
  'analysis.text.no-json':
    'An nft without JSON: {message} kube-proxy in nftables mode lists what is there with nft --json, so it cannot work with this one. Look at nft --version --verbose in its image.',
  'analysis.text.client-error':
    'A program says that {from, select, none {it} other {{from}}} asked {to}/{proto} and {how, select, timeout {got no answer} refused {was refused} reset {was broken off} other {found no way}}{count, plural, one {} other { (# such lines in all)}}. That is no rule: paste iptables-save or nft list ruleset, ip route and conntrack -L of the node it runs on.',
  'analysis.text.log':
    'This is a log: {count, plural, one {a line} other {# lines}} of what a program did. It tells no rules, and no line of it is known to name a fault. Paste iptables-save or nft list ruleset of the node it runs on (of Windows “hnsdiag list loadbalancers -d”).',
  'analysis.text.did':
    'kubectl says what it did ({said}), not what is there now. Paste kubectl get services,endpointslices,pods,nodes -A -o yaml, or iptables-save of a node.',
  'analysis.text.cni-plugins':
    'This lists programs of CNI ({names}), which are installed; which of them joins Pods the configuration says. Paste the files in /etc/cni/net.d, and iptables-save of the node.',
  'analysis.text.cni-files':
    'This lists files, among them the CNI configuration {file}, without what is in it. Paste its contents (cat /etc/cni/net.d/{file}).',
  'analysis.text.cni-error':
    'This is an error of CNI: {message}. It tells nothing of rules. A plugin is run by the container runtime, which gives it its variables and configuration; paste the files in /etc/cni/net.d.',
  'analysis.text.keepalived':
    'This is keepalived’s configuration{count, plural, =0 {} one {, with one virtual server} other {, with # virtual servers}}: what it asks of Linux Virtual Server, not what the kernel has. Paste ipvsadm -Ln of the same machine.',
  'analysis.text.pods-unaddressed':
    'The Pods from line {from} on are listed without their addresses, so nothing can be sent to or from them. Paste kubectl get pods -A -o wide.',
} as const satisfies PhraseBook;

import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on programs that write rules on a node besides kube-proxy, and on what they do to one another. */
export const WRITER_PHRASES = {
  'kubernetes.writers.by-kubelet': 'kubelet writes this when it starts, and anew when its canary is gone.',
  'kubernetes.writers.by-docker': 'Docker writes this when it starts.',
  'kubernetes.writers.by-firewalld': 'firewalld writes this when it starts and whenever it reloads.',
  'kubernetes.writers.by-hostports': 'kubelet (dockershim, up to 1.23) writes this for hostPorts of Pods on the node.',
  'kubernetes.writers.by-flannel':
    'flanneld writes this: Pods are seen as their node by everybody outside the cluster network.',
  'kubernetes.writers.by-ip-masq-agent':
    'ip-masq-agent writes this: whoever a private network has is asked with the Pod’s own address, everybody else as the node.',
  'kubernetes.writers.by-calico':
    'Not kube-proxy: the policy engine (chains as Calico’s Felix has them) writes this from NetworkPolicies and the Pods of the node.',
  'kubernetes.writers.by-nodelocaldns':
    'node-local-dns writes this and looks every minute whether it is there: what is asked of it is not tracked, so kube-proxy’s rules do not translate it (as documented; nothing was recorded of it).',
  'kubernetes.writers.dns-not-here':
    'The DNS cache of {node} does nothing in mode {mode}: what is for kube-dns is translated before a rule of iptables sees it. Take it away; Cilium has a Local Redirect Policy for such caches.',
  'kubernetes.writers.dns-no-service':
    'The DNS cache of {node} finds no Service kube-system/kube-dns: nobody knows the names of the cluster. Add it, with Pods that listen on port 53.',
  'kubernetes.writers.dns-no-upstream':
    'The DNS cache of {node} has the address of kube-dns itself, so it asks the same Pods by Service kube-system/kube-dns-upstream, which is not there: it answers SERVFAIL to every name. Add that Service; the manifest nodelocaldns.yaml has it.',
  'kubernetes.writers.dns-ipvs':
    'In mode ipvs the clusterIP of kube-dns is on kube-ipvs0, so the DNS cache of {node} listens on {address} alone: kubelet’s --cluster-dns must say that address, as it does here for Pods of {node}.',
  'kubernetes.writers.docker-forward':
    'Docker on {node} set the policy of FORWARD to DROP: what no rule accepts is not forwarded. kube-proxy accepts what it marked and what is established; for the rest set the policy back (iptables -P FORWARD ACCEPT) or let the Pod network accept its own addresses.',
  'kubernetes.writers.firewalld-forward':
    'firewalld on {node} ends INPUT and FORWARD with a refusal: of new connections only ICMP and ssh to the node pass, and what kube-proxy or another program accepts by a rule before it (kube-proxy: what it marked). Stop firewalld, or put the Pod network into its zone trusted.',
  'kubernetes.writers.flushed':
    'firewalld on {node} started or reloaded after {programs} and emptied every table: their rules are gone until each writes them anew (kube-proxy at its next full sync).',
  'kubernetes.writers.mark-bit':
    'masqueradeBit 15 is the bit kubelet marks drops with on {node}: KUBE-FIREWALL drops what kube-proxy wants masqueraded. Give kube-proxy another bit.',
  'kubernetes.writers.leftover':
    'kube-proxy on {node} ran in mode {left} before {mode}, and nobody cleaned up: what it left still acts. Run kube-proxy --cleanup there, or restart the node.',
  'kubernetes.writers.leftover-cleaned':
    'What mode {left} left on {node} is gone: kube-proxy {release} takes it away when it starts in mode {mode}.',
  'kubernetes.writers.node-port-first':
    'Port {port} of {node} is the hostPort of {pod} and the nodePort of {service}: kube-proxy’s rules are asked first, so the Service has it and the Pod is not reached by it. Give one of them another port.',
  'kubernetes.writers.host-port-twice':
    'Port {port} of {node} is the hostPort of {first} and of {pod}: kubelet admits only one of them, here the first, and {pod} does not start there. No rule leads to its hostPorts. Move it to another node, or give it another port.',
  'kubernetes.writers.host-port-first':
    'Port {port} of {node} is the hostPort of {pod} and the nodePort of {service}: the hostPort is translated in PREROUTING, before IPVS sees the packet, so the Pod has it and the Service is not reached by it. Give one of them another port.',
  'kubernetes.writers.last-chain-first':
    'Port {port} of {node} is the hostPort of {pod} and the nodePort of {service}: both are translated at the same priority, where the chain that was made last is asked first. Here that is the hostPort’s, in iptables; had kube-proxy started after it, the Service would have the port. Give one of them another port.',
  'kubernetes.writers.hostports-gone':
    'kubelet has no hostPort rules of its own since 1.24 (dockershim went); with {release} on {node} the portmap plugin of CNI writes them.',
  'kubernetes.writers.no-engine':
    'No policy engine runs on {node}: {policies} are objects that nobody enforces there. Switch on calico.',
  'kubernetes.writers.two-masquerade':
    '{programs} on {node} all masquerade what leaves the cluster network: the rule that is asked first decides, and what another one would keep is masqueraded all the same.',
  'kubernetes.writers.stopped':
    'kube-proxy on {node} is stopped: its rules stay as they were, and no change of the cluster reaches them. Start it again.',
} as const satisfies PhraseBook;

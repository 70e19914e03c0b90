/** Words of the glossary for where packets are stopped and whom they are held to there: hooks, kube-proxy's chains, lookups. */
export const HOOK_WORDS = {
  prerouting:
    'The first hook: every packet that comes in by a device stops there, before its way is looked up. For a Service the destination is rewritten there.',
  input:
    'The hook of packets for this machine itself, after their way was looked up and before a process gets them. IPVS works here.',
  forward:
    'The hook of packets that only pass this machine, on from one device to another: those of Pods are among them.',
  output: 'The hook of packets that a process of this machine sends.',
  postrouting:
    'The last hook: every packet stops there before it leaves by a device. There the source is rewritten, if it is.',
  'kube-services':
    'The chain of kube-proxy that holds a packet against every Service: a rule for each address and port.',
  'kube-nodeports': 'The chain of kube-proxy for packets to an address of the node itself: a rule for each nodePort.',
  'kube-forward':
    'A chain of kube-proxy at FORWARD: in iptables mode it first drops packets that conntrack calls INVALID (not where conntrack is liberal), then it lets through what kube-proxy marked and the packets of connections that are known. Rules before it may have refused them already; those after it are not asked any more.',
  'kube-postrouting':
    'The chain of kube-proxy at POSTROUTING: it masquerades the packets that were marked for it, and no others.',
  lookup:
    'A key is looked up in a set or map of the kernel, which finds it at once however many entries there are: rules are asked one after the other instead.',
  'stand-in':
    'To put one’s own address into a packet as its source, so that the answer comes back the same way: masquerading.',
} as const;

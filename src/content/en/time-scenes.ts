/** The same of scenes that are told in the lanes of time. */
export const TIME_SCENE_WORDS = {
  'local-terminating': {
    title: 'Local, and Pods that terminate',
    notes:
      'The balancer goes on sending to node2 until its health check has failed twice. 1.25 has no endpoint there any more and drops; 1.28 still serves with the Pod that terminates.',
  },
  'health-check': {
    title: 'A health check finds no Pod',
    notes:
      'Three failures ten seconds apart: for so long the balancer sends half of its packets to a node whose rules drop them. A shorter period, or Pods that serve while they terminate (since 1.26), ends that.',
  },
  'stale-dns': {
    title: 'A stale entry to kube-dns',
    notes:
      'Each packet keeps the entry to the old Pod alive, and only kube-proxy deletes it. To one that has just started every Service is new: its first sync runs conntrack -D for each that has UDP endpoints. From 1.32 on it looks through the table instead and deletes what leads to no endpoint.',
  },
  'ipvs-graceful': {
    title: 'IPVS: weight 0',
    notes:
      'A server that leaves gets weight 0: connections it has go on, no new one comes to it. It is taken out when the last of them is gone, looked at every minute.',
  },
  'affinity-ends': {
    title: 'Affinity that runs out',
    notes:
      'timeoutSeconds is 3 and the client comes every 5 s: each time it is drawn for anew. One that came every second would stay with its Pod for ever.',
  },
  'table-full': {
    title: 'Nothing was changed, and it fails',
    notes:
      'A connection that is over stays for 120 s (TIME_WAIT). What does not fit is dropped (nf_conntrack: table full), whatever the rules say. Since Linux 4.12 a table that had to drop lets connections that are over go early until it is 95 % full, but none of fewer than a hundred places, as this one.',
  },
  'dns-race': {
    title: 'A name that takes five seconds',
    notes:
      'A resolver asks for A and AAAA at once from one socket. Where both are translated at the same moment to different Pods, Linux 5.5 and older drops the second; the name comes 5 s later. Here each pair meets; on a real node few do. Since 5.6 the kernel keeps both.',
  },
  'pre-stop': {
    title: 'A rolling update, and preStop',
    notes:
      'A Pod gets SIGTERM and nodes hear that it goes at the same time: whoever is faster decides. preStop: sleep 5 lets the process live until every node has new rules.',
  },
  'node-lost': {
    title: 'A node is lost',
    notes:
      '40 s (50 s since 1.32) without a lease until its Pods are not ready and rules forget them; 300 s more until they are made elsewhere, with other addresses.',
  },
  crash: {
    title: 'A crash, and a Pod made anew',
    notes:
      'A container that crashes starts again in the same Pod: same address. A Pod that was deleted is another Pod afterwards, with another address.',
  },
  'keep-alive': {
    title: 'Keep-alive never moves',
    notes:
      'NAT was decided with the first packet: the connection of client 1 stays with its Pod however many there are. Client 2 opens a connection each time and meets all six.',
  },
  'three-changes': {
    title: 'Three changes in a row',
    notes:
      'Until 1.33 the runner has two tokens: the first two changes are synced at once, the third waits for a token. Since 1.34 there is no burst: the second and the third wait together until a second has passed.',
  },
  'min-sync-period': {
    title: 'minSyncPeriod: 1 s or 10 s',
    notes:
      'A longer minSyncPeriod gathers more changes into one sync, and rules lead to Pods that ended for that much longer. With 0 s every change is a sync of its own.',
  },
  'watch-lost': {
    title: 'A watch is lost and resumed',
    notes:
      'While the watch of node1 is away its rules stay as they were: a third of its requests goes to a Pod that is gone. The first are refused; later nobody has the address any more, and a SYN that is sent again after 1 or 3 s mostly draws another Pod. Then node1 lists everything and syncs once.',
  },
  flush: {
    title: 'Flushed tables and the canary',
    notes:
      'Without -t, iptables -F empties filter alone: nat goes on translating, and nobody notices. Here nat (iptables -t nat -F; iptables -t nat -X), mangle and filter are emptied. kube-proxy looks every syncPeriod (30 s) whether its canary chain is still in mangle; when it is gone there and in the others, it writes everything anew. Until then no Service works on that node.',
  },
  'big-sync': {
    title: 'A sync that takes seconds',
    notes:
      '40 Services stand for 10,000 here: each rule takes 250 times as long. 1.25 writes all of them for one Pod that goes; 1.28 writes the chains of the Service that changed.',
  },
} as const;

import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of `ipset save` texts. */
export const IPSET_PHRASES = {
  'formats.ipset-save.no-set': "This line adds to a set that no create line made: {line}. Add the set's create line.",
} as const satisfies PhraseBook;

/** What is said of IPVS and of kube-proxy's own sockets. */
export const IPVS_PHRASES = {
  'ipvs.connection-known': 'IPVS knows this connection ({state}): its packets keep going to the same server.',
  'ipvs.reply': 'An answer of a server of IPVS: its source becomes the virtual service again.',
  'ipvs.icmp': 'An ICMP error about a connection of IPVS: its header and the packet it quotes are translated.',
  'ipvs.scheduled': 'A new connection: the scheduler {scheduler} chooses the server.',
  'ipvs.scheduled-drawn':
    'A new connection: the scheduler {scheduler} chooses. What it chose before nobody outside can know, so each possible server has its odds.',
  'ipvs.scheduled-turn':
    'A new connection: the scheduler {scheduler} goes round the servers. Whose turn it is nobody outside can know, so each possible server is shown with its share of all connections.',
  'ipvs.template':
    'This client stays with its server for {seconds} seconds after its last new connection (persistence).',
  'ipvs.no-server': 'The virtual service has no server: IPVS drops the packet and answers ICMP port unreachable.',
  'ipvs.no-server-able':
    'The scheduler {scheduler} finds no server that takes new connections (weight above 0): IPVS drops the packet and answers ICMP port unreachable.',
  'ipvs.port-needs-persistence':
    'A service for all ports only works with persistence: IPVS drops the packet and answers ICMP port unreachable.',
  'ipvs.scheduler-unknown': 'The scheduler {scheduler} is not simulated: which server it would choose is not known.',
  'ipvs.forward-unknown':
    'The server is reached by {method}, which is not simulated (only masquerading is): what becomes of the packet is not known.',
  'ipvs.list-order':
    'Which server comes first depends on the order of the list in the kernel, newest first. It is not known here (kube-proxy 1.30 and newer adds servers in random order, and ipvsadm -Ln sorts them), so every order is taken as equally likely. ipvsadm -Ln --nosort shows it.',
  'ipvs.order-unknown':
    'The order of the list in the kernel decides which server it is, and that order is not known (ipvsadm -Ln --nosort shows it).',
  'ipvs.drop-quiet':
    'The server of this connection takes no new ones (weight 0). IPVS forgets the connection and drops this packet, because conntrack still followed it; the next try is scheduled anew.',
  'ipvs.drop-reuse':
    'The client uses the ports of a finished connection again. IPVS forgets the old one and drops this packet, because conntrack still followed it; the next try is scheduled anew.',
  'ipvs.drop-server-gone':
    'The server of this connection is gone. As net.ipv4.vs.expire_nodest_conn is 0, IPVS keeps the connection and drops its packets.',
  'ipvs.drop-server-gone-expired':
    'The server of this connection is gone. IPVS forgets the connection (expire_nodest_conn) and drops this packet; the next one can be scheduled anew.',
  'ipvs.drop-loopback-source': 'A packet from 127.0.0.0/8 may not be sent to a server elsewhere: IPVS drops it.',
  'ipvs.drop-loopback-server': 'A packet from the wire may not be translated to a loopback address: IPVS drops it.',
  'ipvs.drop-no-route':
    'No route leads to the server {server}: IPVS drops the packet and answers ICMP host unreachable.',
  'ipvs.drop-reply-route':
    'With the virtual address as its source no route leads back to the client: IPVS drops the answer.',
  'ipvs.ttl': 'The TTL ran out when IPVS passed the packet on; the sender is told.',
  'ipvs.route-server': 'IPVS looks up the way to the server, then sends the packet through OUTPUT and POSTROUTING.',
  'ipvs.route-reply': 'The way back to the client is looked up again, now from the virtual address.',
  'userspace.dial': 'kube-proxy opens a second connection to the next endpoint in turn, {endpoint}.',
  'userspace.dial-drawn':
    'kube-proxy opens a second connection to {endpoint}. It takes endpoints in turn, but whose turn it is cannot be known from outside.',
  'userspace.dial-affinity':
    'kube-proxy remembers this client and opens the second connection to the same endpoint as before, {endpoint}.',
  'userspace.dial-random':
    'kube-proxy has accepted the connection and opens one of its own to {endpoint}. It draws an endpoint for each connection and tries no second one.',
  'userspace.dial-pinned':
    'kube-proxy keeps one endpoint for all clients of this listener together: it opens the second connection to {endpoint} again.',
  'userspace.dial-again': 'The endpoint before did not answer: attempt {attempt}, now to {endpoint}.',
  'userspace.no-endpoints':
    'kube-proxy accepted the connection before it looked for an endpoint. There is none, so it closes the connection.',
  'userspace.gave-up':
    'After {attempts, plural, one {# attempt} other {# attempts}} no endpoint answered: kube-proxy closes the connection it had accepted.',
} as const satisfies PhraseBook;

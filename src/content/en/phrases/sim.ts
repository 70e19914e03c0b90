import type { PhraseBook } from '../../phrases/phrase-book';

/** What the simulator says: routing, bridges, drops, answers. */
export const SIM_PHRASES = {
  'sim.martian.source':
    'A packet with this source address may not come in by {device}: the kernel calls it a martian and drops it.',
  'sim.martian.destination': '0.0.0.0 is no destination; {device} drops the packet.',
  'sim.martian.loopback-destination':
    '127.0.0.0/8 cannot be reached through {device} unless net.ipv4.conf.{device}.route_localnet is 1.',
  'sim.martian.loopback-source': 'A source in 127.0.0.0/8 never comes in by {device}; the kernel drops the packet.',
  'sim.martian.own-source':
    "The source is one of this host's own addresses, yet the packet came in by {device}: dropped as a martian.",
  'sim.martian.rp-filter':
    'rp_filter on {device}: an answer to this source would not leave by {device}, so the packet is dropped.',
  'sim.martian.loopback6': '::1 may not appear on the wire; the packet is dropped before any hook sees it.',
  'sim.martian.multicast-source':
    'A multicast address cannot be a source; the packet is dropped before any hook sees it.',
  'sim.routing.local': 'The destination is an address of this host.',
  'sim.routing.broadcast': 'The destination is everybody on the link, this host included.',
  'sim.routing.forward': 'The destination lies elsewhere: the packet is forwarded.',
  'sim.routing.output': 'The way out is looked up before OUTPUT.',
  'sim.routing.again': 'OUTPUT changed the packet, so its way is looked up again. The source address stays.',
  'sim.routing.again-failed':
    'After the change in OUTPUT there is no way for this packet any more; the sender is told {errno}.',
  'sim.routing.output-failed':
    'There is no way to the destination; the sender is told {errno} and no hook sees the packet.',
  'sim.routing.no-route': 'No route leads to the destination.',
  'sim.routing.unreachable': 'An unreachable route refuses the destination.',
  'sim.routing.prohibit': 'A prohibit route refuses the destination.',
  'sim.routing.blackhole': 'A blackhole route swallows the packet in silence.',
  'sim.routing.throw': 'No route leads to the destination.',
  'sim.routing.anycast': 'The destination is an anycast address of this host.',
  'sim.routing.multicast': 'The destination is a multicast group; multicast routing is not simulated.',
  'sim.routing.multicast-not-joined': 'Nobody here listens to this multicast group.',
  'sim.routing.not-forwarding': '{host} does not pass packets on for others (ip_forward is 0).',
  'sim.routing.ttl': 'The TTL ran out; the packet is dropped and its sender is told.',
  'sim.conntrack.full':
    'nf_conntrack: table full, dropping packet. It knows {size} connections and may know {most}: there is no room for a new one.',
  'sim.conntrack.clash':
    'Another connection already owns the translated addresses and ports, so this one cannot be entered: the packet is lost.',
  'sim.conntrack.out-device-changed':
    'The connection was masqueraded for another device; now that the packet leaves by {device} the kernel forgets it and drops the packet.',
  'sim.rule.dropped': 'Rule {by} dropped the packet in {hook}.',
  'sim.rule.policy-dropped': 'No rule decided, and the policy is DROP ({by}, {hook}).',
  'sim.rule.rejected': 'Rule {by} refused the packet in {hook} with {with}.',
  'sim.rule.loop':
    'Rule {by} leads back into a chain the packet is already in. The kernel refuses to load such rules; take the loop out.',
  'sim.rule.stolen':
    'Rule {by} hands the packet to {target}: what happens there is not in these rules, so what becomes of it is not known.',
  'sim.socket.none': 'Nobody listens on {proto} port {port} here.',
  'sim.socket.held':
    '{owner} listens on {proto} port {port} only so that no other process takes it, and never reads what comes: {proto, select, tcp {the kernel completes the handshake, and then} other {}} no answer ever comes.',
  'sim.socket.no-connection':
    'A process listens on TCP port {port} here, but this segment belongs to no connection it has: the kernel answers with a reset.',
  'sim.socket.untranslated':
    'conntrack disowned the segment, so nat did not translate it: it comes from {from}, while the connection of {to} is with {own}. No socket matches, and the kernel answers with a reset.',
  'sim.host.untold': 'The packet comes to {address}. No text tells who is there: whether anybody answers is not known.',
  'sim.host.untold-port':
    'The packet comes to {address}. No text tells whether anything listens on {proto} port {port} there.',
  'sim.excerpt.unled':
    '{count, plural, one {The chain that was pasted is not reached} other {None of the # chains that were pasted is reached}}: the jump to {chains} is not in the text. Whether this packet is asked there is not known. Paste the whole of "iptables-save".',
  'sim.excerpt.nat':
    'No rule of the text gives this packet another destination, and not all that can is in the text. Paste the whole of "iptables-save -t nat", and in IPVS mode "ipvsadm -Ln".',
  'sim.link.left': 'The packet leaves by {device}; what lies behind it is not known here.',
  'sim.link.left-to-gateway': 'The packet leaves by {device} towards a gateway outside the picture.',
  'sim.link.no-neighbour': 'Nobody on {device} answers for the next hop.',
  'sim.link.several-answer':
    '{machines} answer when {address} is asked for: whose answer comes first is not known. One of them is assumed.',
  'sim.link.loop': 'After {hops} hops the packet still goes round in circles.',
  'sim.tunnel.headers-only':
    'Packets are walked here without their data: whether long ones fit through {device} (MTU), and what the network card makes of checksums inside it (offload), is unknown. ip -d link and ethtool -k tell.',
  'sim.tunnel.loop': 'The way to the far end of {device} leads into a tunnel again: the kernel drops the packet.',
  'sim.tunnel.family': '{device} carries IPv4 only.',
  'sim.tunnel.no-entry':
    'The next hop of {device} has the hardware address {lladdr}, and the forwarding database (bridge fdb) has no machine for it: the frame is dropped without a word. Compare with the other machine’s ip link show {device}.',
  'sim.tunnel.flooded':
    'The forwarding database (bridge fdb) of {device} has no entry for {lladdr}, so the frame goes to several machines at once; which of them has that address is not told. Paste ip link show {device} of the others, or the missing entry.',
  'sim.tunnel.no-peer':
    'Nothing tells {device} which machine the next hop is behind (no neighbour and no forwarding entry).',
  'sim.tunnel.none': 'The packet carries another one ({kind}), and no tunnel device here takes it out.',
  'sim.routing.mtu':
    'The packet is larger than the {mtu} bytes that {device} takes and must not be cut: its sender is told.',
  'sim.bridge.up': 'The frame is addressed to {bridge} itself: the host takes it.',
  'sim.bridge.forward': 'The bridge sends the frame out of {port}.',
  'sim.bridge.out': 'The bridge sends the frame out of {port}.',
  'sim.bridge.hairpin': 'Hairpin mode lets the bridge send the frame back out of {port}, where it came from.',
  'sim.bridge.hairpin-off':
    'The frame would have to go back out of {port}, and hairpin mode is off: the bridge drops it.',
  'sim.bridge.no-port': 'Nobody behind a port of {bridge} has the address.',
  'sim.proxy.nobody': '{process} has nobody to send to: it closes the connection again.',
  'sim.proxy.gave-up': '{process} reached nobody and closes the connection again.',
  'sim.lookup.told':
    'The name {name} stands for {found}{count, plural, one {} other {: # addresses, and the first that is told is taken}}.',
  'sim.lookup.answer': '{name} is {answer}.',
  'sim.lookup.cut':
    'The answer ({answer}) does not fit a datagram of 512 bytes: it is cut off and says so (TC), so the same is asked by TCP.',
  'sim.dns-cache.asks':
    '{process} does not know the answer and asks {upstream} by TCP, whatever it was asked by (force_tcp).',
  'sim.dns-cache.known': '{process} was told within the last 30 s: {name} is {answer}.',
  'sim.dns-cache.failed': '{process} got no answer and says SERVFAIL.',
  'sim.dns-cache.nobody': '{process} has nobody to ask (no Service kube-dns-upstream) and says SERVFAIL.',
  'sim.flow.never-there':
    'No connection of this client gets to where its last one is said to have gone: it is sent as one that is new.',
  'sim.flow.no-sender': 'The sender of this flow does not exist.',
} as const satisfies PhraseBook;

import type { PhraseBook } from './phrase-book';

/** What the simulator says: routing, bridges, drops, answers. */
export const SIM_PHRASES = {
  'sim.martian.source': {
    en: 'A packet with this source address may not come in by {device}: the kernel calls it a martian and drops it.',
    ko: '{device}(으)로는 이런 출발지 주소의 패킷이 들어올 수 없습니다. 커널은 있을 수 없는 출발지로 보고 폐기합니다.',
  },
  'sim.martian.destination': {
    en: '0.0.0.0 is no destination; {device} drops the packet.',
    ko: '0.0.0.0은 목적지가 될 수 없습니다. {device}에서 패킷을 폐기합니다.',
  },
  'sim.martian.loopback-destination': {
    en: '127.0.0.0/8 cannot be reached through {device} unless net.ipv4.conf.{device}.route_localnet is 1.',
    ko: 'net.ipv4.conf.{device}.route_localnet이 1이 아니면 {device}을(를) 통해 127.0.0.0/8에 도달할 수 없습니다.',
  },
  'sim.martian.loopback-source': {
    en: 'A source in 127.0.0.0/8 never comes in by {device}; the kernel drops the packet.',
    ko: '127.0.0.0/8 출발지의 패킷은 {device}(으)로 들어올 수 없으므로 커널이 폐기합니다.',
  },
  'sim.martian.own-source': {
    en: "The source is one of this host's own addresses, yet the packet came in by {device}: dropped as a martian.",
    ko: '출발지가 이 호스트 자신의 주소인데 {device}(으)로 들어왔으므로 있을 수 없는 출발지로 보고 폐기합니다.',
  },
  'sim.martian.rp-filter': {
    en: 'rp_filter on {device}: an answer to this source would not leave by {device}, so the packet is dropped.',
    ko: '{device}의 rp_filter: 이 출발지로의 응답이 {device}(으)로 나가지 않으므로 패킷을 폐기합니다.',
  },
  'sim.martian.loopback6': {
    en: '::1 may not appear on the wire; the packet is dropped before any hook sees it.',
    ko: '::1은 네트워크 위에 나타날 수 없으므로 어떤 훅에도 닿기 전에 폐기합니다.',
  },
  'sim.martian.multicast-source': {
    en: 'A multicast address cannot be a source; the packet is dropped before any hook sees it.',
    ko: '멀티캐스트 주소는 출발지가 될 수 없으므로 어떤 훅에도 닿기 전에 폐기합니다.',
  },
  'sim.routing.local': {
    en: 'The destination is an address of this host.',
    ko: '목적지가 이 호스트의 주소입니다.',
  },
  'sim.routing.broadcast': {
    en: 'The destination is everybody on the link, this host included.',
    ko: '목적지가 이 호스트를 포함한 링크의 모든 호스트입니다.',
  },
  'sim.routing.forward': {
    en: 'The destination lies elsewhere: the packet is forwarded.',
    ko: '목적지가 다른 곳에 있으므로 패킷을 포워딩합니다.',
  },
  'sim.routing.output': {
    en: 'The way out is looked up before OUTPUT.',
    ko: 'OUTPUT에 앞서 나갈 경로를 찾습니다.',
  },
  'sim.routing.again': {
    en: 'OUTPUT changed the packet, so its way is looked up again. The source address stays.',
    ko: 'OUTPUT에서 패킷이 바뀌어 경로를 다시 찾습니다. 출발지 주소는 그대로입니다.',
  },
  'sim.routing.again-failed': {
    en: 'After the change in OUTPUT there is no way for this packet any more; the sender is told {errno}.',
    ko: 'OUTPUT에서 바뀐 뒤에는 이 패킷이 갈 경로가 없습니다. 보낸 쪽은 {errno}을(를) 받습니다.',
  },
  'sim.routing.output-failed': {
    en: 'There is no way to the destination; the sender is told {errno} and no hook sees the packet.',
    ko: '목적지로 가는 경로가 없습니다. 보낸 쪽은 {errno}을(를) 받고, 어떤 훅도 이 패킷을 보지 못합니다.',
  },
  'sim.routing.no-route': {
    en: 'No route leads to the destination.',
    ko: '목적지로 가는 경로가 없습니다.',
  },
  'sim.routing.unreachable': {
    en: 'An unreachable route refuses the destination.',
    ko: 'unreachable 경로가 이 목적지를 거부합니다.',
  },
  'sim.routing.prohibit': {
    en: 'A prohibit route refuses the destination.',
    ko: 'prohibit 경로가 이 목적지를 거부합니다.',
  },
  'sim.routing.blackhole': {
    en: 'A blackhole route swallows the packet in silence.',
    ko: 'blackhole 경로가 패킷을 조용히 삼킵니다.',
  },
  'sim.routing.throw': {
    en: 'No route leads to the destination.',
    ko: '목적지로 가는 경로가 없습니다.',
  },
  'sim.routing.anycast': {
    en: 'The destination is an anycast address of this host.',
    ko: '목적지가 이 호스트의 anycast 주소입니다.',
  },
  'sim.routing.multicast': {
    en: 'The destination is a multicast group; multicast routing is not simulated.',
    ko: '목적지가 멀티캐스트 그룹입니다. 멀티캐스트 라우팅은 시뮬레이션하지 않습니다.',
  },
  'sim.routing.multicast-not-joined': {
    en: 'Nobody here listens to this multicast group.',
    ko: '여기에는 이 멀티캐스트 그룹을 듣는 곳이 없습니다.',
  },
  'sim.routing.not-forwarding': {
    en: '{host} does not pass packets on for others (ip_forward is 0).',
    ko: '{host}은(는) 다른 호스트의 패킷을 포워딩하지 않습니다(ip_forward가 0).',
  },
  'sim.routing.ttl': {
    en: 'The TTL ran out; the packet is dropped and its sender is told.',
    ko: 'TTL이 다 되어 패킷을 폐기하고 보낸 쪽에 알립니다.',
  },
  'sim.conntrack.full': {
    en: 'nf_conntrack: table full, dropping packet. It knows {size} connections and may know {most}: there is no room for a new one.',
    ko: 'nf_conntrack: table full, dropping packet. 연결 {size}개를 알고 있고 {most}개까지만 알 수 있어 새 연결을 등록할 자리가 없습니다.',
  },
  'sim.conntrack.clash': {
    en: 'Another connection already owns the translated addresses and ports, so this one cannot be entered: the packet is lost.',
    ko: '변환된 주소와 포트를 이미 다른 연결이 쓰고 있어 연결을 등록할 수 없으므로 패킷이 사라집니다.',
  },
  'sim.conntrack.out-device-changed': {
    en: 'The connection was masqueraded for another device; now that the packet leaves by {device} the kernel forgets it and drops the packet.',
    ko: '이 연결은 다른 장치의 주소로 마스커레이드되었습니다. 이제 {device}(으)로 나가려 하므로 커널은 연결을 잊고 패킷을 폐기합니다.',
  },
  'sim.rule.dropped': {
    en: 'Rule {by} dropped the packet in {hook}.',
    ko: '{hook}에서 규칙 {by}이(가) 패킷을 폐기했습니다.',
  },
  'sim.rule.policy-dropped': {
    en: 'No rule decided, and the policy is DROP ({by}, {hook}).',
    ko: '결정한 규칙이 없고 정책이 DROP입니다({by}, {hook}).',
  },
  'sim.rule.rejected': {
    en: 'Rule {by} refused the packet in {hook} with {with}.',
    ko: '{hook}에서 규칙 {by}이(가) {with}(으)로 패킷을 거부했습니다.',
  },
  'sim.rule.loop': {
    en: 'Rule {by} leads back into a chain the packet is already in. The kernel refuses to load such rules; take the loop out.',
    ko: '규칙 {by}이(가) 패킷이 이미 지나고 있는 체인으로 되돌아갑니다. 커널은 이런 규칙을 적재하지 않으므로 순환을 없애 주십시오.',
  },
  'sim.rule.stolen': {
    en: 'Rule {by} hands the packet to {target}: what happens there is not in these rules, so what becomes of it is not known.',
    ko: '규칙 {by}이(가) 패킷을 {target}에 넘깁니다. 그곳에서 어떻게 되는지는 이 규칙들에 없어 그 뒤는 알 수 없습니다.',
  },
  'sim.socket.none': {
    en: 'Nobody listens on {proto} port {port} here.',
    ko: '여기에는 {proto} 포트 {port}에서 수신하는 소켓이 없습니다.',
  },
  'sim.socket.held': {
    en: '{owner} listens on {proto} port {port} only so that no other process takes it, and never reads what comes: {proto, select, tcp {the kernel completes the handshake, and then} other {}} no answer ever comes.',
    ko: '{owner}은(는) 다른 프로세스가 쓰지 못하게 {proto} 포트 {port}을(를) 열어 둘 뿐 들어온 것을 읽지 않습니다. {proto, select, tcp {커널이 핸드셰이크는 마치지만 그 뒤} other {}} 응답은 오지 않습니다.',
  },
  'sim.socket.no-connection': {
    en: 'A process listens on TCP port {port} here, but this segment belongs to no connection it has: the kernel answers with a reset.',
    ko: '여기 TCP 포트 {port}에서 기다리는 프로세스는 있지만 이 세그먼트가 속한 연결이 없으므로 커널이 RST로 응답합니다.',
  },
  'sim.socket.untranslated': {
    en: 'conntrack disowned the segment, so nat did not translate it: it comes from {from}, while the connection of {to} is with {own}. No socket matches, and the kernel answers with a reset.',
    ko: 'conntrack이 이 세그먼트를 INVALID로 보아 nat이 주소를 바꾸지 않았습니다. 세그먼트는 {from}에서 왔지만 {to}의 연결 상대는 {own}입니다. 맞는 소켓이 없으므로 커널이 RST로 응답합니다.',
  },
  'sim.host.untold': {
    en: 'The packet comes to {address}. No text tells who is there: whether anybody answers is not known.',
    ko: '패킷이 {address}에 닿습니다. 그곳에 무엇이 있는지 말해 주는 텍스트가 없어 누가 응답하는지 알 수 없습니다.',
  },
  'sim.host.untold-port': {
    en: 'The packet comes to {address}. No text tells whether anything listens on {proto} port {port} there.',
    ko: '패킷이 {address}에 닿습니다. 그곳의 {proto} 포트 {port}에서 무엇이 기다리는지 말해 주는 텍스트가 없습니다.',
  },
  'sim.excerpt.unled': {
    en: '{count, plural, one {The chain that was pasted is not reached} other {None of the # chains that were pasted is reached}}: the jump to {chains} is not in the text. Whether this packet is asked there is not known. Paste the whole of "iptables-save".',
    ko: '붙여 넣은 체인 {count}개에 닿지 않습니다. {chains}(으)로 가는 점프가 텍스트에 없어 이 패킷이 그 규칙을 거치는지 알 수 없습니다. "iptables-save" 전체를 붙여 넣으십시오.',
  },
  'sim.excerpt.nat': {
    en: 'No rule of the text gives this packet another destination, and not all that can is in the text. Paste the whole of "iptables-save -t nat", and in IPVS mode "ipvsadm -Ln".',
    ko: '텍스트에는 이 패킷의 목적지를 바꾸는 규칙이 없고, 목적지를 바꿀 수 있는 것이 모두 들어 있지도 않습니다. "iptables-save -t nat" 전체를, IPVS 모드라면 "ipvsadm -Ln"도 붙여 넣으십시오.',
  },
  'sim.link.left': {
    en: 'The packet leaves by {device}; what lies behind it is not known here.',
    ko: '패킷이 {device}(으)로 나갑니다. 그 너머에 무엇이 있는지는 여기서 알 수 없습니다.',
  },
  'sim.link.left-to-gateway': {
    en: 'The packet leaves by {device} towards a gateway outside the picture.',
    ko: '패킷이 {device}(으)로 나가 그림 밖의 게이트웨이로 향합니다.',
  },
  'sim.link.no-neighbour': {
    en: 'Nobody on {device} answers for the next hop.',
    ko: '{device}에는 다음 홉의 주소에 응답하는 곳이 없습니다.',
  },
  'sim.link.several-answer': {
    en: '{machines} answer when {address} is asked for: whose answer comes first is not known. One of them is assumed.',
    ko: '{address}을(를) 찾으면 {machines}이(가) 모두 응답합니다. 누구의 응답이 먼저 오는지는 알 수 없어 그중 하나로 가정합니다.',
  },
  'sim.link.loop': {
    en: 'After {hops} hops the packet still goes round in circles.',
    ko: '{hops}홉을 지나도 패킷이 계속 돌고 있습니다.',
  },
  'sim.tunnel.headers-only': {
    en: 'Packets are walked here without their data: whether long ones fit through {device} (MTU), and what the network card makes of checksums inside it (offload), is unknown. ip -d link and ethtool -k tell.',
    ko: '여기서는 데이터 없이 헤더만 따라갑니다. 긴 패킷이 {device}을(를) 지날 수 있는지(MTU), 네트워크 카드가 안쪽 체크섬을 어떻게 처리하는지(offload)는 알 수 없습니다. ip -d link와 ethtool -k로 확인할 수 있습니다.',
  },
  'sim.tunnel.loop': {
    en: 'The way to the far end of {device} leads into a tunnel again: the kernel drops the packet.',
    ko: '{device}의 반대편 끝으로 가는 길이 다시 터널로 이어집니다. 커널이 패킷을 폐기합니다.',
  },
  'sim.tunnel.family': {
    en: '{device} carries IPv4 only.',
    ko: '{device}은(는) IPv4만 나릅니다.',
  },
  'sim.tunnel.no-entry': {
    en: 'The next hop of {device} has the hardware address {lladdr}, and the forwarding database (bridge fdb) has no machine for it: the frame is dropped without a word. Compare with the other machine’s ip link show {device}.',
    ko: '{device}의 다음 홉은 하드웨어 주소가 {lladdr}인데 포워딩 데이터베이스(bridge fdb)에 그 머신이 없습니다. 프레임은 아무 말 없이 폐기됩니다. 다른 머신에서 본 ip link show {device} 출력과 견주어 보십시오.',
  },
  'sim.tunnel.flooded': {
    en: 'The forwarding database (bridge fdb) of {device} has no entry for {lladdr}, so the frame goes to several machines at once; which of them has that address is not told. Paste ip link show {device} of the others, or the missing entry.',
    ko: '{device}의 포워딩 데이터베이스(bridge fdb)에 {lladdr} 항목이 없어 프레임이 여러 머신에 한꺼번에 갑니다. 그 주소가 누구의 것인지는 나와 있지 않습니다. 다른 머신의 ip link show {device}나 빠진 항목을 붙여 넣으십시오.',
  },
  'sim.tunnel.no-peer': {
    en: 'Nothing tells {device} which machine the next hop is behind (no neighbour and no forwarding entry).',
    ko: '다음 홉이 어느 머신 뒤에 있는지 {device}이(가) 알지 못합니다(이웃 항목도 포워딩 항목도 없음).',
  },
  'sim.tunnel.none': {
    en: 'The packet carries another one ({kind}), and no tunnel device here takes it out.',
    ko: '패킷이 다른 패킷을 싣고 있지만({kind}), 여기에는 그것을 꺼낼 터널 장치가 없습니다.',
  },
  'sim.routing.mtu': {
    en: 'The packet is larger than the {mtu} bytes that {device} takes and must not be cut: its sender is told.',
    ko: '패킷이 {device}의 한도인 {mtu}바이트보다 크고 나눌 수도 없으므로, 보낸 쪽에 알립니다.',
  },
  'sim.bridge.up': {
    en: 'The frame is addressed to {bridge} itself: the host takes it.',
    ko: '프레임의 목적지가 {bridge} 자신이므로 호스트가 받습니다.',
  },
  'sim.bridge.forward': {
    en: 'The bridge sends the frame out of {port}.',
    ko: '브리지가 프레임을 {port}(으)로 내보냅니다.',
  },
  'sim.bridge.out': {
    en: 'The bridge sends the frame out of {port}.',
    ko: '브리지가 프레임을 {port}(으)로 내보냅니다.',
  },
  'sim.bridge.hairpin': {
    en: 'Hairpin mode lets the bridge send the frame back out of {port}, where it came from.',
    ko: 'hairpin 모드 덕분에 브리지가 프레임을 들어온 포트 {port}(으)로 되돌려 보냅니다.',
  },
  'sim.bridge.hairpin-off': {
    en: 'The frame would have to go back out of {port}, and hairpin mode is off: the bridge drops it.',
    ko: '프레임이 들어온 포트 {port}(으)로 되나가야 하는데 hairpin 모드가 꺼져 있어 브리지가 폐기합니다.',
  },
  'sim.bridge.no-port': {
    en: 'Nobody behind a port of {bridge} has the address.',
    ko: '{bridge}의 어느 포트 뒤에도 이 주소를 가진 곳이 없습니다.',
  },
  'sim.proxy.nobody': {
    en: '{process} has nobody to send to: it closes the connection again.',
    ko: '{process}에 보낼 곳이 없어 연결을 다시 닫습니다.',
  },
  'sim.proxy.gave-up': {
    en: '{process} reached nobody and closes the connection again.',
    ko: '{process}이(가) 아무 데도 닿지 못해 연결을 다시 닫습니다.',
  },
  'sim.lookup.told': {
    en: 'The name {name} stands for {found}{count, plural, one {} other {: # addresses, and the first that is told is taken}}.',
    ko: '이름 {name}은(는) {found}을(를) 가리킵니다.{count, plural, =1 {} other { 주소가 #개이고 응답에 먼저 적힌 것을 씁니다.}}',
  },
  'sim.lookup.answer': {
    en: '{name} is {answer}.',
    ko: '{name}은(는) {answer}입니다.',
  },
  'sim.lookup.cut': {
    en: 'The answer ({answer}) does not fit a datagram of 512 bytes: it is cut off and says so (TC), so the same is asked by TCP.',
    ko: '답은 {answer}입니다. 512바이트 데이터그램에 다 들어가지 않습니다. 잘렸다는 표시(TC)가 있으므로 같은 것을 TCP로 다시 묻습니다.',
  },
  'sim.dns-cache.asks': {
    en: '{process} does not know the answer and asks {upstream} by TCP, whatever it was asked by (force_tcp).',
    ko: '{process}은(는) 답을 모르므로 무엇으로 물어 왔든 {upstream}에 TCP로 묻습니다(force_tcp).',
  },
  'sim.dns-cache.known': {
    en: '{process} was told within the last 30 s: {name} is {answer}.',
    ko: '{process}이(가) 30초 안에 들은 것입니다. {name}은(는) {answer}입니다.',
  },
  'sim.dns-cache.failed': {
    en: '{process} got no answer and says SERVFAIL.',
    ko: '{process}이(가) 답을 받지 못해 SERVFAIL로 응답합니다.',
  },
  'sim.dns-cache.nobody': {
    en: '{process} has nobody to ask (no Service kube-dns-upstream) and says SERVFAIL.',
    ko: '{process}에 물을 곳이 없어(Service kube-dns-upstream 없음) SERVFAIL로 응답합니다.',
  },
  'sim.flow.never-there': {
    en: 'No connection of this client gets to where its last one is said to have gone: it is sent as one that is new.',
    ko: '이 클라이언트의 연결은 지난번에 갔다는 곳에 이를 수 없습니다. 처음 온 클라이언트로 보고 보냅니다.',
  },
  'sim.flow.no-sender': {
    en: 'The sender of this flow does not exist.',
    ko: '이 흐름을 보낼 곳이 없습니다.',
  },
} as const satisfies PhraseBook;

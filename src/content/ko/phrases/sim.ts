import type * as EN from '../../en/phrases/sim';
import type { Translated } from '../../translated';

/** What the simulator says: routing, bridges, drops, answers. */
export const SIM_PHRASES = {
  'sim.martian.source':
    '{device}(으)로는 이런 출발지 주소의 패킷이 들어올 수 없습니다. 커널은 있을 수 없는 출발지로 보고 폐기합니다.',
  'sim.martian.destination': '0.0.0.0은 목적지가 될 수 없습니다. {device}에서 패킷을 폐기합니다.',
  'sim.martian.loopback-destination':
    'net.ipv4.conf.{device}.route_localnet이 1이 아니면 {device}을(를) 통해 127.0.0.0/8에 도달할 수 없습니다.',
  'sim.martian.loopback-source': '127.0.0.0/8 출발지의 패킷은 {device}(으)로 들어올 수 없으므로 커널이 폐기합니다.',
  'sim.martian.own-source':
    '출발지가 이 호스트 자신의 주소인데 {device}(으)로 들어왔으므로 있을 수 없는 출발지로 보고 폐기합니다.',
  'sim.martian.rp-filter':
    '{device}의 rp_filter: 이 출발지로의 응답이 {device}(으)로 나가지 않으므로 패킷을 폐기합니다.',
  'sim.martian.loopback6': '::1은 네트워크 위에 나타날 수 없으므로 어떤 훅에도 닿기 전에 폐기합니다.',
  'sim.martian.multicast-source': '멀티캐스트 주소는 출발지가 될 수 없으므로 어떤 훅에도 닿기 전에 폐기합니다.',
  'sim.routing.local': '목적지가 이 호스트의 주소입니다.',
  'sim.routing.broadcast': '목적지가 이 호스트를 포함한 링크의 모든 호스트입니다.',
  'sim.routing.forward': '목적지가 다른 곳에 있으므로 패킷을 포워딩합니다.',
  'sim.routing.output': 'OUTPUT에 앞서 나갈 경로를 찾습니다.',
  'sim.routing.again': 'OUTPUT에서 패킷이 바뀌어 경로를 다시 찾습니다. 출발지 주소는 그대로입니다.',
  'sim.routing.again-failed': 'OUTPUT에서 바뀐 뒤에는 이 패킷이 갈 경로가 없습니다. 보낸 쪽은 {errno}을(를) 받습니다.',
  'sim.routing.output-failed':
    '목적지로 가는 경로가 없습니다. 보낸 쪽은 {errno}을(를) 받고, 어떤 훅도 이 패킷을 보지 못합니다.',
  'sim.routing.no-route': '목적지로 가는 경로가 없습니다.',
  'sim.routing.unreachable': 'unreachable 경로가 이 목적지를 거부합니다.',
  'sim.routing.prohibit': 'prohibit 경로가 이 목적지를 거부합니다.',
  'sim.routing.blackhole': 'blackhole 경로가 패킷을 조용히 삼킵니다.',
  'sim.routing.throw': '목적지로 가는 경로가 없습니다.',
  'sim.routing.anycast': '목적지가 이 호스트의 anycast 주소입니다.',
  'sim.routing.multicast': '목적지가 멀티캐스트 그룹입니다. 멀티캐스트 라우팅은 시뮬레이션하지 않습니다.',
  'sim.routing.multicast-not-joined': '여기에는 이 멀티캐스트 그룹을 듣는 곳이 없습니다.',
  'sim.routing.not-forwarding': '{host}은(는) 다른 호스트의 패킷을 포워딩하지 않습니다(ip_forward가 0).',
  'sim.routing.ttl': 'TTL이 다 되어 패킷을 폐기하고 보낸 쪽에 알립니다.',
  'sim.conntrack.full':
    'nf_conntrack: table full, dropping packet. 연결 {size}개를 알고 있고 {most}개까지만 알 수 있어 새 연결을 등록할 자리가 없습니다.',
  'sim.conntrack.clash': '변환된 주소와 포트를 이미 다른 연결이 쓰고 있어 연결을 등록할 수 없으므로 패킷이 사라집니다.',
  'sim.conntrack.out-device-changed':
    '이 연결은 다른 장치의 주소로 마스커레이드되었습니다. 이제 {device}(으)로 나가려 하므로 커널은 연결을 잊고 패킷을 폐기합니다.',
  'sim.rule.dropped': '{hook}에서 규칙 {by}이(가) 패킷을 폐기했습니다.',
  'sim.rule.policy-dropped': '결정한 규칙이 없고 정책이 DROP입니다({by}, {hook}).',
  'sim.rule.rejected': '{hook}에서 규칙 {by}이(가) {with}(으)로 패킷을 거부했습니다.',
  'sim.rule.loop':
    '규칙 {by}이(가) 패킷이 이미 지나고 있는 체인으로 되돌아갑니다. 커널은 이런 규칙을 적재하지 않으므로 순환을 없애 주십시오.',
  'sim.rule.stolen':
    '규칙 {by}이(가) 패킷을 {target}에 넘깁니다. 그곳에서 어떻게 되는지는 이 규칙들에 없어 그 뒤는 알 수 없습니다.',
  'sim.socket.none': '여기에는 {proto} 포트 {port}에서 수신하는 소켓이 없습니다.',
  'sim.socket.held':
    '{owner}은(는) 다른 프로세스가 쓰지 못하게 {proto} 포트 {port}을(를) 열어 둘 뿐 들어온 것을 읽지 않습니다. {proto, select, tcp {커널이 핸드셰이크는 마치지만 그 뒤} other {}} 응답은 오지 않습니다.',
  'sim.socket.no-connection':
    '여기 TCP 포트 {port}에서 기다리는 프로세스는 있지만 이 세그먼트가 속한 연결이 없으므로 커널이 RST로 응답합니다.',
  'sim.socket.untranslated':
    'conntrack이 이 세그먼트를 INVALID로 보아 nat이 주소를 바꾸지 않았습니다. 세그먼트는 {from}에서 왔지만 {to}의 연결 상대는 {own}입니다. 맞는 소켓이 없으므로 커널이 RST로 응답합니다.',
  'sim.host.untold':
    '패킷이 {address}에 닿습니다. 그곳에 무엇이 있는지 말해 주는 텍스트가 없어 누가 응답하는지 알 수 없습니다.',
  'sim.host.untold-port':
    '패킷이 {address}에 닿습니다. 그곳의 {proto} 포트 {port}에서 무엇이 기다리는지 말해 주는 텍스트가 없습니다.',
  'sim.excerpt.unled':
    '붙여 넣은 체인 {count}개에 닿지 않습니다. {chains}(으)로 가는 점프가 텍스트에 없어 이 패킷이 그 규칙을 거치는지 알 수 없습니다. "iptables-save" 전체를 붙여 넣으십시오.',
  'sim.excerpt.nat':
    '텍스트에는 이 패킷의 목적지를 바꾸는 규칙이 없고, 목적지를 바꿀 수 있는 것이 모두 들어 있지도 않습니다. "iptables-save -t nat" 전체를, IPVS 모드라면 "ipvsadm -Ln"도 붙여 넣으십시오.',
  'sim.link.left': '패킷이 {device}(으)로 나갑니다. 그 너머에 무엇이 있는지는 여기서 알 수 없습니다.',
  'sim.link.left-to-gateway': '패킷이 {device}(으)로 나가 그림 밖의 게이트웨이로 향합니다.',
  'sim.link.no-neighbour': '{device}에는 다음 홉의 주소에 응답하는 곳이 없습니다.',
  'sim.link.several-answer':
    '{address}을(를) 찾으면 {machines}이(가) 모두 응답합니다. 누구의 응답이 먼저 오는지는 알 수 없어 그중 하나로 가정합니다.',
  'sim.link.loop': '{hops}홉을 지나도 패킷이 계속 돌고 있습니다.',
  'sim.tunnel.headers-only':
    '여기서는 데이터 없이 헤더만 따라갑니다. 긴 패킷이 {device}을(를) 지날 수 있는지(MTU), 네트워크 카드가 안쪽 체크섬을 어떻게 처리하는지(offload)는 알 수 없습니다. ip -d link와 ethtool -k로 확인할 수 있습니다.',
  'sim.tunnel.loop': '{device}의 반대편 끝으로 가는 길이 다시 터널로 이어집니다. 커널이 패킷을 폐기합니다.',
  'sim.tunnel.family': '{device}은(는) IPv4만 나릅니다.',
  'sim.tunnel.no-entry':
    '{device}의 다음 홉은 하드웨어 주소가 {lladdr}인데 포워딩 데이터베이스(bridge fdb)에 그 머신이 없습니다. 프레임은 아무 말 없이 폐기됩니다. 다른 머신에서 본 ip link show {device} 출력과 견주어 보십시오.',
  'sim.tunnel.flooded':
    '{device}의 포워딩 데이터베이스(bridge fdb)에 {lladdr} 항목이 없어 프레임이 여러 머신에 한꺼번에 갑니다. 그 주소가 누구의 것인지는 나와 있지 않습니다. 다른 머신의 ip link show {device}나 빠진 항목을 붙여 넣으십시오.',
  'sim.tunnel.no-peer': '다음 홉이 어느 머신 뒤에 있는지 {device}이(가) 알지 못합니다(이웃 항목도 포워딩 항목도 없음).',
  'sim.tunnel.none': '패킷이 다른 패킷을 싣고 있지만({kind}), 여기에는 그것을 꺼낼 터널 장치가 없습니다.',
  'sim.routing.mtu': '패킷이 {device}의 한도인 {mtu}바이트보다 크고 나눌 수도 없으므로, 보낸 쪽에 알립니다.',
  'sim.bridge.up': '프레임의 목적지가 {bridge} 자신이므로 호스트가 받습니다.',
  'sim.bridge.forward': '브리지가 프레임을 {port}(으)로 내보냅니다.',
  'sim.bridge.out': '브리지가 프레임을 {port}(으)로 내보냅니다.',
  'sim.bridge.hairpin': 'hairpin 모드 덕분에 브리지가 프레임을 들어온 포트 {port}(으)로 되돌려 보냅니다.',
  'sim.bridge.hairpin-off':
    '프레임이 들어온 포트 {port}(으)로 되나가야 하는데 hairpin 모드가 꺼져 있어 브리지가 폐기합니다.',
  'sim.bridge.no-port': '{bridge}의 어느 포트 뒤에도 이 주소를 가진 곳이 없습니다.',
  'sim.proxy.nobody': '{process}에 보낼 곳이 없어 연결을 다시 닫습니다.',
  'sim.proxy.gave-up': '{process}이(가) 아무 데도 닿지 못해 연결을 다시 닫습니다.',
  'sim.lookup.told':
    '이름 {name}은(는) {found}을(를) 가리킵니다.{count, plural, =1 {} other { 주소가 #개이고 응답에 먼저 적힌 것을 씁니다.}}',
  'sim.lookup.answer': '{name}은(는) {answer}입니다.',
  'sim.lookup.cut':
    '답은 {answer}입니다. 512바이트 데이터그램에 다 들어가지 않습니다. 잘렸다는 표시(TC)가 있으므로 같은 것을 TCP로 다시 묻습니다.',
  'sim.dns-cache.asks': '{process}은(는) 답을 모르므로 무엇으로 물어 왔든 {upstream}에 TCP로 묻습니다(force_tcp).',
  'sim.dns-cache.known': '{process}이(가) 30초 안에 들은 것입니다. {name}은(는) {answer}입니다.',
  'sim.dns-cache.failed': '{process}이(가) 답을 받지 못해 SERVFAIL로 응답합니다.',
  'sim.dns-cache.nobody': '{process}에 물을 곳이 없어(Service kube-dns-upstream 없음) SERVFAIL로 응답합니다.',
  'sim.flow.never-there':
    '이 클라이언트의 연결은 지난번에 갔다는 곳에 이를 수 없습니다. 처음 온 클라이언트로 보고 보냅니다.',
  'sim.flow.no-sender': '이 흐름을 보낼 곳이 없습니다.',
} satisfies Translated<typeof EN.SIM_PHRASES>;

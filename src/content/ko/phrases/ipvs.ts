import type * as EN from '../../en/phrases/ipvs';
import type { Translated } from '../../translated';

/** What is said of `ipset save` texts. */
export const IPSET_PHRASES = {
  'formats.ipset-save.no-set':
    'create로 만들지 않은 집합에 추가하는 줄입니다: {line}. 집합의 create 줄을 추가해 주십시오.',
} satisfies Translated<typeof EN.IPSET_PHRASES>;

/** What is said of IPVS and of kube-proxy's own sockets. */
export const IPVS_PHRASES = {
  'ipvs.connection-known': 'IPVS가 이미 아는 연결({state})이므로 패킷은 같은 서버로 계속 갑니다.',
  'ipvs.reply': 'IPVS 서버의 응답이므로 출발지를 다시 가상 서비스의 주소로 바꿉니다.',
  'ipvs.icmp': 'IPVS 연결에 관한 ICMP 오류이므로 바깥 헤더와 안에 인용된 패킷을 함께 변환합니다.',
  'ipvs.scheduled': '새 연결이므로 스케줄러 {scheduler}이(가) 서버를 고릅니다.',
  'ipvs.scheduled-drawn':
    '새 연결이므로 스케줄러 {scheduler}이(가) 고릅니다. 앞서 무엇을 골랐는지 밖에서는 알 수 없으므로 가능한 서버마다 확률이 있습니다.',
  'ipvs.scheduled-turn':
    '새 연결이므로 스케줄러 {scheduler}이(가) 서버를 차례로 고릅니다. 지금 누구의 차례인지 밖에서는 알 수 없으므로 가능한 서버마다 전체 연결에서 차지하는 몫을 보입니다.',
  'ipvs.template': '이 클라이언트는 마지막 새 연결 뒤 {seconds}초 동안 같은 서버에 머뭅니다(persistence).',
  'ipvs.no-server': '가상 서비스에 서버가 없으므로 IPVS가 패킷을 폐기하고 ICMP port unreachable로 응답합니다.',
  'ipvs.no-server-able':
    '스케줄러 {scheduler}이(가) 새 연결을 받는(가중치가 0보다 큰) 서버를 찾지 못했으므로 IPVS가 패킷을 폐기하고 ICMP port unreachable로 응답합니다.',
  'ipvs.port-needs-persistence':
    '모든 포트를 받는 서비스는 persistence가 있어야 동작하므로 IPVS가 패킷을 폐기하고 ICMP port unreachable로 응답합니다.',
  'ipvs.scheduler-unknown': '스케줄러 {scheduler}은(는) 시뮬레이션하지 않으므로 어느 서버를 고를지 알 수 없습니다.',
  'ipvs.forward-unknown':
    '이 서버에는 {method} 방식으로 보내는데, 시뮬레이션은 masquerading만 다루므로 그 뒤는 알 수 없습니다.',
  'ipvs.list-order':
    '어느 서버가 먼저인지는 커널 목록의 순서(최근에 추가한 것이 앞)에 달려 있습니다. kube-proxy 1.30부터는 서버를 무작위 순서로 추가하고 ipvsadm -Ln은 정렬해서 보여 주므로 여기서는 그 순서를 알 수 없어, 모든 순서의 가능성이 같다고 봅니다. ipvsadm -Ln --nosort로 확인할 수 있습니다.',
  'ipvs.order-unknown':
    '어느 서버가 될지는 커널 목록의 순서가 정하는데, 그 순서를 알 수 없습니다(ipvsadm -Ln --nosort로 확인할 수 있습니다).',
  'ipvs.drop-quiet':
    '이 연결의 서버는 새 연결을 받지 않습니다(가중치 0). conntrack이 아직 따라가던 연결이므로 IPVS는 연결을 지우고 이 패킷을 폐기합니다. 다음 시도는 새로 배정됩니다.',
  'ipvs.drop-reuse':
    '클라이언트가 끝난 연결의 포트를 다시 씁니다. conntrack이 아직 따라가던 연결이므로 IPVS는 옛 연결을 지우고 이 패킷을 폐기합니다. 다음 시도는 새로 배정됩니다.',
  'ipvs.drop-server-gone':
    '이 연결의 서버가 사라졌습니다. net.ipv4.vs.expire_nodest_conn이 0이므로 IPVS는 연결을 둔 채 패킷을 폐기합니다.',
  'ipvs.drop-server-gone-expired':
    '이 연결의 서버가 사라졌습니다. IPVS는 연결을 지우고(expire_nodest_conn) 이 패킷을 폐기합니다. 다음 패킷은 새로 배정될 수 있습니다.',
  'ipvs.drop-loopback-source': '127.0.0.0/8에서 온 패킷은 다른 곳의 서버로 보낼 수 없으므로 IPVS가 폐기합니다.',
  'ipvs.drop-loopback-server': '네트워크에서 들어온 패킷을 loopback 주소로 변환할 수 없으므로 IPVS가 폐기합니다.',
  'ipvs.drop-no-route':
    '서버 {server}(으)로 가는 경로가 없으므로 IPVS가 패킷을 폐기하고 ICMP host unreachable로 응답합니다.',
  'ipvs.drop-reply-route': '가상 주소를 출발지로 하면 클라이언트로 돌아가는 경로가 없으므로 IPVS가 응답을 폐기합니다.',
  'ipvs.ttl': 'IPVS가 패킷을 넘기면서 TTL이 다 되어 보낸 쪽에 알립니다.',
  'ipvs.route-server': 'IPVS가 서버로 가는 경로를 찾은 다음 패킷을 OUTPUT과 POSTROUTING으로 내보냅니다.',
  'ipvs.route-reply': '이제 가상 주소를 출발지로 하여 클라이언트로 돌아가는 경로를 다시 찾습니다.',
  'userspace.dial': 'kube-proxy가 다음 차례의 엔드포인트 {endpoint}(으)로 두 번째 연결을 엽니다.',
  'userspace.dial-drawn':
    'kube-proxy가 {endpoint}(으)로 두 번째 연결을 엽니다. 엔드포인트를 차례대로 쓰지만 지금 누구의 차례인지는 밖에서 알 수 없습니다.',
  'userspace.dial-affinity':
    'kube-proxy가 이 클라이언트를 기억하므로 이전과 같은 엔드포인트 {endpoint}(으)로 두 번째 연결을 엽니다.',
  'userspace.dial-random':
    'kube-proxy가 연결을 받고 {endpoint}(으)로 자신의 연결을 엽니다. 연결마다 엔드포인트를 무작위로 고르며, 다른 엔드포인트를 다시 시도하지 않습니다.',
  'userspace.dial-pinned':
    'kube-proxy는 이 리스너의 모든 클라이언트에 대해 엔드포인트 하나를 함께 기억하므로 두 번째 연결을 다시 {endpoint}(으)로 엽니다.',
  'userspace.dial-again': '앞의 엔드포인트가 응답하지 않아 {attempt}번째로 {endpoint}에 시도합니다.',
  'userspace.no-endpoints':
    'kube-proxy는 엔드포인트를 찾기 전에 연결을 이미 받았습니다. 엔드포인트가 없으므로 연결을 닫습니다.',
  'userspace.gave-up': '{attempts}번 시도해도 응답한 엔드포인트가 없으므로 kube-proxy는 이미 받은 연결을 닫습니다.',
} satisfies Translated<typeof EN.IPVS_PHRASES>;

import type * as EN from '../../en/phrases/remarks';
import type { Translated } from '../../translated';

/** What the words of a pasted note say otherwise than it is. */
export const REMARK_PHRASES = {
  'analysis.remark.layer-of-ports':
    'L3에는 주소만 있습니다. 포트는 L4(TCP, UDP, SCTP)에서 구분합니다. Service는 주소와 포트이므로 이를 분산하는 것은 L4에서 동작합니다.',
  'analysis.remark.table-order': '{said} 순서로 테이블을 보는 훅은 없습니다. 순서는 훅마다 다릅니다: {orders}.',
  'analysis.remark.shared-address':
    '머신의 주소를 함께 쓰는 프로그램은 포트 65,535개도 함께 쓰므로 누군가 나눠 주어야 합니다. Kubernetes에서는 hostNetwork Pod와 hostPort만 그렇고, 다른 Pod는 저마다 주소와 모든 포트를 갖습니다.',
  'analysis.remark.odds':
    '{chain}의 확률을 {told}%라고 했지만 규칙대로라면 {share}%입니다. 각 규칙은 위의 규칙이 남긴 것 가운데서만 뽑습니다.',
  'analysis.remark.public-network':
    '{network} 대역은 인터넷 호스트의 것입니다. RFC 1918의 사설 대역은 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16입니다. 이 대역을 쓰는 클러스터에서는 그 호스트에 닿을 수 없습니다.',
  'analysis.unread':
    '{form, select, string {{line}번째 줄부터 텍스트가 문자열 하나에 들어 있고 줄바꿈이 \\n으로 적혀 있어 규칙을 읽지 않습니다. 문자열 자체를 출력해(`jq -r`, Python의 `print()`) 그 결과를 붙여 넣으십시오.} other {{line}번째 줄의 map, set 또는 chain은 어느 테이블의 것인지 나오지 않아 읽지 않습니다. `nft list ruleset`을 실행해 테이블 전체를 붙여 넣으십시오.}}',
  'analysis.rules-inside':
    '{line}번째 줄부터의 규칙은 {pod} 안에서 출력한 것입니다. 노드의 네트워크를 쓰는 Pod(hostNetwork)가 아니라면 그 Pod의 네트워크 네임스페이스에 있는 규칙이며 노드의 규칙이 아닙니다. 노드의 규칙은 노드에서 `iptables-save`를 실행해 붙여 넣으십시오.',
} satisfies Translated<typeof EN.REMARK_PHRASES>;

import type * as EN from '../../en/phrases/document-manifest';
import type { Translated } from '../../translated';

/** Sentences on pasted objects, and on the cluster made of them. */
export const MANIFEST_PHRASES = {
  'document.manifest.too-deep':
    '100단계보다 깊이 중첩되어 있습니다. 이런 Kubernetes 객체는 없습니다. 여기의 괄호나 들여쓰기를 줄이십시오.',
  'document.manifest.too-long':
    '{name}: YAML로 {most} kB보다 길어 제외했습니다. 필요한 객체라면 kubectl get -o json의 출력으로 붙여 넣거나, 여러 객체라면 각각의 문서로 나누십시오.',
  'document.manifest.yaml': '올바른 YAML이 아닙니다: {detail}. 여기를 고치십시오.',
  'document.manifest.indented-separator':
    '두 객체를 나누는 줄 “---”이(가) 들여쓰기되어 있어 YAML은 이것을 위 객체의 일부로 읽습니다. 줄의 맨 앞으로 옮기십시오.',
  'document.manifest.key': '키는 단순한 텍스트여야 합니다. 콜론 앞에 이름을 쓰십시오.',
  'document.manifest.duplicate-key': '같은 맵에 "{key}" 키가 두 번 나옵니다. 하나를 지우십시오.',
  'document.manifest.no-kind': '이 객체에는 kind가 없습니다. apiVersion과 kind를 추가하십시오. 예: "kind: Service".',
  'document.manifest.kind-by-shape': '{name}에는 kind가 없습니다. {field}이(가) 있으므로 {kind}(으)로 읽습니다.',
  'document.manifest.not-object': 'Kubernetes 객체가 아닙니다. 객체는 "apiVersion:"과 "kind:"로 시작합니다.',
  'document.manifest.type':
    '{name}: {field}의 값은 {expected}이어야 하는데 {received}입니다. 고칠 때까지 이 객체로는 아무것도 만들지 않습니다.',
  'document.manifest.twice': '{name}이(가) 여러 번 나옵니다. 마지막 것이 쓰입니다.',
  'document.manifest.states': '{name}이(가) 서로 다른 상태로 여러 번 나옵니다. 마지막 것이 쓰입니다.',
  'document.manifest.times':
    '{name}은(는) {first}행과 {second}행에 한 객체의 두 시점으로 나옵니다. {by, select, command {둘 사이에 “{command}”이(가) 있으므로 그 뒤의 상태인 두 번째를 엽니다} break {{line}행에 따르면 두 번째가 동작하지 않으므로 그것을 엽니다} other {{line}행에 따르면 첫 번째가 동작하지 않으므로 그것을 엽니다}}.',
  'document.manifest.other-kind':
    '{name}은(는) 여기서 Service가 Pod에 닿는 경로에 관여하지 않습니다. 그대로 보관했다가 다시 출력합니다.',
  'document.manifest.endpoints': 'Endpoints {name}을(를) 미러링 컨트롤러처럼 EndpointSlice로 읽었습니다.',
  'document.manifest.endpoints-unused':
    'Endpoints {name}은(는) 쓰지 않습니다. 같은 Service의 EndpointSlice가 있고 kube-proxy는 그것을 읽기 때문입니다.',

  'document.opened.left-out': '읽을 수 없는 객체 {count}개를 제외하고 나머지를 열었습니다: {names}.',
  'document.opened.guessed':
    '알려 주는 객체가 없어 짐작한 것입니다. {cidr, select, none {} other {clusterCIDR은 {cidr}(마스커레이드 여부가 여기에 달려 있음), }}{mode, select, none {} other {kube-proxy 모드는 {mode}, }}{pods, select, bridge {Pod는 노드마다 브리지 cni0에 연결, 장치 이름은 임의. } other {}}{cilium, select, beside {kube-proxy 옆에서 Cilium이 Pod를 위해 변환하는 것은 알 수 없음. } other {}}{ports, select, untold {포트를 선언하지 않은 컨테이너는 Service가 보내는 포트에서 수신(Pod 안의 ss -lntu로 확인). } other {}}{config, select, told {kubectl get -o yaml로 더 알 수 있습니다.} other {ConfigMap kube-proxy와 CNI의 .conflist에 적혀 있습니다.}}',
  'document.opened.added':
    '텍스트만으로는 패킷이 다닐 수 없어 없는 것을 만들어 넣었습니다. Node {nodes}개, Service {services}개, Pod {pods}개{placed, plural, =0 {} other {(그중 #개는 텍스트가 말하는 엔드포인트나 워크로드의 것)}}, EndpointSlice {slices}개입니다.',
} satisfies Translated<typeof EN.MANIFEST_PHRASES>;

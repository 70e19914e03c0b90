import type * as EN from '../../en/phrases/document';
import type { Translated } from '../../translated';

/** What is said of documents: names, manifests, links, files, flows that cannot be sent. */
export const DOCUMENT_PHRASES = {
  'document.codec.not-json': '저장된 작업대가 아닙니다. JSON 형식이 아닙니다. 바뀐 것은 없습니다.',
  'document.codec.not-document': '저장된 작업대가 아닙니다. 바뀐 것은 없습니다.',
  'document.codec.not-project': 'Rulewalk 프로젝트 파일이 아닙니다. 여기서 내려받은 파일(.rulewalk.json)을 고르십시오.',
  'document.codec.no-version': '문서 버전이 없어서 읽을 수 없습니다. 바뀐 것은 없습니다.',
  'document.codec.no-upgrader': '버전 {found} 문서는 더 이상 읽을 수 없습니다. 이전 릴리스에서 열어 다시 저장하십시오.',
  'document.codec.newer':
    '더 새로운 Rulewalk에서 만든 것입니다(문서 버전 {found}, 이 페이지는 {known}까지 압니다). 페이지를 새로고침해 최신 버전을 받은 뒤 다시 여십시오.',
  'document.codec.invalid':
    '열 수 있는 작업대가 아닙니다. {path}의 값은 {expected}이어야 하는데 {received}입니다. 바뀐 것은 없습니다.',

  'document.mode.other-release':
    'kube-proxy {wanted}에는 {mode} 모드가 없습니다. 그 모드가 있는 가장 가까운 릴리스인 {release}의 규칙을 보여 줍니다.',
  'document.mode.not-mixed':
    '클러스터가 {common} 모드일 때 한 노드만 {mode} 모드로 둘 수 없습니다. Cilium은 모든 노드에서 kube-proxy를 대신합니다. 모드는 클러스터 전체에 대해 고르십시오.',
  'document.mode.missing':
    '여기에는 {mode} 프록시 모드가 없습니다. 다른 곳에서, 또는 더 새로운 Rulewalk에서 만든 것입니다. 쓸 수 있는 모드는 {known}입니다. 페이지를 새로고침해 최신 버전을 받거나 그중 하나를 고르십시오.',

  'document.flow.failed':
    '이 흐름의 경로를 계산하지 못했습니다({message}). 이 페이지의 오류입니다. 나머지는 모두 그대로 답합니다. 문서와 함께 알려 주십시오.',
  'document.flow.none': '그 흐름은 더 이상 없습니다. 다른 흐름을 고르거나 추가하십시오.',
  'document.flow.other-subject':
    '이 흐름은 지금 보이지 않는 대상의 것입니다. 만든 클러스터와 붙여 넣은 노드 사이를 전환하거나 다른 흐름을 추가하십시오.',
  'document.flow.no-pod':
    'Pod {name}이(가) 없{others, select, none {고 다른 Pod도 없습니다. 실행 취소하거나 Deployment를 늘리면 Pod가 다시 생깁니다} other {습니다. 흐름에서 다른 Pod를 고르십시오}}.',
  'document.flow.pod-without-ip':
    'Pod {name}에는 IP 주소가 없습니다. 어느 노드에서도 실행되고 있지 않습니다. 노드를 추가하거나 uncordon하거나 다른 Pod를 고르십시오.',
  'document.flow.no-node': '노드 {name}이(가) 없습니다. 흐름에서 다른 노드를 고르십시오.',
  'document.flow.node-without-ip': '노드 {name}에 InternalIP가 없습니다. status.addresses에 주소를 넣으십시오.',
  'document.flow.no-client': '외부 클라이언트가 없습니다. 클러스터에 아직 노드가 없습니다. 먼저 노드를 추가하십시오.',
  'document.flow.no-doors':
    '여기서는 요청을 {name}(으)로 이끌지 않습니다. 클러스터에 없거나, 이 보기가 컨트롤러를 거쳐 걷지 않습니다.',
  'document.flow.no-route': '{name}이(가) 없습니다.',
  'document.flow.no-service': 'Service {name}이(가) 없습니다. 흐름에서 다른 Service를 고르십시오.',
  'document.flow.no-port':
    'Service {name}에는 {protocol} 포트 {port}이(가) 없습니다. 흐름에서 이 Service의 포트를 고르십시오.',
  'document.flow.no-node-port':
    'Service {name}에는 노드 포트가 없습니다. 타입을 NodePort나 LoadBalancer로 바꾸거나 clusterIP를 쓰십시오.',
  'document.flow.no-external-ip': 'Service {name}에는 externalIPs가 없습니다. 하나를 추가하거나 clusterIP를 쓰십시오.',
  'document.flow.no-load-balancer':
    'Service {name}은(는) LoadBalancer 타입이 아닙니다. 타입을 바꾸거나 clusterIP를 쓰십시오.',
  'document.flow.load-balancer-pending':
    'Service {name}의 로드 밸런서에 아직 IP 주소가 없습니다. status.loadBalancer.ingress에 주소를 넣으십시오.',
  'document.flow.no-cluster-ip':
    'Service {name}에 clusterIP가 없습니다. 주소 범위가 다 찼을 수 있습니다. 클러스터의 진단을 확인하십시오.',
  'document.flow.headless':
    'Service {name}은(는) 헤드리스입니다. DNS가 Pod 주소로 응답하고 주소 변환은 일어나지 않습니다. 대신 그 Pod로 보내십시오.',
  'document.flow.external-name':
    'Service {name}은(는) ExternalName입니다. DNS가 이름 {target}(으)로 응답하며 Service로 가는 패킷은 없습니다. 대신 주소로 보내십시오.',
  'document.flow.bad-address': '"{address}"은(는) IP 주소가 아닙니다. 10.0.0.1이나 fd00::1처럼 쓰십시오.',
  'document.flow.other-family': '{from}에는 대상과 같은 IP 버전의 주소가 없습니다. 같은 IP 버전의 대상을 고르십시오.',
  'document.flow.nothing-pasted': '아직 알려진 노드가 없습니다. 먼저 iptables-save의 출력을 붙여 넣으십시오.',
  'document.flow.no-device':
    '노드에 인터페이스 {device}이(가) 없습니다. 있는 인터페이스를 고르거나 가정에 추가하십시오.',
  'document.flow.no-source': '인터페이스로 들어오는 패킷에는 출발지 주소가 필요합니다. 10.0.0.1처럼 적으십시오.',

  'document.link.broken': '링크가 손상되었습니다. 전달 중에 일부가 빠지거나 바뀌었습니다. 링크를 다시 받으십시오.',
  'document.link.slow':
    '이 문서를 읽는 데 너무 오래 걸려 중단했습니다. 다른 것은 바뀌지 않았습니다. 보낸 사람에게 더 작은 문서를 요청하십시오.',
  'document.link.too-large': '링크로 담기에는 너무 큽니다. 대신 파일로 내려받으십시오.',
  'document.link.too-long': '링크로 담기에는 너무 큽니다({length}자, 최대 {limit}자). 대신 파일로 내려받으십시오.',
  'document.speaker.blocked':
    '브라우저가 두 번째 창을 열지 않았습니다. 이 페이지가 창을 열도록 허용한 다음 s를 다시 누르십시오.',
  'document.autosave.failed': '이 브라우저에서 저장할 수 없습니다. 탭을 닫기 전에 프로젝트를 내려받으십시오.',
  'document.edit.failed': '변경하지 못했습니다({message}). 바뀐 것은 없습니다.',
  'document.start.hung':
    '마지막에 작업대에 있던 것이 끝까지 열리지 않아 다시 열지 않았습니다. 시작 페이지의 “내 문서”에 보관되어 있습니다.',
  'document.history.failed':
    '작업대에 있던 이전 문서를 보관할 공간이 이 브라우저에 없습니다. 실행 취소로 되돌릴 수 있습니다.',
  'document.history.gone': '이 문서는 더 이상 보관되어 있지 않습니다.',
  'document.forgotten.elsewhere': '다른 탭에서 여기에 보관된 것을 모두 지웠습니다. 이 탭도 비웠습니다.',
} satisfies Translated<typeof EN.DOCUMENT_PHRASES>;

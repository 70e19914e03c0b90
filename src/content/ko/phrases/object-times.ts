import type * as EN from '../../en/phrases/object-times';
import type { Translated } from '../../translated';

/** Sentences about how objects of a text were made and changed: two states of one, by a chart, by apply. */
export const OBJECT_TIME_PHRASES = {
  'evidence.object-times':
    '{name}은(는) 여기에 두 시점으로 나옵니다({first}행과 {second}행). {by, select, cure {{line}행의 말에 따르면 두 번째가 동작하는 것입니다} tried {{line}행의 말에 따르면 첫 번째는 동작하지 않고, 두 번째가 동작하는지는 나오지 않습니다} break {{line}행의 말에 따르면 두 번째가 동작하지 않습니다} other {둘 사이에 “{command}”({line}행)이(가) 있습니다}}. {by, select, cure {바꾼 것} other {바뀐 것}}: {changes}. {effect, select, name {kube-proxy의 규칙은 externalName을 쓰지 않습니다. DNS가 Service의 이름에 그 이름으로 응답하고, 패킷은 Service를 거치지 않습니다.} type {kube-proxy가 어느 주소의 규칙을 쓸지는 type과 clusterIP가 정합니다. ExternalName과 headless에는 규칙이 없고, nodePort는 NodePort와 LoadBalancer에만 있습니다.} endpoints {어느 Pod가 엔드포인트인지 정합니다. 규칙은 패킷을 그 Pod에만 보냅니다.} nodePort {nodePort는 노드가 이 Service로 받는 포트입니다. 노드의 다른 포트로 온 패킷은 이 Service의 규칙에 걸리지 않습니다.} podPort {targetPort는 Service의 포트로 온 패킷을 보내는 Pod의 포트입니다.} ports {규칙은 주소, 프로토콜, 포트로 맞춥니다. 목록에 없는 포트로 온 패킷은 어느 규칙에도 걸리지 않습니다.} policy {Local이면 노드는 자기 엔드포인트로만 보내고, 없으면 폐기합니다. Cluster면 아무 엔드포인트로나 보냅니다.} address {밖에서 오는 어느 주소에 규칙이 있는지, 어디에서 물을 수 있는지를 정합니다.} family {Service가 주소를 가진 패밀리의 규칙만 쓰입니다.} affinity {클라이언트가 같은 엔드포인트를 다시 받는지를 정할 뿐, 엔드포인트를 받는지는 정하지 않습니다.} allowed {어느 패킷이 허용되는지를 정합니다. kube-proxy의 규칙은 그대로입니다.} labels {어느 Service와 정책이 고를지는 Pod의 레이블이 정합니다.} other {이것으로 패킷의 길이 달라지는지는 여기에서 평가하지 않았습니다.}}',
  'evidence.next.object-times':
    '{by, select, cure {{patch, select, none {두 번째 상태({second}행부터)를 적용하십시오.} other {“{patch}”.}}} tried {둘 각각에 같은 요청을 보내고 두 결과를 모두 붙여 넣으십시오. 두 번째는 {second}행에서 시작합니다.} break {첫 번째 상태({first}행부터)로 되돌리거나, 필드를 하나씩 되돌리십시오.} other {매니페스트에서 클러스터에 들어가지 않은 것은 “kubectl diff -f FILE”이 보여 줍니다.}}',
  'evidence.twin-ports':
    '가능성이 크지만 증명된 것은 아닙니다. {namespace}/{service}은(는) 포트 {port}을(를) 두 프로토콜로 쓰는데, {by, select, listings {“kubectl apply” 뒤에 둘 중 하나만 달라졌습니다} other {글에 따르면 “kubectl apply”가 변경의 일부만 받아들였습니다}}. kubectl이 스스로 만드는 패치는 Service의 포트를 번호만으로 구별하므로(patchMergeKey=port), 번호가 같은 둘 가운데 하나만 바꾸거나 더하거나 없앱니다. 규칙은 클러스터에 있는 객체를 따릅니다. 바뀌지 않은 포트로는 예전 값으로 온 패킷만 걸리고, 매니페스트의 새 값에는 규칙이 없습니다.',
  'evidence.next.twin-ports':
    '“kubectl apply --server-side --force-conflicts -f {file}”(여기에서는 포트를 번호와 프로토콜로 구별합니다) 명령이나 “kubectl replace -f {file}” 명령을 쓰거나, Service를 지우고 다시 적용하십시오. 그러면 “kubectl -n {namespace} get service {service} -o yaml”에 둘 다 있습니다.',
  'evidence.pool-allocation':
    '가능성이 크지만 증명된 것은 아닙니다. MetalLB의 풀 {count}개({pools})에 serviceAllocation이 있는데 namespaces, namespaceSelectors, serviceSelectors가 모두 없습니다. 0.14.9까지는 그런 풀이 우선순위와 관계없이 어느 Service에도 맞지 않아 아무도 그 주소를 받지 못합니다. 그 뒤의 릴리스는 모든 Service에 맞는 것으로 봅니다(metallb PR 2714).{version, select, none {} other { 글에 나온 버전은 {version}입니다.}}',
  'evidence.next.pool-allocation':
    'MetalLB를 0.14.9보다 새 릴리스로 올리거나, 각 풀에서 대상을 고르십시오. “kubectl -n {namespace} patch ipaddresspool {name} --type=merge -p {patch}” 명령은 우선순위를 그대로 두고 모든 네임스페이스를 고릅니다. 그러면 “kubectl describe svc NAME”에 IPAllocated 이벤트가 나옵니다.',
  'evidence.template-labels':
    '가능성이 크지만 증명된 것은 아닙니다(값은 다른 곳에서 채워집니다). Service는 {selector}을(를) 고르고, 워크로드의 Pod는 {labels}을(를) 받습니다. 양쪽에 같지 않은 것: {lack}. selector에 맞는 Pod가 없으면 Service에 엔드포인트가 없고, 그 주소에는 아무도 응답하지 않습니다.',
  'evidence.next.template-labels':
    '세 곳에 같은 레이블을 쓰십시오. Service의 spec.selector, 워크로드의 spec.selector.matchLabels와 spec.template.metadata.labels입니다(include “CHART.selectorLabels” 같은 헬퍼를 쓰면 어긋나지 않습니다). 결과는 “helm template RELEASE CHART -f values.yaml”로 볼 수 있습니다. matchLabels는 바꿀 수 없으므로 Deployment를 지우고 다시 설치하십시오.',
  'evidence.known.chart-labels':
    '가능성이 크지만 증명된 것은 아닙니다({lines}행). 차트가 고친 레이블을 Service의 selector나 Pod 중 한쪽에만 쓰고, 다른 쪽에는 고정된 값이 있습니다. 그러면 selector에 맞는 Pod가 없어 Service에 엔드포인트가 없고, 그 주소에는 아무도 응답하지 않습니다.',
  'evidence.known-next.chart-labels':
    '“kubectl -n {namespace} get svc {service} -o wide”의 SELECTOR와 “kubectl -n {namespace} get pods --show-labels”를 견주면 정해집니다. 차트의 템플릿에서 세 곳의 값이 같아야 합니다. Service의 spec.selector, Deployment의 spec.selector.matchLabels와 spec.template.metadata.labels입니다. 그때까지는 values.yaml의 레이블을 원래대로 두거나, Pod가 가진 레이블로 “kubectl -n {namespace} set selector service {service} KEY=VALUE”를 쓰십시오.',
  'evidence.known.endpoints-cut':
    '{line}: Endpoints 객체에는 주소가 1000개까지만 들어가는데 이 Service에는 그보다 많아 나머지가 빠졌습니다(over-capacity 애노테이션). kube-proxy는 모두 들어 있는 EndpointSlice를 읽습니다. Endpoints를 읽는 것(예전 Ingress 컨트롤러, 스크립트)에는 일부가 보이지 않습니다.',
  'evidence.known-next.endpoints-cut':
    '“kubectl get endpointslices -l kubernetes.io/service-name={service} -n {namespace}”에는 모두 있습니다. 읽는 쪽이 Endpoints 대신 EndpointSlice(discovery.k8s.io/v1)를 보게 하거나 Service를 여럿으로 나누십시오.',
} satisfies Translated<typeof EN.OBJECT_TIME_PHRASES>;

import type * as EN from '../../en/phrases/ingress';
import type { Translated } from '../../translated';

/** What Ingress controllers and Gateways make of requests. */
export const INGRESS_PHRASES = {
  'ingress.dials':
    '{asked} 요청은 {object}의 {type, select, default {기본 백엔드} other {{rule}({type}) 규칙}}에 따라 Service {service}(으)로 갑니다{weights, select, none {} other {(가중치: {weights})}}. {asks, select, service {Service의 주소로 묻기 때문에(service-upstream) 그 노드의 규칙이 Pod를 고릅니다.} other {kube-proxy 규칙을 거치지 않고 Pod에 직접 묻습니다.}} {stream, select, none {Pod에는 컨트롤러가 보이고 {client}은(는) X-Forwarded-For에만 남습니다.} passthrough {핸드셰이크의 이름만 읽었고 TLS는 Pod에서 끝납니다. Pod가 보는 출발지는 컨트롤러이고 {client}은(는) 어디에도 남지 않습니다.} other {TLS는 컨트롤러에서 끝나고 그 안의 내용은 읽지 않고 넘깁니다. Pod가 보는 출발지는 컨트롤러이고 {client}은(는) 어디에도 남지 않습니다.}}{tls, select, none {} unnamed { TLS는 컨트롤러에서 끝납니다.} other { TLS는 컨트롤러에서 끝납니다(Secret {tls}).}}{filters, select, none {} other { 여기서는 이름만 알리고 실행하지 않는 필터: {filters}.}}',
  'ingress.no-rule': '{asked}에 맞는 규칙도 기본 백엔드도 없어 컨트롤러가 직접 404로 응답합니다.',
  'ingress.no-tls-route':
    '핸드셰이크의 이름 {asked}을(를) 받는 TLSRoute가 없어 아무것도 넘기지 않습니다. TLS 밖에는 상태 코드가 없고, Gateway가 연결을 어떻게 닫는지는 구현에 달려 있습니다.',
  'ingress.no-tls-backend':
    '{object}에 {asked}을(를) 받을 곳이 없어 아무것도 넘기지 않습니다. TLS 밖에는 상태 코드가 없고, Gateway가 연결을 어떻게 닫는지는 구현에 달려 있습니다.',
  'ingress.to-tls':
    '{object}에 {host}의 인증서가 있는데 요청이 TLS 없이 왔으므로 ingress-nginx가 “https로 다시 오라”는 308로 응답합니다.',
  'ingress.redirects':
    '{object}이(가) 다른 곳으로 보냅니다(필터 RequestRedirect). 백엔드에 묻지 않고 {status}(으)로 응답합니다.',
  'ingress.no-endpoints':
    '{object}이(가) 가리키는 Service {service}에 준비된 엔드포인트가 없어 컨트롤러가 직접 503으로 응답합니다.',
  'ingress.no-backend': '{object}에 이 요청을 보낼 백엔드가 없어 컨트롤러가 직접 {status}(으)로 응답합니다.',
  'ingress.bad-backend':
    '{why, select, service {{object}이(가) 가리키는 Service {service}이(가) 없어} port {{object}이(가) 가리키는 Service {service}에 {port} 포트가 없어} other {{object}이(가) 다른 네임스페이스의 Service {service}을(를) 가리키는데 그곳에 허용하는 ReferenceGrant가 없어}} 컨트롤러가 직접 {status}(으)로 응답합니다.',
  'ingress.failed': '{asked} 요청을 받은 곳이 모두 응답하지 않아 컨트롤러가 직접 {status}(으)로 응답합니다.',
  'ingress.not-evaluated': '{object}의 {what}은(는) 여기서 평가하지 않으므로 요청이 어떻게 되는지 알 수 없습니다.',
  'ingress.pattern':
    '{object}에 정규 표현식 {pattern}이(가) 있습니다. 이 규칙이 요청을 받는지 다른 규칙이 받는지는 구현에 달려 있어 알 수 없습니다.',
  'ingress.other-backend':
    '{object}이(가) 이 요청을 Service가 아닌 {backend}(으)로 보내므로 어떻게 되는지 알 수 없습니다.',
  'ingress.external-name':
    'Service {service}은(는) ExternalName입니다. 컨트롤러가 {target}의 주소를 스스로 찾으며 무엇을 듣는지는 알 수 없습니다.',
  'ingress.no-class':
    'Ingress {name}에 클래스가 없고 기본 클래스도 없어 아무 컨트롤러도 읽지 않으므로 아무 일도 하지 않습니다. spec.ingressClassName을 정하십시오.',
  'ingress.class-missing':
    'Ingress {name}의 클래스 {class}에 해당하는 IngressClass가 없어 아무 컨트롤러도 읽지 않으므로 아무 일도 하지 않습니다. IngressClass를 더하거나 spec.ingressClassName을 바꾸십시오.',
  'ingress.no-controller':
    'Ingress {name}의 클래스는 {class}인데 그 컨트롤러({controller})의 Pod가 없습니다. Ingress만으로는 아무 일도 일어나지 않습니다. 컨트롤러를 더하십시오. 알아보지 못하는 컨트롤러의 Pod에는 rulewalk/ingress-class={class} 레이블을 붙이십시오.',
  'ingress.no-gateway':
    '{name}은(는) 여기에 Pod가 있는 어떤 Gateway에도 붙어 있지 않습니다(parentRefs: {gateway}). 경로 규칙만으로는 아무 일도 일어나지 않습니다.',
  'ingress.no-door': '컨트롤러가 돌고 있지만({pods}) 그리로 가는 Service, 노드 포트, 호스트 포트가 없습니다.',
  'ingress.missing-backend':
    '{name}이(가) 가리키는 {why, select, service {Service {service}이(가) 없습니다} other {Service {service}에 {port} 포트가 없습니다}}. {kind, select, TLSRoute {그리로 갈 핸드셰이크는 아무에게도 넘기지 않습니다} other {그리로 갈 요청에는 컨트롤러가 직접 응답합니다}}.',
  'ingress.gateway-without-pods':
    'Gateway {name}(클래스 {class})대로 일하는 Pod가 없습니다. 그런 Pod에는 {label} 레이블이 있습니다. 이 Gateway의 경로 규칙은 아무 일도 하지 않습니다.',
  'ingress.not-attached':
    '{name}: {why, select, missing {Gateway {gateway}이(가) 없습니다} other {Gateway {gateway}에 이 규칙을 받는 리스너가 없습니다(리스너: {listeners}). sectionName, port, allowedRoutes를 보십시오}}. 아무 일도 하지 않습니다.',
  'ingress.bad-host': '{host}은(는) {kind}에 쓸 수 있는 호스트 이름이 아닙니다. 주소와 포트는 쓸 수 없습니다.',
} satisfies Translated<typeof EN.INGRESS_PHRASES>;

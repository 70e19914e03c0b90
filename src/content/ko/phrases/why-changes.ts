import type * as EN from '../../en/phrases/why-changes';
import type { Translated } from '../../translated';

/** Changes of a pasted node that Why tries: sets, routes, sources. */
export const WHY_CHANGE_PHRASES = {
  'document.why.note.service-range':
    '{range} 대역은 추정한 것입니다. 클러스터의 대역은 텍스트에 없으며, 이 Service 주소가 들어가는 흔한 대역입니다.',
  'document.why.cause.port-names':
    'Service {service}의 {port} 포트 이름은 {name}이고 EndpointSlice에서는 {has}입니다. 둘은 이름으로 이어지므로 엔드포인트가 없습니다.',
  'document.why.element': '집합 {set}에 넣습니다: ipset add {set} {element}',
  'document.why.route-source': '{node}의 경로: {route}. 노드가 마스커레이드되지 않는 {address} 주소로 보내게 됩니다',
  'document.why.snat': 'MASQUERADE보다 먼저 경로가 가리키는 주소로 SNAT: {rule}',
  'document.why.route': '{node}의 경로: {route}',
  'document.why.route-out': '{node}의 경로 제거: {route}',
} satisfies Translated<typeof EN.WHY_CHANGE_PHRASES>;

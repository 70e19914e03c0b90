import type * as EN from '../../en/phrases/steps';
import type { Translated } from '../../translated';

import { NAME_STEPS } from './names';
import { CONNECTION_STEPS } from './steps-connections';
import { EBPF_STEPS } from './steps-ebpf';
import { VFP_STEPS } from './windows';
import { RULE_STEPS } from './steps-rules';
import { DEVICE_STEPS } from './steps-devices';

/** From where it sets out to where it ends, but for what is in the other files. */
const WAY_STEPS = {
  'step.begins.caption':
    '{from}이(가) {service, select, none {} other {Service {service}의 주소 }}{to}(으)로 패킷을 보냅니다.',
  'step.begins.trace': '{from}이(가) 패킷을 보냅니다',
  'step.begins.card': '보낸 곳: {from}',
  'step.begins.line': '보낸 곳: {from}',
  'step.dials.caption': '{from}이(가) 사용자 공간에서 결정합니다{about, select, none {} other {(확률 {about})}}.',
  'step.dials.trace': '{from}이(가) 패킷을 보냅니다',
  'step.dials.card': '보낸 곳: {from}',
  'step.dials.line': '보낸 곳: {from}',
  'step.answersHttp.caption': '{from}이(가) 직접 {status}(으)로 응답합니다.',
  'step.answersHttp.trace': '{from}이(가) 직접 {status}(으)로 응답합니다',
  'step.answersHttp.card': '{from}의 응답: {status}',
  'step.answersHttp.line': '{from}의 응답 {status}',
  'step.answers.caption': '{from}이(가) {to}(으)로 응답합니다.',
  'step.answers.trace': '{from}이(가) 패킷을 보냅니다',
  'step.answers.card': '보낸 곳: {from}',
  'step.answers.line': '보낸 곳: {from}',
  'step.errorBegins.caption': '{from}이(가) {to}(으)로 오류를 돌려보냅니다.',
  'step.errorBegins.trace': '{from}이(가) 패킷을 보냅니다',
  'step.errorBegins.card': '보낸 곳: {from}',
  'step.errorBegins.line': '보낸 곳: {from}',
  'step.receive.caption': '패킷이 {device}(으)로 {netns}에 들어옵니다.',
  'step.receive.trace': '{device} 장치로 들어옵니다',
  'step.receive.card': '{device} 장치로 들어옴',
  'step.receive.line': '{device}',
  'step.bridgeUp.caption': '브리지 {bridge}이(가) 호스트로 올려 보냅니다.',
  'step.bridgeUp.trace': '{bridge} 브리지가 호스트로 올려 보냅니다',
  'step.bridgeUp.card': '{bridge} 브리지: 호스트로 올려 보냄',
  'step.bridgeUp.line': '{bridge}: 호스트로 올려 보냅니다',
  'step.bridgeForward.caption': '브리지 {bridge}이(가) 포트 {port}(으)로 내보냅니다.',
  'step.bridgeForward.trace': '{bridge} 브리지가 {port} 포트로 포워딩합니다',
  'step.bridgeForward.card': '{bridge} 브리지: {port} 포트로 포워딩',
  'step.bridgeForward.line': '{bridge}: {port} 포트로 내보냅니다',
  'step.bridgeDiscard.caption': '브리지 {bridge}이(가) 폐기합니다.',
  'step.bridgeDiscard.trace': '{bridge} 브리지가 폐기합니다',
  'step.bridgeDiscard.card': '{bridge} 브리지: 폐기',
  'step.bridgeDiscard.line': '{bridge}: 폐기합니다',
  'step.routingLocal.caption': '라우팅: 목적지가 이 호스트입니다.',
  'step.routingLocal.trace': '라우팅: 이 호스트가 목적지입니다',
  'step.routingLocal.card': '이 호스트로',
  'step.routingLocal.line': '이 호스트로 온 패킷입니다',
  'step.routingForward.caption':
    '라우팅: {dst, select, none {기본 경로로} other {{dst}에 닿기 위해}}{via, select, none {} other { {via}을(를) 거쳐}} {device}(으)로 나갑니다.',
  'step.routingForward.trace': '라우팅: {device} 장치로 포워딩합니다',
  'step.routingForward.card': '{device} 장치로 포워딩',
  'step.routingForward.line': '{device} 장치로 포워딩',
  'step.routingOutput.caption':
    '라우팅: {dst, select, none {기본 경로로} other {{dst}에 닿기 위해}}{via, select, none {} other { {via}을(를) 거쳐}} {device}(으)로 나갑니다.',
  'step.routingOutput.trace': '라우팅: {device} 장치로 내보냅니다',
  'step.routingOutput.card': '{device} 장치로 내보냄',
  'step.routingOutput.line': '{device} 장치로 내보냄',
  'step.routingNone.caption': '라우팅에서 길을 찾지 못했습니다.',
  'step.routingNone.trace': '라우팅: 갈 수 있는 경로가 없습니다',
  'step.routingNone.card': '경로 없음',
  'step.routingNone.line': '경로 없음',
  'step.routingAgain.caption':
    '패킷이 바뀌어 라우팅에 다시 묻습니다.{via, select, none {} other { {via}을(를) 거쳐}} {device}(으)로 나갑니다.',
  'step.routingAgain.trace': '라우팅을 다시 묻습니다: {device} 장치',
  'step.routingAgain.card': '{decision, select, forward {{device} 장치로 포워딩} other {{device} 장치로 내보냄}}',
  'step.routingAgain.line': '{decision, select, forward {{device} 장치로 포워딩} other {{device} 장치로 내보냄}}',
  'step.arrives.caption': '패킷이 {to}에 도착했습니다. 받는 쪽이 보는 출발지는 {seen}입니다.',
  'step.arrives.trace': '{to}에 도착했습니다',
  'step.arrives.card': '{to}에 도착',
  'step.arrives.line': '받은 곳: {to}',
  'step.arrivesReply.caption': '응답이 {to}에 도착했습니다. 출발지는 처음에 요청한 주소인 {seen}입니다.',
  'step.arrivesReply.trace': '{to}에 도착했습니다',
  'step.arrivesReply.card': '{to}에 도착',
  'step.arrivesReply.line': '받은 곳: {to}',
  'step.arrivesError.caption': '오류가 {to}에 도착했습니다.',
  'step.arrivesError.trace': '{to}에 도착했습니다',
  'step.arrivesError.card': '{to}에 도착',
  'step.arrivesError.line': '받은 곳: {to}',
  'step.stop.caption': '여기서 끝납니다.',
  'step.stop.trace': '여기서 끝납니다',
  'step.stop.card': '여기서 끝남',
  'step.unknown.caption': '이다음은 알 수 없습니다.',
  'step.unknown.trace': '이다음은 알 수 없음',
  'step.unknown.card': '이다음은 알 수 없음',
};

/**
 * What is said of a step of a walk, by what happened (`narrate` in core/sim) and where it is told: `caption`, a sentence
 * that stands alone below the stage; `trace`, what happened and, behind a dash, by what; `card`, a step of the datapath
 * that is no rule; `line`, a few words between others to compare with. `none` as a value: there is nothing to say of it.
 */
export const STEP_PHRASES = {
  ...WAY_STEPS,
  ...NAME_STEPS,
  ...DEVICE_STEPS,
  ...RULE_STEPS,
  ...CONNECTION_STEPS,
  ...EBPF_STEPS,
  ...VFP_STEPS,
} satisfies Translated<typeof EN.STEP_PHRASES>;

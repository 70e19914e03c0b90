import type { PhraseBook } from './phrase-book';
import { NAME_STEPS } from './names';
import { CONNECTION_STEPS } from './steps-connections';
import { EBPF_STEPS } from './steps-ebpf';
import { VFP_STEPS } from './windows';
import { RULE_STEPS } from './steps-rules';
import { DEVICE_STEPS } from './steps-devices';

/** From where it sets out to where it ends, but for what is in the other files. */
const WAY_STEPS = {
  'step.begins.caption': {
    en: '{from} sends to {to}{service, select, none {} other {, the address of Service {service}}}.',
    ko: '{from}이(가) {service, select, none {} other {Service {service}의 주소 }}{to}(으)로 패킷을 보냅니다.',
  },
  'step.begins.trace': {
    en: '{from} sends a packet',
    ko: '{from}이(가) 패킷을 보냅니다',
  },
  'step.begins.card': {
    en: 'sent by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.begins.line': {
    en: 'by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.dials.caption': {
    en: '{from} decides in user space{about, select, none {} other {, a chance of {about}}}.',
    ko: '{from}이(가) 사용자 공간에서 결정합니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.dials.trace': {
    en: '{from} sends a packet',
    ko: '{from}이(가) 패킷을 보냅니다',
  },
  'step.dials.card': {
    en: 'sent by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.dials.line': {
    en: 'by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.answersHttp.caption': {
    en: '{from} answers by itself: {status}.',
    ko: '{from}이(가) 직접 {status}(으)로 응답합니다.',
  },
  'step.answersHttp.trace': {
    en: '{from} answers by itself: {status}',
    ko: '{from}이(가) 직접 {status}(으)로 응답합니다',
  },
  'step.answersHttp.card': {
    en: '{from} answers {status}',
    ko: '{from}의 응답: {status}',
  },
  'step.answersHttp.line': {
    en: '{status} by {from}',
    ko: '{from}의 응답 {status}',
  },
  'step.answers.caption': {
    en: '{from} answers to {to}.',
    ko: '{from}이(가) {to}(으)로 응답합니다.',
  },
  'step.answers.trace': {
    en: '{from} sends a packet',
    ko: '{from}이(가) 패킷을 보냅니다',
  },
  'step.answers.card': {
    en: 'sent by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.answers.line': {
    en: 'by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.errorBegins.caption': {
    en: '{from} sends an error back to {to}.',
    ko: '{from}이(가) {to}(으)로 오류를 돌려보냅니다.',
  },
  'step.errorBegins.trace': {
    en: '{from} sends a packet',
    ko: '{from}이(가) 패킷을 보냅니다',
  },
  'step.errorBegins.card': {
    en: 'sent by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.errorBegins.line': {
    en: 'by {from}',
    ko: '보낸 곳: {from}',
  },
  'step.receive.caption': {
    en: 'It arrives at {netns} by {device}.',
    ko: '패킷이 {device}(으)로 {netns}에 들어옵니다.',
  },
  'step.receive.trace': {
    en: 'It arrives by {device}',
    ko: '{device} 장치로 들어옵니다',
  },
  'step.receive.card': {
    en: 'arrives by {device}',
    ko: '{device} 장치로 들어옴',
  },
  'step.receive.line': {
    en: '{device}',
    ko: '{device}',
  },
  'step.bridgeUp.caption': {
    en: 'The bridge {bridge} hands it up to the host.',
    ko: '브리지 {bridge}이(가) 호스트로 올려 보냅니다.',
  },
  'step.bridgeUp.trace': {
    en: 'The bridge {bridge} hands it to the host',
    ko: '{bridge} 브리지가 호스트로 올려 보냅니다',
  },
  'step.bridgeUp.card': {
    en: '{bridge} hands it to the host',
    ko: '{bridge} 브리지: 호스트로 올려 보냄',
  },
  'step.bridgeUp.line': {
    en: '{bridge} hands it up to the host',
    ko: '{bridge}: 호스트로 올려 보냅니다',
  },
  'step.bridgeForward.caption': {
    en: 'The bridge {bridge} sends it out of port {port}.',
    ko: '브리지 {bridge}이(가) 포트 {port}(으)로 내보냅니다.',
  },
  'step.bridgeForward.trace': {
    en: 'The bridge {bridge} forwards it out of {port}',
    ko: '{bridge} 브리지가 {port} 포트로 포워딩합니다',
  },
  'step.bridgeForward.card': {
    en: '{bridge} forwards it to {port}',
    ko: '{bridge} 브리지: {port} 포트로 포워딩',
  },
  'step.bridgeForward.line': {
    en: '{bridge} sends it out of {port}',
    ko: '{bridge}: {port} 포트로 내보냅니다',
  },
  'step.bridgeDiscard.caption': {
    en: 'The bridge {bridge} discards it.',
    ko: '브리지 {bridge}이(가) 폐기합니다.',
  },
  'step.bridgeDiscard.trace': {
    en: 'The bridge {bridge} discards it',
    ko: '{bridge} 브리지가 폐기합니다',
  },
  'step.bridgeDiscard.card': {
    en: '{bridge} discards it',
    ko: '{bridge} 브리지: 폐기',
  },
  'step.bridgeDiscard.line': {
    en: '{bridge} discards it',
    ko: '{bridge}: 폐기합니다',
  },
  'step.routingLocal.caption': {
    en: 'Routing: its destination is this host.',
    ko: '라우팅: 목적지가 이 호스트입니다.',
  },
  'step.routingLocal.trace': {
    en: 'Routing: it is for this host',
    ko: '라우팅: 이 호스트가 목적지입니다',
  },
  'step.routingLocal.card': {
    en: 'for this host',
    ko: '이 호스트로',
  },
  'step.routingLocal.line': {
    en: 'it is for this host',
    ko: '이 호스트로 온 패킷입니다',
  },
  'step.routingForward.caption': {
    en: 'Routing: {dst, select, none {the default route leads out} other {{dst} is reached}}{via, select, none {} other { through {via}}} by {device}.',
    ko: '라우팅: {dst, select, none {기본 경로로} other {{dst}에 닿기 위해}}{via, select, none {} other { {via}을(를) 거쳐}} {device}(으)로 나갑니다.',
  },
  'step.routingForward.trace': {
    en: 'Routing: onward by {device}',
    ko: '라우팅: {device} 장치로 포워딩합니다',
  },
  'step.routingForward.card': {
    en: 'onward by {device}',
    ko: '{device} 장치로 포워딩',
  },
  'step.routingForward.line': {
    en: 'forward by {device}',
    ko: '{device} 장치로 포워딩',
  },
  'step.routingOutput.caption': {
    en: 'Routing: {dst, select, none {the default route leads out} other {{dst} is reached}}{via, select, none {} other { through {via}}} by {device}.',
    ko: '라우팅: {dst, select, none {기본 경로로} other {{dst}에 닿기 위해}}{via, select, none {} other { {via}을(를) 거쳐}} {device}(으)로 나갑니다.',
  },
  'step.routingOutput.trace': {
    en: 'Routing: out by {device}',
    ko: '라우팅: {device} 장치로 내보냅니다',
  },
  'step.routingOutput.card': {
    en: 'out by {device}',
    ko: '{device} 장치로 내보냄',
  },
  'step.routingOutput.line': {
    en: 'out by {device}',
    ko: '{device} 장치로 내보냄',
  },
  'step.routingNone.caption': {
    en: 'Routing finds no way.',
    ko: '라우팅에서 길을 찾지 못했습니다.',
  },
  'step.routingNone.trace': {
    en: 'Routing: no way',
    ko: '라우팅: 갈 수 있는 경로가 없습니다',
  },
  'step.routingNone.card': {
    en: 'no way',
    ko: '경로 없음',
  },
  'step.routingNone.line': {
    en: 'no way',
    ko: '경로 없음',
  },
  'step.routingAgain.caption': {
    en: 'The packet was changed, so routing is asked again:{via, select, none {} other { through {via}}} by {device}.',
    ko: '패킷이 바뀌어 라우팅에 다시 묻습니다.{via, select, none {} other { {via}을(를) 거쳐}} {device}(으)로 나갑니다.',
  },
  'step.routingAgain.trace': {
    en: 'Routing is asked again: by {device}',
    ko: '라우팅을 다시 묻습니다: {device} 장치',
  },
  'step.routingAgain.card': {
    en: '{decision, select, forward {onward by {device}} other {out by {device}}}',
    ko: '{decision, select, forward {{device} 장치로 포워딩} other {{device} 장치로 내보냄}}',
  },
  'step.routingAgain.line': {
    en: '{decision, select, forward {forward by {device}} other {out by {device}}}',
    ko: '{decision, select, forward {{device} 장치로 포워딩} other {{device} 장치로 내보냄}}',
  },
  'step.arrives.caption': {
    en: 'Delivered to {to}, which sees {seen} as the sender.',
    ko: '패킷이 {to}에 도착했습니다. 받는 쪽이 보는 출발지는 {seen}입니다.',
  },
  'step.arrives.trace': {
    en: 'Delivered to {to}',
    ko: '{to}에 도착했습니다',
  },
  'step.arrives.card': {
    en: 'delivered to {to}',
    ko: '{to}에 도착',
  },
  'step.arrives.line': {
    en: 'to {to}',
    ko: '받은 곳: {to}',
  },
  'step.arrivesReply.caption': {
    en: 'The answer reaches {to}, from {seen}: the address it had asked.',
    ko: '응답이 {to}에 도착했습니다. 출발지는 처음에 요청한 주소인 {seen}입니다.',
  },
  'step.arrivesReply.trace': {
    en: 'Delivered to {to}',
    ko: '{to}에 도착했습니다',
  },
  'step.arrivesReply.card': {
    en: 'delivered to {to}',
    ko: '{to}에 도착',
  },
  'step.arrivesReply.line': {
    en: 'to {to}',
    ko: '받은 곳: {to}',
  },
  'step.arrivesError.caption': {
    en: 'The error reaches {to}.',
    ko: '오류가 {to}에 도착했습니다.',
  },
  'step.arrivesError.trace': {
    en: 'Delivered to {to}',
    ko: '{to}에 도착했습니다',
  },
  'step.arrivesError.card': {
    en: 'delivered to {to}',
    ko: '{to}에 도착',
  },
  'step.arrivesError.line': {
    en: 'to {to}',
    ko: '받은 곳: {to}',
  },
  'step.stop.caption': {
    en: 'It ends here.',
    ko: '여기서 끝납니다.',
  },
  'step.stop.trace': {
    en: 'It ends here',
    ko: '여기서 끝납니다',
  },
  'step.stop.card': {
    en: 'ends here',
    ko: '여기서 끝남',
  },
} as const satisfies PhraseBook;

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
};

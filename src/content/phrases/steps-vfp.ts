import type { PhraseBook } from './phrase-book';

/** What layers of VFP do, at ports of a Windows node's virtual switch. */
export const VFP_STEPS = {
  'step.vfpPassed.caption': {
    en: 'The virtual switch passes it on as it is.',
    ko: '가상 스위치가 그대로 넘깁니다.',
  },
  'step.vfpPassed.trace': {
    en: 'VFP: {device} — passes it on as it is',
    ko: 'VFP: {device} — 그대로 넘깁니다',
  },
  'step.vfpPassed.card': {
    en: 'passes it on as it is',
    ko: '그대로 넘김',
  },
  'step.vfpPassed.line': {
    en: 'passes it on as it is',
    ko: '그대로 넘김',
  },
  'step.vfpTranslated.caption': {
    en: 'VFP finds the policy of {service} (layer {program}) and makes {chosen} the destination{about, select, none {} other {, a chance of {about}}}.',
    ko: 'VFP가 {service}의 정책을 찾아({program} 레이어) 목적지를 {chosen}(으)로 바꿉니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.vfpTranslated.trace': {
    en: 'VFP: {program} at {device} — {service} becomes {chosen}',
    ko: 'VFP: {device}의 {program} — {service}을(를) {chosen}(으)로 바꿉니다',
  },
  'step.vfpTranslated.card': {
    en: 'translates the destination',
    ko: '목적지를 변환',
  },
  'step.vfpTranslated.line': {
    en: '{service} → {chosen}',
    ko: '{service} → {chosen}',
  },
  'step.vfpMasqueraded.caption': {
    en: 'VFP gives it the source {after}, so that the answer comes back to this node.',
    ko: '응답이 이 노드로 돌아오도록 VFP가 출발지를 {after}(으)로 바꿉니다.',
  },
  'step.vfpMasqueraded.trace': {
    en: 'VFP: {program} at {device} — source {before} becomes {after}',
    ko: 'VFP: {device}의 {program} — 출발지 {before}을(를) {after}(으)로 바꿉니다',
  },
  'step.vfpMasqueraded.card': {
    en: 'translates the source',
    ko: '출발지를 변환',
  },
  'step.vfpMasqueraded.line': {
    en: 'from {after}',
    ko: '출발지 {after}',
  },
  'step.vfpRestored.caption': {
    en: 'VFP takes the translation back: it comes from {after} and goes to {to}.',
    ko: 'VFP가 변환을 되돌립니다. 출발지는 {after}, 목적지는 {to}입니다.',
  },
  'step.vfpRestored.trace': {
    en: 'VFP: {program} at {device} — from {after} to {to} again',
    ko: 'VFP: {device}의 {program} — 다시 {after}에서 {to}(으)로',
  },
  'step.vfpRestored.card': {
    en: 'takes the translation back',
    ko: '변환을 되돌림',
  },
  'step.vfpRestored.line': {
    en: 'from {after} to {to} again',
    ko: '다시 {after}에서 {to}(으)로',
  },
  'step.vfpDelivered.caption': {
    en: 'The virtual switch puts it out at port {device}.',
    ko: '가상 스위치가 {device} 포트로 내보냅니다.',
  },
  'step.vfpDelivered.trace': {
    en: 'VFP: out at port {device}',
    ko: 'VFP: {device} 포트로 내보냅니다',
  },
  'step.vfpDelivered.card': {
    en: 'out at this port',
    ko: '이 포트로 내보냄',
  },
  'step.vfpDelivered.line': {
    en: 'out at port {device}',
    ko: '{device} 포트로 내보냄',
  },
} as const satisfies PhraseBook;

import type { PhraseBook } from './phrase-book';

/** What programs of eBPF do, at a system call or with a packet. */
export const EBPF_STEPS = {
  'step.asks.caption': {
    en: '{from} asks for {to}{service, select, none {} other {, the address of Service {service}}}, in a system call. There is no packet yet.',
    ko: '{from}이(가) 시스템 호출로 {service, select, none {} other {Service {service}의 주소 }}{to}을(를) 요청합니다. 아직 패킷은 없습니다.',
  },
  'step.asks.trace': {
    en: '{from} makes a system call',
    ko: '{from}이(가) 시스템 호출을 합니다',
  },
  'step.asks.card': {
    en: 'asked by {from}',
    ko: '요청한 곳: {from}',
  },
  'step.asks.line': {
    en: 'by {from}, no packet yet',
    ko: '요청한 곳: {from}, 아직 패킷 없음',
  },
  'step.ebpfPassed.caption': {
    en: '{program} lets it go on as it is.',
    ko: '{program}이(가) 그대로 보냅니다.',
  },
  'step.ebpfPassed.trace': {
    en: 'eBPF: {program} — goes on as it is',
    ko: 'eBPF: {program} — 그대로 보냅니다',
  },
  'step.ebpfPassed.card': {
    en: 'goes on as it is',
    ko: '그대로 보냄',
  },
  'step.ebpfPassed.line': {
    en: 'goes on as it is',
    ko: '그대로 보냄',
  },
  'step.ebpfTranslated.caption': {
    en: '{program} finds {service} and makes {chosen} the destination{about, select, none {} other {, a chance of {about}}}.',
    ko: '{program}이(가) {service}을(를) 찾아 목적지를 {chosen}(으)로 바꿉니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.ebpfTranslated.trace': {
    en: 'eBPF: {program} — {service} becomes {chosen}',
    ko: 'eBPF: {program} — {service}을(를) {chosen}(으)로 바꿉니다',
  },
  'step.ebpfTranslated.card': {
    en: 'translates the destination',
    ko: '목적지를 변환',
  },
  'step.ebpfTranslated.line': {
    en: '{service} → {chosen}',
    ko: '{service} → {chosen}',
  },
  'step.ebpfSpread.caption': {
    en: '{program} finds {service}: the backend {chosen, select, none {it had} other {{chosen}}} is on another node. It gets the source {after} and goes out again.',
    ko: '{program}이(가) {service}을(를) 찾았습니다. 백엔드 {chosen, select, none {(이미 정해진 곳)} other {{chosen}}}이(가) 다른 노드에 있어 출발지를 {after}(으)로 바꿔 다시 내보냅니다.',
  },
  'step.ebpfSpread.trace': {
    en: 'eBPF: {program} — to another node, from {after}',
    ko: 'eBPF: {program} — 다른 노드로, 출발지 {after}',
  },
  'step.ebpfSpread.card': {
    en: 'translates both ends: another node has the backend',
    ko: '양쪽 주소를 변환: 백엔드가 다른 노드에 있음',
  },
  'step.ebpfSpread.line': {
    en: '{service} → {to}, from {after}',
    ko: '{service} → {to}, 출발지 {after}',
  },
  'step.ebpfTold.caption': {
    en: '{program} finds {service}: a backend of another node, which is told whose address was asked. The source stays {after}.',
    ko: '{program}이(가) {service}을(를) 찾았습니다. 백엔드가 다른 노드에 있으므로 요청된 주소를 그 노드에 알리고 출발지 {after}은(는) 그대로 둡니다.',
  },
  'step.ebpfTold.trace': {
    en: 'eBPF: {program} — to another node, which will answer by itself',
    ko: 'eBPF: {program} — 응답을 직접 할 다른 노드로 보냅니다',
  },
  'step.ebpfTold.card': {
    en: 'sends it on with the service address in it (DSR)',
    ko: '서비스 주소를 실어 전달 (DSR)',
  },
  'step.ebpfTold.line': {
    en: '{service} → {to}, DSR',
    ko: '{service} → {to}, DSR',
  },
  'step.ebpfMasqueraded.caption': {
    en: '{program} gives it the source {after}.',
    ko: '{program}이(가) 출발지를 {after}(으)로 바꿉니다.',
  },
  'step.ebpfMasqueraded.trace': {
    en: 'eBPF: {program} — source {before} becomes {after}',
    ko: 'eBPF: {program} — 출발지 {before}을(를) {after}(으)로 바꿉니다',
  },
  'step.ebpfMasqueraded.card': {
    en: 'translates the source',
    ko: '출발지를 변환',
  },
  'step.ebpfMasqueraded.line': {
    en: 'from {after}',
    ko: '출발지 {after}',
  },
  'step.ebpfRestored.caption': {
    en: '{program} takes the translation back: it comes from {after} and goes to {to}.',
    ko: '{program}이(가) 변환을 되돌립니다. 출발지는 {after}, 목적지는 {to}입니다.',
  },
  'step.ebpfRestored.trace': {
    en: 'eBPF: {program} — from {after} to {to} again',
    ko: 'eBPF: {program} — 다시 {after}에서 {to}(으)로',
  },
  'step.ebpfRestored.card': {
    en: 'takes the translation back',
    ko: '변환을 되돌림',
  },
  'step.ebpfRestored.line': {
    en: 'from {after} to {to} again',
    ko: '다시 {after}에서 {to}(으)로',
  },
  'step.ebpfAnswered.caption': {
    en: '{program} tells the process that {service} answered.',
    ko: '{program}이(가) 프로세스에 {service}이(가) 응답했다고 알립니다.',
  },
  'step.ebpfAnswered.trace': {
    en: 'eBPF: {program} — the process sees {service}',
    ko: 'eBPF: {program} — 프로세스에는 {service}(으)로 보입니다',
  },
  'step.ebpfAnswered.card': {
    en: 'tells the address that was asked',
    ko: '요청했던 주소를 알림',
  },
  'step.ebpfAnswered.line': {
    en: 'the process sees {service}',
    ko: '프로세스에 보이는 주소: {service}',
  },
  'step.ebpfDelivered.caption': {
    en: '{program} puts it into the Pod behind {device}.',
    ko: '{program}이(가) {device} 뒤의 Pod에 넣습니다.',
  },
  'step.ebpfDelivered.trace': {
    en: 'eBPF: {program} — into the Pod behind {device}',
    ko: 'eBPF: {program} — {device} 뒤의 Pod로',
  },
  'step.ebpfDelivered.card': {
    en: 'into the Pod',
    ko: 'Pod로',
  },
  'step.ebpfDelivered.line': {
    en: 'into the Pod behind {device}',
    ko: '{device} 뒤의 Pod로',
  },
  'step.ebpfWrapped.caption': {
    en: '{program} wraps it for the tunnel.',
    ko: '{program}이(가) 터널로 보내려고 감쌉니다.',
  },
  'step.ebpfWrapped.trace': {
    en: 'eBPF: {program} — into the tunnel',
    ko: 'eBPF: {program} — 터널로',
  },
  'step.ebpfWrapped.card': {
    en: 'into the tunnel',
    ko: '터널로',
  },
  'step.ebpfWrapped.line': {
    en: 'into the tunnel',
    ko: '터널로',
  },
  'step.ebpfRefused.caption': {
    en: '{program} refuses it.',
    ko: '{program}이(가) 거부합니다.',
  },
  'step.ebpfRefused.trace': {
    en: 'eBPF: {program} — refused',
    ko: 'eBPF: {program} — 거부',
  },
  'step.ebpfRefused.card': {
    en: 'refused',
    ko: '거부',
  },
  'step.ebpfRefused.line': {
    en: 'refused',
    ko: '거부',
  },
  'step.ebpfDropped.caption': {
    en: '{program} drops it.',
    ko: '{program}이(가) 폐기합니다.',
  },
  'step.ebpfDropped.trace': {
    en: 'eBPF: {program} — dropped',
    ko: 'eBPF: {program} — 폐기',
  },
  'step.ebpfDropped.card': {
    en: 'dropped',
    ko: '폐기',
  },
  'step.ebpfDropped.line': {
    en: 'dropped',
    ko: '폐기',
  },
  'step.arrivesTold.caption': {
    en: 'The answer reaches {to}: the packet came from {from}, the process sees {seen}.',
    ko: '응답이 {to}에 도착했습니다. 패킷은 {from}에서 왔지만 프로세스에는 {seen}(으)로 보입니다.',
  },
  'step.arrivesTold.trace': {
    en: 'The answer reaches {to}, which sees {seen}',
    ko: '응답이 {to}에 도착했고 {seen}(으)로 보입니다',
  },
  'step.arrivesTold.card': {
    en: 'delivered to {to}, which sees {seen}',
    ko: '{to}에 도착, 보이는 주소는 {seen}',
  },
  'step.arrivesTold.line': {
    en: 'to {to}, which sees {seen}',
    ko: '받은 곳: {to}, 보이는 주소: {seen}',
  },
} as const satisfies PhraseBook;

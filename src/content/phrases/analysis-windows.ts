import type { PhraseBook } from './phrase-book';

/** What is said of a pasted Windows node. */
export const ANALYSIS_WINDOWS_PHRASES = {
  'analysis.mode.kernelspace': {
    en: 'This is a Windows node: its virtual switch balances Services by policies of the Host Network Service. The policies are listed here with their Services; packets are not walked through those of a pasted node.',
    ko: 'Windows 노드입니다. 가상 스위치가 Host Network Service 정책에 따라 서비스를 분산합니다. 여기서는 정책과 해당 서비스를 나열하며, 붙여 넣은 노드의 정책을 따라 패킷을 보내지는 않습니다.',
  },
  'analysis.mode.kernelspace-ports': {
    en: '{count, plural, one {# policy is} other {# policies are}} listed without ports, so that only the address tells whose.',
    ko: '정책 {count}개는 포트 없이 나열되어 주소로만 어느 서비스의 것인지 알 수 있습니다.',
  },
  'analysis.mode.kernelspace-rules': {
    en: 'vfpctrl documents none of its words: {count, plural, one {# rule} other {# rules}} of the switch were read and are not interpreted.',
    ko: 'vfpctrl의 용어는 문서가 없어, 스위치 규칙 {count}개를 읽기만 하고 해석하지 않습니다.',
  },
} as const satisfies PhraseBook;

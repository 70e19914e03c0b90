import type * as EN from '../../en/phrases/kernel';
import type { Translated } from '../../translated';

/** Sentences on the kernel's memory and on what it looks at: expectations, paths, limits. */
export const KERNEL_PHRASES = {
  'kernel.forward-redirect':
    '목적지가 다른 곳에 있고 그 경로가 들어온 {device}(으)로 다시 나가므로 패킷을 포워딩합니다. 커널이 더 짧은 경로를 ICMP redirect로 보낸 쪽에 알릴 수도 있지만 그리지 않습니다.',
  'kernel.link-local-source':
    '출발지가 링크 로컬 주소이므로 {device}의 링크 밖으로 나갈 수 없습니다. 보낸 쪽에 이를 알립니다.',
  'kernel.walk-too-long':
    '이 규칙들은 체인에서 체인으로 끝없이 건너뜁니다({hook}의 {by}까지 따라갔습니다). 패킷이 어떻게 될지 알 수 없습니다.',
  'kernel.multicast-scope': '이 범위의 멀티캐스트는 네트워크를 건널 수 없으므로 어떤 훅에도 닿기 전에 폐기합니다.',
  'kernel.expectation':
    '{from}과(와) {to} 사이의 연결에 helper {helper}이(가) 붙어 있어 이 연결을 예상했을 수 있습니다. RELATED인지 NEW인지는 여기에 없는 패킷 내용에 달려 있습니다.',
} satisfies Translated<typeof EN.KERNEL_PHRASES>;

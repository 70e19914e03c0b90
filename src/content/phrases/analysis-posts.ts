import type { PhraseBook } from './phrase-book';

/** Sentences on texts beside rules: packets of logs, rows that grep left. */
export const POST_PHRASES = {
  'analysis.offer.logged': {
    en: 'The packet of line {line}, which a rule logged as “{prefix}”.',
    ko: '{line}번째 줄의 패킷입니다. 규칙이 “{prefix}”(으)로 기록했습니다.',
  },
  'analysis.offer.captured': {
    en: 'The packet of line {line}, as it was seen.',
    ko: '{line}번째 줄에 나온 패킷입니다.',
  },
  'analysis.offer.remembered': {
    en: 'A client that {list} remembers.',
    ko: '{list}이(가) 기억하는 클라이언트입니다.',
  },
  'analysis.offer.complained': {
    en: 'What the kernel found no server for, in line {line}.',
    ko: '{line}번째 줄에서 커널이 서버를 찾지 못한 주소입니다.',
  },
  'analysis.offer.unreplied': {
    en: 'A connection that nobody answered, as conntrack lists it.',
    ko: 'conntrack에 응답이 없는 것으로 나온 연결입니다.',
  },
  'analysis.text.rows-told': {
    en: 'The rows lost their line “Chain …”: kube-proxy’s comments tell that they are of {chains}{count, plural, =1 {} =2 {} =3 {} =4 {} =5 {} other { …}}.',
    ko: '“Chain …” 줄이 빠져 있으나 kube-proxy의 주석으로 보아 {chains}{count, plural, =1 {} =2 {} =3 {} =4 {} =5 {} other { …}}의 규칙입니다.',
  },
  'analysis.text.rows-untold': {
    en: 'From line {line} on {count, plural, one {a row is} other {# rows are}} of a chain that nothing names: not in the rules. Paste the listing without grep, or iptables-save with it.',
    ko: '{line}번째 줄부터 규칙 {count}개는 어느 체인의 것인지 알 수 없어 규칙에 넣지 않았습니다. grep 없이 목록을 붙여 넣거나 iptables-save에 grep을 쓰십시오.',
  },
} as const satisfies PhraseBook;

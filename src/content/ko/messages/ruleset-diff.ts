import type * as EN from '../../en/messages/ruleset-diff';
import type { Translated } from '../../translated';

/** Words of the difference between two rulesets. */
export const RULESET_DIFF_MESSAGES = {
  label: '테이블과 체인별 차이',
  none: '다른 점이 없습니다.',
  noneAbout: '카운터, 집합의 순서, 패킷이 집합에 써넣은 내용은 비교하지 않습니다.',
  filter: '체인과 규칙 거르기',
  found: '{count, plural, =0 {남은 행이 없습니다} other {#행}}',
  nothing: '이 단어나 종류에 맞는 차이가 없습니다.',
  kinds: '보일 줄의 종류',
  show: '{kind} {count, number}개',
  changeKind: { added: '추가', removed: '삭제', changed: '변경', moved: '이동' },
  groupKind: { added: '추가됨', removed: '삭제됨', changed: '다름', renamed: '이름 바뀜' },
  groups:
    '체인과 집합: 추가 {added, number}개, 삭제 {removed, number}개, 이름 바뀜 {renamed, number}개, 다름 {changed, number}개, 같음 {same, number}개. 그 안의 줄:',
  section: { ipset: 'ipset', ipvs: 'IPVS 가상 서버' },
  of: { chain: '체인', set: '집합', server: '가상 서버' },
  was: '이전 이름 {name}',
  same: '같은 것 {count, number}개',
  before: '이전:',
  after: '이후:',
  place: '규칙 {index, number}',
  places: '규칙 {from, number}번에서 {to, number}번으로',
  empty: '규칙 없음',
  all: '모두 펼치기',
  fold: '모두 접기',
} satisfies Translated<typeof EN.RULESET_DIFF_MESSAGES>;

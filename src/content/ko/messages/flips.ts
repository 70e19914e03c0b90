import type * as EN from '../../en/messages/flips';
import type { Translated } from '../../translated';

/** Words of the changes that turn an outcome round. */
export const FLIPS_MESSAGES = {
  moment:
    '변경은 모든 노드에 새 규칙이 들어간 상태에서 시험합니다. 타임라인의 한 순간에서는 시험하지 않으니, 현재로 돌아가서 확인하십시오.',
  causes: '이렇게 끝난 이유',
  showRule: '규칙 보기',
  keeps: '받는 쪽이 보낸 쪽의 주소를 그대로 보게 되는 변경',
  shares: '클라이언트가 같은 Pod로 가게 되는 변경',
  together: '다른 포트와 같은 Pod로 갈 확률 {odds}',
  alwaysTogether: '항상 다른 포트와 같은 Pod',
  breaks: '함께 끊기는 것: {flows}',
  opens: '함께 들어오게 되는 것: {packets}',
  title: '무엇이 결과를 뒤집습니까?',
  titleMend: '패킷을 통과시키는 가장 작은 변경',
  titleBreak: '패킷을 막게 되는 가장 작은 변경',
  working: '사본에 변경을 하나씩 적용하고 패킷을 다시 보내고 있습니다…',
  progress: '변경 {all, number}개 중 {tried, number}개를 시뮬레이션했습니다…',
  done: '변경 {all, number}개를 시뮬레이션했습니다. 그중 {without, number}개는 이 흐름을 바꾸지 않습니다.',
  none: '시뮬레이션한 변경 {count, number}개 중 결과를 뒤집는 것이 없습니다.',
  failed: '검색이 중단되었습니다. 다시 하려면 이 탭을 다시 여십시오.',
  others: '결과는 뒤집히지 않지만 달라지는 것',
  more: '{count, number}개 더',
  becomes: '변경 후',
  answered: '응답 받음',
  silent: '응답 없음',
  sometimes: '{odds}의 확률로 응답 받음',
  sees: '받는 쪽이 보는 출발지',
  apply: '적용',
  applyThis: '적용: {change}',
} satisfies Translated<typeof EN.FLIPS_MESSAGES>;

import type * as EN from '../../en/phrases/many';
import type { Translated } from '../../translated';

/** Why one of many connections goes where it goes. */
export const MANY_PHRASES = {
  'sim.many.independent': '새 연결마다 첫 연결과 같은 확률로 다시 뽑습니다. 앞선 연결은 영향을 주지 않습니다.',
  'sim.many.fixed': '무작위로 정해지는 것이 없습니다. 모든 연결이 같은 규칙을 만나 같은 곳에서 끝납니다.',
  'sim.many.unknown':
    '시뮬레이션하지 않는 조건이 결과를 정하므로 확률을 제시하지 않습니다. 그 조건은 일치하지 않는 것으로 두었습니다.',
  'sim.many.template':
    'IPVS의 persistence template이 이 클라이언트를 같은 서버에 묶어 둡니다. {service}은(는) 한 번만 스케줄링되고, 그다음에는 template이 답합니다.',
  'sim.many.scheduler':
    '{service}의 IPVS 스케줄러 {scheduler}은(는) 앞 연결이 남긴 자리에서 이어 갑니다. 커널 목록에서 알 수 없는 것(현재 위치와 순서)만, 그것도 한 번만 뽑습니다.',
  'sim.many.proxy-turns':
    '프록시 프로세스는 엔드포인트를 차례대로 씁니다. 처음이 누구 차례였는지는 알 수 없으므로 첫 연결만 뽑습니다.',
  'sim.many.proxy-affinity':
    '프록시 프로세스가 이 클라이언트를 기억합니다. 세션 어피니티가 처음 받은 엔드포인트에 묶어 둡니다.',
  'sim.many.remembered': '앞선 연결이 남긴 기록으로 {chain}의 {rule}번 규칙이 맞습니다. 첫 연결만 뽑습니다.',
  'sim.many.no-mean-beginnings':
    '기댓값 없음: 가능한 시작이 {beginnings}가지보다 많고 그때마다 연결 {count}개를 보내야 하는데, 모두 {most}개까지만 보냅니다. 개수를 줄이면 기댓값이 나올 수 있습니다.',
  'sim.many.no-mean-followed':
    '기댓값 없음: 무작위로 뽑는 것이 없습니다. 앞선 연결이 남긴 상태나 출발지 포트가 각 연결의 도착지를 정하며, 포트나 앞선 상태가 다르면 결과도 달라집니다.',
  'sim.many.no-mean-mixed':
    '기댓값 없음: 일부 연결은 새로 뽑고 일부는 앞선 결과를 따릅니다. 이렇게 이어지는 모든 경우의 확률은 합산하지 않습니다.',
  'sim.many.left-behind': '앞선 연결이 남긴 상태나 출발지 포트가 다음 연결을 정합니다. 다시 뽑지 않습니다.',
} satisfies Translated<typeof EN.MANY_PHRASES>;

import { expect, it } from 'vitest';
import { settleParticles } from './particles.model';

it.each([
  ['10.96.0.1:80이(가) 10.244.1.3:8081(으)로 바뀝니다', '10.96.0.1:80이 10.244.1.3:8081로 바뀝니다'],
  ['eth0(으)로 나가 172.18.0.3(으)로 갑니다', 'eth0으로 나가 172.18.0.3으로 갑니다'],
  ['10.244.1.5을(를) 거쳐 8은(는) 9은(는)', '10.244.1.5를 거쳐 8은 9는'],
  ['cni0이(가) 버립니다, kube-proxy이(가) 결정합니다', 'cni0이 버립니다, kube-proxy이(가) 결정합니다'],
  ['DNAT: the destination 10.96.0.1:80 becomes', 'DNAT: the destination 10.96.0.1:80 becomes'],
])('%s', (written, said) => {
  expect(settleParticles(written)).toBe(said);
});

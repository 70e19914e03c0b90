import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleParticles } from './particles';

describe('settleParticles', () => {
  it.each([
    ['10.96.0.1:80이(가) 10.244.1.3:8081(으)로 바뀝니다', '10.96.0.1:80이 10.244.1.3:8081로 바뀝니다'],
    ['eth0(으)로 나가 172.18.0.3(으)로 갑니다', 'eth0으로 나가 172.18.0.3으로 갑니다'],
    ['10.244.1.5을(를) 거쳐 8은(는) 9은(는)', '10.244.1.5를 거쳐 8은 9는'],
    ['10.244.0.0/16(으)로', '10.244.0.0/16으로'],
    ['cni0이(가) 폐기합니다, kube-proxy이(가) 결정합니다', 'cni0이 폐기합니다, kube-proxy가 결정합니다'],
    ['default/client이(가) default/web(으)로 패킷을 보냅니다', 'default/client가 default/web으로 패킷을 보냅니다'],
    ['web-2bwk6이(가) web-6c5f이(가) web-r7x9l이(가)', 'web-2bwk6이 web-6c5f가 web-r7x9l이'],
    ['"kernel"(으)로 "chain"(으)로 "node"(으)로', '"kernel"로 "chain"으로 "node"로'],
    ['KUBE-SVC-XN(으)로 KUBE-SEP-ABR(으)로 ACCEPT(으)로', 'KUBE-SVC-XN으로 KUBE-SEP-ABR로 ACCEPT로'],
    ['규칙을(를) 노드을(를) 터널(으)로 집합(으)로', '규칙을 노드를 터널로 집합으로'],
    ['`sysctl`(이)라는 web(이)라는 proxy(이)라는', '`sysctl`이라는 web이라는 proxy라는'],
    [
      '규칙 3(ctstate RELATED,ESTABLISHED)이(가) 규칙 2(ctstate NEW)이(가)',
      '규칙 3(ctstate RELATED,ESTABLISHED)이 규칙 2(ctstate NEW)가',
    ],
    ['DNAT: the destination 10.96.0.1:80 becomes', 'DNAT: the destination 10.96.0.1:80 becomes'],
  ])('%s', (written, said) => expect(settleParticles(written)).toBe(said));

  it('leaves none in two forms, whatever stands before it', () => {
    const particle = fc.constantFrom('이(가)', '을(를)', '은(는)', '과(와)', '(으)로');
    fc.assert(
      fc.property(fc.string(), particle, (value, written) => {
        const before = value.replaceAll(/[()]/g, '');
        const said = settleParticles(`${before}${written} 끝`);
        expect(said.startsWith(before)).toBe(true);
        expect(said).not.toContain('(');
      }),
    );
  });
});

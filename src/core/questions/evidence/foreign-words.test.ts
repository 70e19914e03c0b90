import { describe, expect, it } from 'vitest';
import { tellComplaint } from './complaints';
import { withEnglish } from './foreign-words';
import { findKnown } from './known/find-known';

describe('words of other tongues', () => {
  it.each([
    ['다른 노드의 Pod에 접속할 수 없습니다', 'other node'],
    ['ClusterIP로 시간 초과가 납니다', 'timeout'],
    ['跨节点访问 Service 超时', 'different node'],
    ['从外部无法访问 NodePort', 'outside'],
    ['Der Service ist von außen nicht erreichbar', 'unreachable'],
  ])('%s says %s', (line, english) => expect(withEnglish(line)).toContain(english));

  it('leaves other lines as they are', () => {
    expect(withEnglish('The Service times out')).toBe('The Service times out');
    expect(withEnglish('“quoted” words')).toBe('“quoted” words');
  });

  it.each([
    ['# 외부 IP가 할당되지 않습니다', 'pending'],
    ['# 클라이언트 IP가 보존되지 않음', 'source'],
    ['# 로드밸런서\n\n다른 노드에서 접속이 되지 않습니다.', 'unreached'],
    ['# 源IP 丢失', 'source'],
    ['# Balancer\n\nDie Client-IP geht verloren, nicht erreichbar', 'unreached'],
  ])('tells the complaint of %s', (text, complaint) => expect(tellComplaint(text)).toBe(complaint));

  it('finds a cause in a Korean report', () => {
    const text =
      'IPVS 모드의 kube-proxy와 MetalLB\n\n외부에서 접속이 되지 않고 ARP 응답이 여러 노드에서 옵니다. arping\n';
    expect(findKnown([{ text }]).map(({ id }) => id)).toContain('known-strict-arp');
  });
});

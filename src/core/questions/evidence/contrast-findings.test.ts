import { describe, expect, it } from 'vitest';
import { findContrasts } from './contrast-findings';
import { readContrast } from './contrasts';
import { findDnsOfApi } from './dns-of-api';
import { findHeadlessPolicy } from './headless-policy';
import { findOfWords } from './word-findings';

const contrastOf = (text: string) => {
  const { works, fails } = readContrast(text);
  return { works: [...works.keys()], fails: [...fails.keys()] };
};
const told = (text: string): readonly string[] =>
  findContrasts([{ text }]).map(({ id }) => id.replace('contrast-', ''));

describe('what works and what fails, by somebody’s words', () => {
  it.each([
    ['The pod IP answers, but the service IP times out.', ['pod-ip'], ['service-ip']],
    ['It fails via the service and not directly.', ['pod-ip'], ['service']],
    ['By its name it is unreachable, while the cluster IP works.', ['service-ip'], ['name']],
    ['TCP is fine but UDP is dropped.', ['tcp'], ['udp']],
    ['The pod IP works. The pod IP fails.', [], []],
    ['### Expected behavior\nThe service IP works.', [], []],
    ['### Expected behavior\nThe service IP works.\n### Actual\nThe service IP hangs.', [], ['service-ip']],
    ['A service IP and a pod IP.', [], []],
    ['Is the service IP reachable from outside by default?', [], []],
    ['We asked the service IP. It does not answer.', [], ['service-ip']],
    ['We asked the service IP. The pod IP does not answer.', [], ['pod-ip']],
    ['From within node2 it works.', ['inside'], []],
  ])('%s', (text, works, fails) => {
    expect(contrastOf(text)).toEqual({ works, fails });
  });

  it('who answers for a balancer’s address is a question of its own', () => {
    const text = 'MetalLB on kube: the node port works on the nodes. The node port fails from my laptop.';
    expect(told(text)).toEqual([]);
  });

  it.each([
    ['own-policy', 'A pod cannot call itself by the service IP since our NetworkPolicy is there.'],
    ['name-alone', 'From the pod the cluster IP works but the service name times out.'],
    ['service-alone', 'In k8s the pod IP answers but the cluster IP times out.'],
    ['pod-too', 'The pod IP times out. The cluster IP times out.'],
    ['outside-alone', 'In kube the pod IP works. The node port is unreachable from outside.'],
    ['outside-alone', 'Our kube node port works on the nodes. The node port fails from my laptop.'],
    ['inside-alone', 'From outside the till works. From the pods it is unreachable.'],
    ['udp-alone', 'Our pods: TCP works, but UDP times out.'],
    ['tcp-alone', 'Our pods: UDP works, but TCP times out.'],
  ])('leaves %s', (id, text) => {
    expect(told(text)).toEqual([id]);
  });

  it.each(['The pod IP works.', 'The till fails.', 'Gardens: TCP works, but UDP times out.', ''])(
    'nothing of “%s”',
    (text) => {
      expect(told(text)).toEqual([]);
    },
  );

  it('a Pod whose own address fails as well is no matter of the Service', () => {
    const own = 'A pod cannot call itself by the service IP since our netpol is there.';
    expect(told(`${own} The pod IP times out, too.`)).toEqual(['pod-too']);
    expect(findOfWords([{ title: '', text: own }]).map(({ id }) => id)).toEqual(['contrast-own-policy']);
  });
});

describe('CoreDNS that waits for the API server', () => {
  const unwell = 'After the upgrade the coredns pods are not ready.';
  it('is told where the Service kubernetes is named', () => {
    const [found] = findDnsOfApi([{ text: `${unwell}\nI can see the \`kubernetes\` service.` }]);
    expect(found?.says.values).toMatchObject({ unwell: '1', api: '2' });
    expect(findDnsOfApi([{ text: unwell }])).toEqual([]);
    expect(findDnsOfApi([{ text: 'CoreDNS runs. I can see the `kubernetes` service.' }])).toEqual([]);
  });
});

describe('a NetworkPolicy without its head', () => {
  const spec =
    'spec:\n  podSelector: {}\n  ingress:\n  - from:\n    - namespaceSelector:\n        matchLabels: {team: till}\n';
  it('is named, with its lines and what it lets in', () => {
    const [found] = findHeadlessPolicy([{ text: `Ours:\n\`\`\`yaml\n${spec}\`\`\`\n` }]);
    expect(found?.says.values).toEqual({ from: '3', to: '8', pods: 'all', namespaces: 1, blocks: 0 });
  });
  it('is none with a kind, and none outside a fence', () => {
    expect(findHeadlessPolicy([{ text: `\`\`\`\nkind: NetworkPolicy\n${spec}\`\`\`` }])).toEqual([]);
    expect(findHeadlessPolicy([{ text: spec }])).toEqual([]);
  });
});

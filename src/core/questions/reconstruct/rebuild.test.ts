import { describe, expect, it } from 'vitest';
import type { PastedNode } from '../../paste/pasted-types';
import { rebuildCluster, type Rebuilding } from './rebuild';
import { nodeText } from './testing/node-text';
import type { Wanted } from '../../paste/proxy/types';

function rebuilt(text: string, wanted: Wanted = {}): { progress: number[]; answer: Rebuilding } {
  const pasted: PastedNode = { texts: [{ id: 'a', title: '', text }], facts: {} };
  const steps = rebuildCluster(pasted, wanted);
  const progress: number[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { progress, answer: step.value };
    progress.push(step.value);
  }
}

describe('rebuilding', () => {
  it('says how far it is', () => {
    expect(rebuilt(nodeText('iptables')).progress).toEqual([0, 0.4, 0.6]);
  });

  it.each([
    ['iptables', /^-A KUBE-SERVICES -d 10\.96\.0\.11\/32 .*-j KUBE-SVC-/],
    ['ipvs', /^(?:add KUBE-|TCP 10\.96\.0\.11:80)/],
    ['nftables', /10\.96\.0\.11 \. tcp \. 80|ip daddr 10\.96\.0\.11/],
    ['userspace', /^-A KUBE-PORTALS-\w+ -d 10\.96\.0\.11\/32 /],
  ] as const)('quotes the line that tells, in %s mode', (mode, pattern) => {
    const { made, detected } = rebuilt(nodeText(mode)).answer;
    expect(detected).toBe(mode);
    const found = made?.inferences.find(({ field, value }) => field === 'spec.clusterIPs' && value === '10.96.0.11');
    expect(found?.quote).toMatch(pattern);
  });

  it('makes nothing of another mode, and still says which mode was pasted', () => {
    const { made, detected, modes } = rebuilt(nodeText('iptables'), { mode: 'nftables' }).answer;
    expect([made, detected]).toEqual([undefined, 'iptables']);
    expect(modes.map(({ id, since, until }) => `${id} ${since}-${until}`)).toContain('userspace 1.0-1.25');
    expect(modes.map(({ id }) => id)).toEqual(['iptables', 'ipvs', 'nftables', 'userspace']);
  });

  it('says that a namespace was taken out of the comments, and takes the one it is told', () => {
    const chain = 'KUBE-SVC-GQKCP75KCV7PRX6J';
    const text = [
      `-A KUBE-NODEPORTS -p tcp -m comment --comment "bad-srv:mgmt" -m tcp --dport 31218 -j ${chain}`,
      '-A KUBE-SERVICES -p tcp -m comment --comment "bad-srv:mgmt has no endpoints" -m addrtype --dst-type LOCAL -m tcp --dport 31218 -j REJECT',
    ].join('\n');
    const { made } = rebuilt(text).answer;
    const name = made?.inferences.find(({ field }) => field === 'metadata.name');
    expect(name).toMatchObject({ about: 'Service unknown/bad-srv', certainty: 'made-up' });
    expect(made?.cluster.services.map(({ spec }) => spec.ports?.map(({ nodePort }) => nodePort))).toEqual([[31_218]]);
    const again = rebuilt(text, { services: { 'unknown/bad-srv': 'shop/bad-srv' } }).answer.made;
    expect(again?.cluster.services.map(({ metadata }) => metadata.namespace)).toEqual(['shop']);
  });

  it('gives made-up names others', () => {
    const plain = rebuilt(nodeText('ipvs')).answer.made;
    const name = plain?.cluster.services[0]?.metadata.name ?? '';
    const { made } = rebuilt(nodeText('ipvs'), { services: { [`default/${name}`]: 'shop/front' } }).answer;
    const services = made?.cluster.services.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(services).toContain('shop/front');
    expect(services).not.toContain(`default/${name}`);
    expect(made?.differences).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { PROXY_MODES } from '../../src/core/kubernetes/proxy';
import { printRestore, printSave } from '../../src/core/kubernetes/proxy/print';
import { Memo } from '../../src/core/lib/memo';
import { generatedCluster } from '../bench/walk';
import { countWork, superlinear, type Work } from './work';

/** All rules of so many Services, written as kube-proxy writes them and as the kernel lists them. */
function compile(mode: (typeof PROXY_MODES)[number], services: number): () => void {
  const cluster = generatedCluster(services, 2);
  const release = mode.until ?? '1.30';
  return () => {
    const config = { clusterCIDR: '10.128.0.0/9' };
    const input = { cluster, node: 'node1', family: 'ipv4', config, release, memo: new Memo() } as const;
    const state = mode.syncProxyRules(input);
    printRestore(mode.id, state, input);
    printSave(mode.id, state, input);
  };
}

it.each(PROXY_MODES)('$title: twice as many Services are twice the work of their rules and listings', (mode) => {
  const works = [150, 300, 600].map((services) => countWork(compile(mode, services)));
  expect(superlinear(works as unknown as readonly [Work, Work, Work])).toEqual([]);
});

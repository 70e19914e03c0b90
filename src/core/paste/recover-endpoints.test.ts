import { describe, expect, it } from 'vitest';
import { cidr } from '../net/ip';
import type { KubeServicePort } from './kube-services';
import { recoverEndpoints } from './backends';

/** A Service with one endpoint in the text and others known by their chain's name only. */
function kuard(place: string | undefined, ...chains: readonly string[]): KubeServicePort {
  const known = place === undefined ? [] : [{ chain: 'KUBE-SEP-KNOWN', place, shown: true }];
  return {
    name: 'default/kuard',
    hashed: 'default/kuard:',
    protocol: 'tcp',
    clusterIP: '10.97.169.67',
    port: 80,
    external: [],
    endpoints: [...known, ...chains.map((chain) => ({ chain, shown: false }))],
  };
}

const NETWORKS = [cidr('192.168.0.0/16')];

describe('an endpoint known by the hash in its chain’s name', () => {
  it('is found among the neighbours of known ones', () => {
    const found = recoverEndpoints({
      ports: [kuard('192.168.236.133:8080', 'KUBE-SEP-N7OVRTBYAU5DSTM3')],
      networks: [],
    });
    expect([...found]).toEqual([['KUBE-SEP-N7OVRTBYAU5DSTM3', '192.168.236.129:8080']]);
  });

  it('is found anywhere in the Pod network', () => {
    const found = recoverEndpoints({
      ports: [kuard('192.168.236.133:8080', 'KUBE-SEP-IY5EMZGCCC7HUEGX')],
      networks: NETWORKS,
    });
    expect(found.get('KUBE-SEP-IY5EMZGCCC7HUEGX')).toBe('192.168.162.1:8080');
  });

  it('takes the Service’s own port where no endpoint tells one', () => {
    const found = recoverEndpoints({ ports: [kuard(undefined, 'KUBE-SEP-IY5EMZGCCC7HUEGX')], networks: NETWORKS });
    expect(found.size).toBe(0);
  });

  it('is not invented: a name nothing hashes to stays unknown, in bounded time', () => {
    const names = ['KUBE-SEP-AAAAAAAAAAAAAAAA', 'KUBE-SEP-WEBAPP1'];
    const found = recoverEndpoints({
      ports: [kuard('10.0.0.1:80', ...names)],
      networks: [cidr('10.0.0.0/8'), cidr('fd00::/8')],
    });
    expect(found.size).toBe(0);
  });

  it('costs nothing when every endpoint is in the text', () => {
    expect(recoverEndpoints({ ports: [kuard('10.0.0.1:80')], networks: NETWORKS }).size).toBe(0);
  });
});

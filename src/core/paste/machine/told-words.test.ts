import { describe, expect, it } from 'vitest';
import { readStatedFacts, mergeStatedFacts } from './told-words';

const told = (text: string): unknown => mergeStatedFacts(readStatedFacts(text));

describe('what a report says in words', () => {
  it.each([
    ['we run v1.30.5+k3s1 here', { release: '1.30', version: 'v1.30.5+k3s1' }],
    ['it does not forward with ipvsadm', { mode: 'ipvs' }],
    ['keepalived: ipvsadm -Ln', {}],
    ['rke2 v1.33.4+rke2r1, iptables v1.8.9', { release: '1.33', version: 'v1.33.4+rke2r1' }],
    ['GKE v1.29.3-gke.1282000', { release: '1.29', version: 'v1.29.3-gke.1282000' }],
    ['EKS v1.31.2-eks-7f9249a', { release: '1.31', version: 'v1.31.2-eks-7f9249a' }],
    ['Client Version: v1.28.1\nServer Version: v1.31.2', { release: '1.31', version: 'v1.31.2' }],
    [
      'Client Version: version.Info{Major:"1", Minor:"25", GitVersion:"v1.25.1"}\nServer Version: version.Info{Major:"1", Minor:"27", GitVersion:"v1.27.3", GitCommit:"x"}',
      { release: '1.27', version: 'v1.27.3' },
    ],
    ['- Kubernetes version: 1.32.0', { release: '1.32', version: '1.32.0' }],
    ['Kubernetes 1.31 works, Kubernetes 1.33 does not', {}],
    ['coredns v1.11.1, containerd v1.7.2', {}],
    ['    mode: "ipvs"', { mode: 'ipvs' }],
    ['mode: ipvs\nmode: iptables', {}],
    ['mode: shared', {}],
    ['It is a single-node cluster.', { isSingleNode: true }],
    ['$ minikube start', { isSingleNode: true }],
    ['$ minikube start --nodes 3', {}],
    ['we use **ipvs** mode here', { mode: 'ipvs' }],
    ['Kube-proxy mode: nftables', { mode: 'nftables' }],
    ['it does not run in ipvs mode, not in nftables mode', {}],
    ['k8s version is 1.27.3', { release: '1.27', version: '1.27.3' }],
    ['### Kubernetes Version\n\n1.31\n', { release: '1.31', version: '1.31' }],
    ['Kubernetes Version : v1.26.2', { release: '1.26', version: 'v1.26.2' }],
    ['not a single node answers', {}],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('what says it surely outranks prose, in whatever text', () => {
    expect(told('Kubernetes 1.31 worked\nv1.33.4+k3s1')).toEqual({ release: '1.33', version: 'v1.33.4+k3s1' });
  });
});

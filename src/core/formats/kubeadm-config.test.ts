import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../paste/pasted';
import { pasted } from '../paste/testing/paste';
import { KUBEADM_CONFIG } from './kubeadm-config';

const FILE = `apiVersion: kubeadm.k8s.io/v1beta3
clusterName: kubernetes
controlPlaneEndpoint: 10.0.0.1:6443
kind: ClusterConfiguration
kubernetesVersion: v1.30.5
networking:
  dnsDomain: cluster.local
  podSubnet: 10.100.0.0/14
  serviceSubnet: 10.96.0.0/12
scheduler: {}
`;
const CONFIG_MAP = `apiVersion: v1
data:
  ClusterConfiguration: |
${FILE.trimEnd().replaceAll(/^/gm, '    ')}
kind: ConfigMap
metadata:
  name: kubeadm-config
  namespace: kube-system
`;

describe('kubeadm configuration', () => {
  it.each([
    ['a file', FILE],
    ['its ConfigMap', CONFIG_MAP],
  ])('is read from %s', (_name, text) => {
    const read = KUBEADM_CONFIG.parse(text);
    const value = read.ok ? read.value.value : [];
    const wanted = { podSubnet: '10.100.0.0/14', serviceSubnet: '10.96.0.0/12', version: 'v1.30.5' };
    expect(value).toHaveLength(1);
    expect(value[0]).toMatchObject(wanted);
    expect(value[0]?.lineOf('podSubnet')?.text).toContain('10.100.0.0/14');
    const again = KUBEADM_CONFIG.parse(KUBEADM_CONFIG.print(value));
    expect(again.ok && again.value.value[0]).toMatchObject(wanted);
  });

  it('tells the Pod network of the rules beside it', () => {
    const rules = `*nat
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-BBBBBBBBBBBBBBBB - [0:0]
-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "shop/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "shop/web -> 10.101.1.9:8080" -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p tcp -m comment --comment "shop/web" -m tcp -j DNAT --to-destination 10.101.1.9:8080
COMMIT
`;
    const networks = (text: string) =>
      networkOfPasted(pasted(text), []).assumptions.filter(({ about }) => about === 'podCIDR');
    expect(networks(`${rules}\n${CONFIG_MAP}`).map(({ value }) => value)).toContain('10.100.0.0/14');
    expect(networks(rules).map(({ value }) => value)).not.toContain('10.100.0.0/14');
  });
});

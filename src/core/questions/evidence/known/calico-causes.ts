import type { KnownCause } from './known-cause';

/** Causes in Calico: its own tables and sets, and what it gives out and advertises. */
export const CALICO_CAUSES: readonly KnownCause[] = [
  {
    id: 'ipset-revision',
    certainty: 'says',
    needs: [['kernel and userspace incompatible: settype']],
    reads: /with revision (\d{1,2}) not supported by userspace/i,
    source: 'projectcalico/calico#8372, #8776, #9551, #4739; canonical/microk8s#4585',
  },
  {
    id: 'foreign-nft-rules',
    certainty: 'says',
    needs: [['incompatible nft rules in the table']],
    patches: { patch: `'{"spec":{"calicoNetwork":{"linuxDataplane":"Nftables"}}}'` },
    source: 'projectcalico/calico#8025; docs.tigera.io: Nftables data plane',
  },
  {
    id: 'calico-addresses',
    certainty: 'fits',
    needs: [['calico'], ['pending', 'not allocated', 'not assigned'], ['loadbalancer', 'load balancer']],
    signs: [
      ['3.30', '3.31', '3.32'],
      ['loadbalancer_controller', 'service-loadbalancer', 'alloweduses', 'assignips', 'kubecontrollersconfiguration'],
    ],
    least: 1,
    unless: ['assignips: allservices', 'metallb', 'kube-vip'],
    complaints: ['unreached', 'pending'],
    patches: { patch: `'{"spec":{"controllers":{"loadBalancer":{"assignIPs":"AllServices"}}}}'` },
    source: 'projectcalico/calico#10476, PR 10480, #11249; tigera/docs#2382',
  },
  {
    id: 'calico-single-route',
    certainty: 'fits',
    needs: [['calico', 'bgpconfiguration'], ['serviceloadbalancerips'], ['/32', '/128']],
    source: 'projectcalico/calico: PR 11917, 11927, 11928',
  },
  {
    id: 'calico-azure',
    certainty: 'fits',
    needs: [
      ['calico'],
      ['azure'],
      ['ipip', 'crosssubnet', 'cross-subnet', 'encapsulation: none', 'no encap', 'without encap'],
    ],
    unless: ['encapsulation: vxlan '],
    source: 'docs.tigera.io: Calico on Azure; kubernetes/kops#17832; projectcalico/calico#6568',
  },
];

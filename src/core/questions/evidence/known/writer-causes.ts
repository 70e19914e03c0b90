import type { KnownCause } from './known-cause';

/** Causes in what writes rules on a node beside Calico and Cilium: ServiceLB, portmap, flannel, kube-vip, kube-proxy in nftables mode. */
export const WRITER_CAUSES: readonly KnownCause[] = [
  {
    id: 'svclb-forwarding',
    certainty: 'says',
    needs: [
      ["'[' 0 '==' 1 ]", "'[' 0 '!=' 1 ]", "'[' 0 = 1 ]", '[ 0 == 1 ]'],
      ['net/ipv4/ip_forward', 'conf/all/forwarding'],
    ],
    source: 'k3s-io/klipper-lb: entry; k3s-io/k3s#9949',
  },
  {
    id: 'svclb-legacy',
    certainty: 'says',
    needs: [
      ['legacy mode detected'],
      ['missing kernel module', 'table does not exist', "can't initialize iptables", 'do you need to insmod'],
    ],
    source: 'k3s-io/klipper-lb: entry, check_iptables_mode; #34, #66, #80',
  },
  {
    id: 'nft-unanswered',
    certainty: 'says',
    needs: [['failed to initialize nft: protocol not supported']],
    source: 'iptables/nft.c: nft_init; k3s-io/klipper-lb#83',
  },
  {
    id: 'kube-vip-iptables',
    certainty: 'says',
    needs: [['iptables && executable file not found'], ['kube-vip', 'kubevip']],
    patches: { patch: 'egress_withnftables=true' },
    source: 'kube-vip#1255, #676, #808, #1065, PR 536',
  },
  {
    id: 'portmap-nft',
    certainty: 'says',
    needs: [['unable to set up nftables rules for port mappings', 'cni_hostport && not supported']],
    source: 'containernetworking/plugins#1115; plugins/meta/portmap: backend',
  },
  {
    id: 'flannel-link',
    certainty: 'says',
    needs: [['error registering network: operation not supported', 'flannel exited: operation not supported']],
    source: 'flannel#1502, #1747; docs.k3s.io: Requirements, Raspberry Pi; k3s-io/docs#305',
  },
  {
    id: 'udp-and-processor',
    certainty: 'fits',
    needs: [['kube-proxy'], ['1.32'], ['cpu'], ['udp', 'conntrack']],
    complaints: ['unreached', 'elsewhere'],
    source: 'kubernetes#129982, #130484, PR 130505 (1.32.3)',
  },
  {
    id: 'nft-by-name',
    certainty: 'fits',
    needs: [
      ['nftables'],
      ['kube-proxy', 'kubeproxy'],
      ['bridgeinterface', 'interfacenameprefix', 'pod-bridge-interface', 'pod-interface-name-prefix'],
    ],
    complaints: ['unreached', 'source'],
    source: 'kubernetes#134024, PR 134099, 134117: iif in place of iifname',
  },
  {
    id: 'nft-crash',
    certainty: 'says',
    needs: [
      [
        'nft && segfault',
        'nft && segmentation fault',
        'failed to run nft: signal',
        'nft && core dumped',
        'nft && signal: aborted',
      ],
      ['kube-proxy', 'proxier.go'],
    ],
    source: 'kubernetes#136786, PR 137501, PR 140405 (nft 1.0.6.1 in the image), #140898',
  },
  {
    id: 'hints-disabled',
    certainty: 'says',
    needs: [['topologyawarehintsdisabled']],
    patches: { patch: `'{"spec":{"trafficDistribution":"PreferClose"}}'` },
    source: 'staging/src/k8s.io/endpointslice/topologycache: events; kubernetes.io: Topology Aware Routing, Safeguards',
  },
  {
    id: 'kube-router-dsr',
    certainty: 'fits',
    needs: [['kube-router'], ['service.dsr', ' dsr']],
    signs: [['tunnel'], ['timeout', 'timed out', 'not work', 'stops responding', 'fail', 'not respond', 'not reach']],
    least: 1,
    source: 'kube-router docs/dsr.md; cloudnativelabs/kube-router#985, #1328',
  },
  {
    id: 'kube-ovn-balancer',
    certainty: 'fits',
    needs: [
      ['kube-ovn', 'kubeovn'],
      ['loadbalancer', 'load balancer'],
    ],
    signs: [
      ['pending', 'external-ip', 'external ip', 'get an external'],
      ['attach', 'lb-svc', 'macvlan', 'underlay'],
    ],
    least: 1,
    complaints: ['unreached', 'pending'],
    source: 'kubeovn.github.io: LoadBalancer Type Service (--enable-lb-svc); kubeovn#4462, #2905',
  },
  {
    id: 'antrea-alone',
    certainty: 'fits',
    needs: [
      ['antrea'],
      ['proxyall', 'remove kube-proxy', 'removed kube-proxy', 'removing kube-proxy', 'without kube-proxy'],
    ],
    signs: [
      ['i/o timeout', 'crashloop', 'not ready', 'connection refused'],
      ['kubeapiserveroverride', '10.96.0.1', '443'],
    ],
    least: 1,
    source: 'antrea docs/antrea-proxy.md; CHANGELOG-1.4: kubeAPIServerOverride',
  },
  {
    id: 'hns-kept',
    certainty: 'fits',
    needs: [
      ['windows'],
      ['hns'],
      ['not recreated', 'missing', 'not updated', 'fails to update', 'disappear', 'removed', 'stale', 'persist'],
    ],
    signs: [
      ['hnsdiag', 'get-hnspolicylist', 'loadbalancer'],
      ['restart', 'server 2025', '2025'],
    ],
    least: 1,
    source: 'kubernetes#131466, #135802, #110674',
  },
];

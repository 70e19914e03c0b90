import type { PhraseBook } from './phrase-book';

/** What kube-proxy on Windows leaves out or gets wrong. */
export const KERNELSPACE_PHRASES = {
  'kubernetes.kernelspace.origin': {
    en: 'A load balancer policy that kube-proxy asks HNS for, for {name}.',
    ko: 'kube-proxy가 {name}을(를) 위해 HNS에 요청하는 로드 밸런서 정책입니다.',
  },
  'kubernetes.kernelspace.no-source-vip': {
    en: 'kube-proxy does not start on {node}: its Pods’ network is an overlay, and winkernel.sourceVip is not set. Give it an address of the node’s podCIDR that no Pod has.',
    ko: '{node}의 kube-proxy가 시작되지 않습니다. Pod 네트워크가 오버레이인데 winkernel.sourceVip가 없습니다. 노드의 podCIDR에서 Pod가 쓰지 않는 주소를 지정하십시오.',
  },
  'kubernetes.kernelspace.no-dsr-gate': {
    en: 'kube-proxy {release} does not start: winkernel.enableDSR needs the feature gate WinDSR, which is off. Set featureGates.WinDSR, or take 1.33 or later.',
    ko: 'kube-proxy {release}이(가) 시작되지 않습니다. winkernel.enableDSR에는 꺼져 있는 기능 게이트 WinDSR이 필요합니다. featureGates.WinDSR을 켜거나 1.33 이상을 쓰십시오.',
  },
  'kubernetes.kernelspace.ports-differ': {
    en: 'The endpoints of {name} have different ports. A load balancer of Windows has one port for all of them, so some are not reached: give all Pods the same port.',
    ko: '{name}의 엔드포인트마다 포트가 다릅니다. Windows의 로드 밸런서는 모든 엔드포인트에 한 포트만 쓰므로 일부에는 닿지 않습니다. 모든 Pod가 같은 포트를 쓰도록 하십시오.',
  },
  'kubernetes.kernelspace.no-hns-endpoint': {
    en: '{ip} is an endpoint of {name} on this node, but its network has no endpoint of that address: kube-proxy leaves it out. Pods on the network of the node itself are not spread to from here.',
    ko: '{ip}은(는) 이 노드에 있는 {name}의 엔드포인트이지만 HNS 네트워크에는 이 주소의 엔드포인트가 없어 kube-proxy가 제외합니다. 노드 네트워크를 쓰는 Pod로는 이 노드에서 분산되지 않습니다.',
  },
} as const satisfies PhraseBook;

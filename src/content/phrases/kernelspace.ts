import { below } from './phrase-book';

/** What kube-proxy on Windows leaves out or gets wrong. */
export const KERNELSPACE_PHRASES = below('kubernetes.kernelspace', {
  'ports-differ': {
    en: 'The endpoints of {name} have different ports. A load balancer of Windows has one port for all of them, so some are not reached: give all Pods the same port.',
    ko: '{name}의 엔드포인트마다 포트가 다릅니다. Windows의 로드 밸런서는 모든 엔드포인트에 한 포트만 쓰므로 일부에는 닿지 않습니다. 모든 Pod가 같은 포트를 쓰도록 하십시오.',
  },
  'no-hns-endpoint': {
    en: '{ip} is an endpoint of {name} on this node, but its network has no endpoint of that address: kube-proxy leaves it out. Pods on the network of the node itself are not spread to from here.',
    ko: '{ip}은(는) 이 노드에 있는 {name}의 엔드포인트이지만 HNS 네트워크에는 이 주소의 엔드포인트가 없어 kube-proxy가 제외합니다. 노드 네트워크를 쓰는 Pod로는 이 노드에서 분산되지 않습니다.',
  },
});

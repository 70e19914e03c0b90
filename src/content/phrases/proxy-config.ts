import { below } from './phrase-book';

/** What is said of a KubeProxyConfiguration. */
export const PROXY_CONFIG_PHRASES = below('kubernetes.config', {
  refused: {
    en: 'kube-proxy {release} does not start with this configuration: {words}',
    ko: 'kube-proxy {release}은(는) 이 설정으로 시작하지 않습니다: {words}',
  },
  'family-not-written': {
    en: 'kube-proxy {release} writes no {family} rules on {node}: without IPv6DualStack it serves only the family of its node’s IP.',
    ko: 'kube-proxy {release}은(는) {node}에 {family} 규칙을 쓰지 않습니다. IPv6DualStack이 없으면 노드 IP의 주소 체계만 다룹니다.',
  },
  'other-hostname': {
    en: 'With this hostnameOverride kube-proxy on {node} takes itself for {name}: endpoints there are its local ones, and zone and node IP are those of that Node.',
    ko: '이 hostnameOverride로 {node}의 kube-proxy는 자신을 {name}(으)로 여깁니다. 그곳의 엔드포인트가 로컬이 되고, 존과 노드 IP도 그 Node의 것을 씁니다.',
  },
  'unknown-hostname': {
    en: 'With this hostnameOverride kube-proxy on {node} takes itself for {name}, and there is no such Node: no endpoint is local, and its node IP is loopback. Name the Node, or remove the field.',
    ko: '이 hostnameOverride로 {node}의 kube-proxy는 자신을 {name}(으)로 여기지만 그런 Node가 없습니다. 로컬 엔드포인트가 없고 노드 IP는 루프백이 됩니다. Node의 이름을 쓰거나 필드를 지우십시오.',
  },
  'silent-field': {
    en: '{field} changes none of the rules.',
    ko: '{field}은(는) 규칙을 바꾸지 않습니다.',
  },
  'unknown-field': {
    en: 'kube-proxy {release} knows no field {field} and leaves it aside. Look for a misspelling, or remove it.',
    ko: 'kube-proxy {release}에는 {field} 필드가 없어 무시합니다. 철자를 확인하거나 지우십시오.',
  },
  'silent-gate': {
    en: 'The feature gate {gate} changes none of the rules that are known here.',
    ko: '기능 게이트 {gate}은(는) 여기서 아는 어떤 규칙도 바꾸지 않습니다.',
  },
  'unknown-gate': {
    en: 'kube-proxy {release} does not have the feature gate {gate} yet, or does not ask it: it is left aside.',
    ko: 'kube-proxy {release}에는 기능 게이트 {gate}이(가) 아직 없거나 쓰이지 않아 무시합니다.',
  },
  'nft-comments': {
    en: 'kube-proxy {release} asks nft whether it takes comments of tables, chains and sets. This is the text for nft 1.0.6, which is found not to; for a newer nft it may carry them.',
    ko: 'kube-proxy {release}은(는) 테이블, 체인, 집합의 주석을 nft가 받는지 먼저 묻습니다. 이 텍스트는 받지 않는다고 판단되는 nft 1.0.6의 것이며, 더 새로운 nft에서는 주석이 붙을 수 있습니다.',
  },
});

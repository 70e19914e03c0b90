import type { PhraseBook } from '../../phrases/phrase-book';

/** What upstream announces of modes and fields, with its dates. */
export const ANNOUNCED_PHRASES = {
  'kubernetes.announced.ipvs':
    'The ipvs mode is deprecated from {deprecated} on (KEP-{kep}). The feature gate KubeProxyIPVS came with {gate}; by plan it is off from {off} on, where kube-proxy then does not start in this mode, and in {gone} the mode is removed. Move to nftables.',
  'kubernetes.announced.default-mode':
    'kube-proxy without a mode in its configuration runs iptables and, from {warned} on, warns that this will change: by plan it runs nftables from {nftables} on (KEP-{kep}).',
  'kubernetes.announced.mode-unset':
    'No mode is configured: kube-proxy {release} runs iptables, and warns in its log and in an event that this default will change. By plan it is nftables from {nftables} on (KEP-{kep}). Name the mode to keep it.',
  'kubernetes.announced.localhost-node-ports':
    'nodePorts on loopback in nftables mode (KEP-{kep}): the feature gate KubeProxyNFTablesLocalhostNodePorts is alpha and off in {alpha}. By the notes of {beta}.0-alpha.2 it is on from {beta} on: rules then refuse what kube-proxy does not answer there. By plan it is stable in {stable}.',
  'kubernetes.announced.external-ips':
    'spec.externalIPs ({count, plural, one {one Service uses it} other {# Services use it}}) is deprecated from {deprecated} on (KEP-{kep}). By plan the feature gate AllowServiceExternalIPs is off from {off} on, where kube-proxy then leaves these addresses aside, and in {gone} that can no longer be changed. Use type LoadBalancer, or a Gateway.',
  'kubernetes.announced.external-ips-field':
    'spec.externalIPs is deprecated from {deprecated} on (KEP-{kep}). By plan the feature gate AllowServiceExternalIPs is off from {off} on, where kube-proxy then leaves these addresses aside, and in {gone} that can no longer be changed. Use type LoadBalancer, or a Gateway.',
} as const satisfies PhraseBook;

import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of a field. */
const FIELDS = {
  'kubernetes.config.refused': 'kube-proxy {release} does not start with this configuration: {words}',
  'kubernetes.config.families':
    'kube-proxy {release} starts and logs “{words}”{local, select, yes {: of its first family it cannot tell which packets are local} other {}}.',
  'kubernetes.config.syncs-hourly':
    'kube-proxy {release} in {mode} mode does not sync every syncPeriod: by itself it syncs once an hour. {mode, select, iptables {So often it looks whether its canary chains are still there, and tries a failed sync again.} other {So often it tries a failed sync again.}}',
  'kubernetes.config.period-of-other-mode':
    'kube-proxy {release} does not sync by {field} in {mode} mode: that field is another mode’s.',
  'kubernetes.config.wrong-value': 'kube-proxy {release} does not start: it does not accept what {field} says.',
  'kubernetes.config.refused-value': 'kube-proxy {release} does not start. Of {field} it says: {words}',
  'kubernetes.config.family-not-written':
    'kube-proxy {release} writes no {family} rules on {node}: without IPv6DualStack it serves only the family of its node’s IP.',
  'kubernetes.config.other-hostname':
    'With this hostnameOverride kube-proxy on {node} takes itself for {name}: endpoints there are its local ones, and zone and node IP are those of that Node.',
  'kubernetes.config.unknown-hostname':
    'With this hostnameOverride kube-proxy on {node} takes itself for {name}, and there is no such Node: no endpoint is local, and its node IP is loopback. Name the Node, or remove the field.',
  'kubernetes.config.kernel-field':
    '{field} changes no rule: with it, kube-proxy sets how many connections the node remembers, or for how long (sysctl net.netfilter.nf_conntrack_*).',
  'kubernetes.config.silent-field': '{field} changes none of the rules.',
  'kubernetes.config.unknown-field':
    'kube-proxy {release} knows no field {field} and leaves it aside. Look for a misspelling, or remove it.',
  'kubernetes.config.ipvs-gate-off':
    'kube-proxy {release} does not start in ipvs mode: the feature gate KubeProxyIPVS is off (KEP-5495). Its error names the other modes, iptables and nftables; its words are not known here.',
  'kubernetes.config.silent-gate': 'The feature gate {gate} changes none of the rules that are known here.',
  'kubernetes.config.unknown-gate':
    'kube-proxy {release} does not have the feature gate {gate} yet, or does not ask it: it is left aside.',
  'kubernetes.config.nft-comments':
    'kube-proxy {release} asks nft whether it takes comments of tables, chains and sets. This is the text for nft 1.0.6, which is found not to; for a newer nft it may carry them.',
} as const satisfies PhraseBook;

/** What kube-proxy does not accept of it. */
const VALUES = {
  'kubernetes.validate.masquerade-bit': '{value} is not a bit of the packet mark. Use 0 to 31; 14 is usual.',
  'kubernetes.validate.duration': '“{value}” is not a duration. Write it as 30s, 1m30s or 500ms.',
  'kubernetes.validate.not-positive':
    '{value} is not more than 0, which kube-proxy does not accept. Write a longer time.',
  'kubernetes.validate.ip-port': '“{value}” is not an address with a port. Write it as 0.0.0.0:10256 or [::]:10256.',
  'kubernetes.validate.oom-score': '{value} is not within -1000 to 1000. Write a number in between.',
  'kubernetes.validate.negative': '{value} is less than 0, which kube-proxy does not accept. Write 0 or more.',
  'kubernetes.validate.min-sync-period':
    'kube-proxy would have to wait at least {min} between two syncs (minSyncPeriod) and at most {sync} (syncPeriod). Make minSyncPeriod shorter or syncPeriod longer.',
  'kubernetes.validate.cidr-pair':
    'kube-proxy takes one range, or one of IPv4 and one of IPv6; “{value}” is neither. Remove a range.',
  'kubernetes.validate.primary-alone': '“primary” cannot stand beside ranges. Remove it or the ranges.',
  'kubernetes.validate.port-range': '“{value}” is not a range of ports. Write it as 40000-41000.',
  'kubernetes.validate.scheduler':
    'kube-proxy {release} does not accept the scheduler “{value}”. Choose one of {known}, or a release from 1.27 on, which leaves it to the kernel.',
  'kubernetes.validate.detect-local': 'detectLocalMode {mode} needs the name of an interface here.',
} as const satisfies PhraseBook;

/** What is said of a KubeProxyConfiguration. */
export const PROXY_CONFIG_PHRASES = { ...FIELDS, ...VALUES } as const;

/** Words of the glossary for where packets are stopped and whom they are held to there: hooks, kube-proxy's chains, lookups. */
export const HOOK_TERMS = {
  prerouting: 'PREROUTING',
  input: 'INPUT',
  forward: 'FORWARD',
  output: 'OUTPUT',
  postrouting: 'POSTROUTING',
  'kube-services': 'KUBE-SERVICES',
  'kube-nodeports': 'KUBE-NODEPORTS',
  'kube-forward': 'KUBE-FORWARD',
  'kube-postrouting': 'KUBE-POSTROUTING',
  lookup: 'lookup',
  'stand-in': 'stand in',
} as const;

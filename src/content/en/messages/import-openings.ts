/** What pasted texts can be opened as, and why not yet. */
export const OPENING_WORDS = {
  cannotOpen: {
    empty: 'Nothing to open yet: paste or type a text, or choose a file.',
    typed: 'The text in the box is not added yet: press “{add}”.',
    working: 'It can be opened once the texts are read.',
    unread: 'The texts were not read to their end: read them again.',
    copies: 'Two texts show one table otherwise: say above which of them counts.',
    noRules: 'No rules of a node are in these texts, so there is no node to open.',
  },
  kubernetes: 'This text holds Kubernetes objects.',
  kubernetesAlone:
    'Kubernetes objects and no rules: opened as a cluster, the rules are those that kube-proxy writes for them. Opened as a node, it has none.',
} as const;

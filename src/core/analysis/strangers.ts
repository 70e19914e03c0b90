/** Output of other commands that people paste along: told by lines that nothing else prints. */
interface Stranger {
  readonly id: string;
  /** The command that prints it. */
  readonly command: string;
  readonly pattern: RegExp;
}

const STRANGERS: readonly Stranger[] = [
  {
    id: 'kubernetes',
    command: 'kubectl get -o yaml',
    pattern: /^[ \t]*(?:-[ \t]*)?(?:"apiVersion"|apiVersion|"kind"|kind)[ \t]*:/m,
  },
  { id: 'nft', command: 'nft list ruleset', pattern: /^[ \t]*table (?:ip6?|inet|bridge|arp|netdev) \S+ \{/m },
  {
    id: 'ipset',
    command: 'ipset',
    pattern: /^[ \t]*(?:create \S+ (?:hash|bitmap|list):|Type: (?:hash|bitmap|list):)/m,
  },
  {
    id: 'ipvsadm',
    command: 'ipvsadm -Ln',
    pattern: /^[ \t]*(?:->|TCP|UDP|SCTP)\s+[\d.[\]:a-f]+:\S+\s+(?:rr|wrr|lc|wlc|sh|dh|sed|nq|Masq|Local)\b/m,
  },
  { id: 'conntrack', command: 'conntrack -L', pattern: /\bsrc=[\d.:a-f]+ dst=[\d.:a-f]+ (?:sport|type)=/m },
  {
    id: 'ip-address',
    command: 'ip address',
    pattern: /^[ \t]*\d+: \S+: <[A-Z_,-]+> mtu |^[ \t]*inet6? [\d.:a-f]+\/\d+ /m,
  },
  {
    id: 'ip-route',
    command: 'ip route',
    pattern: /^[ \t]*(?:default|[\d.]+(?:\/\d+)?|[\da-f:]+\/\d+) (?:via \S+ )?dev \S+|^[ \t]*default via /m,
  },
  { id: 'kubectl', command: 'kubectl get', pattern: /^[ \t]*NAME\s+(?:READY|TYPE|ENDPOINTS|STATUS|CLUSTER-IP)\b/m },
];

/** No more of a run of lines is looked at. */
const LOOK_AT = 8192;

/** What some lines that are no rules look like; undefined for prose. */
export function looksLike(text: string): string | undefined {
  const head = text.slice(0, LOOK_AT);
  return STRANGERS.find(({ pattern }) => pattern.test(head))?.id;
}

/** The command behind an id of {@link looksLike}. */
export function commandOf(id: string): string {
  return STRANGERS.find((stranger) => stranger.id === id)?.command ?? id;
}

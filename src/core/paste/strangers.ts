/** Output of other commands that people paste along: told by lines that nothing else prints. */
interface Stranger {
  readonly id: string;
  /** The command that prints it. */
  readonly command: string;
  readonly pattern: RegExp;
  /** Tells of lines that match whether they are that output. */
  readonly isIt?: (lines: string) => boolean;
  /** Kind of rules in a syntax of its own: whether they end up in netfilter, where other commands show them. */
  readonly rules?: 'netfilter' | 'elsewhere' | 'no-chain' | 'described';
}

const OBJECT_KEY = /^([ \t]*(?:-[ \t]+)?)["']?(apiVersion|kind|metadata|spec|status|items|endpoints)["']?[ \t]*:/gm;

/** Do keys of an object stand side by side? `apiVersion` alone is what a reference has (`fieldRef`), and `kind` a subject of a role. */
function hasObject(lines: string): boolean {
  const besides = new Map<number, Set<string>>();
  for (const [, { length } = '', key = ''] of lines.matchAll(OBJECT_KEY))
    besides.set(length, (besides.get(length) ?? new Set()).add(key));
  return [...besides.values()].some((keys) => keys.size > 1 && (keys.has('apiVersion') || keys.has('kind')));
}

const STRANGERS: readonly Stranger[] = [
  {
    id: 'kubernetes',
    command: 'kubectl get -o yaml',
    pattern: /^[ \t]*(?:-[ \t]*)?(?:"apiVersion"|apiVersion|"kind"|kind)[ \t]*:/m,
    isIt: hasObject,
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
  {
    id: 'ufw',
    command: 'ufw',
    pattern:
      /^[ \t]*(?:To[ \t]+Action[ \t]+From[ \t]*$|Status: (?:active|inactive)[ \t]*$|(?:[#$] ?|sudo )?ufw (?:allow|deny|reject|limit|default|route|insert) )|\b(?:ALLOW|DENY|REJECT|LIMIT) (?:IN|OUT|FWD)\b/m,
    rules: 'netfilter',
  },
  {
    id: 'firewalld',
    command: 'firewall-cmd',
    pattern:
      /^[ \t]*(?:icmp-block-inversion: (?:yes|no)|rule (?:priority="[-\d]+" )?family="ipv[46]"|target: (?:default|ACCEPT|DROP|%%REJECT%%)[ \t]*$|(?:[#$] ?|sudo )?firewall-cmd --\S*(?:add|remove)-)/m,
    rules: 'netfilter',
  },
  {
    id: 'uci',
    command: 'uci show firewall',
    pattern: /^[ \t]*(?:config (?:rule|zone|forwarding|redirect|defaults)\b|firewall\.@?\S+=)/m,
    rules: 'netfilter',
  },
  {
    id: 'shorewall',
    command: 'shorewall',
    pattern: /^#?(?:ACTION|SOURCE|ZONE)[ \t]+(?:SOURCE|DEST|TYPE)[ \t]/m,
    rules: 'netfilter',
  },
  {
    id: 'ferm',
    command: 'ferm',
    pattern:
      /^[ \t]*(?:domain \(?ip6?\b.{0,40})?(?:table \w+ )?chain \(?[A-Z]+\b.{0,80}\{|^[ \t]*(?:proto|saddr|daddr|interface) \S+ .{0,200}\b(?:ACCEPT|DROP|REJECT);/m,
    rules: 'netfilter',
  },
  {
    id: 'ipchains',
    command: 'ipchains',
    pattern: /^(?:[#$] ?|sudo )?(?:ipchains -|ipfwadm )|^:(?:input|forward|output) (?:ACCEPT|DENY|REJECT)\b/m,
    rules: 'elsewhere',
  },
  {
    id: 'ebtables',
    command: 'ebtables -L',
    pattern: /^Bridge (?:table|chain): |^(?:[#$] ?|sudo )?ebtables -/m,
    rules: 'elsewhere',
  },
  {
    id: 'pf',
    command: 'pfctl -sr',
    pattern:
      /^[ \t]*(?:(?:pass|block)(?: (?:in|out|drop|return|quick|log))* (?:on|all|proto|from|inet6?)\b|(?:rdr|nat|binat|match|anchor|scrub)(?: pass| in| out)* (?:on|from|"[^"\n]*" on) )/m,
    rules: 'elsewhere',
  },
  {
    id: 'ipfw',
    command: 'ipfw list',
    pattern:
      /^[ \t]*\d{5}[ \t]+(?:\d+[ \t]+\d+[ \t]+)?(?:allow|accept|deny|count|divert|nat|reset|unreach|pipe|check-state)\b/m,
    rules: 'elsewhere',
  },
  {
    id: 'tc',
    command: 'tc',
    pattern:
      /^[ \t]*(?:qdisc|class|filter) .{0,80}\b(?:dev \S+|parent \S+|root|protocol \S+ pref \d+)\b|^(?:[#$] ?|sudo )?tc (?:qdisc|class|filter) /m,
    rules: 'elsewhere',
  },
  {
    id: 'routeros',
    command: '/ip firewall',
    pattern: /^[ \t]*(?:\/ip firewall|add action=\S+ .*chain=|add chain=\S+ .*action=)/m,
    rules: 'elsewhere',
  },
  {
    id: 'acl',
    command: 'show access-lists',
    pattern:
      /^[ \t]*(?:access-list \S+ |ip access-list |(?:\d+ )?(?:permit|deny) (?:ip|tcp|udp|icmp) (?:any|host|\d))/m,
    rules: 'elsewhere',
  },
  {
    id: 'windows',
    command: 'netsh advfirewall',
    pattern: /^[ \t]*(?:PS [A-Z]:.*>[ \t]*)?(?:netsh advfirewall |(?:New|Get|Set)-NetFirewallRule\b)/m,
    rules: 'elsewhere',
  },
  {
    id: 'rows',
    command: 'iptables -L',
    pattern:
      /^[ \t]*(?:\d+[ \t]+)?(?:\d+[KMGT]?[ \t]+\d+[KMGT]?[ \t]+)?\S+[ \t]+!?(?:all|tcp|udp|icmp|sctp|\d{1,3})[ \t]+--[ \t]+(?:\S+[ \t]+\S+[ \t]+)?(?:anywhere|!?[\d.]{7}\S*)[ \t]/m,
    rules: 'no-chain',
  },
  {
    id: 'described',
    command: 'kubectl describe',
    pattern:
      /^Name: +\S[^\n]*\n(?:[A-Z][\w ]*:[^\n]*\n|[ \t][^\n]*\n){1,20}?(?:Ingress Class|Default backend|StrategyType|Update Strategy|Pods Status|Desired Number of Nodes Scheduled|Pod Template|Spec|API Version):/m,
    rules: 'described',
  },
  { id: 'kubectl', command: 'kubectl get', pattern: /^[ \t]*NAME\s+(?:READY|TYPE|ENDPOINTS|STATUS|CLUSTER-IP)\b/m },
];

/** No more of a run of lines is looked at. */
const LOOK_AT = 8192;

/** The name of the format some lines look like that are no rules; undefined for prose. */
export function looksLike(text: string): string | undefined {
  const head = text.slice(0, LOOK_AT);
  return STRANGERS.find(({ pattern, isIt = () => true }) => pattern.test(head) && isIt(head))?.id;
}

/** Are the lines rules in the syntax of another tool, and where do they take effect? */
export function foreignRules(id: string): Stranger['rules'] {
  return STRANGERS.find((stranger) => stranger.id === id)?.rules;
}

/** The command behind an id of {@link looksLike}. */
export function findShowingCommand(id: string): string {
  return STRANGERS.find((stranger) => stranger.id === id)?.command ?? id;
}

import { UNLISTED_INTERFACES } from '../formats/listing/rule-of-row';
import { makeChain, type InterfaceTest, type XtChain, type XtRule } from '../linux/xtables/types';
import type { TableName } from '../linux/hooks';
import { type PastedChain, type TableLayer, findJump } from './layers';
import { ownerOfChain } from './owners';

/** Output of other commands that people paste along: told by lines that nothing else prints. */
interface Stranger {
  readonly id: string;
  /** The command that prints it. */
  readonly command: string;
  readonly pattern: RegExp;
  /** Its lines are rules in a syntax of its own: whether they end up in netfilter, where other commands show them. */
  readonly rules?: 'netfilter' | 'elsewhere' | 'no-chain' | 'described';
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
      /^Name: +\S[^\n]*\n(?:[A-Z][\w ]*:[^\n]*\n|[ \t]+[^\n]*\n){1,20}?(?:Ingress Class|Default backend|StrategyType|Update Strategy|Pods Status|Desired Number of Nodes Scheduled|Pod Template|Spec|API Version):/m,
    rules: 'described',
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

/** Are the lines rules in the syntax of another tool, and where do they take effect? */
export function foreignRules(id: string): Stranger['rules'] {
  return STRANGERS.find((stranger) => stranger.id === id)?.rules;
}

/** The command behind an id of {@link looksLike}. */
export function findShowingCommand(id: string): string {
  return STRANGERS.find((stranger) => stranger.id === id)?.command ?? id;
}

/** What a rule tests of the interfaces, where its writer always writes the same. */
interface Known {
  readonly owner: string;
  readonly indev?: InterfaceTest;
  readonly outdev?: InterfaceTest;
}

interface Place {
  readonly table: TableName;
  readonly chain: XtChain;
  readonly index: number;
  readonly rule: XtRule;
  /** Which rules of the chain jump to DOCKER. */
  readonly jumps: () => readonly number[];
}

interface ResolvedLayer {
  readonly layer: TableLayer;
  /** Whose habits filled in the missing columns. */
  readonly owners: readonly string[];
  /** Rules whose interfaces stay unknown. */
  readonly open: number;
}

/**
 * Fills in the `-i` and `-o` that `iptables -L` without `-v` hides, for the programs that always write
 * the same ones. What nobody is known to write stays unknown.
 */
export function resolveInterfaces(layer: TableLayer): ResolvedLayer {
  const owners = new Set<string>();
  let open = 0;
  const chains = new Map<string, PastedChain>();
  for (const [name, chain] of layer.chains) {
    let found: readonly number[] | undefined;
    const jumps = (): readonly number[] => (found ??= dockerJumps(chain));
    const rules = Array.from({ length: chain.length }, (_, index) => {
      const rule = chain.rule(index);
      if (!hidesInterfaces(rule)) return rule;
      const known = knownInterfaces({ table: layer.table, chain, index, rule, jumps });
      if (!known) {
        open++;
        return rule;
      }
      owners.add(known.owner);
      return withInterfaces(rule, known);
    });
    const made = makeChain(name, rules);
    chains.set(name, { ...chain, rule: made.rule });
  }
  return { layer: { ...layer, chains }, owners: [...owners], open };
}

/** Is it a row of a listing without `-v`? */
export function hidesInterfaces({ matches }: XtRule): boolean {
  return matches.some((match) => match.match === 'unrecognised' && match.spec.name === UNLISTED_INTERFACES);
}

/** A rule as if no interface was hidden. */
export function withoutHidden(rule: XtRule): XtRule {
  const matches = rule.matches.filter(
    (match) => match.match !== 'unrecognised' || match.spec.name !== UNLISTED_INTERFACES,
  );
  return { ...rule, matches };
}

function withInterfaces(rule: XtRule, { indev, outdev }: Known): XtRule {
  return { ...withoutHidden(rule), ...(indev ? { indev } : {}), ...(outdev ? { outdev } : {}) };
}

/** `cali+` is a prefix; `! docker0` is negated. */
function device(text: string): InterfaceTest {
  const name = text.replace(/^! /, '');
  const prefix = name.endsWith('+');
  return { negated: text.startsWith('! '), name: prefix ? name.slice(0, -1) : name, prefix };
}

function knownInterfaces(place: Place): Known | undefined {
  const owner = ownerOfChain(place.chain.name) ?? ownerOfChain(findJump(place.rule) ?? '');
  if (owner === 'Calico') return calico(place, owner);
  if (owner === 'Docker') return docker(place, owner);
  if (owner === 'ufw') return ufw(place, owner);
  if (owner === 'kube-proxy' || owner === 'kubelet' || owner === 'Flannel') return { owner };
  return dockerForward(place) ?? flannel(place);
}

/** felix/rules/static.go and dispatch.go. */
function calico({ table, chain, rule }: Place, owner: string): Known | undefined {
  const jump = findJump(rule) ?? '';
  const own = /^cali-(fw|tw|fh|th|fhfw|thfw)-(.+)$/.exec(jump);
  const [, way = '', name = ''] = own ?? [];
  if (own) return way.startsWith('f') ? { owner, indev: device(name) } : { owner, outdev: device(name) };
  if (/^cali-from-wl-dispatch(-|$)/.test(jump) || jump === 'cali-wl-to-host') {
    const narrowed = /^cali-from-wl-dispatch-(.+)$/.exec(jump)?.[1] ?? '';
    return chain.name === 'cali-wl-to-host' ? { owner } : { owner, indev: device(`cali${narrowed}+`) };
  }
  if (/^cali-to-wl-dispatch(-|$)/.test(jump)) {
    const narrowed = /^cali-to-wl-dispatch-(.+)$/.exec(jump)?.[1] ?? '';
    return { owner, outdev: device(`cali${narrowed}+`) };
  }
  if (chain.name === 'cali-OUTPUT' && rule.target?.target === 'RETURN') return { owner, outdev: device('cali+') };
  return table === 'nat' || table === 'filter' ? { owner } : undefined;
}

/** ufw's before.rules name lo in their first rule; people's own rules may name anything. */
function ufw({ chain, rule, index }: Place, owner: string): Known | undefined {
  if (/^ufw6?-(?:user|before-forward)/.test(chain.name) && !findJump(rule)) return undefined;
  const first = /^ufw6?-before-(input|output)$/.exec(chain.name);
  if (!first || index > 0 || !isPlainAccept(rule)) return { owner };
  return first[1] === 'input' ? { owner, indev: device('lo') } : { owner, outdev: device('lo') };
}

/** libnetwork drivers/bridge/setup_ip_tables.go, for the one bridge it has by default. */
function docker(place: Place, owner: string): Known | undefined {
  const { table, chain, rule, index } = place;
  const target = rule.target?.target;
  const jump = findJump(rule);
  if (chain.name === 'FORWARD')
    return jump === 'DOCKER' ? oneBridge(place, { owner, outdev: device('docker0') }) : { owner };
  if (chain.name === 'DOCKER-ISOLATION-STAGE-1' && jump) {
    return oneStage(chain, { owner, indev: device('docker0'), outdev: device('! docker0') });
  }
  if (chain.name === 'DOCKER-ISOLATION-STAGE-2' && target === 'DROP') {
    return chain.length === 2 ? { owner, outdev: device('docker0') } : undefined;
  }
  if (chain.name !== 'DOCKER') return { owner };
  if (table === 'nat' && target === 'RETURN') return index === 0 ? { owner, indev: device('docker0') } : undefined;
  if (target === 'DNAT') return { owner, indev: device('! docker0') };
  return target === 'ACCEPT' ? { owner, indev: device('! docker0'), outdev: device('docker0') } : undefined;
}

function oneStage(chain: XtChain, known: Known): Known | undefined {
  return chain.length === 2 ? known : undefined;
}

/** Which rules of a chain jump to DOCKER. */
function dockerJumps(chain: XtChain): readonly number[] {
  const all = Array.from({ length: chain.length }, (_, index) => index);
  return all.filter((index) => findJump(chain.rule(index)) === 'DOCKER');
}

/** With several bridges the rows cannot be told apart. */
function oneBridge({ jumps }: Place, known: Known): Known | undefined {
  return jumps().length === 1 ? known : undefined;
}

function isPlainAccept(rule: XtRule): boolean {
  return rule.target?.target === 'ACCEPT' && !rule.src && !rule.dst && !rule.proto && rule.matches.length === 1;
}

/** Around `-o docker0 -j DOCKER` in FORWARD: one ACCEPT for established, two for what comes from the bridge. */
function dockerForward(place: Place): Known | undefined {
  const { chain, rule, index, jumps } = place;
  const owner = 'Docker';
  const [jump, ...others] = chain.name === 'FORWARD' ? jumps() : [];
  if (jump === undefined || others.length > 0) {
    const isBridgeNet = rule.src !== undefined && !rule.src.negated && (rule.src.address.words[0] ?? 0) === 0xac11_0000;
    const masquerades = chain.name === 'POSTROUTING' && rule.target?.target === 'MASQUERADE';
    return masquerades && isBridgeNet ? { owner, outdev: device('! docker0') } : undefined;
  }
  const established = rule.target?.target === 'ACCEPT' && rule.matches.some(({ match }) => match === 'conntrack');
  if (established && Math.abs(index - jump) === 1) return { owner, outdev: device('docker0') };
  const plain = [0, 1, 2, 3, 4].map((i) => jump + i).filter((i) => i < chain.length && isPlainAccept(chain.rule(i)));
  if (plain[0] === index) return { owner, indev: device('docker0'), outdev: device('! docker0') };
  return plain[1] === index ? { owner, indev: device('docker0'), outdev: device('docker0') } : undefined;
}

/** Flannel's masquerading, and its ACCEPTs by Pod network (flannel pkg/trafficmngr/iptables). */
function flannel({ chain, rule }: Place): Known | undefined {
  const owner = 'Flannel';
  const target = rule.target?.target;
  if (chain.name === 'POSTROUTING' && rule.src && rule.dst && (target === 'RETURN' || target === 'MASQUERADE')) {
    return { owner };
  }
  const oneSide = (rule.src !== undefined) !== (rule.dst !== undefined);
  return chain.name === 'FORWARD' && target === 'ACCEPT' && oneSide && !rule.proto ? { owner } : undefined;
}

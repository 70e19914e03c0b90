import type { TableName } from '../../linux/hooks';
import type { ProxyModeId } from '../../kubernetes/types';
import type { ReadRule, XtReader } from './iptables-ports';
import { clue } from './sights';
import type { ReleaseClue } from './types';

/**
 * A chain, or a kind of rule in it, and the minor releases of kube-proxy that write it: without `from` since before what can be
 * told, without `to` still today. What is there tells, whatever else a text leaves out.
 */
export interface Lifetime {
  readonly mode: ProxyModeId;
  readonly table: TableName;
  /** The chain by its whole name. */
  readonly chain: RegExp;
  /** Absent: the chain itself. */
  readonly rule?: {
    readonly target?: RegExp;
    /** What the comment says behind the name of its Service. */
    readonly comment?: RegExp;
    /** The whole rule, as the kernel prints it. */
    readonly text?: RegExp;
  };
  /** As it is shown to a person. */
  readonly sign: string;
  readonly from?: number;
  readonly to?: number;
}

type Rest = Pick<Lifetime, 'from' | 'to' | 'rule'>;

const makeRow =
  (mode: ProxyModeId) =>
  (table: TableName, chain: RegExp, sign: string, rest: Rest): Lifetime => ({ mode, table, chain, sign, ...rest });

// pkg/proxy/iptables/proxier.go, of each release that a recording is of; before those by what people posted then.
const iptables = makeRow('iptables');
// pkg/proxy/ipvs/proxier.go.
const ipvs = makeRow('ipvs');
// pkg/proxy/userspace/proxier.go, which left with 1.26.
const userspace = makeRow('userspace');

const PORTALS = /^KUBE-(?:EXTERNAL-)?SERVICES$/;

/** Oldest sign first. */
export const LIFETIMES: readonly Lifetime[] = [
  iptables('nat', /^KUBE-FW-/, 'KUBE-FW', { from: 4 }),
  iptables('nat', /^KUBE-XLB-/, 'KUBE-XLB', { from: 4, to: 23 }),
  iptables('nat', /^KUBE-FW-/, 'KUBE-FW … -j KUBE-MARK-DROP', { to: 24, rule: { target: /^KUBE-MARK-DROP$/ } }),
  iptables('nat', /^KUBE-FW-/, 'KUBE-FW … -j KUBE-MARK-MASQ', {
    to: 23,
    rule: { target: /^KUBE-(?:MARK-MASQ|SVC-.*)$/ },
  }),
  iptables('filter', /^KUBE-FORWARD$/, 'KUBE-FORWARD', { from: 9 }),
  iptables('filter', /^KUBE-EXTERNAL-SERVICES$/, 'KUBE-EXTERNAL-SERVICES', { from: 10 }),
  iptables('filter', /^(?:INPUT|FORWARD|OUTPUT)$/, '--ctstate NEW … -j KUBE-SERVICES', {
    from: 10,
    rule: { target: PORTALS, text: / --ctstate NEW / },
  }),
  iptables('filter', /^INPUT$/, 'INPUT -j KUBE-SERVICES', { to: 19, rule: { target: /^KUBE-SERVICES$/ } }),
  iptables('filter', /^FORWARD$/, 'FORWARD -j KUBE-SERVICES', { from: 13, rule: { target: /^KUBE-SERVICES$/ } }),
  iptables('filter', /^KUBE-FORWARD$/, '--ctstate INVALID -j DROP', { from: 15, rule: { target: /^DROP$/ } }),
  iptables('nat', /^KUBE-POSTROUTING$/, '--random-fully', { from: 16, rule: { text: / --random-fully/ } }),
  iptables('nat', /^KUBE-POSTROUTING$/, 'KUBE-POSTROUTING … --mark … -j MASQUERADE', {
    to: 18,
    rule: { target: /^MASQUERADE$/, text: /-m mark --mark / },
  }),
  iptables('nat', /^KUBE-POSTROUTING$/, 'KUBE-POSTROUTING … -j RETURN', { from: 19, rule: { target: /^RETURN$/ } }),
  iptables('nat', /^KUBE-(?:SERVICES|NODEPORTS|SVC-.*|SEP-.*|XLB-.*|FW-.*)$/, '--comment "…/…:"', {
    to: 19,
    rule: { comment: /^:/ },
  }),
  iptables('filter', PORTALS, '--comment "…/…:"', { to: 19, rule: { comment: /^:/ } }),
  iptables('filter', /^FORWARD$/, 'FORWARD -j KUBE-EXTERNAL-SERVICES', {
    from: 20,
    rule: { target: /^KUBE-EXTERNAL-SERVICES$/ },
  }),
  iptables('filter', /^KUBE-NODEPORTS$/, 'filter KUBE-NODEPORTS', { from: 21 }),
  iptables('nat', /^KUBE-SERVICES$/, 'KUBE-SERVICES … -j KUBE-MARK-MASQ', {
    to: 21,
    rule: { target: /^KUBE-MARK-MASQ$/ },
  }),
  iptables('nat', /^KUBE-SVC-/, 'KUBE-SVC … -j KUBE-MARK-MASQ', { from: 22, rule: { target: /^KUBE-MARK-MASQ$/ } }),
  iptables('nat', /^KUBE-SERVICES$/, '"external IP" -j KUBE-SVC', {
    to: 23,
    rule: { target: /^KUBE-(?:SVC|XLB)-/, comment: /external IP$/ },
  }),
  iptables('nat', /^KUBE-NODEPORTS$/, 'KUBE-NODEPORTS … -j KUBE-SVC', {
    to: 23,
    rule: { target: /^KUBE-(?:SVC|XLB)-/ },
  }),
  iptables('nat', /^KUBE-SVC-/, 'KUBE-SVC … --comment "…/…" -j KUBE-SEP', {
    to: 23,
    rule: { target: /^KUBE-SEP-/, comment: /^:?$/ },
  }),
  iptables('nat', /^KUBE-(?:SVC|SVL)-/, '--comment "… -> …"', { from: 24, rule: { comment: /^ -> / } }),
  iptables('nat', /^KUBE-(?:EXT|SVL)-/, 'KUBE-EXT, KUBE-SVL', { from: 24 }),
  iptables('nat', /^KUBE-(?:SERVICES|NODEPORTS|FW-.*)$/, '-j KUBE-EXT', {
    from: 24,
    rule: { target: /^KUBE-(?:EXT|SVL)-/ },
  }),
  iptables('nat', /^KUBE-SVL-/, 'KUBE-SVL … -j KUBE-MARK-DROP', {
    from: 24,
    to: 24,
    rule: { target: /^KUBE-MARK-DROP$/ },
  }),
  iptables('filter', PORTALS, '"has no local endpoints" -j DROP', {
    from: 25,
    rule: { target: /^DROP$/, comment: /has no local endpoints$/ },
  }),
  iptables('filter', /^KUBE-PROXY-FIREWALL$/, 'KUBE-PROXY-FIREWALL', { from: 25 }),
  iptables('nat', /^KUBE-FW-/, '"will be dropped by KUBE-PROXY-FIREWALL"', {
    from: 27,
    rule: { text: /will be dropped by KUBE-PROXY-FIREWALL/ },
  }),
  iptables('filter', /^KUBE-(?:FORWARD|FIREWALL)$/, '--nfacct-name', { from: 31, rule: { text: / --nfacct-name / } }),

  ipvs('nat', /^KUBE-FIREWALL$/, 'nat KUBE-FIREWALL', { to: 24 }),
  ipvs('nat', /^KUBE-POSTROUTING$/, 'KUBE-POSTROUTING … -j RETURN', { from: 19, rule: { target: /^RETURN$/ } }),
  ipvs('nat', /^KUBE-POSTROUTING$/, 'KUBE-POSTROUTING … --mark … -j MASQUERADE', {
    to: 18,
    rule: { target: /^MASQUERADE$/, text: /-m mark --mark / },
  }),
  ipvs('filter', /^KUBE-NODE-PORT$/, 'filter KUBE-NODE-PORT', { from: 21 }),
  ipvs('filter', /^KUBE-(?:PROXY-FIREWALL|SOURCE-RANGES-FIREWALL)$/, 'KUBE-PROXY-FIREWALL', { from: 25 }),
  ipvs('filter', /^KUBE-IPVS-FILTER$/, 'KUBE-IPVS-FILTER', { from: 26 }),
  ipvs('nat', /^KUBE-SERVICES$/, 'KUBE-SERVICES -s 127.0.0.0/8 -j RETURN', {
    from: 26,
    rule: { target: /^RETURN$/, text: /^-s (?:127\.0\.0\.0\/8|::1\/128) / },
  }),
  ipvs('filter', /^KUBE-IPVS-OUT-FILTER$/, 'KUBE-IPVS-OUT-FILTER', { from: 29 }),

  userspace('nat', /^KUBE-(?:PORTALS|NODEPORT)-(?:CONTAINER|HOST)$/, 'KUBE-PORTALS', { to: 25 }),
];

/** Sets of the IPVS mode that not every release of it has (pkg/proxy/ipvs/ipset.go): the first that does. */
const SETS: readonly (readonly [name: RegExp, from: number])[] = [
  [/^KUBE-(?:6-)?HEALTH-CHECK-NODE-PORT$/, 21],
  [/^KUBE-(?:6-)?IPVS-IPS$/, 26],
];

/** So many chains of one kind are looked into, and so many rules of each. */
const MOST_CHAINS = 100;
const MOST_RULES = 64;

/** The clues of sets that are in a text. */
export function setClues(names: Iterable<string>): ReleaseClue[] {
  return [...names].flatMap((name) => {
    const [, from] = SETS.find(([pattern]) => pattern.test(name)) ?? [];
    return from === undefined ? [] : [clue(name, { from }, { kind: 'member', set: name, element: '' })];
  });
}

/** The clues of everything that {@link LIFETIMES} lists and that one family's rules show; they hold for an excerpt, too. */
export function lifetimeClues(mode: ProxyModeId, from: XtReader): ReleaseClue[] {
  const rows = LIFETIMES.filter((row) => row.mode === mode);
  const found = new Map<Lifetime, ReleaseClue>();
  for (const table of ['nat', 'filter'] as const) {
    const own = rows.filter((row) => row.table === table);
    const looked = new Map<Lifetime, number>();
    for (const { name, length } of from.chains(table).values()) {
      const asked = own.filter(
        (row) => !found.has(row) && (length > 0 || isMade(row)) && row.chain.test(name) && isLeft(looked, row),
      );
      if (asked.length > 0) addFound(found, asked, firstRules(from, table, name));
    }
  }
  return [...found.values()];
}

/** A chain without a rule was made, too; one whose time is over may be left of an older release, until it is cleaned up. */
const isMade = ({ rule, to }: Lifetime): boolean => rule === undefined && to === undefined;

/** Counts a look at one more chain; false: enough of them were looked into. */
function isLeft(looked: Map<Lifetime, number>, row: Lifetime): boolean {
  const count = (looked.get(row) ?? 0) + 1;
  looked.set(row, count);
  return count <= MOST_CHAINS;
}

function firstRules(from: XtReader, table: TableName, chain: string): ReadRule[] {
  const rules: ReadRule[] = [];
  for (const rule of from.rules(table, chain)) if (rules.push(rule) >= MOST_RULES) break;
  return rules;
}

function addFound(found: Map<Lifetime, ReleaseClue>, rows: readonly Lifetime[], rules: readonly ReadRule[]): void {
  for (const row of rows) {
    const shown = rules.find((rule) => fits(row, rule));
    if (shown || (rules.length === 0 && isMade(row))) found.set(row, clue(row.sign, getBounds(row), shown?.witness));
  }
}

const getBounds = ({ from, to }: Lifetime): { from?: number; to?: number } => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** `shop/front:http`, with the colon of a port without a name left to what follows. */
const NAME = /^"?[a-z0-9][\w.-]{0,252}\/[a-z0-9][\w.-]{0,252}(?::[\w.-]{1,63})?/;

function fits({ rule = {} }: Lifetime, seen: ReadRule): boolean {
  const { target, comment, text } = rule;
  if (target && !target.test(seen.target ?? '')) return false;
  if (text && !text.test(seen.text())) return false;
  if (!comment) return true;
  const said = seen.comment ?? '';
  return NAME.test(said) && comment.test(said.replace(NAME, '').replace(/"$/, ''));
}

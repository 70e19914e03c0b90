import { Memo } from '../lib/memo';
import { finished, within, type Steps } from '../lib/scan';
import { HOOKS, type Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { NftTable } from '../linux/nftables/types';
import type { XtTable } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import { DIRECTOR_PRIORITY, orderHook, type HookRules } from '../sim/hook-order';
import { ChainCalls } from './chain-calls';
import type { ChainMemo } from './chain-memo';
import type { PacketTable } from './packet-table';
import { nftPackets } from './nft-packets';
import type { Space } from './space';
import { xtPackets } from './xt-packets';

/** A table as all packets see it, with what is known of its chains. */
interface CountedTable {
  readonly table: PacketTable;
  readonly calls: ChainCalls;
  /** May its rules set the mark of a packet that goes on? Asked of few tables, and gone over then. */
  readonly marks: () => boolean;
}

/** Rules that packets come to at a hook: a table, and the chain of it that the hook calls. */
export interface Station extends CountedTable {
  readonly kind: 'table';
  readonly priority: number;
  readonly chain: string;
}

/** A step of a hook: rules, or the director of IPVS. */
export type HookStep = Station | { readonly kind: 'director'; readonly priority: number };

/** What packets come to at a hook one after the other. */
export interface HookStations {
  readonly rules: readonly HookStep[];
  /** What the nat core asks until one translates; absent: it is not there. */
  readonly nat?: { readonly priority: number; readonly rules: readonly Station[] };
}

/** Where conntrack looks a packet up (NF_IP_PRI_CONNTRACK), at the hooks where packets begin. */
export const CONNTRACK_PRIORITY = -200;

/** Has nothing marked packets behind these rules either? `unmarked`: nothing has before them. */
export function stayUnmarked(
  steps: readonly HookStep[],
  { unmarked = false }: { readonly unmarked?: boolean },
): boolean {
  return unmarked && !steps.some((step) => step.kind === 'table' && step.marks());
}

/** All stations of a host for a family, in the order of the kernel. */
export class StationList {
  private readonly netns: Netns;
  private readonly family: IpFamily;
  private readonly memo: ChainMemo;
  private readonly tables = new Map<XtTable | NftTable, CountedTable>();
  private readonly hooks = new Map<Hook, HookStations>();

  constructor(netns: Netns, { family, chainMemo }: Pick<Space, 'family' | 'chainMemo'>) {
    this.netns = netns;
    this.family = family;
    this.memo = chainMemo;
  }

  /** Reads where the rules of all tables lead to; yields the share that is read, 0..1, and returns how many rules packets may come to. */
  *prepare(): Steps<number> {
    const orders = HOOKS.map((hook) => orderHook(this.netns, this.family, hook));
    const asked = orders.flatMap(({ rules, nat }) => [...rules, ...(nat?.rules ?? [])]);
    for (const [at, each] of asked.entries())
      yield* within(this.count(each), at / asked.length, (at + 1) / asked.length);
    const stations = HOOKS.map((hook) => this.at(hook)).flatMap(({ rules, nat }) => [...rules, ...(nat?.rules ?? [])]);
    return stations.reduce((sum, each) => sum + (each.kind === 'table' ? each.calls.countFrom(each.chain) : 0), 0);
  }

  /** What packets come to at a hook. */
  at(hook: Hook): HookStations {
    const known = this.hooks.get(hook) ?? this.order(hook);
    this.hooks.set(hook, known);
    return known;
  }

  private order(hook: Hook): HookStations {
    const { rules, nat } = orderHook(this.netns, this.family, hook);
    const asStation = (each: HookRules): Station => this.station(each, hook);
    const director = this.netns.ipvs && DIRECTOR_PRIORITY[hook];
    const directors = director === undefined ? [] : [{ kind: 'director', priority: director } as const];
    return {
      rules: [...rules.map(asStation), ...directors].toSorted((a, b) => a.priority - b.priority),
      ...(nat ? { nat: { priority: nat.priority, rules: nat.rules.map(asStation) } } : {}),
    };
  }

  private station(rules: HookRules, hook: Hook): Station {
    const chain = rules.kind === 'xtables' ? hook : rules.base.chain.name;
    return { kind: 'table', ...finished(this.count(rules)), priority: rules.priority, chain };
  }

  private *count(rules: HookRules): Steps<CountedTable> {
    const own = rules.kind === 'xtables' ? rules.table : rules.base.table;
    const known = this.tables.get(own);
    if (known) return known;
    const seenChains = this.memo.once('chains of iptables', () => new Memo());
    const table = rules.kind === 'xtables' ? xtPackets(rules.table, seenChains) : nftPackets(rules.base.table);
    const calls = yield* ChainCalls.inSteps(table, this.memo, `${this.netns.id} ${this.family}`);
    let marks: boolean | undefined;
    const made = { table, calls, marks: () => (marks ??= calls.marks()) };
    this.tables.set(own, made);
    return made;
  }
}

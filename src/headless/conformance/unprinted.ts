import type { InterfaceTest, RuleRef, XtChain, XtRule, XtRuleset, XtTable } from '../../core/linux/xtables/types';
import type { Replayed } from './kernel-replay';
import type { KernelRecord } from './kernel-record';

interface RecordedVisit {
  readonly hook: string;
  readonly ev: readonly string[];
}

/** `nat KUBE-SVC 2 m=0x4000` -> `nat KUBE-SVC 2`; policies and returns are no rules. */
function ruleOf(event: string): string | undefined {
  const [table, chain, index] = event.split(' ');
  return index !== undefined && /^\d+$/.test(index) ? `${table} ${chain} ${index}` : undefined;
}

function rulesIn(expect: Readonly<Record<string, unknown>>): string[] {
  const visits = [...((expect['trace'] ?? []) as RecordedVisit[]), ...((expect['respTrace'] ?? []) as RecordedVisit[])];
  return visits.flatMap((visit) => visit.ev.flatMap((event) => ruleOf(event) ?? []));
}

/**
 * Rules that match here and matched no packet of the whole record. legacy iptables-save does not print
 * `! -i +` and `! -o +`, which never match: such a rule looks as if it should.
 */
export function neverMatched(record: KernelRecord, replayed: readonly Replayed[]): ReadonlySet<string> {
  const recorded = new Set(record.packets.flatMap(({ expect }) => rulesIn(expect)));
  return new Set(replayed.flatMap(({ expect }) => rulesIn(expect)).filter((rule) => !recorded.has(rule)));
}

/** `! -i +`: no interface at all. */
const NO_INTERFACE: InterfaceTest = { negated: true, name: '', prefix: true };

function withHidden(rule: XtRule): XtRule {
  if (!rule.indev) return { ...rule, indev: NO_INTERFACE };
  return rule.outdev ? rule : { ...rule, outdev: NO_INTERFACE };
}

const nameOf = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

function chainWith(chain: XtChain, table: XtTable['name'], hidden: ReadonlySet<string>): XtChain {
  return {
    ...chain,
    rule: (index) => {
      const rule = chain.rule(index);
      return hidden.has(nameOf({ table, chain: chain.name, index })) ? withHidden(rule) : rule;
    },
  };
}

/** The ruleset with an unprinted `! -i +` in the rules named. */
export function withUnprinted(rules: XtRuleset, hidden: ReadonlySet<string>): XtRuleset {
  const tables = [...rules.tables.values()].map((table): XtTable => {
    const chains = [...table.chains].map(([name, chain]) => [name, chainWith(chain, table.name, hidden)] as const);
    return { ...table, chains: new Map(chains) };
  });
  return { tables: new Map(tables.map((table) => [table.name, table])) };
}

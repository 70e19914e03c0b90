import type { InterfaceTest, RuleRef, XtChain, XtRule, XtRuleset, XtTable } from '../../core/linux/xtables/types';
import type { Replayed } from './kernel/replay';
import type { KernelRecord } from './kernel/record';

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
 * Rules that match here and matched no packet of the whole record. iptables-save of 1.8.9 (print_iface())
 * leaves out an interface whose mask is empty, negated or not, and the kernel never matches `! -i +`
 * (ip_packet_match()): such a rule looks as if it should.
 */
export function neverMatched(record: KernelRecord, replayed: readonly Replayed[]): readonly string[] {
  const recorded = new Set(record.packets.flatMap(({ expect }) => rulesIn(expect)));
  return [...new Set(replayed.flatMap(({ expect }) => rulesIn(expect)))].filter((rule) => !recorded.has(rule));
}

/** The tests of a rule by kind, `-s`, `! -p`, `statistic every`: what has to be right for the rule to be. */
function kindsOf(rule: XtRule): string[] {
  const header = (['src', 'dst', 'indev', 'outdev', 'proto'] as const).flatMap((part) => {
    const test = rule[part];
    return test ? [`${test.negated ? '! ' : ''}${part}`] : [];
  });
  const matches = rule.matches.flatMap(({ match, spec }) =>
    Object.entries(spec).map(([option, given]) => {
      const negated = typeof given === 'object' && given !== null && 'negated' in given && given.negated === true;
      return `${match} ${negated ? '! ' : ''}${option}`;
    }),
  );
  return [...header, ...matches];
}

function ruleAt(rules: XtRuleset, name: string): XtRule | undefined {
  const [table = '', chain = '', index = ''] = name.split(' ');
  return rules.tables
    .get(table as XtTable['name'])
    ?.chains.get(chain)
    ?.rule(Number(index) - 1);
}

/** Kinds of tests in the rules the kernel matched in a record that came out right. */
export function provenKinds(record: KernelRecord, rules: XtRuleset): string[] {
  const matched = new Set(record.packets.flatMap(({ expect }) => rulesIn(expect)));
  return [...matched].flatMap((name) => {
    const rule = ruleAt(rules, name);
    return rule ? kindsOf(rule) : [];
  });
}

/** Is every test that is printed known to be right, so that only one that is not can keep the rule from matching? */
export function isProven(rules: XtRuleset, name: string, proven: ReadonlySet<string>): boolean {
  const rule = ruleAt(rules, name);
  return rule !== undefined && kindsOf(rule).every((kind) => proven.has(kind));
}

/** `! -i +`: no interface at all. */
const NO_INTERFACE: InterfaceTest = { negated: true, name: '', prefix: true };

function withHidden(rule: XtRule): XtRule {
  if (!rule.indev) return { ...rule, indev: NO_INTERFACE };
  return rule.outdev ? rule : { ...rule, outdev: NO_INTERFACE };
}

const nameOf = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

function chainWith(chain: XtChain, table: XtTable['name'], hidden: string): XtChain {
  return {
    ...chain,
    rule: (index) => {
      const rule = chain.rule(index);
      return hidden === nameOf({ table, chain: chain.name, index }) ? withHidden(rule) : rule;
    },
  };
}

/** The ruleset with an unprinted `! -i +` in one rule. */
export function withUnprinted(rules: XtRuleset, hidden: string): XtRuleset {
  const tables = [...rules.tables.values()].map((table): XtTable => {
    const chains = [...table.chains].map(([name, chain]) => [name, chainWith(chain, table.name, hidden)] as const);
    return { ...table, chains: new Map(chains) };
  });
  return { tables: new Map(tables.map((table) => [table.name, table])) };
}

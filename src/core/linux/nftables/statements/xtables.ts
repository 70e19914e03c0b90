import { CONTINUE, isIpHook, type TableName } from '../../hooks';
import { testRule, takeTarget } from '../../xtables/evaluate';
import type { HandedEdit, HookContext } from '../../xtables/extension';
import { printRule } from '../../xtables/rule-text';
import type { XtRule } from '../../xtables/types';
import type { IpFamily } from '../../../net/ip';
import type { NftContext, NftEdit, NftStatementExtension, StatementOutcome } from '../extension';

/** A whole rule of iptables-nft, which the kernel keeps as matches and a target of xtables. */
export interface XtablesSpec {
  readonly rule: XtRule;
  /** The table as iptables calls it: some targets look. */
  readonly table: TableName;
  readonly family: IpFamily;
}

type Live = { -readonly [K in keyof HookContext]: HookContext[K] };

function makeContext(
  { table }: XtablesSpec,
  { family, hook, skb, netns, state, decide, ref }: NftContext,
): Live | undefined {
  // iptables has no chains at devices.
  if (!isIpHook(hook)) return undefined;
  return { family, hook, skb, netns, state, decide, ref, table };
}

function findEdit(edit: HandedEdit, { target }: XtRule): NftEdit | undefined {
  if (edit.kind === 'helper') return undefined;
  return edit.kind === 'nat' && target?.target === 'MASQUERADE' ? { ...edit, masquerade: true } : edit;
}

function run(spec: XtablesSpec, ctx: NftContext): StatementOutcome {
  const own = makeContext(spec, ctx);
  if (!own || !testRule(spec.rule, own)) return 'break';
  const { verdict: said, handed } = takeTarget(spec.rule, own, (name) => ctx.table.chains.has(name));
  let verdict = said;
  for (const edit of handed) {
    const known = findEdit(edit, spec.rule);
    if (known) verdict = ctx.apply(known) ?? verdict;
    else if (edit.kind === 'helper') ctx.skb.helper = edit.helper;
  }
  return verdict.kind === CONTINUE.kind ? 'continue' : verdict;
}

/** A rule of iptables-nft: it is written in iptables' words, and stands in a table of nftables. */
export const xtables: NftStatementExtension<'xtables', XtablesSpec> = {
  name: 'xtables',
  reference: 'net/netfilter/nft_compat.c',
  simulated: 'full',
  starts: [],
  parse: () => undefined,
  print: ({ rule, family }) => printRule(rule, family),
  run,
};

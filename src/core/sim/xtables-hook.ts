import { TABLE_PRIORITY, TABLES, type Hook, type TableName, type Verdict } from '../linux/hooks';
import { setupNat } from '../linux/conntrack/nat';
import type { HandedEdit } from '../linux/xtables/extension';
import type { WalkEvent } from '../linux/xtables/events';
import type { RuleRef, XtRuleset, XtTable } from '../linux/xtables/types';
import { walkTable } from '../linux/xtables/walk';
import { rulesEntry, type HookEntry } from './hook-outcome';
import type { NatLookup } from './nat-hook';
import type { Passage } from './world';

function record(passage: Passage, event: WalkEvent): void {
  passage.leg.step(event, passage.skb);
  if ('assumed' in event && event.assumed) passage.world.recorder.assume(event.assumed);
}

function apply(passage: Passage, edit: HandedEdit, masquerade: boolean): undefined {
  const { skb, state } = passage;
  if (edit.kind === 'notrack') skb.ctState = 'UNTRACKED';
  else if (edit.kind === 'zone') {
    skb.zone = edit.zone;
    if (edit.direction) skb.zoneDirection = edit.direction;
  } else if (edit.kind === 'helper') skb.helper = edit.helper;
  else if (skb.ct) {
    if (masquerade && skb.outdev) skb.ct.masqueradeDevice = skb.outdev;
    setupNat(skb.ct, edit.manip, edit.range, state);
  }
}

const isMasquerade = (table: XtTable, { chain, index }: RuleRef): boolean =>
  table.chains.get(chain)?.rule(index).target?.target === 'MASQUERADE';

function walk(passage: Passage, table: XtTable, hook: Hook): Verdict {
  const { skb, netns, state, world } = passage;
  const { family } = skb.packet;
  return walkTable({
    table,
    chain: hook,
    ctx: { family, hook, skb, netns, state, decide: world.decide },
    apply: (edit, ref) => apply(passage, edit, isMasquerade(table, ref)),
    record: (event) => record(passage, event),
  });
}

/** The iptables tables at a hook, but nat: the kernel's nat core asks that one. */
export function xtablesEntries({ tables }: XtRuleset, hook: Hook): HookEntry[] {
  return TABLES.filter((name) => name !== 'nat').flatMap((name: TableName) => {
    const table = tables.get(name);
    if (!table?.chains.has(hook)) return [];
    const rule = name === 'mangle' ? 'headers-or-mark' : 'never';
    return [rulesEntry(TABLE_PRIORITY[name], rule, (passage) => walk(passage, table, hook))];
  });
}

/** How the nat core asks the iptables nat table at a hook; undefined if it has no chain there. */
export function xtablesNat({ tables }: XtRuleset, hook: Hook): NatLookup | undefined {
  const table = tables.get('nat');
  return table?.chains.has(hook) ? (passage) => walk(passage, table, hook) : undefined;
}

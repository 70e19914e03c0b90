import type { TableName } from '../../linux/hooks';
import { rulesetFromLines, type ChainLines } from '../../linux/xtables/ruleset-text';
import type { XtChain, XtRuleset, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { listChainRules } from '../diff/chain-diff';

const BALANCING = /^KUBE-(?:SVC|SVL|XLB)-/;
const JUMP = / ?-j (KUBE-SEP-\S+)$/;

/**
 * Rules with the names that others have for endpoints whose chains they do not show: what such a name was hashed of
 * nobody can tell, so that only its place among its neighbours says whether kube-proxy would write it. `seen`: what was
 * pasted.
 */
export function withUnseenOf(written: XtRuleset, seen: XtRuleset, family: IpFamily): XtRuleset {
  const [own, theirs] = [written.tables.get('nat'), seen.tables.get('nat')];
  const names = own && theirs ? unseenNames(own, theirs, family) : new Map<string, string>();
  if (!own || names.size === 0) return written;
  const renamed = (name: string): string => names.get(name) ?? name;
  const lines = new Map<string, ChainLines>();
  for (const [name, chain] of own.chains) {
    const rules = listChainRules(chain, family).map((text) => ({
      text: text.replaceAll(/KUBE-SEP-[A-Z2-7]{16}/g, renamed),
    }));
    lines.set(renamed(name), { ...(chain.policy === undefined ? {} : { policy: chain.policy }), rules });
  }
  const nat = rulesetFromLines(new Map<TableName, Map<string, ChainLines>>([['nat', lines]]), family).tables.get('nat');
  return nat ? { tables: new Map([...written.tables, ['nat', nat]]) } : written;
}

/** Own name of an endpoint's chain -> the pasted one that stands in its place and leads out of the text. */
function unseenNames(own: XtTable, seen: XtTable, family: IpFamily): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, chain] of seen.chains) {
    const written = BALANCING.test(name) ? own.chains.get(name) : undefined;
    if (!written) continue;
    const targets = jumps(chain, family);
    if (targets.every((target) => isShown(seen, target))) continue;
    const [mine, wanted] = [jumps(written, family), targets];
    if (mine.length !== wanted.length) continue;
    for (const [index, target] of wanted.entries()) {
      if (!isShown(seen, target)) names.set(mine[index] ?? '', target);
    }
  }
  return names;
}

function isShown({ chains }: XtTable, name: string): boolean {
  return (chains.get(name)?.length ?? 0) > 0;
}

function jumps(chain: XtChain, family: IpFamily): string[] {
  return listChainRules(chain, family).flatMap((text) => JUMP.exec(text)?.[1] ?? []);
}

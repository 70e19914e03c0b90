import { detectMode } from '../reconstruct/detect-mode';
import { observedOfPasted } from '../reconstruct/observe-pasted';
import type { PastedNode } from '../pasted-types';
import { CHECKS } from './findings';
import type { Finding, LintInput } from './finding';

const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** Everything odd about a node, the worst first. Only what its texts prove. */
export function lint(input: LintInput): Finding[] {
  const found = CHECKS.flatMap(({ find }) => find(input));
  return found.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

/** The same for pasted texts. */
export function lintPasted(pasted: PastedNode): Finding[] {
  const observed = observedOfPasted(pasted);
  const { xtables, ipsets } = observed;
  return lint({
    families: (['ipv4', 'ipv6'] as const).flatMap((family) => {
      const tables = xtables[family]?.tables;
      return tables ? [{ family, tables }] : [];
    }),
    mode: detectMode(observed),
    sysctls: pasted.facts.sysctls ?? {},
    headers: pasted.texts.flatMap(({ text }) => text.match(/^# (?:Generated|Completed|Warning).*$/gm) ?? []),
    ipsets: ipsets ? new Set(ipsets.keys()) : undefined,
  });
}

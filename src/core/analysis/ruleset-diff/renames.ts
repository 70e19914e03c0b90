/** A chain of one dump only, with its rules. */
export interface LoneChain {
  readonly name: string;
  readonly rules: readonly string[];
}

/** The part of a name that a hash makes: of kube-proxy's chains, portmap's, Calico's. */
const HASHED =
  /\b(KUBE-[A-Z]+-|CNI-[A-Z]+-|cali-[a-z]+-|(?:service|endpoint|external|local|firewall|affinity)-)[\w+/=.:]+/g;
const FAMILY_OF_NAME =
  /^(?:(KUBE-[A-Z]+-|CNI-[A-Z]+-|cali-[a-z]+-)[\w+=]+|((?:service|endpoint|external|local|firewall|affinity)-)[A-Z2-7]{8}-.+)$/;

/**
 * Chains that went and came with the same rules under another hash: a Service that was renamed, a
 * release that hashes otherwise. Only where exactly one fits on either side.
 */
export function renamedChains(gone: readonly LoneChain[], come: readonly LoneChain[]): Map<string, string> {
  const before = bySignature(gone);
  const after = bySignature(come);
  const renamed = new Map<string, string>();
  for (const [signature, [old, ...more]] of before) {
    const [fresh, ...others] = after.get(signature) ?? [];
    if (old !== undefined && fresh !== undefined && more.length + others.length === 0) renamed.set(fresh, old);
  }
  return renamed;
}

/** Empty chains all look alike: none of them is taken. */
function bySignature(chains: readonly LoneChain[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, rules } of chains) {
    const [, ofIptables, ofNftables] = FAMILY_OF_NAME.exec(name) ?? [];
    const kind = ofIptables ?? ofNftables;
    if (kind === undefined || rules.length === 0) continue;
    const signature = [kind, ...rules.map(withoutNames)].join('\n');
    const known = found.get(signature);
    if (known) known.push(name);
    else found.set(signature, [name]);
  }
  return found;
}

/** A rule without what a name or its hash decides. */
function withoutNames(rule: string): string {
  return rule.replaceAll(HASHED, '$1*').replaceAll(/--comment (?:"[^"]*"|\S+)|\bcomment "[^"]*"/g, 'comment *');
}

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
 * Chains that went and came with the same rules under another hash: a Service that was renamed, a release that hashes
 * otherwise. First those whose comments agree, too, then by rules alone; of several alike as many on either side are
 * paired in their order, for they differ by nothing but the hash.
 */
export function renamedChains(gone: readonly LoneChain[], come: readonly LoneChain[]): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const look of [withoutHashes, withoutNames]) {
    const old = new Set(renamed.values());
    const before = bySignature(
      gone.filter(({ name }) => !old.has(name)),
      look,
    );
    const after = bySignature(
      come.filter(({ name }) => !renamed.has(name)),
      look,
    );
    for (const [signature, names] of before) {
      const fresh = after.get(signature) ?? [];
      if (fresh.length === names.length) fresh.forEach((name, at) => renamed.set(name, names[at] ?? name));
    }
  }
  return renamed;
}

/** Empty chains all look alike: none of them is taken. */
function bySignature(chains: readonly LoneChain[], look: (rule: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, rules } of chains) {
    const [, ofIptables, ofNftables] = FAMILY_OF_NAME.exec(name) ?? [];
    const kind = ofIptables ?? ofNftables;
    if (kind === undefined || rules.length === 0) continue;
    const signature = [kind, ...rules.map(look)].join('\n');
    const known = found.get(signature);
    if (known) known.push(name);
    else found.set(signature, [name]);
  }
  return found;
}

/** A rule without what a hash decides. */
const withoutHashes = (rule: string): string => rule.replaceAll(HASHED, '$1*');

/** A rule without what a name or its hash decides. */
function withoutNames(rule: string): string {
  return withoutHashes(rule).replaceAll(/--comment (?:"[^"]*"|\S+)|\bcomment "[^"]*"/g, 'comment *');
}

import type { ProxyModeId } from '../../kubernetes/types';
import type { IpFamily } from '../../net/ip';
import { assemble } from './assemble';
import { compareXtables, recompile } from './compare';
import { detectMode } from './detect-mode';
import { inferencesOf } from './inferences';
import { notCarriedBy } from './not-carried';
import { readIptables } from './read-iptables';
import { guessRelease } from './release';
import type { Observed, ReadProxy, Reconstruction } from './types';
import { XtReader } from './xt-reader';

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/**
 * Turns the rules of one node into a cluster that can be edited: Services, EndpointSlices, Pods and
 * kube-proxy's configuration that make kube-proxy write these rules. Every field says where it is
 * told; what rules do not carry is listed; what recompiling does not give back is listed too.
 * Undefined if nothing in the text is kube-proxy's. Never throws.
 */
export function reconstruct(
  observed: Observed,
  wanted: { readonly mode?: ProxyModeId; readonly release?: string } = {},
): Reconstruction | undefined {
  const mode = wanted.mode ?? detectMode(observed);
  if (mode === undefined) return undefined;
  const proxies = read(mode, observed);
  if (proxies.length === 0) return undefined;
  const release = guessRelease(
    mode,
    proxies.flatMap(({ clues }) => clues),
    wanted.release,
  );
  const made = assemble(mode, proxies, release.release, observed.node);
  const draft = { mode, release, node: made.node, cluster: made.cluster, config: made.config };
  const families = proxies.map(({ family }) => family);
  const states = families.map((family) => recompile(draft, family));
  const differences = families.flatMap((family, index) => {
    const [rules, state] = [observed.xtables[family], states[index]];
    return rules && state ? compareXtables(draft, family, rules, state) : [];
  });
  return {
    ...draft,
    families,
    inferences: inferencesOf(mode, made, proxies),
    notCarried: notCarriedBy({ mode, made, proxies }),
    differences,
    compared: states.every((state) => state !== undefined),
  };
}

/** One reading a family that has kube-proxy's rules. */
function read(mode: ProxyModeId, { xtables }: Observed): ReadProxy[] {
  return FAMILIES.flatMap((family): ReadProxy[] => {
    const rules = xtables[family];
    if (mode !== 'iptables' || !rules) return [];
    const reader = new XtReader(family, rules);
    return reader.chains('nat').size === 0 ? [] : [readIptables(reader)];
  });
}

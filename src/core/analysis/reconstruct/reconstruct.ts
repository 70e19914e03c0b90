import { assertNever } from '../../lib/assert';
import type { KernelState } from '../../kubernetes/proxy/mode';
import type { ProxyModeId } from '../../kubernetes/types';
import type { NftTable } from '../../linux/nftables/types';
import type { XtRuleset } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { assemble } from './assemble';
import { compareXtables, compiledRelease, recompile, withoutComments, type Compiling } from './compare';
import { compareIpvs } from './compare-ipvs';
import { compareNftables } from './compare-nftables';
import { detectMode } from './detect-mode';
import { inferencesOf } from './inferences';
import { notCarriedBy } from './not-carried';
import { withOldReleases } from './old-releases';
import { readIpvs } from './read-ipvs';
import { readIptables } from './read-iptables';
import { readNftables } from './read-nftables';
import { readUserspace } from './read-userspace';
import { guessRelease } from './release';
import { withKubernetes, withNames } from './wanted-names';
import type { Difference, Observed, ReadProxy, Reconstruction, Wanted } from './types';
import { XtReader } from './xt-reader';

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/**
 * Turns the rules of one node into a cluster that can be edited: Services, EndpointSlices, Pods and
 * kube-proxy's configuration that make kube-proxy write these rules. Every field says where it is
 * told; what rules do not carry is listed; what recompiling does not give back is listed too. `wanted`
 * is what a person says otherwise than it would be inferred.
 * Undefined if nothing in the text is kube-proxy's. Never throws.
 */
export function reconstruct(observed: Observed, wanted: Wanted = {}): Reconstruction | undefined {
  const mode = wanted.mode ?? detectMode(observed);
  if (mode === undefined) return undefined;
  const proxies = withNames(withKubernetes(read(mode, observed)), wanted.services ?? {});
  if (proxies.length === 0) return undefined;
  const release = guessRelease(
    mode,
    proxies.flatMap(({ clues }) => clues),
    wanted.release,
  );
  const made = assemble(mode, proxies, release.release, {
    node: { ...observed.node, ...wanted.node },
    ...(observed.others ? { others: observed.others } : {}),
  });
  const draft = { mode, release, node: made.node, cluster: made.cluster, config: made.config };
  const compared = compiledRelease(draft);
  const families = proxies.map(({ family }) => family);
  const states = families.map((family) => recompile(draft, family));
  const differences = families.flatMap((family, index) => {
    const state = states[index];
    return state ? compare(draft, observed, family, state) : [];
  });
  return {
    ...draft,
    families,
    inferences: inferencesOf(mode, made, proxies, { known: observed.node, wanted }),
    notCarried: notCarriedBy({ mode, made, proxies }),
    differences: compared === undefined ? differences : withOldReleases(differences, release.release, compared),
    compared: compared === release.release,
    ...(compared === undefined ? {} : { comparedWith: compared }),
  };
}

function compare(draft: Compiling, observed: Observed, family: IpFamily, state: KernelState): Difference[] {
  const rules = observed.xtables[family];
  const table = kubeProxyTable(observed, family);
  return [
    ...(rules ? compareXtables(draft, family, rules, observed.uncommented ? withoutComments(state) : state) : []),
    ...(state.ipvs ? compareIpvs(family, observed, state.ipvs) : []),
    ...(table && draft.mode === 'nftables' ? compareNftables(family, table, state) : []),
  ];
}

function kubeProxyTable({ nftables }: Observed, family: IpFamily): NftTable | undefined {
  return nftables?.tables.get(family === 'ipv4' ? 'ip kube-proxy' : 'ip6 kube-proxy');
}

/** One reading a family that has kube-proxy's rules. */
function read(mode: ProxyModeId, observed: Observed): ReadProxy[] {
  return FAMILIES.flatMap((family): ReadProxy[] => {
    switch (mode) {
      case 'iptables': {
        const rules = observed.xtables[family];
        const reader = rules && new XtReader(family, rules, observed.recovered?.[family]);
        return reader && tellsOfServices(rules) ? [readIptables(reader)] : [];
      }
      case 'nftables': {
        const table = kubeProxyTable(observed, family);
        return table ? [readNftables(family, table)] : [];
      }
      case 'ipvs':
        return [readIpvs(family, observed)].filter((proxy) => proxy !== undefined);
      case 'userspace': {
        const rules = observed.xtables[family];
        const proxy = rules && readUserspace(new XtReader(family, rules));
        return proxy ? [proxy] : [];
      }
      default:
        return assertNever(mode);
    }
  });
}

/** Services are in nat; those without endpoints in filter, which may have been pasted alone. */
function tellsOfServices({ tables }: XtRuleset): boolean {
  const refusing = ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'];
  return tables.has('nat') || refusing.some((name) => tables.get('filter')?.chains.has(name));
}

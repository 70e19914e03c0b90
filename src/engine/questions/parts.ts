import { TABLES } from '../../core/linux/hooks';
import { cutRule } from '../../core/linux/xtables/rule-text';
import { findOrigin, kernelStateAt } from '../../core/document/kernel-parts';
import type { Origin, PartRef } from '../../core/kubernetes/proxy/mode';
import { partsOfServicePort, type WantedPort } from '../../core/kubernetes/proxy/parts';
import type { IpFamily } from '../../core/net/ip';
import type { Engine } from '../engine';
import type { PartRow } from '../protocol';

interface NetnsFamily {
  readonly netns: string;
  readonly family: IpFamily;
}

/** Which object and field made what stands there; undefined for what was pasted, and for what nobody here wrote. */
export function origin(
  { session }: Engine,
  { at, ...place }: NetnsFamily & { readonly at: PartRef },
): Origin | undefined {
  return findOrigin(session.derived, place, at);
}

/** Everything a Service port made there. */
export function parts(
  { session }: Engine,
  { wanted, ...place }: NetnsFamily & { readonly wanted: WantedPort },
): readonly PartRow[] {
  const state = kernelStateAt(session.derived, place);
  return (state ? partsOfServicePort(state, wanted) : []).map((part) => {
    const isRule =
      part.at.kind === 'rule' && TABLES.some((table) => part.at.kind === 'rule' && table === part.at.table);
    return isRule ? { ...part, parts: cutRule(part.text, place.family) } : part;
  });
}

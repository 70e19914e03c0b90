import { useEffect, useMemo } from 'react';
import { focusedNode, netnsById, rulesOf, shownSteps, type FlatStep } from '../../store/selectors';
import { useActions, useBench } from '../../store/hooks';
import type { IpFamily } from '../../core/net/ip';
import type { NetnsView } from '../../engine/protocol';
import { addressNames, type AddressNames } from './names.model';
import { hopInFocus } from './rules.model';
import { indexChains, type ChainIndex } from './rules-view.model';

/** The whole step under the playhead; components that use it are drawn once a step, not once a frame. */
export function useStepIndex(): number {
  return useBench((state) => Math.max(0, Math.min(Math.floor(state.view.playhead), shownSteps(state).length - 1)));
}

/** Who has which address. */
export function useAddressNames(): AddressNames {
  const bench = useBench((state) => state.run.bench);
  return useMemo(() => addressNames(bench), [bench]);
}

/** The rules of a namespace, fetched when they are not there; undefined while they come, or when it has none. */
export function useRules(netns: string | undefined, family: IpFamily): ChainIndex | undefined {
  const { loadRules } = useActions();
  const bench = useBench((state) => state.run.bench);
  const view = useBench((state) => (netns === undefined ? undefined : rulesOf(state, netns, family)));
  useEffect(() => {
    const has = bench?.rules.some((rules) => rules.netns === netns && rules.family === family);
    if (netns !== undefined && has) void loadRules(netns, family);
  }, [netns, family, bench, loadRules]);
  return useMemo(() => view && indexChains(view), [view]);
}

/** What the datapath shows: the node in focus, its hop nearest to the playhead, its rules. */
export function useHop(): {
  readonly node: NetnsView | undefined;
  readonly steps: readonly FlatStep[];
  readonly family: IpFamily;
  readonly index: ChainIndex | undefined;
} {
  const playhead = useStepIndex();
  const all = useBench(shownSteps);
  const node = useBench((state) => netnsById(state, focusedNode(state)));
  const first = hopInFocus(all, playhead, node?.id)[0];
  // The hop stays the same array while the playhead moves inside it.
  const steps = useMemo(
    () => (first ? all.filter(({ leg, hop }) => leg === first.leg && hop === first.hop) : []),
    [all, first],
  );
  const family = first?.data.packet.family ?? all[0]?.data.packet.family ?? 'ipv4';
  return { node, steps, family, index: useRules(node?.id, family) };
}

import { createContext, use, useLayoutEffect, useEffect, useState, useMemo } from 'react';
import type { RuleRef } from '../../core/linux/hooks';
import { type IpFamily, formatIp } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import { type FlatStep, focusedNode, netnsById, fetchedRules, shownSteps, rulesKey } from '../../store/selectors';
import { lineOfRule, sameRule } from '../../engine/chain-index';
import { type ChainIndex, indexChains } from './rule/rules-view.model';
import { useMemory } from '../common/memory';
import type { Origin } from '../../core/kubernetes/proxy/mode';
import type { PartPlace } from '../../store/selection';
import type { RuleExplanation, NetnsView, Row, ListedRule, Bench, RulesView } from '../../engine/protocol';
import { hopInFocus } from './rules.model';
import { Memo, once } from '../../core/lib/memo';
import { plainName } from '../../core/story/service-at';
import type { LastChanges } from '../../store/changes';
import type { Changes } from '../../engine/questions/changes';

/** What people call an address: `web-6c5f`, `node1`, `client`; by its text. */
type AddressNames = ReadonlyMap<string, string>;

/** Names of the addresses in the shown network. Bridges and loopback are everywhere and name nobody. */
function addressNames(bench: Bench | undefined, memo = new Memo()): AddressNames {
  return namesIn(bench?.netns ?? NONE, memo);
}

const NONE: Bench['netns'] = [];

const namesIn = once((all: Bench['netns']): AddressNames => {
  const names = new Map<string, string>();
  for (const netns of all) {
    for (const device of netns.devices) {
      if (device.kind === 'loopback' || device.kind === 'bridge' || device.kind === 'dummy') continue;
      for (const { address } of device.addresses) names.set(formatIp(address), plainName(netns.title));
    }
  }
  return names;
});

/** The whole step under the playhead; components that use it are drawn once a step, not once a frame. */
export function useStepIndex(): number {
  return useBench((state) => Math.max(0, Math.min(Math.floor(state.view.playhead), shownSteps(state).length - 1)));
}

/** Names of the addresses in the shown network. */
export function useAddressNames(): AddressNames {
  const bench = useBench((state) => state.run.bench);
  return addressNames(bench, useMemory());
}

/** The rules of a namespace, fetched when they are not there; undefined while they come, or when it has none. */
export function useRules(netns: string | undefined, family: IpFamily): ChainIndex | undefined {
  const { loadRules } = useActions();
  const bench = useBench((state) => state.run.bench);
  const view = useBench((state) => (netns === undefined ? undefined : fetchedRules(state, netns, family)));
  useEffect(() => {
    const has = bench?.rules.some((rules) => rules.netns === netns && rules.family === family);
    if (netns !== undefined && has) void loadRules(netns, family);
  }, [netns, family, bench, loadRules]);
  const memory = useMemory();
  return view && indexChains(view, memory);
}

/** The node in focus, its hop nearest to the playhead, and its rules: all that the datapath draws. */
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

/** A row that is scrolled past within this time asks nothing. Milliseconds. */
const PATIENCE = 80;

/** Asks the engine why a rule did or did not match at a step; undefined until it has answered. */
export function useExplanation(at: RuleRef, step: FlatStep | undefined): RuleExplanation | undefined {
  const { explainRule } = useActions();
  const trace = useBench((state) => state.run.result?.trace);
  const [answer, setAnswer] = useState<{ key: string; value: RuleExplanation | undefined }>();
  const { table, chain, index } = at;
  const address = step?.address;
  const key = `${table} ${chain} ${index} ${step?.index}`;
  useEffect(() => {
    if (!address || !trace) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void explainRule(address, { table, chain, index }).then((value) => wanted && setAnswer({ key, value }));
    }, PATIENCE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [address, trace, table, chain, index, key, explainRule]);
  return answer?.key === key ? answer.value : undefined;
}

/** Asks where something kube-proxy left comes from: `pending` until the engine has answered, undefined when nobody generated it. */
export function useOrigin(place: PartPlace | undefined): Origin | undefined | 'pending' {
  const { origin } = useActions();
  const bench = useBench((state) => state.run.bench);
  const [answer, setAnswer] = useState<{ place: PartPlace; bench: unknown; value: Origin | undefined }>();
  useEffect(() => {
    if (!place) return undefined;
    let wanted = true;
    void origin(place).then((value) => wanted && setAnswer({ place, bench, value }));
    return () => {
      wanted = false;
    };
  }, [place, bench, origin]);
  return answer?.place === place && answer?.bench === bench ? answer?.value : 'pending';
}

/** Set once the rules of a new picture have been painted; the bench measures edits by it. */
const RULES_SHOWN = 'rulewalk:rules-shown';

/** Marks the moment after which `shown` can be seen: the end of the frame that paints it. */
export function useShownMark(shown: unknown): void {
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const painted = new MessageChannel();
    painted.port1.addEventListener('message', () => {
      painted.port1.close();
      performance.clearMarks(RULES_SHOWN);
      performance.mark(RULES_SHOWN);
    });
    painted.port1.start();
    // A frame is painted right after its callbacks: a message sent in one arrives when that is done.
    const frame = requestAnimationFrame(() => painted.port2.postMessage(undefined));
    return () => cancelAnimationFrame(frame);
  }, [shown]);
}

/** What every row of the datapath needs: whose rules these are. */
export interface DatapathScope {
  readonly node: string;
  readonly family: IpFamily;
  readonly index: ChainIndex | undefined;
  readonly names: AddressNames;
  /** The whole step under the playhead. */
  readonly now: number;
  /** The step whose row is in the tab order: that one, or the first of the hop when the packet is elsewhere. */
  readonly tabStop: number;
  /** Lines of the dump that the last edit added. */
  readonly changed: ReadonlySet<number>;
  /** True of a row that came just now. */
  readonly fresh: boolean;
}

export const DatapathContext = createContext<DatapathScope>({
  node: '',
  family: 'ipv4',
  index: undefined,
  names: new Map(),
  now: 0,
  tabStop: 0,
  changed: new Set(),
  fresh: false,
});

/** The scope of the datapath a component stands in. */
export function useScope(): DatapathScope {
  return use(DatapathContext);
}

/** So many lines around one that is wanted are fetched with it. */
const AROUND = 20;

/** A line of a listing, fetched when it is not there. */
export function useRow(index: ChainIndex | undefined, line: number | undefined): Row | undefined {
  const { loadRows } = useActions();
  const view = index?.view;
  const row = line === undefined ? undefined : view?.rows[line];
  const isMissing = view !== undefined && line !== undefined && row === undefined && line < view.lines;
  useEffect(() => {
    if (isMissing) loadRows(view, [line - AROUND, line + AROUND]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other rows of the listing are no reason to ask again
  }, [isMissing, line, view?.edition, loadRows]);
  return row;
}

/** A rule of this node; undefined until its row is there. */
export function useRuleRow(ref: RuleRef): ListedRule | undefined {
  const { index } = useScope();
  return useRow(index, index && lineOfRule(index, ref))?.rule;
}

/** Was this rule added by the last edit, and just now? */
export function useRuleChange(ref: RuleRef): 'fresh' | 'changed' | undefined {
  const { index, changed, fresh } = useScope();
  const line = changed.size > 0 && index ? lineOfRule(index, ref) : undefined;
  if (line === undefined || !changed.has(line)) return undefined;
  return fresh ? 'fresh' : 'changed';
}

/** Is this rule the selected one? */
export function useIsSelected(ref: RuleRef): boolean {
  const { node, family } = useScope();
  return useBench(({ view: { ruleSelection } }) =>
    Boolean(
      ruleSelection &&
      ruleSelection.netns === node &&
      ruleSelection.family === family &&
      sameRule(ruleSelection.ref, ref),
    ),
  );
}

/** Picks a rule of this node; a step moves the playhead with it. Picking the selected rule again lets it go. */
export function usePick(): (ref: RuleRef, step: FlatStep | undefined, selected: boolean) => void {
  const { node, family } = useScope();
  const { selectRule, setPlayhead, pause } = useActions();
  return (ref, step, selected) => {
    selectRule(selected ? undefined : { netns: node, family, ref });
    if (!step) return;
    pause();
    setPlayhead(step.index);
  };
}

/** Moves the playhead to a step and stops there. */
export function useGoTo(): (step: FlatStep) => void {
  const { setPlayhead, pause } = useActions();
  return (step) => {
    pause();
    setPlayhead(step.index);
  };
}

/** What a button needs to be a step's row: where the arrow keys find it, whether Tab stops there, whether it is the step shown. */
interface StepRowProps {
  readonly 'data-row': true;
  readonly 'data-step': number | undefined;
  readonly tabIndex: 0 | -1;
  readonly 'aria-current': 'step' | undefined;
}

/** How a step's row stands to the playhead, and what its button needs; undefined: the row is not a step's. */
export function useStepRow(step: Pick<FlatStep, 'index'> | undefined): {
  readonly row: StepRowProps;
  /** True of the row of the step that is shown. */
  readonly current: boolean;
  /** The packet has come to it. */
  readonly reached: boolean;
} {
  const { now, tabStop } = useScope();
  const current = step !== undefined && step.index === now;
  return {
    row: {
      'data-row': true,
      'data-step': step?.index,
      tabIndex: step?.index === tabStop ? 0 : -1,
      'aria-current': current ? 'step' : undefined,
    },
    current,
    reached: step !== undefined && step.index <= now,
  };
}

/** Lines of a listing that the last edit changed; undefined: none, or it is not known yet. */
export function useChanges(view: RulesView | undefined): LastChanges | undefined {
  const { noteListing } = useActions();
  useEffect(() => {
    if (view) noteListing(view);
  }, [view, noteListing]);
  const listing = useBench(({ run }) => view && run.listings[rulesKey(view.netns, view.family)]);
  return listing?.edition === view?.edition ? listing?.changes : undefined;
}

/** The changed lines, to be asked one by one. */
export function useChangedLines(changes: Changes | undefined): ReadonlySet<number> {
  return useMemo(() => new Set(changes?.lines), [changes]);
}

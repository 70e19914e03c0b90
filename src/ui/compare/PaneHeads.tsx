import type { PaneSpec } from '../../engine/protocol';
import { FEWEST_PANES } from './compare.model';
import { PaneHead } from './PaneHead';
import type { Compared } from './use-comparison';

/** The heads of the columns that are shown, also while another answer is on its way. */
export function PaneHeads({ compared, count }: { readonly compared: Compared; readonly count: number }) {
  const { panes, setPanes } = compared;
  const change = (at: number, spec: PaneSpec): void => setPanes(panes.with(at, spec));
  return panes.slice(0, count).map((spec, at) => (
    <PaneHead
      // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
      key={at}
      number={String(at + 1)}
      spec={spec}
      compared={compared}
      onChange={(next) => change(at, next)}
      onRemove={panes.length > FEWEST_PANES ? () => setPanes(panes.toSpliced(at, 1)) : undefined}
    />
  ));
}

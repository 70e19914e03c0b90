import { useEffect, useMemo } from 'react';
import { useActions, useBench } from '../../../store/hooks';
import type { LastChanges } from '../../../store/changes';
import { rulesKey } from '../../../store/selectors';
import type { RulesView } from '../../../engine/protocol';
import type { Changes } from '../../../engine/questions/changes';

/** What the last edit changed in this listing; undefined: nothing, or it is not known yet. */
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

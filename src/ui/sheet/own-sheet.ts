import { use, useEffect, useMemo, useState } from 'react';
import type { ShelfSheet } from '../../content/sheets/shelf';
import { useActions, useBench } from '../../store/hooks';
import { retriedLoad } from '../common/late';
import { OWN_SHEET } from '../../store/scenes';
import type { OwnSheet } from '../../store/scene-state';

/** A Sheet of somebody's own as it may leave. */
export interface HeldSheet {
  readonly shelf: ShelfSheet;
  /** With names hidden, where they are to be. */
  readonly of: OwnSheet;
  readonly hides: boolean;
}

/** Loads the reader of documents in a Sheet of somebody's own: one of the shelf is read without. */
export const readsOwn = retriedLoad(async () => await import('../../store/own-sheets'));

/** The Sheet of somebody's own of a name, with the switch on its hidden twin; suspends until it can be read. `working`: the twin is being made; undefined: there is none. */
export function useOwnSheet(id: string): HeldSheet | 'working' | undefined {
  // There was one, once, of that name.
  const own = useBench(({ view }) => (id === OWN_SHEET ? view.sheets[0] : view.sheets.find((each) => each.id === id)));
  const store = own && use(readsOwn());
  const on = useBench(({ redaction }) => redaction.on);
  const { redactedScene, redactedText } = useActions();
  const [hidden, setHidden] = useState<{ readonly of: OwnSheet; readonly twin: OwnSheet }>();
  useEffect(() => {
    if (!store || !own || !on) return undefined;
    let here = true;
    store.hideSheet(own, { redactedScene, redactedText }).then(
      (twin) => here && setHidden({ of: own, twin }),
      // What cannot be hidden is not shown.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [on, store, own, redactedScene, redactedText]);
  const shown = !on ? own : hidden?.of === own ? hidden?.twin : undefined;
  return useMemo(() => {
    if (!store) return undefined;
    if (shown === undefined) return 'working';
    const benches = store.openBenches(shown);
    return { shelf: { id: shown.id, text: shown.text, benches: () => benches }, of: shown, hides: on };
  }, [store, shown, on]);
}

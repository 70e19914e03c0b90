import { useEffect, useMemo, useState } from 'react';
import type { ShelfSheet } from '../../content/sheets/shelf';
import { useActions, useBench } from '../../store/hooks';
import { hideSheet, openBenches } from '../../store/own-sheets';
import { OWN_SHEET } from '../../store/scenes';
import type { OwnSheet } from '../../store/scene-state';

/** A Sheet of somebody's own as it may leave. */
export interface HeldSheet {
  readonly shelf: ShelfSheet;
  /** With names hidden, where they are to be. */
  readonly of: OwnSheet;
  readonly hides: boolean;
}

/** A Sheet of somebody's own as one of the shelf. */
export function shelfOfOwn(sheet: OwnSheet): ShelfSheet {
  const benches = openBenches(sheet);
  return { id: sheet.id, text: sheet.text, benches: () => benches };
}

/** The Sheet of somebody's own of a name, with the switch on its hidden twin. `working`: that is being made; undefined: there is none. */
export function useOwnSheet(id: string): HeldSheet | 'working' | undefined {
  // There was one, once, of that name.
  const own = useBench(({ view }) => (id === OWN_SHEET ? view.sheets[0] : view.sheets.find((each) => each.id === id)));
  const on = useBench(({ redaction }) => redaction.on);
  const { redactedScene, redactedText } = useActions();
  const [hidden, setHidden] = useState<{ readonly of: OwnSheet; readonly twin: OwnSheet }>();
  useEffect(() => {
    if (!own || !on) return undefined;
    let here = true;
    hideSheet(own, { redactedScene, redactedText }).then(
      (twin) => here && setHidden({ of: own, twin }),
      // What cannot be hidden is not shown.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [on, own, redactedScene, redactedText]);
  const shown = !on ? own : hidden?.of === own ? hidden?.twin : undefined;
  return useMemo(() => {
    if (!own) return undefined;
    return shown === undefined ? 'working' : { shelf: shelfOfOwn(shown), of: shown, hides: on };
  }, [own, shown, on]);
}

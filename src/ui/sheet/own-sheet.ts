import { useEffect, useMemo, useState } from 'react';
import { sheetOfLesson, type SheetScene } from '../../content/sheets/lessons';
import type { LocaleTexts } from '../../content/languages';
import { textIn } from '../../content/titles';
import type { ShelfSheet } from '../../content/sheets/shelf';
import { decodeDocument } from '../../core/document/codec';
import { useActions, useBench } from '../../store/hooks';
import { hideLesson } from '../../store/own-lesson';
import { OWN_LESSON, OWN_SHEET } from '../../store/scenes';
import type { OwnLesson, OwnScene } from '../../store/scene-state';

/** What an author wrote stands in every language as it is. */
const same = (text: string): LocaleTexts => textIn(() => text);

function readScene({
  id,
  title,
  notes,
  question,
  moment = 1,
  flowId,
  document: text,
}: OwnScene): readonly SheetScene[] {
  const read = decodeDocument(text);
  if (!read.ok) return [];
  const flow = flowId === undefined ? {} : { flow: flowId };
  return [{ id, title: same(title), notes: same(notes), question, moment, ...flow, document: () => read.value }];
}

/** The Sheet that an author's own lesson is; undefined: it has no scene that can be read. */
export function sheetOfOwn({ title, goal, scenes }: OwnLesson): ShelfSheet | undefined {
  const read = scenes.flatMap(readScene);
  if (read.length === 0) return undefined;
  return sheetOfLesson({
    id: OWN_SHEET,
    lesson: OWN_LESSON,
    title: same(title || '…'),
    goal: same(goal),
    scenes: read,
  });
}

/** Somebody's own lesson as a Sheet, and the lesson it is, as it may leave. */
export interface OwnSheet {
  readonly shelf: ShelfSheet;
  readonly lesson: OwnLesson;
  /** Names are hidden in it. */
  readonly hides: boolean;
}

/** The own lesson as a Sheet, with the switch on of its hidden twin. `working`: that is being made; undefined: there is none. */
export function useOwnSheet(wanted: boolean): OwnSheet | 'working' | undefined {
  const own = useBench(({ view }) => view.own);
  const on = useBench(({ redaction }) => redaction.on);
  const { redactedScene, redactedText } = useActions();
  const [hidden, setHidden] = useState<{ readonly of: OwnLesson; readonly lesson: OwnLesson }>();
  useEffect(() => {
    if (!wanted || !on) return undefined;
    let here = true;
    hideLesson(own, { redactedScene, redactedText }).then(
      (lesson) => here && setHidden({ of: own, lesson }),
      // What cannot be hidden is not shown.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [wanted, on, own, redactedScene, redactedText]);
  const shown = !on ? own : hidden?.of === own ? hidden.lesson : undefined;
  return useMemo(() => {
    if (!wanted) return undefined;
    if (shown === undefined) return 'working';
    const shelf = sheetOfOwn(shown);
    return shelf && { shelf, lesson: shown, hides: on };
  }, [wanted, shown, on]);
}

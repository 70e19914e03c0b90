import { useState, type DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import { isText, listParts, movePart, pickText, putText, type SheetDraft } from '../../../core/sheet/draft';
import type { Diagnostic } from '../../../core/formats/format';
import type { OwnSheet } from '../../../store/scene-state';
import { useBench } from '../../../store/hooks';
import { Button } from '../../common/controls';
import type { ShownSheet } from '../sheet.model';
import { useSheetPhrase } from '../use-sheet-phrase';
import { addScene, placeFaults, redo, undo, type PickedScene } from './draft.model';
import { EditPart } from './EditPart';
import { Shelf } from './Shelf';
import { useDraft } from './use-draft';
import { WrittenText } from './WrittenText';
import styles from './edit.module.css';

interface Props {
  readonly sheet: OwnSheet;
  /** As it was last told; undefined: it was not yet. */
  readonly shown: ShownSheet | undefined;
  readonly faults: readonly Diagnostic[] | undefined;
  readonly unit: number;
}

/** What is dragged: a part of the Sheet, or a scene of the shelf. */
type Dragged = { readonly part: number } | { readonly scene: PickedScene };

/** A Sheet as its author has it: what is written stands where it is read, scenes come from the shelf. */
export function Editor({ sheet, shown, faults, unit }: Props) {
  const t = useTranslations('author');
  const say = useSheetPhrase();
  const locale = useBench(({ view }) => view.locale);
  const edited = useDraft(sheet);
  const [at, setAt] = useState<number>();
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<Dragged>();
  const [drop, setDrop] = useState<number>();
  if (!edited) return <p role="alert">{t('unreadable')}</p>;
  const { now, change, step, full } = edited;
  const parts = listParts(now.draft);
  const placed = placeFaults(now.draft, faults ?? []);
  const add = (scene: PickedScene, after = at ?? parts.length - 1): void => {
    change((before) => addScene(before, after, { scene, locale }));
    setAt(after + 1);
    setSaid(t('kept', { title: scene.title[locale] }));
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= parts.length || to === from) return;
    change((before) => ({ ...before, draft: movePart(before.draft, from, to) }));
    setAt(to);
    setSaid(t('moved', { place: to + 1, count: parts.length }));
    focusHandle(to);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    if (dragged && 'scene' in dragged) add(dragged.scene, (drop ?? parts.length) - 1);
    else if (dragged && drop !== undefined) move(dragged.part, drop > dragged.part ? drop - 1 : drop);
    setDragged(undefined);
    setDrop(undefined);
  };
  const title = pickText(now.draft.title, locale);
  return (
    <div className={styles.editor} data-editor="">
      <main
        id="pane-stage"
        tabIndex={-1}
        className={styles.sheet}
        onDrop={onDrop}
        onDragOver={(event) => event.preventDefault()}
      >
        <div className={styles.tools}>
          <Button disabled={edited.past.length === 0} onClick={() => step(undo)}>
            {t('undo')}
          </Button>
          <Button disabled={edited.undone.length === 0} onClick={() => step(redo)}>
            {t('redo')}
          </Button>
          <span className={styles.mute}>{t('minutesAll', { count: sumMinutes(now.draft) })}</span>
          <span role="status" className={styles.mute}>
            {full ? t('full') : said}
          </span>
        </div>
        <h1>
          <WrittenText
            label={t('name')}
            value={title.text}
            onWrite={(text) =>
              change(
                (before) => ({
                  ...before,
                  draft: { ...before.draft, title: putText(before.draft.title, title.tag, text) },
                }),
                'title',
              )
            }
          />
        </h1>
        <FaultList faults={placed.get(-1)} say={say} />
        <ol className={styles.parts}>
          {parts.map((part, number) => (
            <li
              key={number}
              data-part={number}
              data-at={at === number || undefined}
              data-drop={
                drop === number ? 'before' : drop === parts.length && number === parts.length - 1 ? 'after' : undefined
              }
              onFocus={() => setAt(number)}
              onDragOver={(event) => {
                const { top, height } = event.currentTarget.getBoundingClientRect();
                if (dragged) setDrop(event.clientY < top + height / 2 ? number : number + 1);
              }}
            >
              <EditPart
                part={part}
                number={number}
                count={parts.length}
                edited={now}
                change={change}
                shown={shown}
                unit={unit}
                onMove={move}
                onDrag={(on) => {
                  setDragged(on ? { part: number } : undefined);
                  if (!on) setDrop(undefined);
                }}
              />
              <FaultList faults={placed.get(number)} say={say} />
            </li>
          ))}
        </ol>
      </main>
      <Shelf
        onAdd={add}
        onText={(kind) => {
          const after = at ?? parts.length - 1;
          change((before) => ({ ...before, draft: withBlock(before.draft, after, kind) }));
          setAt(after + 1);
          focusText(after + 1);
        }}
        onDrag={(scene) => {
          setDragged(scene && { scene });
          if (!scene) setDrop(undefined);
        }}
        onSaid={setSaid}
      />
    </div>
  );
}

function FaultList({
  faults = [],
  say,
}: {
  readonly faults: readonly Diagnostic[] | undefined;
  readonly say: ReturnType<typeof useSheetPhrase>;
}) {
  return faults.map(({ message, path }) => (
    <p key={path} role="alert" className={styles.fault}>
      {say(message)}
    </p>
  ));
}

const sumMinutes = ({ blocks }: SheetDraft): number =>
  blocks.reduce((all, { minutes }) => all + (typeof minutes === 'number' ? minutes : 0), 0);

/** A Sheet with an empty text behind a part. A heading before a figure is that figure's, so it comes with a text. */
function withBlock(draft: SheetDraft, after: number, kind: 'h' | 'p'): SheetDraft {
  const at = (listParts(draft)[after]?.to ?? -1) + 1;
  const next = draft.blocks[at];
  const own = [{ [kind]: { en: '…' } }];
  const added = kind === 'h' && next && !isText(next) ? [...own, { p: { en: '…' } }] : own;
  return { ...draft, blocks: draft.blocks.toSpliced(at, 0, ...added) };
}

/** What was moved keeps the focus, where it stands then. */
function focusHandle(part: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-part="${part}"] [data-handle]`)?.focus());
}

function focusText(part: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-part="${part}"] textarea`)?.focus());
}

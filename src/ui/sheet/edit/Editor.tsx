import { Suspense, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import {
  isText,
  listParts,
  movePart,
  pickText,
  putText,
  readFields,
  type DraftPart,
  type SheetDraft,
} from '../../../core/sheet/draft';
import type { Diagnostic } from '../../../core/formats/format';
import type { OwnSheet } from '../../../store/scene-state';
import { useBench } from '../../../store/hooks';
import { Button } from '../../common/controls';
import { lazyPart } from '../../common/late';
import type { ShownSheet } from '../sheet.model';
import { useSheetPhrase } from '../use-sheet-phrase';
import { addScene, isBuiltAlike, placeFaults, redo, undo, type PickedScene } from './draft.model';
import { EditPart } from './EditPart';
import { Shelf } from './Shelf';
import { useDraft } from './use-draft';
import { useFacts, type FoundFalse } from './use-facts';
import { WrittenText } from './WrittenText';
import styles from './edit.module.css';

const TextView = lazyPart(async () => (await import('./TextView')).TextView);

interface Props {
  readonly sheet: OwnSheet;
  /** As it was last told; undefined: it was not yet. */
  readonly shown: ShownSheet | undefined;
  readonly faults: readonly Diagnostic[] | undefined;
  readonly unit: number;
  /** The Sheet as it is read, for whoever edits its text. */
  readonly preview: ReactNode;
}

/** What is dragged: a part of the Sheet, or a scene of the shelf. */
type Dragged = { readonly part: number } | { readonly scene: PickedScene };

/** A Sheet as its author has it: what is written stands where it is read, scenes come from the shelf. */
export function Editor({ sheet, ...told }: Props) {
  const t = useTranslations('author');
  const edited = useDraft(sheet);
  return edited ? <Editing edited={edited} {...told} /> : <p role="alert">{t('unreadable')}</p>;
}

type Draft = NonNullable<ReturnType<typeof useDraft>>;
type EditingProps = Omit<Props, 'sheet'> & { readonly edited: Draft };

/** What can be done with the parts: put in, moved by key or by hand; and what was said of it. */
function useArranging({ now, change }: Draft) {
  const t = useTranslations('author');
  const locale = useBench(({ view }) => view.locale);
  const [at, setAt] = useState<number>();
  const [said, setSaid] = useState('');
  const [dragged, drag] = useState<Dragged>();
  const [drop, setDrop] = useState<number>();
  const parts = listParts(now.draft);
  const here = at ?? parts.length - 1;
  const add = (scene: PickedScene, after = here): void => {
    change((before) => addScene(before, after, { scene, locale }));
    setAt(after + 1);
    setSaid(t('kept', { title: scene.title[locale] }));
  };
  const addText = (kind: 'h' | 'p'): void => {
    change((before) => ({ ...before, draft: withBlock(before.draft, here, kind) }));
    setAt(here + 1);
    focusText(here + 1);
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= parts.length || to === from) return;
    change((before) => ({ ...before, draft: movePart(before.draft, from, to) }));
    setAt(to);
    setSaid(t('moved', { place: to + 1, count: parts.length }));
    focusHandle(to);
  };
  const setDragged = (next: Dragged | undefined): void => {
    drag(next);
    if (!next) setDrop(undefined);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    if (dragged && 'scene' in dragged) add(dragged.scene, (drop ?? parts.length) - 1);
    else if (dragged && drop !== undefined) move(dragged.part, drop > dragged.part ? drop - 1 : drop);
    setDragged(undefined);
  };
  return { parts, at, setAt, said, setSaid, add, addText, move, dragged, setDragged, drop, setDrop, onDrop };
}

function Editing({ edited, shown, faults, unit, preview }: EditingProps) {
  const arranging = useArranging(edited);
  const { said, setSaid, add, addText, setDragged, onDrop } = arranging;
  const [asText, setAsText] = useState(false);
  const facts = useFacts(faults ? undefined : shown);
  const held = facts && !faults && isBuiltAlike(edited.now.draft, facts.text) ? facts : undefined;
  const placed = placeFaults(edited.now.draft, faults ?? held?.faults ?? NO_FAULTS);
  return (
    <div className={styles.editor} data-editor="">
      <main
        id="pane-stage"
        tabIndex={-1}
        className={styles.sheet}
        onDrop={onDrop}
        onDragOver={(event) => event.preventDefault()}
      >
        <Head edited={edited} said={said} asText={asText} onText={setAsText} />
        {held && <Walked {...held} />}
        {asText ? (
          <Suspense fallback={null}>
            <TextView edited={edited.now} change={edited.change}>
              {preview}
            </TextView>
          </Suspense>
        ) : (
          <>
            <FaultList faults={placed.get(-1)} />
            <Parts edited={edited} arranging={arranging} placed={placed} shown={shown} unit={unit} />
          </>
        )}
      </main>
      {!asText && (
        <Shelf onAdd={add} onText={addText} onDrag={(scene) => setDragged(scene && { scene })} onSaid={setSaid} />
      )}
    </div>
  );
}

const NO_FAULTS: readonly Diagnostic[] = [];

/** Over how many positions the Sheet was held to the engine, and what that says of it. */
function Walked({ faults, positions, is }: FoundFalse) {
  const t = useTranslations('author');
  return (
    <p className={styles.mute} data-walked={is}>
      {is === 'walking' ? t('walking') : t('walked', { count: positions, is, faults: faults.length })}
    </p>
  );
}

interface HeadProps {
  readonly edited: Draft;
  readonly said: string;
  readonly asText: boolean;
  readonly onText: (on: boolean) => void;
}

/** Above the parts: undo and redo, its text, all minutes, and the title. */
function Head({ edited, said, asText, onText }: HeadProps) {
  const t = useTranslations('author');
  const locale = useBench(({ view }) => view.locale);
  const { past, undone, now, change, step, full } = edited;
  const { tag, text: title } = pickText(now.draft.title, locale);
  const write = (text: string): void =>
    change(
      (before) => ({ ...before, draft: { ...before.draft, title: putText(before.draft.title, tag, text) } }),
      'title',
    );
  return (
    <>
      <div className={styles.tools}>
        <Button disabled={past.length === 0} onClick={() => step(undo)}>
          {t('undo')}
        </Button>
        <Button disabled={undone.length === 0} onClick={() => step(redo)}>
          {t('redo')}
        </Button>
        <Button onClick={() => onText(!asText)}>{t(asText ? 'asParts' : 'asText')}</Button>
        <span className={styles.mute}>{t('minutesAll', { count: sumMinutes(now.draft) })}</span>
        <span role="status" className={styles.mute}>
          {full ? t('full') : said}
        </span>
      </div>
      <h1>
        <WrittenText label={t('name')} value={title} onWrite={write} />
      </h1>
    </>
  );
}

interface PartsProps extends Pick<Props, 'shown' | 'unit'> {
  readonly edited: Draft;
  readonly arranging: ReturnType<typeof useArranging>;
  readonly placed: ReturnType<typeof placeFaults>;
}

function Parts({ edited: { now, change }, arranging, placed, shown, unit }: PartsProps) {
  const { parts, at, setAt, move, dragged, setDragged, drop, setDrop } = arranging;
  const names = nameParts(now.draft, parts);
  const isLast = (number: number): boolean => drop === parts.length && number === parts.length - 1;
  return (
    <ol className={styles.parts}>
      {parts.map((part, number) => (
        <li
          key={names[number]}
          data-part={number}
          data-at={at === number || undefined}
          data-drop={drop === number ? 'before' : isLast(number) ? 'after' : undefined}
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
            onDrag={(on) => setDragged(on ? { part: number } : undefined)}
          />
          <FaultList faults={placed.get(number)} />
        </li>
      ))}
    </ol>
  );
}

/** A name for each part that stays its own while others come and go: its figure's, or its number among the texts. */
function nameParts({ blocks }: SheetDraft, parts: readonly DraftPart[]): readonly string[] {
  let texts = 0;
  return parts.map(({ to }) => {
    const id = readFields(blocks[to])['id'];
    return typeof id === 'string' ? `figure ${id}` : `text ${texts++}`;
  });
}

function FaultList({ faults }: { readonly faults: readonly Diagnostic[] | undefined }) {
  const say = useSheetPhrase();
  return faults?.map(({ message, path }) => (
    <p key={`${path} ${JSON.stringify(message)}`} role="alert" className={styles.fault}>
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

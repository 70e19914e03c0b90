import { ArrowDown, ArrowUp, BookmarkPlus, Download, Link, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { Button, IconButton, Select } from '../common/controls';
import { Kbd } from '../common/labels';
import { Dialog } from '../common/Dialog';
import { LessonPart, openInSheet } from './LessonPart';
import { SHEETS } from '../../content/sheets/titles';
import { useLessons } from './use-lessons';
import styles from './lessons.module.css';
import { momentAtStep } from '../../core/story/moment';
import type { QuestionKind } from '../../core/story/question';
import { handOut, type Parcel } from '../../store/hand-out';
import {
  encodeLesson,
  hideLesson,
  changeScene,
  keepScene,
  moveScene,
  parseLesson,
  withoutNotes,
  printLesson,
} from '../../store/own-lesson';
import { COMFORTABLE_LINK, pageAddress } from '../../store/link';
import { OWN_LESSON, OWN_SHEET } from '../../store/scenes';
import type { OwnLesson, OwnScene } from '../../store/scene-state';
import { ProjectFileButton } from '../common/inputs';
import { usePhrase } from '../common/i18n/use-phrase';
import { useCopy } from '../share/redact/redaction';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** All lessons with their scenes: where one begins, goes on, or picks a scene. */
export function LessonsDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('lessons');
  const seen = useBench(({ view }) => view.seen);
  const { markSeen } = useActions();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="l" title={t('title')} description={t('about')}>
      <div className={styles.bar}>
        <HideSwitch />
        {seen.length > 0 && (
          <Button variant="quiet" onClick={() => markSeen(undefined)}>
            {t('forget')}
          </Button>
        )}
      </div>
      <AllLessons onOpened={() => onOpenChange(false)} />
    </Dialog>
  );
}

/**
 * List of all lessons. A person's own stands first if there is something in it, else where one is made stands at the
 * end; there it stays while it is made.
 */
function AllLessons({ onOpened }: { readonly onOpened: () => void }) {
  const lessons = useLessons();
  const own = useBench(({ view }) => view.own.scenes.length > 0);
  const [first] = useState(own);
  const author = <AuthorPart onOpened={onOpened} />;
  return (
    <>
      <Sheets onOpened={onOpened} />
      {first && author}
      {lessons?.map((lesson) => (
        <LessonPart key={lesson.id} lesson={lesson} onOpened={onOpened} />
      ))}
      {!first && author}
    </>
  );
}

/** What can be read instead, with figures to turn. */
function Sheets({ onOpened }: { readonly onOpened: () => void }) {
  const locale = useBench(({ view }) => view.locale);
  return SHEETS.map(({ id, title }) => (
    <p key={id} className={styles.read}>
      <a href={`#sheet=${id}`} onClick={onOpened}>
        {title[locale]}
      </a>
    </p>
  ));
}

/** Every choice, verdict and source is asked for before it is shown. */
function HideSwitch() {
  const t = useTranslations('lessons');
  const hides = useBench(({ view }) => view.hides);
  const { setHides } = useActions();
  return (
    <label className={styles.hide}>
      <input type="checkbox" checked={hides} onChange={() => setHides(!hides)} />
      <span>
        {t('hide')} <Kbd keys="w" />
      </span>
    </label>
  );
}

/** What is on the bench and would be kept: the walk that is shown, and the moment it stands at. */
function useShown() {
  const store = useBenchStore();
  const { tell } = useActions();
  const lessons = useLessons() ?? [];
  return async () => {
    const { document, run, view } = store.getState();
    const told = await tell(true);
    if (!told || told.moments.length === 0 || run.flowId === undefined) return undefined;
    const moment = momentAtStep(told.moments, view.playhead) + 1;
    // A scene that is told by itself and was edited is another walk by now.
    const isOwn = document.present === document.origin.opened;
    const scene = isOwn ? lessons.flatMap(({ scenes }) => scenes).find(({ id }) => id === view.scene?.id) : undefined;
    const { notes = '', question } = scene ?? {};
    const asked = question === undefined ? {} : { question };
    return { document: document.present, flowId: run.flowId, moment, notes, ...asked };
  };
}

/** The link of the whole lesson, once it was asked for and until the lesson is changed; what comes of asking is `said`. */
function useLessonLink(own: OwnLesson, said: (words: string) => void) {
  const t = useTranslations('author');
  const say = usePhrase();
  const { copy } = useCopy();
  const actions = useActions();
  const on = useBench(({ redaction }) => redaction.on);
  const [made, setMade] = useState<{ readonly of: OwnLesson; readonly link: string; readonly on: boolean }>();
  const hand = async (): Promise<void> => {
    const shared = await hideLesson(own, actions).catch(() => undefined);
    if (!shared) return said(t('notHidden'));
    const hash = await encodeLesson(withoutNotes(shared));
    if (!hash.ok) return said(say(hash.error));
    const link = pageAddress() + hash.value;
    setMade({ of: own, link, on });
    copy(link);
    const { length } = link;
    said(t(length > COMFORTABLE_LINK ? 'linkLong' : 'linkMade', { count: own.scenes.length, length }));
  };
  return { link: made?.of === own && made.on === on ? made.link : undefined, hand };
}

/** An author's scenes: kept, named, ordered, tried, exported and imported. */
function AuthorPart({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('author');
  const say = usePhrase();
  const own = useBench(({ view }) => view.own);
  const actions = useActions();
  const bench = useBenchStore();
  const { setOwn } = actions;
  const [said, setSaid] = useState('');
  const { link, hand } = useLessonLink(own, setSaid);
  const shown = useShown();
  const keep = async (): Promise<void> => {
    const walk = await shown();
    if (!walk) return setSaid(t('nothing'));
    const title = walk.document.title || t('scene', { number: own.scenes.length + 1 });
    const next = keepScene({ ...own, title: own.title || t('untitled') }, { ...walk, title });
    if (next.ok) setOwn(next.value);
    setSaid(next.ok ? t('kept', { title }) : say(next.error));
  };
  const take = async (file: File): Promise<void> => {
    const read = parseLesson(await file.text());
    if (read.ok) setOwn(read.value);
    setSaid(read.ok ? t('imported', { count: read.value.scenes.length }) : say(read.error));
  };
  const save = (): void => {
    const make = async (): Promise<Parcel> => {
      const shared = await hideLesson(own, actions);
      const name = (shared.title || 'rulewalk').replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
      const file = new Blob([printLesson(shared)], { type: 'application/json' });
      return { to: 'file', name: `${name}.lesson.json`, file };
    };
    handOut(actions, bench.getState().document.present, make).catch(() => setSaid(t('notHidden')));
  };
  const open = (id: string): void => {
    onOpened();
    openInSheet(OWN_LESSON, id);
  };
  return (
    <section className={styles.lesson} aria-labelledby="own-lesson">
      <header>
        <h3 id="own-lesson">{t('heading')}</h3>
        <span className={styles.count} />
        <Button icon={<BookmarkPlus aria-hidden />} onClick={() => void keep()}>
          {t('keep')}
        </Button>
        <ProjectFileButton label={t('import')} onRead={take} />
        {own.scenes.length > 0 && (
          <>
            <Button icon={<Link aria-hidden />} onClick={() => void hand()}>
              {t('link')}
            </Button>
            <Button icon={<Download aria-hidden />} onClick={save}>
              {t('export')}
            </Button>
          </>
        )}
      </header>
      <p>{t('about')}</p>
      {own.scenes.length > 0 && (
        <p className={styles.read}>
          <a href={`#sheet=${OWN_SHEET}`} onClick={onOpened}>
            {t('read')}
          </a>
        </p>
      )}
      <p role="status">{said}</p>
      {link !== undefined && (
        <input
          readOnly
          data-shared
          aria-label={t('linkLabel')}
          className={styles.link}
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
      {own.scenes.length > 0 && <LessonFields onOpen={open} onSaid={setSaid} />}
    </section>
  );
}

/** What the lesson is called and for, and its scenes. */
function LessonFields({ onOpen, onSaid }: Pick<FieldsProps, 'onOpen' | 'onSaid'>) {
  const t = useTranslations('author');
  const own = useBench(({ view }) => view.own);
  const { setOwn } = useActions();
  return (
    <div className={styles.own}>
      <input
        aria-label={t('name')}
        placeholder={t('name')}
        value={own.title}
        onChange={({ target }) => setOwn({ ...own, title: target.value })}
      />
      <input
        aria-label={t('goal')}
        placeholder={t('goal')}
        value={own.goal}
        onChange={({ target }) => setOwn({ ...own, goal: target.value })}
      />
      <ol>
        {own.scenes.map((scene, at) => (
          <SceneFields
            key={scene.id}
            scene={scene}
            number={at + 1}
            last={at + 1 === own.scenes.length}
            onOpen={onOpen}
            onSaid={onSaid}
          />
        ))}
      </ol>
    </div>
  );
}

interface FieldsProps {
  readonly scene: OwnScene;
  readonly number: number;
  readonly last: boolean;
  readonly onOpen: (id: string) => void;
  readonly onSaid: (words: string) => void;
}

/** One scene: what it is called, asks and has for the speaker, and its place. */
function SceneFields({ scene, number, last, onOpen, onSaid }: FieldsProps) {
  const t = useTranslations('author');
  const own = useBench(({ view }) => view.own);
  const { setOwn } = useActions();
  const kinds = Object.keys(useMessages().author.kinds) as readonly QuestionKind[];
  const shown = useShown();
  const change = (to: Partial<OwnScene> | undefined): void => setOwn(changeScene(own, scene.id, to));
  const ask = (kind: string): void => {
    const { question: _old, ...rest } = scene;
    const found = kinds.find((each) => each === kind);
    setOwn({
      ...own,
      scenes: own.scenes.map((each) => (each === scene ? { ...rest, ...(found ? { question: found } : {}) } : each)),
    });
  };
  const update = async (): Promise<void> => {
    const walk = await shown();
    if (!walk) return onSaid(t('nothing'));
    const kept = keepScene({ ...own, scenes: [] }, { ...walk, title: scene.title });
    const [made] = kept.ok ? kept.value.scenes : [];
    if (made) change({ document: made.document, flowId: made.flowId, moment: walk.moment });
    onSaid(t('kept', { title: scene.title }));
  };
  const name = t('scene', { number });
  return (
    <li>
      <fieldset aria-label={name} data-own={scene.id}>
        <input
          aria-label={`${name}: ${t('title')}`}
          value={scene.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Select
          aria-label={`${name}: ${t('question')}`}
          value={scene.question ?? ''}
          onChange={ask}
          options={[
            { id: '', label: t('noQuestion') },
            ...kinds.map((id) => ({ id: id as string, label: t(`kinds.${id}`) })),
          ]}
        />
        <IconButton label={`${name}: ${t('preview')}`} icon={<Play aria-hidden />} onClick={() => onOpen(scene.id)} />
        <IconButton label={`${name}: ${t('update')}`} icon={<RefreshCw aria-hidden />} onClick={() => void update()} />
        <IconButton
          label={`${name}: ${t('up')}`}
          icon={<ArrowUp aria-hidden />}
          disabled={number === 1}
          onClick={() => setOwn(moveScene(own, scene.id, -1))}
        />
        <IconButton
          label={`${name}: ${t('down')}`}
          icon={<ArrowDown aria-hidden />}
          disabled={last}
          onClick={() => setOwn(moveScene(own, scene.id, 1))}
        />
        <IconButton label={`${name}: ${t('remove')}`} icon={<Trash2 aria-hidden />} onClick={() => change(undefined)} />
        <textarea
          aria-label={`${name}: ${t('notes')}`}
          placeholder={t('notes')}
          rows={2}
          value={scene.notes}
          onChange={({ target }) => change({ notes: target.value })}
        />
      </fieldset>
    </li>
  );
}

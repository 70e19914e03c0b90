import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { Kbd } from '../common/labels';
import { Dialog } from '../common/Dialog';
import { AuthorPart } from './AuthorPart';
import { countSeen, resumeAt, type TaughtLesson } from './lessons.model';
import { useLessons } from './use-lessons';
import styles from './lessons.module.css';

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

/** One's own stands first if there is something in it, else where one makes it stands at the end; there it stays while it is made. */
function AllLessons({ onOpened }: { readonly onOpened: () => void }) {
  const lessons = useLessons();
  const own = useBench(({ view }) => view.own.scenes.length > 0);
  const [first] = useState(own);
  const author = <AuthorPart onOpened={onOpened} />;
  return (
    <>
      {first && author}
      {lessons?.map((lesson) => (
        <LessonPart key={lesson.id} lesson={lesson} onOpened={onOpened} />
      ))}
      {!first && author}
    </>
  );
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

function LessonPart({ lesson, onOpened }: { readonly lesson: TaughtLesson; readonly onOpened: () => void }) {
  const t = useTranslations('lessons');
  const seen = useBench(({ view }) => view.seen);
  const shown = useBench(({ view }) => view.scene);
  const { openScene } = useActions();
  const { id, title, goal, scenes } = lesson;
  const count = countSeen(lesson, seen);
  const from = resumeAt(lesson, seen);
  const open = (scene: string): void => {
    onOpened();
    void openScene({ id: scene, lesson: id });
  };
  return (
    <section className={styles.lesson} aria-labelledby={`lesson-${id}`}>
      <header>
        <h3 id={`lesson-${id}`}>{title}</h3>
        <span className={styles.count}>{t('seen', { count, of: scenes.length })}</span>
        {from && (
          <Button variant="primary" aria-describedby={`lesson-${id}`} onClick={() => open(from.id)}>
            {t(count > 0 && count < scenes.length ? 'resume' : 'start')}
          </Button>
        )}
      </header>
      <p>{goal}</p>
      <ol>
        {scenes.map((scene) => {
          const done = seen.includes(scene.id);
          const here = shown?.id === scene.id && shown.lesson === id;
          return (
            <li key={scene.id}>
              <button type="button" aria-current={here ? 'true' : undefined} onClick={() => open(scene.id)}>
                {scene.title}
                {done && <Check size={15} aria-label={t('wasSeen')} />}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

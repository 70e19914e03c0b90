import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lessonSheetId } from '../../content/sheets/titles';
import { useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { countSeen, listScenes, resumeAt, type TaughtLesson } from './lessons.model';
import styles from './lessons.module.css';

/** Reads the Sheet of a lesson at a scene of it. */
function openInSheet(lesson: string, scene: string): void {
  location.hash = `#sheet=${lessonSheetId(lesson)}/${scene}`;
}

/** A lesson with its scenes; those of an old release or a rare machine stand behind "more". */
export function LessonPart({ lesson, onOpened }: { readonly lesson: TaughtLesson; readonly onOpened: () => void }) {
  const t = useTranslations('lessons');
  const seen = useBench(({ view }) => view.seen);
  const shown = useBench(({ view }) => view.scene);
  const { id, title, goal, scenes } = lesson;
  // Where one of them is on the bench, or was seen, none is looked for.
  const isMet = scenes.some((scene) => scene.further && (seen.includes(scene.id) || shown?.id === scene.id));
  const [opened, setOpened] = useState(isMet);
  const list = listScenes(lesson, opened);
  const count = countSeen(lesson, seen);
  const from = resumeAt(lesson, seen);
  const open = (scene: string): void => {
    onOpened();
    openInSheet(id, scene);
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
        {list.shown.map((scene) => {
          const done = seen.includes(scene.id);
          const here = shown?.id === scene.id;
          return (
            <li key={scene.id}>
              <button type="button" aria-current={here ? 'true' : undefined} onClick={() => open(scene.id)}>
                {scene.title}
                {done && <Check size={15} aria-label={t('wasSeen')} />}
              </button>
            </li>
          );
        })}
        {list.more > 0 && (
          <li>
            <button
              type="button"
              className={styles.moreScenes}
              aria-label={t('moreScenes', { count: list.more, title })}
              onClick={(event) => {
                focusFirst(event.currentTarget.closest('ol'), scenes);
                setOpened(true);
              }}
            >
              {t('more', { count: list.more })}
            </button>
          </li>
        )}
      </ol>
    </section>
  );
}

/** The button goes: the first of those it brought has the focus then. */
function focusFirst(list: HTMLElement | null, scenes: TaughtLesson['scenes']): void {
  const at = scenes.findIndex(({ further }) => further);
  requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>('li > button')[at]?.focus());
}

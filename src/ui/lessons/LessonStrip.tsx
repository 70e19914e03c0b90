import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useWorkspace } from '../shell/bench/use-shortcuts';
import { Button } from '../common/controls';
import { RestOfWords } from '../common/i18n/I18nProvider';
import type { LessonPlace } from './lessons.model';
import { useSceneMoves } from './use-lessons';
import styles from './lessons.module.css';

interface Props {
  readonly place: LessonPlace;
  /** What is to be said of the scene, or what comes after it. */
  readonly what: 'notes' | 'next';
}

/** Of the scene in its lesson: a strip of notes, or in the rail, where it takes no room from stage and lens, the next one. */
export function LessonStrip({ place, what }: Props) {
  return <RestOfWords>{what === 'notes' ? <Notes place={place} /> : <Next place={place} />}</RestOfWords>;
}

function Notes({ place: { scene } }: Pick<Props, 'place'>) {
  const t = useTranslations('lessons');
  return (
    <aside className={styles.strip} aria-label={t('notes')}>
      <p data-notes="">{scene.notes}</p>
    </aside>
  );
}

function Next({ place }: Pick<Props, 'place'>) {
  const t = useTranslations('lessons');
  const { openDialog } = useWorkspace();
  const go = useSceneMoves(place);
  const { lesson, next } = place;
  return (
    <aside className={styles.after} aria-label={t('strip')}>
      {next ? (
        <Button variant="primary" onClick={() => go(1)}>
          <span>{t('next', { title: next.title })}</span> <kbd>]</kbd> <ArrowRight aria-hidden />
        </Button>
      ) : (
        <>
          <p>
            <strong>{t('done', { title: lesson.title })}</strong> <span>{lesson.goal}</span>
          </p>
          <Button variant="primary" onClick={() => openDialog('lessons')}>
            {t('all')}
          </Button>
        </>
      )}
    </aside>
  );
}

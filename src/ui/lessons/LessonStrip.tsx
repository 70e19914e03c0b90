import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useShell } from '../bench/use-shortcuts';
import { Button } from '../common/controls';
import { RestOfWords } from '../i18n/I18nProvider';
import type { LessonPlace } from './lessons.model';
import { useSceneMoves } from './use-lessons';
import styles from './lessons.module.css';

interface Props {
  readonly place: LessonPlace;
  /** The scene is over: the next one is offered. */
  readonly ended: boolean;
  readonly notes: boolean;
}

/** Below the story: what is to be said of the scene, and what comes after it. */
export function LessonStrip(props: Props) {
  return (
    <RestOfWords>
      <Strip {...props} />
    </RestOfWords>
  );
}

function Strip({ place, ended, notes }: Props) {
  const t = useTranslations('lessons');
  const { openDialog } = useShell();
  const go = useSceneMoves(place);
  const { lesson, scene, next } = place;
  return (
    <aside className={styles.strip} aria-label={t('strip')}>
      {notes && <p data-notes="">{scene.notes}</p>}
      {ended && next && (
        <Button variant="primary" onClick={() => go(1)}>
          {t('next', { title: next.title })} <kbd>]</kbd> <ArrowRight aria-hidden />
        </Button>
      )}
      {ended && !next && (
        <>
          <p>
            <strong>{t('done', { title: lesson.title })}</strong> {lesson.goal}
          </p>
          <Button variant="primary" onClick={() => openDialog('lessons')}>
            {t('all')}
          </Button>
        </>
      )}
    </aside>
  );
}

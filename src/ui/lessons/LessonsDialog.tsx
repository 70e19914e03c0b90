import { useTranslations } from 'use-intl';
import { SHEETS } from '../../content/sheets/titles';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { Dialog } from '../common/Dialog';
import { Kbd } from '../common/labels';
import { LessonPart } from './LessonPart';
import { OwnSheets } from './OwnSheets';
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

/** Lists what can be read: the Sheets, one's own and the lessons. */
function AllLessons({ onOpened }: { readonly onOpened: () => void }) {
  const lessons = useLessons();
  return (
    <>
      <Sheets onOpened={onOpened} />
      <OwnSheets onOpened={onOpened} />
      {lessons?.map((lesson) => (
        <LessonPart key={lesson.id} lesson={lesson} onOpened={onOpened} />
      ))}
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

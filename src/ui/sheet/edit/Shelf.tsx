import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { textIn } from '../../../content/titles';
import { LESSONS, TIME_LESSON, TIME_SCENES } from '../../../content/scenes';
import { momentAtStep } from '../../../core/story/moment';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import { Button } from '../../common/controls';
import { FilterInput } from '../../common/inputs';
import type { PickedScene } from './draft.model';
import styles from './edit.module.css';

interface Props {
  readonly onAdd: (scene: PickedScene) => void;
  readonly onText: (kind: 'h' | 'p') => void;
  readonly onDrag: (scene: PickedScene | undefined) => void;
  readonly onSaid: (words: string) => void;
}

const ALL = [
  ...LESSONS.map(({ id, title, scenes }) => ({ id, title, scenes: scenes as readonly PickedScene[] })),
  { id: 'time', title: TIME_LESSON.title, scenes: TIME_SCENES as readonly PickedScene[] },
];

/** The shelf of what can be put into a Sheet: texts, the walk on the bench, and every scene of the lessons. */
export function Shelf({ onAdd, onText, onDrag, onSaid }: Props) {
  const t = useTranslations('author');
  const locale = useBench(({ view }) => view.locale);
  const [wanted, setWanted] = useState('');
  const [lesson, setLesson] = useState<string>();
  const takeBench = useBenchScene();
  const words = wanted.trim().toLowerCase();
  const scenes = ALL.filter(({ id }) => words !== '' || lesson === undefined || id === lesson)
    .flatMap((each) => each.scenes)
    .filter(({ title }) => title[locale].toLowerCase().includes(words));
  const take = async (): Promise<void> => {
    const scene = await takeBench();
    if (scene) onAdd(scene);
    else onSaid(t('nothing'));
  };
  return (
    <aside className={styles.shelf} aria-label={t('shelf')}>
      <div className={styles.tools}>
        <Button icon={<Plus aria-hidden />} onClick={() => onText('p')}>
          {t('text')}
        </Button>
        <Button icon={<Plus aria-hidden />} onClick={() => onText('h')}>
          {t('heading')}
        </Button>
        <Button icon={<Plus aria-hidden />} title={t('keepHint')} onClick={() => void take()}>
          {t('keep')}
        </Button>
      </div>
      <FilterInput label={t('find')} value={wanted} onValue={setWanted} />
      <div className={styles.chips}>
        {ALL.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-pressed={lesson === id}
            onClick={() => setLesson(lesson === id ? undefined : id)}
          >
            {title[locale]}
          </button>
        ))}
      </div>
      <p className={styles.mute}>{t('found', { count: scenes.length })}</p>
      <ul>
        {scenes.map((scene) => (
          <li key={scene.id} draggable onDragStart={() => onDrag(scene)} onDragEnd={() => onDrag(undefined)}>
            <b>{scene.title[locale]}</b>
            <button type="button" aria-label={t('add', { title: scene.title[locale] })} onClick={() => onAdd(scene)}>
              <Plus size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Takes the walk on the bench as a scene: its document, flow and moment; of a scene that was not edited its question and notes, too. Undefined: there is none. */
function useBenchScene(): () => Promise<PickedScene | undefined> {
  const t = useTranslations('author');
  const store = useBenchStore();
  const { tell } = useActions();
  return async () => {
    const { document, run, view } = store.getState();
    const told = await tell(true);
    if (!told || told.moments.length === 0 || run.flowId === undefined) return undefined;
    const { present } = document;
    const from =
      present === document.origin.opened
        ? LESSONS.flatMap(({ scenes }) => scenes).find(({ id }) => id === view.scene?.id)
        : undefined;
    return {
      id: 'bench',
      title: textIn(() => present.title || t('untitled')),
      notes: from?.notes ?? textIn(() => ''),
      question: from?.question,
      moment: momentAtStep(told.moments, view.playhead) + 1,
      flow: run.flowId,
      document: () => present,
    };
  };
}

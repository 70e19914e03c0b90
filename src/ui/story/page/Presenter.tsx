import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase } from '../../../core/lib/phrase';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import { latinKey } from '../../shell/bench/shortcuts.model';
import { readKeyFocus } from '../../shell/bench/use-shortcuts';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { findHome, type LessonPlace } from '../../lessons/lessons.model';
import { useLessons, useSceneMoves } from '../../lessons/use-lessons';
import type { StoryState } from './use-story';
import styles from './story.module.css';
import { OtherWindow, openSpeakerWindow } from '../../common/OtherWindow';
import { Button } from '../../common/controls';
import { Clock } from '../../common/Clock';
import { usePhrase } from '../../common/i18n/use-phrase';

interface Props {
  readonly telling: StoryState;
  readonly place: LessonPlace | undefined;
}

/** Tools for a room: blank screen, spotlight, back to the start, the speaker's window. */
export function Presenter(props: Props) {
  return (
    <RestOfWords>
      <Tools {...props} />
    </RestOfWords>
  );
}

type Tool = 'blank' | 'spot';

function Tools({ telling, place }: Props) {
  const t = useTranslations('lessons.presenter');
  const store = useBenchStore();
  const { setPresenting, openScene, pause, notify } = useActions();
  const [tool, setTool] = useState<Tool>();
  const [speaker, setSpeaker] = useState<Window>();
  const shown = useBench(({ view }) => view.scene);
  const lessons = useLessons(speaker !== undefined && !place);
  const toggle = (wanted: Tool): void => setTool(tool === wanted ? undefined : wanted);
  // As the scene is, without what was edited and answered.
  const reset = (): void => {
    const { scene } = store.getState().view;
    if (scene) void openScene(scene);
    else telling.goTo(0);
    pause();
  };
  const keys: Readonly<Record<string, () => void>> = {
    '.': () => toggle('blank'),
    o: () => toggle('spot'),
    s: () => {
      const opened = speaker ? undefined : openSpeakerWindow(t('title'));
      if (!speaker && !opened) notify(phrase('document.speaker.blocked'));
      setSpeaker(opened);
    },
    '0': reset,
    escape: () => setPresenting(false),
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { modal, editing } = readKeyFocus(event.target, undefined);
    const run = keys[latinKey(event.key)];
    if (!run || modal || editing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  return (
    <>
      <header className="visually-hidden">
        <h1>Rulewalk</h1>
      </header>
      {tool === 'blank' && (
        <div className={styles.blank} role="status" data-blank="">
          <span className="visually-hidden">{t('blank')}</span>
        </div>
      )}
      {tool === 'spot' && <Spotlight />}
      {speaker && (
        <SpeakerWindow
          telling={telling}
          place={place ?? (lessons && findHome(lessons, shown))}
          other={speaker}
          onClose={() => setSpeaker(undefined)}
        />
      )}
    </>
  );
}

/** All but a circle around the pointer is dimmed. */
function Spotlight() {
  const light = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      light.current?.style.setProperty('--x', `${clientX}px`);
      light.current?.style.setProperty('--y', `${clientY}px`);
    };
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, []);
  return <div ref={light} className={styles.spot} data-spot="" />;
}

interface WindowProps {
  readonly telling: StoryState;
  readonly place: LessonPlace | undefined;
  readonly other: Window;
  readonly onClose: () => void;
}

/** What the speaker sees in a window of their own: what is said, what comes, the time. */
function SpeakerWindow({ other, onClose, ...desk }: WindowProps) {
  return (
    <OtherWindow other={other} onClose={onClose}>
      <Desk {...desk} />
    </OtherWindow>
  );
}

function Desk({ telling: { story, index, goTo }, place }: Pick<WindowProps, 'telling' | 'place'>) {
  const t = useTranslations('lessons.presenter');
  const say = usePhrase();
  const toScene = useSceneMoves(place);
  const moment = story?.moments[index];
  return (
    <main className={styles.desk}>
      <header>
        <h1>{place?.scene.title ?? story?.document.title}</h1>
        {place && <span>{t('scene', { number: place.number, count: place.lesson.scenes.length })}</span>}
        <Clock className={styles.clock} />
      </header>
      <p className={styles.notes} data-speaker-notes="">
        {place?.scene.notes ?? t('noNotes')}
      </p>
      <p>
        {t('now', { moment: index + 1, count: story?.moments.length ?? 0 })} {moment && say(moment.sentence)}
      </p>
      <p data-speaker-next="">{place?.next ? t('next', { title: place.next.title }) : t('last')}</p>
      <footer>
        <Button onClick={() => goTo(index - 1)}>{t('back')}</Button>
        <Button variant="primary" onClick={() => goTo(index + 1)}>
          {t('forward')}
        </Button>
        {place?.next && <Button onClick={() => toScene(1)}>{t('nextScene')}</Button>}
      </footer>
    </main>
  );
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase } from '../../core/lib/phrase';
import { useActions } from '../../store/hooks';
import { OtherWindow, openSpeakerWindow } from '../common/OtherWindow';
import { latinKey } from '../shell/bench/shortcuts.model';
import { readKeyFocus } from '../shell/bench/use-shortcuts';
import { Speaker, type SpeakerProps } from './Speaker';
import styles from './sheet.module.css';

interface Props extends SpeakerProps {
  /** The Sheet as it came: nothing turned, nothing answered. */
  readonly onReset: () => void;
}

type Tool = 'blank' | 'spot';

/** Tools of a room beside the slides: a blank screen, a spotlight, the Sheet as it came, the speaker's window. */
export function Presenting({ onReset, ...desk }: Props) {
  const t = useTranslations('lessons.presenter');
  const { notify } = useActions();
  const [tool, setTool] = useState<Tool>();
  const [speaker, setSpeaker] = useState<Window>();
  const toggle = (wanted: Tool): void => setTool(tool === wanted ? undefined : wanted);
  const keys: Readonly<Record<string, () => void>> = {
    '.': () => toggle('blank'),
    o: () => toggle('spot'),
    s: () => {
      const opened = speaker ? undefined : openSpeakerWindow(t('title'));
      if (!speaker && !opened) notify(phrase('document.speaker.blocked'));
      setSpeaker(opened);
    },
    '0': onReset,
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { modal, editing } = readKeyFocus(event.target, undefined);
    const run = keys[latinKey(event.key)];
    if (!run || modal || editing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  return (
    <>
      {tool === 'blank' && (
        <div className={styles.blank} role="status" data-blank="">
          <span className="visually-hidden">{t('blank')}</span>
        </div>
      )}
      {tool === 'spot' && <Spotlight />}
      {speaker && (
        <OtherWindow other={speaker} onClose={() => setSpeaker(undefined)}>
          <Speaker {...desk} />
        </OtherWindow>
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

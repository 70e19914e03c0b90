import { useEffect, useEffectEvent, useState } from 'react';
import { getDwell } from '../../core/story/pace';
import type { Story } from '../../engine/questions/story';
import { useActions, useBench } from '../../store/hooks';
import type { Command } from '../shell/bench/shortcuts.model';
import { useKeyCommands } from '../shell/bench/use-shortcuts';
import { usePhrase } from '../common/i18n/use-phrase';
import { rowOfTick, type PictureRow } from './pictures.model';

/** What moves all pictures by moments, and the table below them along. */
export interface PictureClock {
  readonly playing: boolean;
  readonly index: number;
  readonly goTo: (row: number) => void;
  readonly run: (command: Command) => boolean;
}

/** The clock of the pictures: each moment as long as the longest sentence of it takes to be read. */
export function usePictureClock(rows: readonly PictureRow[], stories: readonly Story[]): PictureClock {
  const say = usePhrase();
  const { setCompareTick } = useActions();
  const [playing, setPlaying] = useState(false);
  const [wanted, setWanted] = useState<{ readonly row: number; readonly tick: number }>();
  const index = useBench(({ view }) => rowOfTick(rows, view.compareTick, wanted));
  const speed = useBench(({ view }) => view.speed);
  const loop = useBench(({ view }) => view.loop);
  const last = rows.length - 1;
  const show = (row: number): void => {
    const to = rows[Math.max(0, Math.min(last, row))];
    if (!to) return;
    setWanted({ row: rows.indexOf(to), tick: to.tick });
    setCompareTick(to.tick);
  };
  const goTo = (row: number): void => {
    setPlaying(false);
    show(row);
  };
  const run = (command: Command): boolean => {
    if (command === 'toggle-playing') {
      if (!playing && index >= last) show(0);
      setPlaying(!playing);
      return true;
    }
    const goals: Partial<Record<Command, number>> = {
      'step-back': index - 1,
      'step-forward': index + 1,
      'landmark-back': index - 1,
      'landmark-forward': index + 1,
      'to-start': 0,
      'to-end': last,
      reply: rows.findIndex(({ moment }) => moment.role !== 'request'),
    };
    const next = goals[command];
    if (next === undefined) return false;
    goTo(next);
    return true;
  };
  useKeyCommands(run, true);
  const advance = useEffectEvent((): void => {
    if (index < last) show(index + 1);
    else if (loop) show(0);
    else setPlaying(false);
  });
  const row = rows[index];
  const sentences = stories.flatMap(({ moments }, pane) => moments[row?.shown[pane] ?? -1]?.sentence ?? []);
  const longest = Math.max(0, ...sentences.map((sentence) => say(sentence).length));
  useEffect(() => {
    if (!playing || !row) return undefined;
    const timer = setTimeout(advance, getDwell({ kind: row.moment.kind, characters: longest }) / speed);
    return () => clearTimeout(timer);
  }, [playing, row, longest, speed]);
  return { playing, index, goTo, run };
}

import { useEffect, useEffectEvent, useRef, type Ref } from 'react';
import { useActions, useBench } from '../../../store/hooks';
import { useWorkspace } from '../../shell/bench/use-shortcuts';
import { choiceMoment } from './position.model';
import { questionBetween } from './quiz.model';
import type { Quiz } from './use-quiz';
import type { StoryState } from './use-story';

/** The place of what is shown among moments: one behind the last, when that is over. */
const placeOf = ({ story, index, over }: StoryState): number => (over && story ? story.moments.length : index);

/** Where a finger that goes sideways steps; loaded where there are fingers. */
export function useSwipes(telling: StoryState): Ref<HTMLElement> {
  const { pause } = useActions();
  const place = useRef<HTMLElement>(null);
  const step = useEffectEvent((direction: 1 | -1): void => {
    pause();
    telling.goTo(placeOf(telling) + direction);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const follow = ({ followSwipes }: typeof import('./swipe')): void => {
      if (place.current) followSwipes(place.current, (direction) => step(direction), leaving.signal);
    };
    if (navigator.maxTouchPoints > 0) void import('./swipe').then(follow);
    return () => leaving.abort();
  }, []);
  return place;
}

/** Keys go by moments while the story is on screen. */
export function useMoves(telling: StoryState, { given }: Quiz): void {
  const { story, index, goTo } = telling;
  const { setMoves } = useWorkspace();
  const { pause, drawAgain, drawMany } = useActions();
  const go = useEffectEvent((to: number): void => {
    pause();
    goTo(to);
  });
  const step = useEffectEvent((direction: 1 | -1): void => go(placeOf(telling) + direction));
  const end = useEffectEvent((): void => go((story?.moments.length ?? 1) - 1));
  // Who has not seen the draw is shown it, and asked first where it is asked.
  const draw = useEffectEvent((often: boolean): boolean => {
    const at = story && choiceMoment(story.moments);
    if (at === undefined) return false;
    const isAsked = questionBetween(story?.questions ?? [], { from: index, to: at }, given) !== undefined;
    const isNew = index < at;
    go(at);
    if (!isAsked && often) void drawMany();
    else if (!isNew) void drawAgain();
    return true;
  });
  useEffect(() => {
    setMoves({
      step: (direction) => step(direction),
      toStart: () => go(0),
      toEnd: () => end(),
      draw: (often) => draw(often),
    });
    return () => setMoves(undefined);
  }, [setMoves]);
}

/** A scene whose end was seen is noted as seen. */
export function useSceneEnd({ story, index }: StoryState): void {
  const { markSeen } = useActions();
  const id = useBench(({ view }) => view.scene?.id);
  const document = useBench(({ document: { present } }) => present);
  const ended = story !== undefined && story.document === document && index + 1 === story.moments.length;
  useEffect(() => {
    if (ended && id !== undefined) markSeen(id);
  }, [ended, id, markSeen]);
}

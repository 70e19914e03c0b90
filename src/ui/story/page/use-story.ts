import { startTransition, use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Lens } from '../../../core/story/lens';
import { momentAtStep, type Moment } from '../../../core/story/moment';
import { getDwell, paceOf, type PacedMoment } from '../../../core/story/pace';
import { needsFineMoments, placeOfNumber } from '../../../core/story/fine-moments';
import type { QuestionKind, StoryQuestion } from '../../../core/story/question';
import type { Document } from '../../../core/document/document';
import type { Bench, RunResult } from '../../../engine/protocol';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import { isEdit } from '../../../store/changes';
import type { PictureSource } from '../../../store/run-state';
import type { ShownScene } from '../../../store/scene-state';
import { useReducedMotion } from '../../common/theme/media';
import { storyCast, type StoryCast } from '../cast/cast.model';
import { pickQuestions } from './quiz.model';
import { isOfOpen, carrySeen, describeChange, matchingMoment, type StoryChange } from './position.model';
import { FirstSightContext } from './first-sight';

/** A walk and its telling: they are shown together or not at all. */
export interface LoadedStory {
  readonly document: Document;
  readonly bench: Bench;
  readonly result: RunResult;
  readonly moments: readonly Moment[];
  /** One for each moment. */
  readonly lenses: readonly Lens[];
  readonly cast: StoryCast;
  /** What is asked before a moment is shown, in their order. */
  readonly questions: readonly StoryQuestion[];
  /** The kinds of question it was told with; undefined: the first frame, of which nothing is asked. */
  readonly kinds: string | undefined;
  /** The scene it is of. */
  readonly scene: ShownScene | undefined;
  /** Where its document comes from; undefined: the first frame. */
  readonly source: PictureSource | undefined;
}

/** What the story view shows, and how it is moved through. */
export interface StoryState {
  /** Undefined: what is open is not told yet. */
  readonly story: LoadedStory | undefined;
  readonly index: number;
  /** True where the story came here by itself or by the next moment: what happens is shown happening. */
  readonly moving: boolean;
  readonly change: StoryChange | undefined;
  /** The document before the edit that the change is of. */
  readonly before: Document | undefined;
  /** What is to be asked of it was changed, and its questions are on their way. */
  readonly asking: boolean;
  /** The last moment that was seen of it. */
  readonly seen: number;
  /** True where the last moment is over, too. */
  readonly over: boolean;
  /** One behind the last: it is over. */
  readonly goTo: (index: number) => void;
}

/**
 * Asks for the moments of the shown walk, and for what is to be asked of it; after an edit the old story stays until the
 * new one can be told, and nothing of it once another document is open. `kinds` undefined: what is to be asked is not known yet, and nothing is told before.
 */
export function useStory(kinds: readonly QuestionKind[] | undefined): StoryState {
  const { tell, quiz, setPlayhead, reachMoment } = useActions();
  const store = useBenchStore();
  const result = useBench(({ run }) => run.result);
  const [last, setStory] = useState(use(FirstSightContext)?.story);
  const isOpen = useBench(({ document: { opening, present } }) =>
    isOfOpen(last?.source, { opening, subject: present.subject }),
  );
  const story = isOpen ? last : undefined;
  const [change, setChange] = useState<ToldChange>();
  const index = useBench(({ view }) => momentAtStep(story?.moments ?? NONE, view.playhead));
  const [over, setEnd] = useOver(story, index, result);
  const put = useEffectEvent((next: LoadedStory): void => {
    const { playhead } = store.getState().view;
    if (story && goesOn(story, next)) {
      const at = next.moments[matchingMoment(story.moments, index, next.moments)];
      // A story that is over has nothing to go on with: another mode is told from its start.
      if (over && story.document.mode !== next.document.mode) setPlayhead(0);
      else if (at && playhead > 0) setPlayhead(at.last);
      setChange(changeBetween(story, next));
    }
    const { wantedMoment } = store.getState().view;
    if (wantedMoment !== undefined && next.moments.length > 0) {
      const wanted = next.moments[placeOfNumber(next.moments, wantedMoment)];
      if (wanted) setPlayhead(wanted.last);
      reachMoment();
    }
    // The first one in slices, as all of the page is drawn at first (main.tsx); later ones with what was moved for them.
    if (last) setStory(next);
    else startTransition(() => setStory(next));
  });
  const wantedKinds = kinds?.join(' ');
  useEffect(() => {
    if (!result || wantedKinds === undefined) return undefined;
    let wanted = true;
    const asks = (wantedKinds === '' ? [] : wantedKinds.split(' ')) as QuestionKind[];
    void Promise.all([tell(needsFineMoments(asks)), quiz(asks)]).then(([told, questions]) => {
      const { shownDocument, shownSource: source, bench, result: shown } = store.getState().run;
      if (!wanted || !told || !shownDocument || !bench || shown !== result) return;
      const played = { document: shownDocument, bench, result, source, ...told };
      const { scene } = store.getState().view;
      put({ ...played, cast: storyCast(played), questions: pickQuestions(questions, asks), kinds: wantedKinds, scene });
    });
    return () => {
      wanted = false;
    };
  }, [result, wantedKinds, tell, quiz, store]);
  const goTo = useCallback(
    (to: number) => {
      const end = (story?.moments.length ?? 0) - 1;
      const moment = story?.moments[Math.max(0, Math.min(to, end))];
      setEnd(moment && to > end ? story : undefined);
      if (moment) setPlayhead(moment.last);
    },
    [story, setPlayhead, setEnd],
  );
  const moving = useForward(index);
  const seen = useSeen(story, index);
  const asking = story?.kinds !== undefined && story.kinds !== wantedKinds;
  const shown = change?.of === story ? change : undefined;
  return { story, index, moving, change: shown?.is, before: shown?.before, asking, seen, over, goTo };
}

/** An edit of a story: what it is told as now, in a sentence, and the document before it. */
interface ToldChange {
  readonly of: LoadedStory;
  readonly is: StoryChange;
  readonly before: Document;
}

/** What an edit changed of a story; undefined: it was told anew for another reason. */
function changeBetween(story: LoadedStory, next: LoadedStory): ToldChange | undefined {
  const isEdited = story.source !== undefined && next.source !== undefined && isEdit(story.source, next.source);
  const is = describeChange(countEndpoints(story), countEndpoints(next));
  return isEdited ? { of: next, is, before: story.document } : undefined;
}

/** Is the last moment of a story over, too? It is said by the story that ended; going elsewhere in it takes that back. */
function useOver(story: LoadedStory | undefined, index: number, result: RunResult | undefined) {
  const [ended, setEnd] = useState<LoadedStory>();
  // What is walked now and not told yet has another place.
  const isWaiting = story?.result !== result;
  const isOver = ended !== undefined && ended === story && (isWaiting || index + 1 === story.moments.length);
  if (ended && !isOver) setEnd(undefined);
  return [isOver, setEnd] as const;
}

/** The last moment that was seen; told anew, as far as the same happens still. */
function useSeen(story: LoadedStory | undefined, index: number): number {
  const [state, setState] = useState({ of: story, at: index });
  const at = Math.max(state.of === story ? state.at : seenBefore(state.of, story, state.at), index);
  if (state.of !== story || state.at !== at) setState({ of: story, at });
  return at;
}

const NONE: readonly Moment[] = [];

/** Is it the same flow of the same opened document, told anew after a change or a draw, at the same time of its script? */
function goesOn(before: LoadedStory, after: LoadedStory): boolean {
  return (
    before.result.flowId === after.result.flowId &&
    before.result !== after.result &&
    before.source?.opening === after.source?.opening &&
    before.source?.at === after.source?.at
  );
}

/** How much of a telling is known from the one before. */
function seenBefore(before: LoadedStory | undefined, after: LoadedStory | undefined, seen: number): number {
  const isSame = before && after && (before.result === after.result || goesOn(before, after));
  return isSame ? carrySeen(before.moments, seen, after.moments) : 0;
}

/** What {@link describeChange} holds against another telling. */
function countEndpoints({ moments, cast }: LoadedStory): { moments: readonly Moment[]; endpoints: number } {
  return { moments, endpoints: cast.endpoints.length };
}

/** The scene that is told; undefined while the one that is on the bench is not told yet, or where that is none. */
export function useLoadedScene(story: LoadedStory | undefined): string | undefined {
  const scene = useBench(({ view }) => view.scene);
  const document = useBench(({ document: { present } }) => present);
  return story?.document === document && story.scene === scene ? scene?.id : undefined;
}

/** Did the last change of moment go forward, to the next one? */
function useForward(index: number): boolean {
  const [state, setState] = useState({ index, forward: true });
  if (state.index !== index) setState({ index, forward: index === state.index + 1 });
  return state.index === index ? state.forward : index === state.index + 1;
}

/**
 * What the time of each moment depends on; undefined until all are read. A sentence a turn: on a phone putting one together for
 * the first time takes milliseconds. `say`: the sentence of a moment, as it is read; the same function while it says the same.
 */
function usePaced(
  story: LoadedStory | undefined,
  say: (moment: Moment, index: number) => string,
): readonly PacedMoment[] | undefined {
  const [read, setRead] = useState<{ readonly of: LoadedStory; readonly paced: readonly PacedMoment[] }>();
  useEffect(() => {
    if (!story) return undefined;
    let wanted = true;
    const paced: PacedMoment[] = [];
    const readOn = (): void => {
      const moment = story.moments[paced.length];
      if (!wanted) return;
      if (!moment) return setRead({ of: story, paced });
      paced.push({ kind: moment.kind, characters: say(moment, paced.length).length });
      setTimeout(readOn);
    };
    readOn();
    return () => {
      wanted = false;
    };
  }, [story, say]);
  return read?.of === story ? read?.paced : undefined;
}

/** Plays from moment to moment: each as long as its motion and its reading take. `say`: see {@link usePaced}. */
export function useMomentClock(
  { story, index, goTo }: StoryState,
  say: (moment: Moment, index: number) => string,
): void {
  const { pause } = useActions();
  const playing = useBench(({ view }) => view.playing);
  const speed = useBench(({ view }) => view.speed);
  const loop = useBench(({ view }) => view.loop);
  const still = useReducedMotion();
  const moment = story?.moments[index];
  const next = useEffectEvent((): void => {
    if (story && index + 1 < story.moments.length) goTo(index + 1);
    else if (loop) goTo(0);
    else {
      pause();
      if (story) goTo(story.moments.length);
    }
  });
  const paced = usePaced(story, say);
  const told = paced?.[index];
  const time = useMemo(() => told && (still ? getDwell(told) : paceOf(paced)[index]), [paced, told, still, index]);
  useEffect(() => {
    if (!playing || !moment || time === undefined) return undefined;
    const timer = setTimeout(next, time / speed);
    return () => clearTimeout(timer);
  }, [playing, moment, time, speed]);
}

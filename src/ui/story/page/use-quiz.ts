import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { StoryQuestion } from '../../../core/story/question';
import { useActions, useBenchStore } from '../../../store/hooks';
import { latinKey } from '../../shell/bench/shortcuts.model';
import { readKeyFocus } from '../../shell/bench/use-shortcuts';
import { LETTERS, questionBetween } from './quiz.model';
import type { StoryState, LoadedStory } from './use-story';

/** What was answered; undefined: it was shown without an answer. */
interface QuizAnswer {
  readonly question: StoryQuestion;
  readonly option: number | undefined;
}

/** What is asked before it is shown. */
export interface Quiz {
  /** The question that stands now: nothing after it is shown. */
  readonly asked: StoryQuestion | undefined;
  /** Answers, by the moment that showed what is right. */
  readonly given: ReadonlyMap<number, QuizAnswer>;
  /** Answers the question that stands; undefined: shows it without an answer. */
  readonly answer: (option: number | undefined) => void;
}

interface State {
  readonly of: LoadedStory['result'] | undefined;
  readonly asked: StoryQuestion | undefined;
  readonly given: Quiz['given'];
}

const NOTHING_GIVEN: Quiz['given'] = new Map();

/** The story with its questions: it does not go past one that was not answered. */
export function useQuiz(telling: StoryState): readonly [StoryState, Quiz] {
  const { story, index, asking, goTo } = telling;
  const { pause } = useActions();
  const store = useBenchStore();
  const [kept, setState] = useState<State>({ of: undefined, asked: undefined, given: NOTHING_GIVEN });
  const result = story?.result;
  const state = kept.of === result ? kept : { of: result, asked: undefined, given: NOTHING_GIVEN };
  const { given } = state;
  // Who goes elsewhere on the bench, or edits, is not asked any more.
  const asked = state.asked?.before === index + 1 ? state.asked : undefined;
  const questions = story?.questions;
  const guarded = useCallback(
    (to: number) => {
      // Another scene is on its way: what is pressed is meant for that.
      if (story?.scene !== store.getState().view.scene) return;
      const question = questionBetween(questions ?? [], { from: index, to }, given);
      setState({ of: result, asked: question, given });
      if (question) pause();
      goTo(question ? question.before - 1 : to);
    },
    [story, store, questions, index, given, result, goTo, pause],
  );
  const answer = useCallback(
    (option: number | undefined) => {
      if (!asked || (option !== undefined && !(option in asked.options))) return;
      setState({
        of: result,
        asked: undefined,
        given: new Map([...given, [asked.before, { question: asked, option }]]),
      });
      // The story waits there, also where it plays: the verdict is read, and playing on from the last moment would begin anew.
      goTo(asked.before);
    },
    [asked, given, result, goTo],
  );
  const waiting = useRef<number>(undefined);
  const step = useCallback(
    (to: number) => {
      // What comes is not shown before it is known what is to be asked of it: the step is made then.
      if (asking) waiting.current = to;
      else if (asked && to === index + 1) answer(undefined);
      else guarded(to);
    },
    [asking, asked, index, answer, guarded],
  );
  useEffect(() => {
    const to = waiting.current;
    if (asking || to === undefined) return;
    waiting.current = undefined;
    step(to);
  }, [asking, step]);
  useAnswerKeys(asked, answer);
  const quiz = useMemo(() => ({ asked, given, answer }), [asked, given, answer]);
  return [useMemo(() => ({ ...telling, goTo: step }), [telling, step]), quiz];
}

/** While something is asked, A to D answer; the page's own keys of those letters rest, and play has nothing to play. */
function useAnswerKeys(asked: StoryQuestion | undefined, answer: Quiz['answer']): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { modal, editing, pressable } = readKeyFocus(event.target, undefined);
    if (modal || editing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = LETTERS.findIndex((letter) => letter.toLowerCase() === latinKey(event.key));
    if (at < 0 && (event.key !== ' ' || pressable)) return;
    event.preventDefault();
    if (at >= 0) answer(at);
  });
  const asking = asked !== undefined;
  // With the question itself: who answers at once is heard.
  useLayoutEffect(() => {
    if (!asking) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [asking]);
}

import { useEffect, useEffectEvent } from 'react';
import type { ProxyModeId } from '../../../core/kubernetes/mode-ids';
import { handOut } from '../../../store/hand-out';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import type { BenchState } from '../../../store/types';
import { usePhrase } from '../../common/i18n/use-phrase';
import type { StoryState } from '../../story/page/use-story';
import { type EmbedState, mergeRequests, makeMessage, readMessage, type EmbedRequest } from './messages.model';
import { paced } from './pace.model';

/** Tells the page around what is shown, and goes where it asks to. */
export function useMessages({ story, index, goTo }: StoryState): void {
  const say = usePhrase();
  const { openScene, pause, play } = useActions();
  const scene = useBench(({ view }) => view.scene);
  const mode = useBench(({ document }) => document.present.mode);
  const playing = useBench(({ view }) => view.playing);
  const [shown, turn] = useFigure();
  const moment = story?.moments[index];
  const state: EmbedState | undefined =
    story && moment
      ? {
          scene: scene?.id ?? null,
          ...(scene ? NO_FIGURE : shown),
          mode,
          moment: index + 1,
          kind: moment.kind,
          sentence: say(moment.sentence),
          playing,
          last: index + 1 === story.moments.length,
        }
      : undefined;
  useParent(state, ({ moment: to, scene: id, mode: wanted, playing: plays }) => {
    if (id === undefined && wanted !== undefined && !scene && turn(wanted, to))
      return plays === true ? play() : pause();
    const wantedScene = id ?? (wanted === undefined ? undefined : scene?.id);
    if (wantedScene !== undefined) {
      const place = { id: wantedScene, ...(wanted === undefined ? {} : { mode: wanted }) };
      void openScene(to === undefined ? place : { ...place, moment: to });
    } else if (to !== undefined) {
      pause();
      goTo(to - 1);
    }
    if (plays === true) play();
    if (plays === false) pause();
  });
}

/** A scene is shown, or whatever else is of no Sheet. */
const NO_FIGURE: Pick<EmbedState, 'sheet' | 'figure'> = { sheet: null, figure: null };

type TurnMode = (mode: ProxyModeId, moment: number | undefined) => boolean;

/** The figure that is shown, and what turns its Sheet to another mode, at a moment of its walk there; false: there is no Sheet. */
function useFigure(): readonly [shown: Pick<EmbedState, 'sheet' | 'figure'>, turn: TurnMode] {
  const { leaveSheet } = useActions();
  const sheet = useBench(({ view }) => view.sheet);
  const left = useBench(({ view }) => (view.sheet === undefined ? undefined : view.leftSheets[view.sheet]));
  if (sheet === undefined || !left) return [NO_FIGURE, () => false];
  const turn: TurnMode = (mode, moment) => {
    const state = { ...left.state, knobs: { ...left.state.knobs, mode } };
    leaveSheet(sheet, { ...left, state, moment });
    return true;
  };
  return [{ sheet, figure: left.figure ?? null }, turn];
}

/** The origin of the page around, where the browser tells it; else whoever it is: it chose what is shown here. */
function parentOrigin(): string {
  const told =
    location.ancestorOrigins?.[0] ?? (document.referrer === '' ? undefined : new URL(document.referrer).origin);
  return told === undefined || told === 'null' ? '*' : told;
}

/** Nothing is said to anybody but the frame this page stands in. */
function tellParent({ actions, document }: BenchState, message: ReturnType<typeof makeMessage>): void {
  void handOut(actions, document.present, () => ({ to: 'frame', message, origin: parentOrigin() })).catch(
    () => undefined,
  );
}

/** Says to the page around that it is ready and where it stands, at each change; does what that page asks for. */
function useParent(state: EmbedState | undefined, onGoTo: (asked: EmbedRequest & { type: 'goto' }) => void): void {
  const store = useBenchStore();
  const there = state !== undefined;
  const said = state && JSON.stringify(state);
  const answer = useEffectEvent((type: 'ready' | 'state') => tellParent(store.getState(), makeMessage(type, state)));
  const go = useEffectEvent(onGoTo);
  useEffect(() => {
    if (there) answer('ready');
  }, [there]);
  useEffect(() => {
    if (said !== undefined) answer('state');
  }, [said]);
  useEffect(() => {
    const { put, stop } = paced<EmbedRequest>(
      (asked) => (asked.type === 'goto' ? go(asked) : answer(asked.type)),
      mergeRequests,
      (act, ms) => {
        const clock = setTimeout(act, ms);
        return () => clearTimeout(clock);
      },
    );
    const around = parentOrigin();
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== window.parent || window.parent === window) return;
      if (around !== '*' && origin !== around) return;
      const asked = readMessage(data);
      if (asked) put(asked);
    };
    window.addEventListener('message', hear);
    return () => {
      stop();
      window.removeEventListener('message', hear);
    };
  }, []);
}

import { useEffect, useEffectEvent } from 'react';
import { makeMessage, readMessage, type EmbedAsked, type EmbedState } from './messages.model';

/** The origin of the page around, where the browser tells it; else whoever it is: it chose what is shown here. */
function parentOrigin(): string {
  const told =
    location.ancestorOrigins?.[0] ?? (document.referrer === '' ? undefined : new URL(document.referrer).origin);
  return told === undefined || told === 'null' ? '*' : told;
}

/** Nothing is said to anybody but the frame this page stands in. */
function tellParent(message: ReturnType<typeof makeMessage>): void {
  if (window.parent !== window) window.parent.postMessage(message, parentOrigin());
}

/** Says to the page around that it is ready and where it stands, at each change; does what that page asks for. */
export function useParent(state: EmbedState | undefined, onGoTo: (asked: EmbedAsked & { type: 'goto' }) => void): void {
  const there = state !== undefined;
  const said = state && JSON.stringify(state);
  const answer = useEffectEvent((type: 'ready' | 'state') => tellParent(makeMessage(type, state)));
  const go = useEffectEvent(onGoTo);
  useEffect(() => {
    if (there) answer('ready');
  }, [there]);
  useEffect(() => {
    if (said !== undefined) answer('state');
  }, [said]);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== window.parent || window.parent === window) return;
      const asked = readMessage(data);
      if (asked?.type === 'goto') go(asked);
      else if (asked) answer(asked.type);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
}

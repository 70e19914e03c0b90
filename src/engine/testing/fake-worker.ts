import { QUESTIONS } from '../questions';
import { Desk } from '../desk';
import type { FromEngine, ToEngine } from '../messages';
import type { OpenPort } from '../client';

/** Engines behind a border like a worker's: messages are cloned and come later, and an engine can be killed. */
export function fakeWorkers(answers: (message: ToEngine) => 'dies' | void = () => undefined) {
  const kills: (() => void)[] = [];
  const heard: ToEngine[] = [];
  const open: OpenPort = ({ hear, die }) => {
    let isAlive = true;
    const later = (what: () => void): void => queueMicrotask(() => isAlive && what());
    const post = (message: FromEngine): void => {
      const crossing = structuredClone(message);
      later(() => hear(crossing));
    };
    const kill = (): void => {
      if (!isAlive) return;
      isAlive = false;
      die('the worker ended');
    };
    const desk = new Desk({ slice: 1, post, questions: QUESTIONS });
    post({ ready: true });
    kills.push(kill);
    return {
      post: (message) => {
        const crossing = structuredClone(message);
        later(() => {
          heard.push(crossing);
          if (answers(crossing) === 'dies') kill();
          else desk.hear(crossing);
        });
      },
      end: () => {
        isAlive = false;
      },
    };
  };
  return { open, heard, started: () => kills.length, kill: () => kills.at(-1)?.() };
}

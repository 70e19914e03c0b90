import type { PastedNode } from '../core/analysis/pasted-types';
import type { Rebuilding } from '../core/analysis/reconstruct/rebuild';
import type { Wanted } from '../core/analysis/reconstruct/types';
import type { RulesetDiff } from '../core/analysis/ruleset-diff/types';
import type { Document } from '../core/document/document';
import { Cancelled } from './client';
import type { Pieces } from './pieces';
import type { RebuildAnswer, RebuildQuestion } from './rebuild-answers';

/** What the worker sends back: how far it is, then the answer; a long one cut, then the items of its lists, then the end. */
interface Reply {
  readonly id: number;
  readonly progress?: number;
  readonly answer?: RebuildAnswer;
  readonly cut?: Pieces<RebuildAnswer>;
  readonly list?: number;
  readonly items?: readonly unknown[];
  readonly complete?: true;
}

export interface RebuildOptions {
  /** Ends the work; the promise is rejected with {@link Cancelled}. */
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress?: (progress: number) => void;
}

/** Turns pasted texts into a cluster, away from the page's own thread. */
export async function rebuildPasted(pasted: PastedNode, wanted: Wanted, options: RebuildOptions): Promise<Rebuilding> {
  return (await ask(pasted, { ask: 'rebuild', wanted }, options)) as Rebuilding;
}

/** What the cluster as it is now would change on the pasted node; undefined: it was not made of it. */
export async function pastedDifference(document: Document, options: RebuildOptions): Promise<RulesetDiff | undefined> {
  const { pasted, ...rest } = document;
  return (await ask(pasted, { ask: 'difference', document: rest }, options)) as RulesetDiff | undefined;
}

type Asked = RebuildQuestion extends infer Question
  ? Question extends RebuildQuestion
    ? Omit<Question, 'id' | 'pasted'>
    : never
  : never;

let worker: Worker | undefined;
let sent: PastedNode | undefined;
let count = 0;

function ask(pasted: PastedNode, asked: Asked, options: RebuildOptions): Promise<RebuildAnswer> {
  const question: RebuildQuestion = { ...asked, id: ++count, ...(isSent(pasted) ? {} : { pasted }) };
  if (typeof Worker === 'undefined') return onPage({ ...question, pasted }, options);
  worker ??= new Worker(new URL('./rebuild.worker.ts', import.meta.url), { type: 'module' });
  sent = pasted;
  return inWorker(worker, question, options);
}

/** 40 MB of text cross to the worker once. */
function isSent({ texts, facts, nodes, rebuilt }: PastedNode): boolean {
  const isSame = sent?.texts === texts && sent.facts === facts && sent.nodes === nodes;
  return isSame && sent?.rebuilt?.node === rebuilt?.node && sent?.rebuilt?.machine === rebuilt?.machine;
}

/** Work that was cancelled ends with its worker: the next question starts a fresh one. */
function inWorker(
  to: Worker,
  question: RebuildQuestion,
  { signal, onProgress }: RebuildOptions,
): Promise<RebuildAnswer> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const settle = (end: () => void): void => {
      listening.abort();
      end();
    };
    const stop = (reason: Error): void => {
      to.terminate();
      if (worker === to) [worker, sent] = [undefined, undefined];
      settle(() => reject(reason));
    };
    const on = { signal: listening.signal };
    signal.addEventListener('abort', () => stop(new Cancelled()), on);
    to.addEventListener('error', (event) => stop(new Error(event.message || 'the worker stopped')), on);
    let cut: Pieces<RebuildAnswer> | undefined;
    const hear = ({ data }: MessageEvent<Reply>): void => {
      if (data.id !== question.id) return;
      if (data.progress !== undefined) return onProgress?.(data.progress);
      cut ??= data.cut;
      for (const item of data.items ?? []) cut?.lists[data.list ?? 0]?.push(item);
      if (!cut) settle(() => resolve(data.answer));
      else if (data.complete) settle(() => resolve(cut?.pieces));
    };
    to.addEventListener('message', hear, on);
    if (signal.aborted) settle(() => reject(new Cancelled()));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    else to.postMessage(question);
  });
}

/** Where there are no workers: the same steps, with a pause after each. */
async function onPage(question: RebuildQuestion, { signal, onProgress }: RebuildOptions): Promise<RebuildAnswer> {
  const { answerRebuild } = await import('./rebuild-answers');
  const steps = answerRebuild(question);
  for (let step = steps.next(); ; step = steps.next()) {
    if (signal.aborted) throw new Cancelled();
    if (step.done) return step.value;
    onProgress?.(step.value);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

import { Client, type EngineClient, inlinePort, workerPort } from './client';

/** An engine of the page's own, in a worker where there are any; it starts with the first question. */
function pageEngine(role: string): EngineClient {
  return typeof Worker === 'undefined' ? new Client(inlinePort) : new Client(workerPort(role), inlinePort);
}

/** Answers at once what is on the bench. */
export const interactive = pageEngine('interactive');

/** Answers what takes long, so that the bench is not kept waiting. */
export const background = pageEngine('background');

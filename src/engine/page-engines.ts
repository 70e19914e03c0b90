import { ClosedReaders } from './patience';
import { Client, type EngineClient, inlinePort, workerPort } from './client';

/** Known to both: a text that one has read is read by the other. */
const closed = new ClosedReaders();

/** An engine of the page's own, in a worker where there are any; it starts with the first question. */
function pageEngine(role: string): EngineClient {
  return typeof Worker === 'undefined'
    ? new Client(inlinePort, { closed })
    : new Client(workerPort(role), { instead: inlinePort, closed });
}

/** Answers at once what is on the bench. */
export const interactive = pageEngine('interactive');

/** Answers what takes long, so that the bench is not kept waiting. */
export const background = pageEngine('background');

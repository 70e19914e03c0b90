import { ClosedReaders } from './patience';
import { Client, workerPort } from './client';

/** Known to both: a text that one has read is read by the other. */
const closed = new ClosedReaders();

/** Answers at once what is on the bench; it starts with the first question. */
export const interactive = new Client(workerPort('interactive'), { closed });

/** Answers what takes long, so that the bench is not kept waiting; it starts with the first question. */
export const background = new Client(workerPort('background'), { closed });

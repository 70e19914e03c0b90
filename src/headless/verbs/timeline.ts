import { checkDocument } from '../../core/document/codec';
import type { Document } from '../../core/document/document';
import { Memo } from '../../core/lib/memo';
import { findRemedy } from '../../core/timeline/remedy';
import { scriptOf } from '../../core/timeline/default-script';
import { liveThrough, type Lived } from '../../core/timeline/timeline';
import { say, type Arguments, type ExitCode, type Io, type Verb } from '../verb';

const USAGE = 'timeline [--events | --requests] [--no-remedy] FILE.json';

function finished<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function eventsSaid({ events }: Lived) {
  return events.map(({ says, ...event }) => ({ ...event, says: say(says) }));
}

/** The document of a file: by itself, or as a project file holds it. */
function documentIn(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  return typeof value === 'object' && value !== null && 'document' in value ? value.document : value;
}

function told(document: Document, options: Arguments['options']) {
  const memo = new Memo();
  const lived = finished(liveThrough(document, memo));
  const { counts, nodes, walked, problems } = lived;
  const remedy = options['no-remedy'] ? undefined : finished(findRemedy(document, lived, memo));
  return {
    answer: [...lived.answer, ...(remedy ? [remedy.says] : [])].map(say),
    counts,
    walked,
    nodes,
    ...(remedy ? { remedy: { delays: remedy.delays, saved: remedy.saved } } : {}),
    ...(problems.length > 0 ? { problems: problems.map(({ client, says }) => ({ client, says: say(says) })) } : {}),
    ...(options['events'] ? { events: eventsSaid(lived) } : {}),
    ...(options['requests'] ? { requests: lived.requests } : {}),
  };
}

/** What becomes of a document's script: the answer, and on demand every event and every request. */
export const TIMELINE: Verb = {
  name: 'timeline',
  usage: USAGE,
  valued: [],
  run: ({ files: [file], options }: Arguments, io: Io): ExitCode => {
    if (file === undefined) {
      io.stderr(`error usage 0:0 ${USAGE}\n`);
      return 2;
    }
    const checked = checkDocument(documentIn(io.read(file)));
    if (!checked.ok) {
      io.stderr(`error unreadable 0:0 ${say(checked.error)}\n`);
      return 2;
    }
    const document = { ...checked.value, script: scriptOf(checked.value) };
    io.stdout(`${JSON.stringify(told(document, options), null, 1)}\n`);
    return 0;
  },
};

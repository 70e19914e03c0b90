import { finished } from '../../../core/lib/scan';
import { findRemedy } from '../../../core/timeline/remedy';
import { scriptOf } from '../../../core/timeline/default-script';
import { liveThrough, type Lived } from '../../../core/timeline/timeline';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText } from '../schema';

/** Requests that got no answer, or a reset. */
const countLost = (counts: Lived['counts']): number => counts.refused + counts['timed-out'] + counts.reset;

function writeLines(
  { counts, events }: Lived,
  answer: readonly string[],
  { say, options, word }: CommandCall,
): PageLine[] {
  const listed = options.has('events') ? events : [];
  return [
    ...answer.map((text): PageLine => ({ text })),
    {
      text: word('requests', { ...counts, timedOut: counts['timed-out'] }),
      as: countLost(counts) > 0 ? 'bad' : 'good',
    },
    ...listed.map(({ at, says }): PageLine => ({ text: say(says), mark: `${(at / 1000).toFixed(3)}s`.padStart(9) })),
  ];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const { document, memo } = await openFiles(call);
  if (document.subject !== 'cluster') throw new CommandRefusal(2, call.word('needsCluster', {}));
  const script = scriptOf(document);
  const asked = { ...document, script };
  const lived = finished(liveThrough(asked, memo));
  const remedy = finished(findRemedy(asked, lived, memo));
  const answer = [...lived.answer, ...(remedy ? [remedy.says] : [])].map(call.say);
  const { counts, events } = lived;
  const json = {
    answer,
    counts,
    events: events.map(({ at, says }) => ({ at, says: call.say(says) })),
    ...(remedy ? { saved: remedy.saved } : {}),
  };
  const code = countLost(counts) > 0 ? 1 : counts.unknown > 0 ? 2 : 0;
  return { code, json, lines: writeLines(lived, answer, call) };
}

/** `rulewalk timeline`: what becomes of requests while a cluster changes. */
export const TIMELINE_COMMAND: CommandVerb = {
  name: 'timeline',
  about:
    'lets a cluster live through a change (the script of its document, else a rollout) and says which requests failed, why, and what would have saved them.',
  takes: 'FILES...',
  options: [
    { name: 'events', about: 'list what happened, with its time' },
    { name: 'mode', value: 'MODE', about: 'as which kube-proxy writes the rules' },
  ],
  examples: [
    ['rulewalk timeline shop.rulewalk.json', 'what becomes of the requests of a saved document'],
    ['rulewalk timeline cluster.yaml --mode ipvs --events', 'a rollout of the first Service, step by step'],
  ],
  exits: { 0: 'no request failed', 1: 'some did', 2: 'nothing could be read, or it is no cluster' },
  schema: anObject({
    answer: aList(aText('a sentence')),
    counts: { type: 'object', description: 'how many requests were sent, and how they ended' },
    events: aList(
      anObject({
        at: { type: 'number', description: 'milliseconds from the beginning' },
        says: aText('what happened'),
      }),
    ),
    'saved?': aCount('requests that the remedy saves'),
  }),
  run,
};

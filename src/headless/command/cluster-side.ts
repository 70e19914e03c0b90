import type { IpFamily } from '../../core/net/ip';
import { sayAsks, sayCaller, sayDestination, sayFate, type FateSeen } from '../../core/questions/reach/say';
import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import { phrase } from '../../core/lib/phrase';
import type { OpenedTexts } from '../../core/public/open-texts';
import { listUntoldReadiness } from '../../core/questions/evidence/untold-readiness';
import { CommandRefusal, type CommandCall, type CommandOption } from './command';
import { openFiles } from './opened';
import { guessedObjects, guessesUnsaid } from './walked';
import type { PageLine } from './page';
import { aList, anObject, aText } from './schema';

/** The option for the family of packets. */
export const FAMILY_OPTION: CommandOption = {
  name: 'family',
  value: 'ipv4|ipv6',
  about: 'of which family the packets are (else ipv4)',
};

/** The family that is asked for; a refusal where it is none. */
export function familyOption({ options, word }: CommandCall): IpFamily {
  const family = options.get('family') ?? 'ipv4';
  if (family === 'ipv4' || family === 'ipv6') return family;
  throw new CommandRefusal(64, word('badFamily', { family }));
}

/** Opens texts that have to be a cluster. */
export async function openClusterFiles(call: CommandCall, words?: readonly string[]): Promise<OpenedTexts> {
  const opened = await openFiles(call, words);
  if (opened.document.subject !== 'cluster') throw new CommandRefusal(2, call.word('needsCluster', {}));
  return opened;
}

/** What an answer about a whole cluster rests on and no text tells. */
interface RestingPoint {
  readonly says: string;
  /** The command whose output tells it; absent: it is made up, and said to be. */
  readonly settledBy?: string;
}

/** Everything that no text tells of a cluster and was taken; none of a document that was saved. */
export function listRests(opened: OpenedTexts, call: CommandCall): RestingPoint[] {
  const { objects, document, derived } = opened;
  if (!objects) return [];
  const walked = derived.settled ?? document.cluster;
  const untold = listUntoldReadiness(objects, walked).length;
  return [
    ...(untold > 0
      ? [
          {
            says: call.say(phrase('evidence.guess.all-ready', { count: untold })),
            settledBy: 'kubectl get pods -A -o wide',
          },
        ]
      : []),
    ...guessesUnsaid(opened, { told: objects, walked, document }).map(({ says, settledBy }) => ({
      says: call.say(says),
      settledBy,
    })),
    ...guessedObjects(opened).map((message) => ({ says: call.say(message) })),
  ];
}

/** The same in lines; none where everything is told. */
export function writeRests(rests: readonly RestingPoint[], { word }: CommandCall): PageLine[] {
  if (rests.length === 0) return [];
  const lines = rests.map(({ says, settledBy }): PageLine => {
    const settled = settledBy === undefined ? '' : `. ${word('settledBy', { command: settledBy })}`;
    return { text: `${says}${settled}`, mark: '-', indent: 1 };
  });
  return [{ text: word('restsOn', {}), as: 'head' }, ...lines];
}

/** The JSON of what an answer rests on. */
export const RESTS_SCHEMA = aList(
  anObject({ says: aText('what was taken, that no text tells'), 'settledBy?': aText('the command that tells it') }),
);

/** Runs work to its end, and shows how far it is. */
export function workedOut<T>(work: Generator<number, T>, { terminal: { progress }, word }: CommandCall): T {
  let shown = -1;
  for (;;) {
    const next = work.next();
    if (next.done) {
      progress?.('');
      return next.value;
    }
    const percent = Math.floor(next.value * 100);
    if (percent > shown) progress?.(word('walking', { percent }));
    shown = percent;
  }
}

/** A fate in words: `source kept 2/3, dropped 1/3`. `by`: the kind of its sender. */
export const fateText = (fate: FateSeen, { say }: CommandCall, by?: Caller['kind']): string =>
  sayFate(fate, by)
    .map(({ says, odds = '' }) => `${say(says)} ${odds}`.trim())
    .join(', ');

/** A destination in words. */
export const destinationText = (destination: Destination, { say }: CommandCall): string =>
  `${say(sayDestination(destination))} ${destination.address} ${say(sayAsks(destination))}`;

/** Caller and destination in words. */
export const packetText = (
  { caller, destination }: { caller: Caller; destination: Destination },
  call: CommandCall,
): string => `${call.say(sayCaller(caller))} -> ${destinationText(destination, call)}`;

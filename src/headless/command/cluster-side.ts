import type { Document } from '../../core/document/document';
import type { IpFamily } from '../../core/net/ip';
import { sayAsks, sayCaller, sayDestination, sayFate, type FateSeen } from '../../core/questions/reach/say';
import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import { CommandRefusal, type CommandCall, type CommandOption } from './command';
import { openFiles } from './opened';

/** The option for the family of packets. */
export const FAMILY_OPTION: CommandOption = {
  name: 'family',
  value: 'ipv4|ipv6',
  about: 'of which family the packets are (else ipv4)',
};

/** The family that is asked for; a refusal where it is none. */
export function familyAsked({ options, word }: CommandCall): IpFamily {
  const family = options.get('family') ?? 'ipv4';
  if (family === 'ipv4' || family === 'ipv6') return family;
  throw new CommandRefusal(64, word('badFamily', { family }));
}

/** Opens texts that have to be a cluster. */
export async function openClusterFiles(call: CommandCall, words?: readonly string[]): Promise<Document> {
  const { document } = await openFiles(call, words);
  if (document.subject !== 'cluster') throw new CommandRefusal(2, call.word('needsCluster', {}));
  return document;
}

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

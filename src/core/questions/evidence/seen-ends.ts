import { phrase, type Phrase } from '../../lib/phrase';
import { shortenLine } from '../../lib/shorten';
import { listAskedPlaces, type AskedEnd } from '../../paste/asked-places';
import { tellDataplane } from '../../paste/dataplane';
import type { Outcome } from '../../sim/trace';
import type { LinedText } from './evidence-line';

/** How a client that was walked ends: `answered`, or as clients say it; undefined: the walk cannot tell. */
type WalkedEnd = 'answered' | Exclude<AskedEnd, 'closed'>;

/** Errors of ICMP and TCP that a client takes for a refusal (net/ipv4/icmp.c: icmp_err_convert). */
const REFUSALS = ['port-unreach', 'tcp-reset', 'tcp reset', 'proto-unreach'];

function endOfWalk({ disposition, answered }: Outcome): WalkedEnd | undefined {
  switch (disposition.kind) {
    case 'UNKNOWN':
      return undefined;
    case 'REJECTED':
      return REFUSALS.some((word) => disposition.with.includes(word)) ? 'refused' : 'unreachable';
    case 'NO_SOCKET':
      return 'refused';
    case 'NO_ROUTE':
    case 'TTL_EXCEEDED':
      return 'unreachable';
    case 'DELIVERED':
    case 'DROPPED':
    case 'LEFT':
    case 'LOOP':
    case 'MARTIAN':
      return answered ? 'answered' : 'silent';
  }
}

/** A packet's end as a client of the texts saw it, beside the end of its walk. */
export interface SeenEnd {
  readonly says: Phrase;
  /** Command that tells the two apart, where they differ. */
  readonly next?: Phrase;
  /** True where the walk ends so in no way. */
  readonly isOther: boolean;
}

const LONGEST_QUOTED = 120;

/**
 * Compares what the texts show of a packet with the ways it was walked: they agree, one of several ways does, or none, and then
 * something that the texts do not tell decides. `asked`: where it is sent. undefined: nobody asked that, or no way is known.
 */
export function compareSeen(
  texts: readonly Pick<LinedText, 'text'>[],
  asked: { readonly host: string; readonly port: number },
  outcomes: readonly Outcome[],
): SeenEnd | undefined {
  const place = listAskedPlaces(texts.map(({ text }) => text)).find(
    ({ host, port, got }) => got !== undefined && port === asked.port && (host === asked.host || host === ''),
  );
  const ends = outcomes.map(endOfWalk);
  const [walked] = ends;
  if (place?.got === undefined || walked === undefined || ends.includes(undefined)) return undefined;
  // Whoever closes a connection has taken it.
  const seen = place.got === 'closed' ? 'answered' : place.got;
  const fits = ends.filter((end) => end === seen).length;
  const fit = fits === ends.length ? 'agrees' : fits > 0 ? 'some' : 'differs';
  const line = shortenLine(place.line.trim(), LONGEST_QUOTED);
  const values = { line, seen: place.got, fit, walked };
  const where = { address: asked.host, port: String(asked.port), rules: tellDataplane(texts).rules };
  const isOther = fit === 'differs';
  const says = phrase('evidence.seen', values);
  return isOther ? { says, next: phrase('evidence.seen-next', { ...values, ...where }), isOther } : { says, isOther };
}

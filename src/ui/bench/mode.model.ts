import type { Document } from '../../core/document/document';
import { changeProxy } from '../../core/document/edits/cluster';
import { getMinor } from '../../core/kubernetes/release';
import { PROXY_MODE_IDS, sameAxis, usualRelease } from '../../core/kubernetes/mode-ids';
import { phrase, type Phrase } from '../../core/lib/phrase';
import type { ModeOffer, ReleaseOffer } from '../../engine/protocol';

/** The offered release a document means: `1.30.5` is 1.30. Undefined: no mode ever had it. */
export function offeredRelease(offer: ModeOffer | undefined, release: string): ReleaseOffer | undefined {
  return offer?.releases.find((each) => getMinor(each.release) === getMinor(release));
}

/** A mode and its release. */
export type Proxied = Pick<Document, 'mode' | 'release'>;

/** The release to take a mode in: of the same project the nearest it has, of another the usual one. */
export function releaseFor(offer: ModeOffer, { mode, release }: Proxied): string {
  return nearestRelease(offer, sameAxis(mode, offer.id) ? release : usualRelease(offer.id));
}

/** The release a mode has that is nearest to the wanted one; the newer of two equally near. */
function nearestRelease(offer: ModeOffer, wanted: string): string {
  const had = offer.releases.filter(({ problem }) => !problem).map(({ release }) => release);
  const distance = (release: string): number => Math.abs(getMinor(release) - getMinor(wanted));
  const newestFirst = had.toReversed();
  const known = Number.isNaN(getMinor(wanted)) ? newestFirst : newestFirst.sort((a, b) => distance(a) - distance(b));
  return known[0] ?? wanted;
}

/**
 * A document in another mode: in the release that was left there, or else its own if the mode has it, else the nearest,
 * which is then said. `left`: the release the mode was in when it was left.
 */
export function switchMode(
  document: Document,
  offer: ModeOffer,
  left?: string,
): { readonly document: Document; readonly notice?: Phrase } {
  const { id, title } = offer;
  const kept = sameAxis(document.mode, id) ? document.release : usualRelease(id);
  const wanted = left !== undefined && id !== document.mode ? left : kept;
  const offered = offeredRelease(offer, wanted);
  if (offered && !offered.problem) return { document: changeProxy(document, { mode: id, release: wanted }) };
  const release = nearestRelease(offer, wanted);
  const notice = phrase('document.mode.other-release', { mode: title, wanted, release });
  return { document: changeProxy(document, { mode: id, release }), notice };
}

/** The offers in the order of their keys, 1 and on: always the same key for the same mode. */
export function inKeyOrder(offers: readonly ModeOffer[]): readonly ModeOffer[] {
  return PROXY_MODE_IDS.flatMap((id) => offers.find((offer) => offer.id === id) ?? []);
}

import type { Document } from '../../../core/document/document';
import { changeProxy } from '../../../core/document/edits/proxy';
import { getMinor, isMinor, getRelease } from '../../../core/kubernetes/release';
import { PROXY_MODE_IDS, sameAxis, usualRelease } from '../../../core/kubernetes/mode-ids';
import { phrase, type Phrase } from '../../../core/lib/phrase';
import type { ModeOffer, ReleaseOffer } from '../../../engine/protocol';
import type { PatchRelease } from '../../../core/kubernetes/proxy/release-changes';

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

/** A line of a list of releases. */
export type ReleaseChoice =
  | { readonly kind: 'minor'; readonly release: string; readonly chosen: boolean; readonly offer: ReleaseOffer }
  | {
      readonly kind: 'patch';
      readonly release: string;
      readonly chosen: boolean;
      readonly patch: PatchRelease;
      /** The next patch release that is not like it; undefined: all behind it are. */
      readonly next?: string;
    }
  /** A patch release that was typed, and the release whose rules it has. */
  | { readonly kind: 'typed'; readonly release: string; readonly chosen: true; readonly like: string };

/** Every release of a mode, newest first; below a minor those of its patches that are not alike, and one that was typed. */
export function releaseChoices(mode: ModeOffer | undefined, release: string): readonly ReleaseChoice[] {
  const chosen = release.replace(/^v/, '');
  return (mode?.releases ?? []).toReversed().flatMap((offer) => {
    const minor: ReleaseChoice = { kind: 'minor', release: offer.release, chosen: offer.release === chosen, offer };
    const patches = patchChoices(offer, chosen);
    const typed = typedChoice(offer, chosen);
    return typed ? [typed, minor, ...patches] : [minor, ...patches];
  });
}

/**
 * Releases that stand in the list: every minor release, and the patch release that is chosen; the others are behind
 * "Advanced".
 */
export function standingReleases(mode: ModeOffer | undefined, release: string): readonly ReleaseChoice[] {
  return releaseChoices(mode, release).filter(({ kind, chosen }) => kind === 'minor' || chosen);
}

function patchChoices({ patches = [] }: ReleaseOffer, chosen: string): ReleaseChoice[] {
  const choices = patches.map((patch, index): ReleaseChoice => {
    const next = patches[index + 1]?.release;
    const { release } = patch;
    return { kind: 'patch', release, chosen: release === chosen, patch, ...(next === undefined ? {} : { next }) };
  });
  return choices.toReversed();
}

function typedChoice({ release, patches = [] }: ReleaseOffer, chosen: string): ReleaseChoice | undefined {
  const isListed = isMinor(chosen) || patches.some((each) => each.release === chosen);
  if (isListed || getMinor(chosen) !== getMinor(release)) return undefined;
  const { patch } = getRelease(chosen);
  const like = patches.findLast((each) => getRelease(each.release).patch <= patch)?.release ?? release;
  return { kind: 'typed', release: chosen, chosen: true, like };
}

/** `1.33`, `v1.33.13`, or the patch alone (`13`) of the release there is, as a document says it; undefined: none of these. */
export function typedRelease(text: string, present: string): string | undefined {
  const word = text.trim().replace(/^v/, '');
  if (word === '') return `1.${getMinor(present)}`;
  if (/^\d{1,3}$/.test(word)) return `1.${getMinor(present)}.${Number(word)}`;
  return /^1\.\d{1,3}(?:\.\d{1,3}(?:-(?:alpha|beta|rc)\.\d{1,2})?)?$/.test(word) ? word : undefined;
}

import type { PatchRelease } from '../../core/kubernetes/proxy/release-changes';
import { isMinor, getMinor, getRelease } from '../../core/kubernetes/release';
import type { ModeOffer, ReleaseOffer } from '../../engine/protocol';

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

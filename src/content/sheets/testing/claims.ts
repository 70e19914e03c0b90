import type { SheetPosition } from './positions';

/** A sentence of a Sheet that could be false, and what the engine says of it at a position. */
export interface SheetClaim {
  /** Words of the English sentence. */
  readonly says: RegExp;
  readonly holds: (position: SheetPosition, found: RegExpExecArray) => boolean;
}

/** Words that make a sentence one that can be false: numbers, all and none, and what never or only happens. */
const CHECKABLE =
  /\d|\b(?:no|none|never|nobody|every|each|only|all|both|once|one|two|three|last|first|ordinary|cannot|nothing|twice|same|itself|own|others|drops?|refuses?d?|INPUT|PREROUTING|remembers|stranger)\b/i;

/** A text by its sentences. */
const split = (text: string): readonly string[] => text.split(/(?<=[.!?:])\s+/);

interface HeldClaim {
  readonly claim: SheetClaim;
  readonly found: RegExpExecArray;
}

const known = new WeakMap<readonly SheetClaim[], Map<string, readonly HeldClaim[]>>();

/** The claims that are about a sentence: most sentences are those of the position before. */
function claimsAbout(sentence: string, claims: readonly SheetClaim[]): readonly HeldClaim[] {
  const bySentence = known.get(claims) ?? new Map<string, readonly HeldClaim[]>();
  known.set(claims, bySentence);
  const before = bySentence.get(sentence);
  if (before) return before;
  const about = claims.flatMap((claim): HeldClaim[] => {
    const found = claim.says.exec(sentence);
    return found ? [{ claim, found }] : [];
  });
  bySentence.set(sentence, about);
  return about;
}

/** Sentences of a text that a claim is about, each with those claims. */
export const listHeld = (text: string, claims: readonly SheetClaim[]): readonly (readonly SheetClaim[])[] =>
  split(text).flatMap((sentence) => {
    const about = claimsAbout(sentence, claims).map(({ claim }) => claim);
    return about.length > 0 ? [about] : [];
  });

/** What of a position's prose is false, or is held to nothing; empty: all of it is held and holds. */
export function falseAt(position: SheetPosition, claims: readonly SheetClaim[]): readonly string[] {
  return position.texts.flatMap(({ own: { en }, isHeading = false }) =>
    split(en).flatMap((sentence) => {
      const own = claimsAbout(sentence, claims);
      if (own.length === 0) return isHeading || CHECKABLE.test(sentence) ? [`held to nothing: ${sentence}`] : [];
      return own.flatMap(({ claim, found }) =>
        claim.holds(position, found) ? [] : [`false at ${position.at}: ${sentence} (${String(claim.says)})`],
      );
    }),
  );
}

import type { SheetPosition } from './positions';

/** A sentence of a Sheet that could be false, and what the engine says of it at a position. */
export interface SheetClaim {
  /** Words of the English sentence. */
  readonly says: RegExp;
  /** Words of that sentence in other languages, by their tags; what is captured is compared with the same walk. */
  readonly in: Readonly<Record<string, RegExp>>;
  /** Asked with what is captured; of the rest of the sentence it may know nothing. */
  readonly holds: (position: SheetPosition, found: RegExpExecArray) => boolean;
}

/** Words that make a sentence one that can be false: numbers, all and none, and what never or only happens. */
const CHECKABLE: Readonly<Record<string, RegExp>> = {
  en: /\d|\b(?:no|none|never|nobody|every|each|only|all|both|once|one|two|three|last|first|ordinary|cannot|nothing|twice|same|itself|own|others?|drops?|refuses?d?|INPUT|PREROUTING|remembers|stranger|everybody|destination|source|sender|iptables|IPVS|nftables|Cluster|Local)\b/gi,
  ko: /\d|첫|모두|아무|남의|목적지|출발지|언제나|뿐|하나(?:도|뿐)|끝내|마지막|처음|자기|다른|그대로(?! 두고)|두 번|거부|폐기|기억|낯선|나눕니다|(?:이|가|은|는|지|도) 없|지 않|INPUT|PREROUTING|iptables|IPVS|nftables|Cluster|Local/g,
};

/** A text by its sentences. */
const split = (text: string): readonly string[] => text.split(/(?<=[.!?:])\s+/);

interface HeldClaim {
  readonly claim: SheetClaim;
  readonly found: RegExpExecArray;
}

const known = new WeakMap<readonly SheetClaim[], Map<string, readonly HeldClaim[]>>();

/** A text in one of its languages, by the tag of that. */
type TaggedText = readonly [tag: string, text: string];

/** The claims that are about a sentence: most sentences are those of the position before. */
function claimsAbout([tag, sentence]: TaggedText, claims: readonly SheetClaim[]): readonly HeldClaim[] {
  const bySentence = known.get(claims) ?? new Map<string, readonly HeldClaim[]>();
  known.set(claims, bySentence);
  const key = `${tag} ${sentence}`;
  const before = bySentence.get(key);
  if (before) return before;
  const about = claims.flatMap((claim): HeldClaim[] => {
    const found = (tag === 'en' ? claim.says : claim.in[tag])?.exec(sentence);
    return found ? [{ claim, found }] : [];
  });
  bySentence.set(key, about);
  return about;
}

/** Sentences of a text that a claim is about, each with those claims. */
export const listHeld = ([tag, text]: TaggedText, claims: readonly SheetClaim[]): readonly (readonly SheetClaim[])[] =>
  split(text).flatMap((sentence) => {
    const about = claimsAbout([tag, sentence], claims).map(({ claim }) => claim);
    return about.length > 0 ? [about] : [];
  });

/** Sentences of a position that are false, or held to nothing, in any of its languages; empty: all of it is held and holds. */
export function falseAt(position: SheetPosition, claims: readonly SheetClaim[]): readonly string[] {
  return position.texts.flatMap(({ own, isHeading = false }) =>
    Object.entries(own).flatMap(([tag, text]) =>
      split(text).flatMap((sentence) => falseIn(position, [tag, sentence], { claims, isHeading })),
    ),
  );
}

const answers = new WeakMap<SheetPosition, Map<SheetClaim, Map<string, boolean>>>();

/** True of a claim that holds at a position; one that several sentences or languages make is answered once. */
function holdsAt(position: SheetPosition, claim: SheetClaim, found: RegExpExecArray): boolean {
  const byClaim = answers.get(position) ?? new Map<SheetClaim, Map<string, boolean>>();
  answers.set(position, byClaim);
  const byWords = byClaim.get(claim) ?? new Map<string, boolean>();
  byClaim.set(claim, byWords);
  const key = JSON.stringify([found.slice(1), found.groups ?? {}]);
  const known = byWords.get(key) ?? claim.holds(position, found);
  byWords.set(key, known);
  return known;
}

/** Words of a sentence that can be false and stand outside of what its claims are about. */
function freeWords([tag, sentence]: TaggedText, own: readonly HeldClaim[]): readonly string[] {
  const words = CHECKABLE[tag];
  if (!words) return [];
  const covers = ({ found }: HeldClaim, from: number, to: number): boolean =>
    found.index <= from && to <= found.index + found[0].length;
  return [...sentence.matchAll(words)].flatMap(({ index, 0: word }) =>
    own.some((claim) => covers(claim, index, index + word.length)) ? [] : [word],
  );
}

interface HeldTo {
  readonly claims: readonly SheetClaim[];
  readonly isHeading: boolean;
}

function falseIn(position: SheetPosition, tagged: TaggedText, { claims, isHeading }: HeldTo): readonly string[] {
  const [, sentence] = tagged;
  const own = claimsAbout(tagged, claims);
  const free = isHeading && own.length === 0 ? [sentence] : freeWords(tagged, own);
  if (free.length > 0) return [`held to nothing: ${free.join(', ')} in “${sentence}”`];
  return own.flatMap(({ claim, found }) =>
    holdsAt(position, claim, found) ? [] : [`false at ${position.at}: ${sentence} (${String(claim.says)})`],
  );
}

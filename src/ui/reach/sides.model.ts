import type { Document } from '../../core/document/document';
import type { ModeRelease } from '../../core/questions/reach/statement';
import type { ModeOffer } from '../../engine/protocol';

/** A mode and a release, and how both are called: `nftables 1.35`. */
export interface LabelledSide extends ModeRelease {
  readonly label: string;
}

/** How the two sides are called. */
export interface SideWords {
  readonly sides: readonly [string, string];
}

/** A side in the words of a statement: `nftables@1.35`. */
export const sideKey = ({ mode, release }: ModeRelease): string => `${mode}@${release}`;

type TwoSides = readonly [before: LabelledSide, after: LabelledSide];

/** Every mode with every release it has, newest first. */
export function listModeSides(offers: readonly ModeOffer[]): readonly LabelledSide[] {
  return offers.flatMap(({ id, title, releases }) =>
    releases
      .filter(({ problem }) => !problem)
      .toReversed()
      .map(({ release }) => ({ mode: id, release, label: `${title} ${release}` })),
  );
}

/** The sides shown first: the document's mode, and nftables (of nftables: iptables) of the same release. */
export function startSides(
  sides: readonly LabelledSide[],
  { mode, release }: Pick<Document, 'mode' | 'release'>,
): TwoSides | undefined {
  const own =
    sides.find((side) => side.mode === mode && side.release === release) ?? sides.find((side) => side.mode === mode);
  const next = mode === 'nftables' ? 'iptables' : 'nftables';
  const other =
    sides.find((side) => side.mode === next && side.release === own?.release) ??
    sides.find((side) => side.mode === next);
  return own && other ? [own, other] : undefined;
}

/** The two sides that a text names, `ipvs@1.35 nftables@1.35`; undefined: it does not name two that there are. */
export function readSides(sides: readonly LabelledSide[], text: string): TwoSides | undefined {
  const [before, after] = text.split(' ').map((key) => sides.find((side) => sideKey(side) === key));
  return before && after && [before, after];
}

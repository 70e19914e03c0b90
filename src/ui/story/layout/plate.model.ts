import { drawnName, type Sizes } from './frame.model';
import type { HostBox, Paper } from './layout.model';

/** Of a node's lower border, for what stands at its right end. */
const BESIDE = 170;
const BESIDE_SMALL = 40;
/** `12 more` at that end. */
const MORE_SMALL = 70;

/** A node's name and address in its lower border: where they begin and end, and whether the address has room there. */
export function hostPlate(
  { host, x: left, w, more }: Pick<HostBox, 'host' | 'x' | 'w' | 'more'>,
  paper: Paper,
  sizes: Sizes,
) {
  const x = left + (paper.tall || paper.small ? 18 : 40);
  const name = paper.measure(drawnName(host.name), 'ui', sizes.type) * 1.04;
  const address = 12 + paper.measure(host.address, 'mono', sizes.type);
  // Whole or not at all: in a hand what is remembered, elsewhere how many more there are, stands on the same border.
  const few = paper.small ? BESIDE_SMALL + (more > 0 ? MORE_SMALL : 0) : more > 0 ? BESIDE : 0;
  const beside = paper.tall ? BESIDE : few;
  const shown = host.address !== '' && host.address !== host.name && (beside === 0 || name + address + beside <= w);
  return { x, name, shown, end: x + name + (shown ? address : 0) };
}

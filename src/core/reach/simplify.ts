import type { Diagram, Diagrams } from './diagram';

/**
 * A set that is the same as another among some packets, and asks as little as can be found: what it says of packets beside
 * those means nothing. After Coudert and Madre, "A Unified Framework for the Formal Verification of Sequential Circuits",
 * 1990 (there: restrict). `among` is not empty.
 */
export function simplify(diagrams: Diagrams, set: Diagram, among: Diagram): Diagram {
  const known = new Map<string, Diagram>();
  const visit = (from: Diagram, care: Diagram): Diagram => {
    if (diagrams.and(care, from) === 0) return 0;
    if (diagrams.minus(care, from) === 0) return 1;
    const key = `${from} ${care}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = halve(from, care);
    known.set(key, made);
    return made;
  };
  /** Follows the first question of either; where packets of one answer do not count, the other answers for both. */
  const halve = (from: Diagram, care: Diagram): Diagram => {
    const [asked, cared] = [diagrams.level(from), diagrams.level(care)];
    if (cared < asked) return visit(from, diagrams.over(diagrams.low(care), diagrams.high(care)));
    const [no, yes] = cared === asked ? [diagrams.low(care), diagrams.high(care)] : [care, care];
    if (no === 0) return visit(diagrams.high(from), yes);
    if (yes === 0) return visit(diagrams.low(from), no);
    return diagrams.node(asked, visit(diagrams.low(from), no), visit(diagrams.high(from), yes));
  };
  return visit(set, among);
}

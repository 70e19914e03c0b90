import type { Phrase } from '../../lib/phrase';
import { meantBy } from './always';
import { isDestinationOf, type ReachSide, type WalkedSide } from './cells';
import type { FlowFate } from './fate';
import { foldMatrix, type MatrixColumn, type MatrixRow } from './matrix';
import type { Statement } from './statement';
import { StatementSide } from './statement-side';

/** Packets of one kind: a cell of the matrix of who reaches what. */
export interface PacketClass {
  readonly row: Pick<MatrixRow, 'destinations'>;
  readonly column: MatrixColumn;
  readonly fate: FlowFate;
  /** So many flows are of it, and so many of them a statement is about. */
  readonly flows: number;
  readonly touched: number;
}

/** Which packets of a cluster statements are about. */
export interface StatementCoverage {
  /** Every cell that somebody can ask for. */
  readonly classes: readonly PacketClass[];
  /** Flows of all classes, and those that some statement is about. */
  readonly flows: number;
  readonly touched: number;
  /** Statements that are about no packet that was walked, by line. */
  readonly idle: readonly Statement[];
  /** Sentences on what was not walked. */
  readonly unasked: readonly Phrase[];
}

type Touches = (caller: ReachSide['callers'][number], destination: ReachSide['destinations'][number]) => boolean;

/** The flows that each statement is about; of one that is not understood, or about rules, none. */
function listTouches(side: StatementSide, statements: readonly Statement[]): readonly (Touches | undefined)[] {
  return statements.map(({ claim }) => {
    const meant = claim.ok ? meantBy(side, claim.value) : undefined;
    if (!meant?.ok || !meant.value) return undefined;
    const callers = new Set(meant.value.callers);
    const destinations = new Set(meant.value.destinations);
    return (caller, destination) => callers.has(caller) && destinations.has(destination);
  });
}

/** Tells of each class of packets of a walked cluster whether any statement is about it. */
export function coverStatements({ side, cells }: WalkedSide, statements: readonly Statement[]): StatementCoverage {
  const touches = listTouches(new StatementSide(side), statements);
  const used = new Set<number>();
  const isTouched: Touches = (caller, destination) => {
    let found = false;
    for (const [at, touch] of touches.entries()) {
      if (!touch?.(caller, destination)) continue;
      used.add(at);
      found = true;
    }
    return found;
  };
  const { rows, columns, unasked } = foldMatrix(side, cells);
  const classes = rows.flatMap(({ destinations, fates }) =>
    columns.flatMap((column, at): PacketClass[] => {
      const fate = fates[at];
      if (!fate) return [];
      const flows = destinations.flatMap((destination) =>
        column.callers
          .filter((caller) => isDestinationOf(caller, destination))
          .map((caller) => isTouched(caller, destination)),
      );
      return [{ row: { destinations }, column, fate, flows: flows.length, touched: flows.filter(Boolean).length }];
    }),
  );
  return {
    classes,
    flows: classes.reduce((sum, each) => sum + each.flows, 0),
    touched: classes.reduce((sum, each) => sum + each.touched, 0),
    idle: statements.filter((_, at) => touches[at] !== undefined && !used.has(at)),
    unasked,
  };
}

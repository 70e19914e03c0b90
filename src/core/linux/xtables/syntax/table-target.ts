import { CONTINUE } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { optionsOf, printFields, type Fields, type TableSpec } from './option-table';
import { parseTable, type Table } from './table';

/** A target whose syntax is a table of options. */
export interface TableTarget<Name extends string, F extends Fields> extends Table<Name, F> {
  /** Absent: the walk goes on, and nothing that is simulated changes. */
  readonly apply?: (spec: TableSpec<F>, ctx: HookContext) => TargetResult;
  readonly more?: Partial<Pick<TargetExtension<Name, TableSpec<F>>, 'tables' | 'hooks' | 'family' | 'protocolsFor'>>;
}

/** Makes the extension of a table. */
export function tableTarget<Name extends string, F extends Fields>(
  table: TableTarget<Name, F>,
): TargetExtension<Name, TableSpec<F>> {
  const { name, reference, fields } = table;
  return {
    name,
    reference,
    simulated: table.simulated ?? (table.apply ? 'full' : 'irrelevant'),
    ...table.more,
    options: optionsOf(fields),
    parse: (options, family) => parseTable(table, options, family),
    print: (spec, family) => printFields(fields, spec, family),
    apply: table.apply ?? (() => ({ verdict: CONTINUE })),
  };
}

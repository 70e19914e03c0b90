import type { Ternary } from '../../choice';
import type { HookContext, MatchExtension } from '../extension';
import { optionsOf, printFields, type Fields, type TableSpec } from './option-table';
import { parseTable, type Table } from './table';

/** A match whose syntax is a table of options. */
export interface TableMatch<Name extends string, F extends Fields> extends Table<Name, F> {
  /** Absent: `unknown`, the option is read and printed but not simulated. */
  readonly test?: (spec: TableSpec<F>, ctx: HookContext) => Ternary;
  /** What the packet had, for the reader. */
  readonly actual?: (spec: TableSpec<F>, ctx: HookContext) => string;
  readonly more?: Partial<
    Pick<MatchExtension<Name, TableSpec<F>>, 'aliases' | 'protocols' | 'protocolsFor' | 'family' | 'stateful'>
  >;
}

/** Makes the extension of a table. */
export function tableMatch<Name extends string, F extends Fields>(
  table: TableMatch<Name, F>,
): MatchExtension<Name, TableSpec<F>> {
  const { name, reference, fields, test } = table;
  return {
    name,
    reference,
    simulated: table.simulated ?? (test ? 'full' : 'no'),
    ...table.more,
    options: optionsOf(fields),
    parse: (options, family) => parseTable(table, options, family),
    print: (spec, family) => printFields(fields, spec, family),
    test: test ?? (() => 'unknown'),
    explain: (spec, ctx) => ({
      expected: printFields(fields, spec, ctx.family).join(' '),
      actual: table.actual?.(spec, ctx) ?? '',
    }),
  };
}

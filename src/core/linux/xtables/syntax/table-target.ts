import type { Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import type { HookContext, Simulated, TargetExtension, TargetResult } from '../extension';
import { CONTINUE } from '../../hooks';
import { optionsOf, parseFields, printFields, type Fields, type TableSpec } from './option-table';
import { missing } from './table-match';

/** A target whose syntax is a table of options. */
export interface TableTarget<Name extends string, F extends Fields> {
  readonly name: Name;
  readonly reference: string;
  readonly fields: F;
  readonly required?: readonly (keyof F & string)[];
  readonly oneOf?: readonly (keyof F & string)[] | true;
  readonly exclusive?: readonly (keyof F & string)[];
  readonly complete?: (spec: TableSpec<F>, family: 'ipv4' | 'ipv6') => Result<TableSpec<F>, Phrase>;
  readonly simulated?: Simulated;
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
    parse: (options, family) => {
      const spec = parseFields(fields, options, family);
      if (!spec.ok) return spec;
      const wrong = missing(table, spec.value);
      if (wrong) return err(wrong);
      return table.complete ? table.complete(spec.value, family) : ok(spec.value);
    },
    print: (spec, family) => printFields(fields, spec, family),
    apply: table.apply ?? (() => ({ verdict: CONTINUE })),
  };
}

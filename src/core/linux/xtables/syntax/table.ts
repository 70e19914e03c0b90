import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import type { IpFamily } from '../../../net/ip';
import type { ParsedOption, Simulated } from '../extension';
import { optionNames, parseFields, type Fields, type TableSpec } from './option-table';

/** A syntax that is a table of options, of matches and targets alike. */
export interface Table<Name extends string, F extends Fields> {
  readonly name: Name;
  readonly reference: string;
  readonly fields: F;
  /** Each must be given. */
  readonly required?: readonly (keyof F & string)[];
  /** At least one must be given; `true`: of all fields. */
  readonly oneOf?: readonly (keyof F & string)[] | true;
  /** No two of them together. */
  readonly exclusive?: readonly (keyof F & string)[];
  /** Fills in what the kernel's tools would, or says what is wrong. */
  readonly complete?: (spec: TableSpec<F>, family: IpFamily) => Result<TableSpec<F>, Phrase>;
  readonly simulated?: Simulated;
}

/** Reads options by a table, and checks which of them go together. */
export function parseTable<Name extends string, F extends Fields>(
  table: Table<Name, F>,
  options: readonly ParsedOption[],
  family: IpFamily,
): Result<TableSpec<F>, Phrase> {
  const spec = parseFields(table.fields, options, family);
  if (!spec.ok) return spec;
  const wrong = missing(table, spec.value);
  if (wrong) return err(wrong);
  return table.complete ? table.complete(spec.value, family) : ok(spec.value);
}

/** What the rules about options that go together are broken by. */
function missing<Name extends string, F extends Fields>(table: Table<Name, F>, spec: TableSpec<F>): Phrase | undefined {
  const { name, fields } = table;
  for (const key of table.required ?? []) {
    if (!spec[key]) return phrase('xtables.option-required', { name, option: fields[key]?.option ?? key });
  }
  const choices = table.oneOf === true ? Object.keys(fields) : table.oneOf;
  if (choices && !choices.some((key) => spec[key])) {
    return phrase('xtables.option-one-of', { name, options: optionNames(fields, choices) });
  }
  const given = (table.exclusive ?? []).filter((key) => spec[key]);
  if (given.length > 1) return phrase('xtables.option-exclusive', { name, options: optionNames(fields, given) });
  return undefined;
}

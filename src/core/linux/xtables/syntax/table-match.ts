import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import type { Ternary } from '../../choice';
import type { HookContext, MatchExtension, Simulated } from '../extension';
import { optionNames, optionsOf, parseFields, printFields, type Fields, type TableSpec } from './option-table';

/** A match whose syntax is a table of options. */
export interface TableMatch<Name extends string, F extends Fields> {
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
  readonly complete?: (spec: TableSpec<F>, family: 'ipv4' | 'ipv6') => Result<TableSpec<F>, Phrase>;
  readonly simulated?: Simulated;
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
    parse: (options, family) => {
      const spec = parseFields(fields, options, family);
      if (!spec.ok) return spec;
      const wrong = missing(table, spec.value);
      if (wrong) return err(wrong);
      return table.complete ? table.complete(spec.value, family) : ok(spec.value);
    },
    print: (spec, family) => printFields(fields, spec, family),
    test: test ?? (() => 'unknown'),
    explain: (spec, ctx) => ({
      expected: printFields(fields, spec, ctx.family).join(' '),
      actual: table.actual?.(spec, ctx) ?? '',
    }),
  };
}

/** The rules about which options go together, for matches and targets alike. */
export function missing<F extends Fields>(
  table: {
    readonly name: string;
    readonly fields: F;
    readonly required?: readonly (keyof F & string)[];
    readonly oneOf?: readonly (keyof F & string)[] | true;
    readonly exclusive?: readonly (keyof F & string)[];
  },
  spec: TableSpec<F>,
): Phrase | undefined {
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

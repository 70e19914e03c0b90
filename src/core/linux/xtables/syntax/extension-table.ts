import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import type { IpFamily } from '../../../net/ip';
import type {
  ParsedOption,
  Simulated,
  HookContext,
  MatchExtension,
  TargetEffect,
  TargetExtension,
  TargetResult,
} from '../extension';
import type { PacketSet, PacketSpace } from '../../packet-space';
import { optionNames, parseFields, type Fields, type TableSpec, listOptions, printFields } from './option-table';
import type { Ternary } from '../../chain-walk';
import { CONTINUE } from '../../hooks';

/** A syntax that is a table of options, of matches and targets alike. */
interface Table<Name extends string, F extends Fields> {
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
function parseTable<Name extends string, F extends Fields>(
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

/** Error where options that go together are not given together; undefined: none. */
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

/** A match whose syntax is a table of options. */
interface TableMatch<Name extends string, F extends Fields> extends Table<Name, F> {
  /** Absent: `unknown`, the option is read and printed but not simulated. */
  readonly test?: (spec: TableSpec<F>, ctx: HookContext) => Ternary;
  /** All packets that it holds for; absent: nobody can say. */
  readonly set?: (spec: TableSpec<F>, space: PacketSpace) => PacketSet | undefined;
  /** Text of the packet's own value, for the reader. */
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
    options: listOptions(fields),
    parse: (options, family) => parseTable(table, options, family),
    print: (spec, family) => printFields(fields, spec, family),
    test: test ?? (() => 'unknown'),
    ...(table.set ? { set: table.set } : {}),
    explain: (spec, ctx) => ({
      expected: printFields(fields, spec, ctx.family).join(' '),
      actual: table.actual?.(spec, ctx) ?? '',
    }),
  };
}

/** A target whose syntax is a table of options. */
interface TableTarget<Name extends string, F extends Fields> extends Table<Name, F> {
  /** Absent: the walk goes on, and nothing that is simulated changes. */
  readonly apply?: (spec: TableSpec<F>, ctx: HookContext) => TargetResult;
  /** The same without a packet, where that can be said. */
  readonly effect?: (spec: TableSpec<F>) => TargetEffect;
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
    options: listOptions(fields),
    parse: (options, family) => parseTable(table, options, family),
    print: (spec, family) => printFields(fields, spec, family),
    apply: table.apply ?? (() => ({ verdict: CONTINUE })),
    ...(table.effect ? { effect: table.effect } : {}),
  };
}

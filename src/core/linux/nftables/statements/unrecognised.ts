import type { NftStatementExtension } from '../extension';

export interface UnrecognisedSpec {
  readonly text: string;
  /** A part of it says what becomes of the packet, so that all of it may. */
  readonly decides?: boolean;
}

/** Words that are not known here: kept, and whether they hold or take the packet is not known. It is read by text/table-builder.ts. */
export const unrecognisedStatement: NftStatementExtension<'unrecognised', UnrecognisedSpec> = {
  name: 'unrecognised',
  reference: 'net/netfilter/nf_tables_api.c',
  simulated: 'no',
  starts: [],
  tests: 'counts',
  parse: () => undefined,
  print: ({ text }) => text,
  run: () => 'unknown',
};

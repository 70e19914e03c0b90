import type { TargetExtension } from '../extension';

export interface GotoSpec {
  readonly chain: string;
}

/** `-g CHAIN`: go on in a user chain; its end returns to where this chain was called from. */
export const GOTO: TargetExtension<'GOTO', GotoSpec> = {
  name: 'GOTO',
  reference: 'net/ipv4/netfilter/ip_tables.c',
  simulated: 'full',
  options: [],
  parse: () => ({ ok: true, value: { chain: '' } }),
  print: () => [],
  apply: (spec) => ({ verdict: { kind: 'GOTO', chain: spec.chain } }),
  effect: (spec) => ({ verdict: { kind: 'GOTO', chain: spec.chain } }),
};

import type { TargetExtension } from '../extension';

export interface JumpSpec {
  readonly chain: string;
}

/** `-j CHAIN`: go on in a user chain and come back behind this rule. Written without the word JUMP. */
export const JUMP: TargetExtension<'JUMP', JumpSpec> = {
  name: 'JUMP',
  reference: 'net/ipv4/netfilter/ip_tables.c',
  simulated: 'full',
  options: [],
  parse: () => ({ ok: true, value: { chain: '' } }),
  print: () => [],
  apply: (spec) => ({ verdict: { kind: 'JUMP', chain: spec.chain } }),
  effect: (spec) => ({ verdict: { kind: 'JUMP', chain: spec.chain } }),
};

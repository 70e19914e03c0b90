import { SET_KINDS } from '../../core/linux/ipset/kinds';
import { findScheduler } from '../../core/linux/ipvs/schedulers';
import { EXPRESSIONS } from '../../core/linux/nftables/expressions';
import { STATEMENTS } from '../../core/linux/nftables/statements';
import { MATCHES } from '../../core/linux/xtables/matches';
import { TARGETS } from '../../core/linux/xtables/targets';
import type { Extensions, Level, Proof } from './proof';

/** The modules net/netfilter/ipvs/ip_vs_*.c has. */
const SCHEDULERS = [
  'rr',
  'wrr',
  'lc',
  'wlc',
  'lblc',
  'lblcr',
  'sh',
  'dh',
  'sed',
  'nq',
  'mh',
  'fo',
  'ovf',
  'twos',
] as const;

interface Listed {
  readonly name: string;
  readonly simulated: Exclude<Level, 'unread'>;
}

/** What the registries say of themselves, one entry a registry. Names nobody knows are `unrecognised`: kept, not read. */
export function extensions(): Proof['extensions'] {
  return {
    matches: levelsOf(MATCHES),
    targets: levelsOf(TARGETS),
    schedulers: levelsOf(SCHEDULERS.map((name) => ({ name, simulated: findScheduler(name) ? 'full' : 'no' }))),
    nftExpressions: levelsOf(EXPRESSIONS),
    nftStatements: levelsOf(STATEMENTS),
    ipsets: levelsOf(SET_KINDS.map(({ type }) => ({ name: type, simulated: 'full' }))),
  };
}

function levelsOf(list: readonly Listed[]): Extensions {
  return Object.fromEntries(
    list.map(({ name, simulated }) => [name, name === 'unrecognised' ? 'unread' : simulated] as const),
  );
}

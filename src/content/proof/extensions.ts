import { SET_KINDS } from '../../core/linux/ipset/kinds';
import { MATCHES } from '../../core/linux/xtables/matches';
import { TARGETS } from '../../core/linux/xtables/targets';
import type { Extensions, Level, Proof } from './proof';

interface Listed {
  readonly name: string;
  readonly simulated: Exclude<Level, 'unread'>;
}

/** What the registries say of themselves, one entry a registry. Names nobody knows are `unrecognised`: kept, not read. */
export function extensions(): Proof['extensions'] {
  return {
    matches: levelsOf(MATCHES),
    targets: levelsOf(TARGETS),
    ipsets: levelsOf(SET_KINDS.map(({ type }) => ({ name: type, simulated: 'full' }))),
  };
}

function levelsOf(list: readonly Listed[]): Extensions {
  return Object.fromEntries(
    list.map(({ name, simulated }) => [name, name === 'unrecognised' ? 'unread' : simulated] as const),
  );
}

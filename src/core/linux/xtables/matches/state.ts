import { getCtState, type MatchExtension } from '../extension';
import { field, type TableSpec, setCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

const STATES = ['INVALID', 'NEW', 'RELATED', 'ESTABLISHED', 'UNTRACKED'] as const;
const FIELDS = { state: field('--state', setCodec(STATES), { negatable: true }) };
export type StateSpec = TableSpec<typeof FIELDS>;

/** The older spelling of `-m conntrack --ctstate`. */
export const state: MatchExtension<'state', StateSpec> = tableMatch({
  name: 'state',
  reference: 'net/netfilter/xt_state.c',
  fields: FIELDS,
  required: ['state'],
  test: (spec, { skb }) => !spec.state || spec.state.value.includes(getCtState(skb)) !== spec.state.negated,
  set: ({ state: given }, space) => (given ? unless(space, given.negated, space.state(given.value)) : space.all),
  actual: (_spec, { skb }) => `--state ${getCtState(skb)}`,
});

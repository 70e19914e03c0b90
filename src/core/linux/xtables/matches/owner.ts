import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { MatchExtension } from '../extension';
import { rangeCodec, type NumberRange } from '../syntax/numbers';
import { field, type Codec, type TableSpec, FLAG } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const IDS = rangeCodec(0, 0xfffffffe);
/** `0`, `0-10`, `root`. Other names are of a passwd file that is not here. */
const ID: Codec<NumberRange> = {
  takes: 1,
  parse: ([text = ''], family) => IDS.parse([text === 'root' ? '0' : text.replace('-', ':')], family),
  print: ({ min, max }) => [min === max ? String(min) : `${min}-${max}`],
};

const FIELDS = {
  exists: field('--socket-exists', FLAG, { negatable: true }),
  uid: field('--uid-owner', ID, { negatable: true }),
  gid: field('--gid-owner', ID, { negatable: true }),
  groups: field('--suppl-groups', FLAG),
};
export type OwnerSpec = TableSpec<typeof FIELDS>;

/** The user behind a packet made here; a packet without a socket matches only negated options. */
export const owner: MatchExtension<'owner', OwnerSpec> = tableMatch({
  name: 'owner',
  reference: 'net/netfilter/xt_owner.c',
  fields: FIELDS,
  oneOf: ['exists', 'uid', 'gid'],
  complete: (spec) => {
    // --suppl-groups is only taken behind the --gid-owner it widens.
    const given = Object.keys(spec);
    const misplaced = spec.groups && !given.slice(0, given.indexOf('groups')).includes('gid');
    return misplaced ? err(phrase('xtables.option-required', { name: 'owner', option: '--gid-owner' })) : ok(spec);
  },
  simulated: 'partly',
  test: ({ exists, uid, gid }, { skb }) => {
    if (skb.local) return 'unknown';
    return [exists, uid, gid].every((given) => !given || given.negated);
  },
  actual: (_spec, { skb }) => (skb.local ? '' : '! --socket-exists'),
});

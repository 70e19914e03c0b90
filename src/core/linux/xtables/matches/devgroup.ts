import { ok } from '../../../lib/result';
import type { MatchExtension } from '../extension';
import { hex, MARK_CODEC, type Masked } from '../syntax/numbers';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

/** The one name every machine has in /etc/iproute2/group: that of group 0. */
const DEFAULT = 'default';
const ALL = 0xffffffff;

const GROUP: Codec<Masked> = {
  ...MARK_CODEC,
  parse: (values, family) => (values[0] === DEFAULT ? ok({ value: 0, mask: ALL }) : MARK_CODEC.parse(values, family)),
  print: ({ value, mask }) => {
    if (mask === ALL) return [value === 0 ? DEFAULT : hex(value)];
    return [`${hex(value)}/${hex(mask)}`];
  },
};

const FIELDS = {
  src: field('--src-group', GROUP, { negatable: true }),
  dst: field('--dst-group', GROUP, { negatable: true }),
};
export type DevgroupSpec = TableSpec<typeof FIELDS>;

/** The group of a network device. */
export const devgroup: MatchExtension<'devgroup', DevgroupSpec> = tableMatch({
  name: 'devgroup',
  reference: 'net/netfilter/xt_devgroup.c',
  fields: FIELDS,
  oneOf: true,
});

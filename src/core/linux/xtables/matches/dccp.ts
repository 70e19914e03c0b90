import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { GIVEN_PORT_FIELDS } from '../syntax/nat-range';
import { setCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const TYPES = [
  'REQUEST',
  'RESPONSE',
  'DATA',
  'ACK',
  'DATAACK',
  'CLOSEREQ',
  'CLOSE',
  'RESET',
  'SYNC',
  'SYNCACK',
  'INVALID',
] as const;

const FIELDS = {
  ...GIVEN_PORT_FIELDS,
  types: field('--dccp-types', setCodec(TYPES), { negatable: true }),
  option: field('--dccp-option', numberCodec(0, 255), { negatable: true }),
};
export type DccpSpec = TableSpec<typeof FIELDS>;

/** DCCP ports and packet types. */
export const dccp: MatchExtension<'dccp', DccpSpec> = tableMatch({
  name: 'dccp',
  reference: 'net/netfilter/xt_dccp.c',
  fields: FIELDS,
  more: { protocols: [33] },
});

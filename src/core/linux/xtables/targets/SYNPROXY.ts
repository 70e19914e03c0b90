import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  sackPerm: field('--sack-perm', FLAG),
  timestamp: field('--timestamp', FLAG),
  wscale: field('--wscale', numberCodec(0, 14)),
  mss: field('--mss', numberCodec(0, 65535)),
  ecn: field('--ecn', FLAG),
};
export type SynproxySpec = TableSpec<typeof FIELDS>;

/** Completes handshakes in place of the server. */
export const SYNPROXY: TargetExtension<'SYNPROXY', SynproxySpec> = tableTarget({
  name: 'SYNPROXY',
  reference: 'net/netfilter/xt_SYNPROXY.c',
  fields: FIELDS,
  simulated: 'no',
  more: { protocolsFor: () => [6] },
});

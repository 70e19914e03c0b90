import type { MatchExtension } from '../extension';
import { FLAG } from '../syntax/words';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  transparent: field('--transparent', FLAG),
  nowildcard: field('--nowildcard', FLAG),
  restoreSkmark: field('--restore-skmark', FLAG),
};
export type SocketSpec = TableSpec<typeof FIELDS>;

/** Is there a socket for the packet on this host? */
export const socket: MatchExtension<'socket', SocketSpec> = tableMatch({
  name: 'socket',
  reference: 'net/netfilter/xt_socket.c',
  fields: FIELDS,
});

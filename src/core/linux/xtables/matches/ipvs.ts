import type { MatchExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { ADDRESS_MASK } from '../syntax/addresses';
import { parsePort } from '../syntax/numbers';
import { protocolOf } from '../syntax/protocols';
import { choiceCodec, FLAG } from '../syntax/words';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const PROTOCOL: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const protocol = protocolOf(text);
    return protocol === undefined ? err(phrase('xtables.value-protocol', { value: text })) : ok(protocol);
  },
  print: (protocol) => [String(protocol)],
};
const PORT: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const port = parsePort(text);
    return port === undefined ? err(phrase('xtables.value-port', { value: text })) : ok(port);
  },
  print: (port) => [String(port)],
};

const FIELDS = {
  ipvs: field('--ipvs', FLAG, { negatable: true }),
  vproto: field('--vproto', PROTOCOL, { negatable: true }),
  vaddr: field('--vaddr', ADDRESS_MASK, { negatable: true }),
  vport: field('--vport', PORT, { negatable: true }),
  vdir: field('--vdir', choiceCodec(['ORIGINAL', 'REPLY'])),
  vmethod: field('--vmethod', choiceCodec(['GATE', 'IPIP', 'MASQ']), { negatable: true }),
  vportctl: field('--vportctl', PORT, { negatable: true }),
};
export type IpvsSpec = TableSpec<typeof FIELDS>;

/** What IPVS knows of a packet. */
export const ipvs: MatchExtension<'ipvs', IpvsSpec> = tableMatch({
  name: 'ipvs',
  reference: 'net/netfilter/xt_ipvs.c',
  fields: FIELDS,
  oneOf: true,
});

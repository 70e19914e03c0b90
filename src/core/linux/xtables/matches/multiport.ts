import { hasPorts } from '../../../net/packet';
import type { MatchExtension } from '../extension';
import { inRange, PORT_LIST } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

const FIELDS = {
  sports: field('--sports', PORT_LIST, { aliases: ['--source-ports'], negatable: true }),
  dports: field('--dports', PORT_LIST, { aliases: ['--destination-ports'], negatable: true }),
  ports: field('--ports', PORT_LIST, { negatable: true }),
};
export type MultiportSpec = TableSpec<typeof FIELDS>;

/** A list of ports, of one side or of either. */
export const multiport: MatchExtension<'multiport', MultiportSpec> = tableMatch({
  name: 'multiport',
  reference: 'net/netfilter/xt_multiport.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['sports', 'dports', 'ports'],
  more: { protocols: [6, 17, 33, 132, 136] },
  test: (spec, { skb }) => {
    const { l4 } = skb.packet;
    if (!hasPorts(l4)) return false;
    const given = spec.sports ?? spec.dports ?? spec.ports;
    if (!given) return true;
    const hit = given.value.some(
      (range) => (!spec.dports && inRange(l4.sport, range)) || (!spec.sports && inRange(l4.dport, range)),
    );
    return hit !== given.negated;
  },
  set: (spec, space) => {
    const given = spec.sports ?? spec.dports ?? spec.ports;
    const ported = space.either(space.protocol(6), space.protocol(17), space.protocol(132));
    if (!given) return ported;
    const hit = given.value.flatMap(({ min, max }) => [
      ...(spec.dports ? [] : [space.port('src', min, max)]),
      ...(spec.sports ? [] : [space.port('dst', min, max)]),
    ]);
    return space.both(ported, unless(space, given.negated, space.either(...hit)));
  },
  actual: (_spec, { skb }) => {
    const { l4 } = skb.packet;
    return hasPorts(l4) ? `--sport ${l4.sport} --dport ${l4.dport}` : l4.proto;
  },
});

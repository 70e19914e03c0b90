import type { TargetExtension } from '../extension';
import { ok } from '../../../lib/result';
import { ipv4, ipv6 } from '../../../net/ip';
import { ADDRESS } from '../syntax/addresses';
import { numberCodec, XMARK } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const PORT = numberCodec(0, 65535);

const FIELDS = {
  port: field('--on-port', PORT),
  ip: field('--on-ip', ADDRESS),
  mark: field('--tproxy-mark', XMARK),
};
export type TproxySpec = TableSpec<typeof FIELDS>;

/** Hands the packet to a local socket without changing it. */
export const TPROXY: TargetExtension<'TPROXY', TproxySpec> = tableTarget({
  name: 'TPROXY',
  reference: 'net/netfilter/xt_TPROXY.c',
  fields: FIELDS,
  required: ['port'],
  simulated: 'no',
  more: { tables: ['mangle'], hooks: ['PREROUTING'], protocolsFor: () => [6, 17] },
  complete: (spec, family) => {
    const any = family === 'ipv4' ? ipv4(0) : ipv6([0, 0, 0, 0]);
    return ok({
      ...spec,
      ip: spec.ip ?? { negated: false, value: any },
      mark: spec.mark ?? { negated: false, value: { value: 0, mask: 0 } },
    });
  },
});

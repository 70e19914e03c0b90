import type { PacketSet } from '../../../packet-space';
import { ICMPV6_WITH, ICMPX_WITH, ICMP_WITH, type NftRejectSpec } from '../../statements/reject';
import type { RulePackets, StatementBranch } from '../rule-packets';

const TCP = 6;

/** A reject of the other family, or a reset of what is not TCP, is a rule that does not hold (net/netfilter/nft_reject_inet.c). */
export function rejectBranches(spec: NftRejectSpec, { space }: RulePackets): readonly StatementBranch[] | undefined {
  const { kind, code } = spec;
  const answer = (text: string | undefined, packets: PacketSet): readonly StatementBranch[] | undefined =>
    text === undefined ? undefined : [{ packets, effect: { verdict: { kind: 'REJECT', with: text } } }];
  const isFour = space.family === 'ipv4';
  switch (kind) {
    case 'tcp reset':
      return answer('tcp-reset', space.protocol(TCP));
    case 'icmp':
      return isFour ? answer(ICMP_WITH[code], space.all) : [];
    case 'icmpv6':
      return isFour ? [] : answer(ICMPV6_WITH[code], space.all);
    case 'icmpx':
      return answer(ICMPX_WITH[space.family][code], space.all);
  }
}

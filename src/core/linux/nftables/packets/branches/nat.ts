import { NF_ACCEPT } from '../../../hooks';
import type { PacketSpace } from '../../../packet-space';
import type { NftData } from '../../datum';
import { knownExpression } from '../../expressions';
import { makeFlags, rangeOfPattern, type NatTarget, type OwnAddressSpec, type WrittenRange } from '../../nat-target';
import { asNetwork, type NatSpec } from '../../statements/nat';
import type { NftExpression } from '../../types';
import type { RulePackets, StatementBranch } from '../rule-packets';
import { mapBranches } from '../set-branches';

/** All packets by the target of their own address; undefined: the ports hang on the packet. */
export function ownAddressBranches(
  { target, flags }: OwnAddressSpec,
  manip: 'SRC' | 'DST',
  { all: packets }: PacketSpace,
): readonly StatementBranch[] | undefined {
  if (target?.port || target?.expression) return undefined;
  const nat = { manip, range: { ...target?.range, ...makeFlags(flags) }, own: true } as const;
  return [{ packets, effect: { verdict: NF_ACCEPT, nat } }];
}

/** A constant that stands where an expression may. */
function constantData(expression: NftExpression): NftData | undefined {
  const known = knownExpression(expression);
  return known.expression === 'immediate' ? { kind: 'pattern', pattern: known.spec.pattern } : undefined;
}

/** All packets by the range that they are sent to; undefined: nobody can say, as where a port hangs on the packet. */
function targetBranches(
  { expression, port, range }: NatTarget,
  all: RulePackets,
  effect: (range: WrittenRange) => StatementBranch['effect'],
): readonly StatementBranch[] | undefined {
  if (port) return undefined;
  const sendTo = (data: NftData): StatementBranch['effect'] | undefined => {
    const found = data.kind === 'pattern' ? rangeOfPattern(data.pattern) : undefined;
    return found && effect({ ...range, ...found });
  };
  const everyone = (made: StatementBranch['effect'] | undefined): readonly StatementBranch[] | undefined =>
    made && [{ packets: all.space.all, effect: made }];
  if (!expression) return everyone(effect(range));
  const known = knownExpression(expression);
  if (known.expression === 'map') return mapBranches(known.spec, all, sendTo);
  const data = constantData(expression);
  return data && everyone(sendTo(data));
}

/** All packets by where they are sent to; an address of the other family is none of the rule's business. */
export function natBranches(
  { verb, family, target, flags, netmap }: NatSpec,
  all: RulePackets,
): readonly StatementBranch[] | undefined {
  const { family: own, all: packets } = all.space;
  if (family && (family === 'ip') !== (own === 'ipv4')) return [{ packets, effect: 'break' }];
  const manip = verb === 'snat' ? 'SRC' : 'DST';
  return targetBranches(target, all, (written) => {
    if (written.minAddress && written.minAddress.family !== own) return 'break';
    const range = netmap ? asNetwork(written) : written;
    if (typeof range === 'string') return 'break';
    return { verdict: NF_ACCEPT, nat: { manip, range: { ...range, ...makeFlags(flags) } } };
  });
}

import type { PacketSet, PacketSpace } from '../../packet-space';
import type { TargetEffect } from '../../xtables/extension';
import type { NftDatum } from '../datum';
import type { NftExpression, NftStatement, NftTable } from '../types';

/** One field of an expression for all packets at once. */
export interface PacketField {
  /** Packets that have it: of others the rule ends (NFT_BREAK). */
  readonly has: PacketSet;
  /** Packets whose value is one from `from` to `to`, where it is asked of those of some sets alone; undefined: nobody can say. */
  readonly between: (from: NftDatum, to: NftDatum, asked?: readonly PacketSet[]) => PacketSet | undefined;
  /** Packets whose value has these bits where the mask has any; undefined: nobody can say. */
  readonly masked?: (value: number, mask: number) => PacketSet | undefined;
}

/** All packets that come to a rule: what expressions and statements see who say what they do to them. */
export interface RulePackets {
  readonly space: PacketSpace;
  readonly table: NftTable;
  /** Fields of an expression; undefined: nobody can say what its value is. */
  readonly fields: (expression: NftExpression) => readonly PacketField[] | undefined;
  /** May a statement that belongs to an element end the rule? */
  readonly mayEnd: (statement: NftStatement) => boolean;
}

/** Some of the packets that come to a statement, and what it does to them. The first branch that holds counts; else the rule ends. */
export interface StatementBranch {
  readonly packets: PacketSet;
  /** `break`: the rule ends (NFT_BREAK). */
  readonly effect: TargetEffect | 'break';
}

/** A field whose every packet has a value. */
export function everyPacket(
  space: PacketSpace,
  between: PacketField['between'],
  masked?: PacketField['masked'],
): PacketField {
  return { has: space.all, between, ...(masked ? { masked } : {}) };
}

/** Numbers of a few that a field can have, each with its packets. */
export function enumerated(
  space: PacketSpace,
  values: readonly { readonly value: number; readonly packets: PacketSet }[],
): PacketField {
  const where = (test: (value: number) => boolean): PacketSet =>
    space.either(...values.flatMap(({ value, packets }) => (test(value) ? [packets] : [])));
  return {
    has: space.all,
    between: (from, to) => where((value) => value >= Number(from) && value <= Number(to)),
    masked: (value, mask) => where((each) => (each & mask) >>> 0 === value),
  };
}

/** The number of the protocol above IP. */
export function protocolField({ space }: RulePackets): PacketField {
  return everyPacket(space, (from, to) => {
    const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
    return space.either(...numbers.map((number) => space.protocol(number)));
  });
}

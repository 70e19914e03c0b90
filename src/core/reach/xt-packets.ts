import { Memo, once } from '../lib/memo';
import { CONTINUE } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import { targetEffect, targetExtension, targetName } from '../linux/xtables/targets';
import type { XtChain, XtRule, XtTable } from '../linux/xtables/types';
import {
  calledChain,
  type PacketChain,
  type PacketTable,
  type RuleStage,
  type Simplify,
  type StepBranch,
} from './packet-table';
import { ruleSet } from './rule-set';
import type { Space } from './space';

/** What a rule's target does to the packets that it holds for. */
function readEffect({ target }: XtRule): Exclude<StepBranch['effect'], 'break'> {
  if (!target) return { verdict: CONTINUE };
  if (target.target === 'JUMP' || target.target === 'GOTO')
    return { verdict: { kind: target.target, chain: target.spec.chain } };
  const effect: TargetEffect | undefined = targetEffect(target);
  return effect ?? { may: targetName(target), marks: targetExtension(target).simulated !== 'no' };
}

/** A chain of iptables for all packets: a rule is its matches, and then its target. */
class XtPacketChain implements PacketChain {
  private readonly chain: XtChain;

  constructor(chain: XtChain) {
    this.chain = chain;
  }

  get name(): string {
    return this.chain.name;
  }

  get length(): number {
    return this.chain.length;
  }

  get policy(): PacketChain['policy'] {
    return this.chain.policy === 'DROP' ? 'DROP' : 'ACCEPT';
  }

  steps(index: number, space: Space, simplify: Simplify): readonly RuleStage[] {
    const rule = this.chain.rule(index);
    const packets = ruleSet(rule, space, simplify);
    return packets === 0 ? [[]] : [[{ packets, effect: readEffect(rule) }]];
  }

  leadsTo(index: number): readonly string[] {
    const { target } = this.chain.rule(index);
    return target?.target === 'JUMP' || target?.target === 'GOTO' ? [target.spec.chain] : [];
  }

  acts(): boolean {
    return false;
  }

  asks(index: number): boolean {
    const { src, dst, indev, outdev, proto, fragment, matches } = this.chain.rule(index);
    return matches.length > 0 || [src, dst, indev, outdev, proto, fragment].some((test) => test !== undefined);
  }

  marks(index: number): boolean {
    const effect = readEffect(this.chain.rule(index));
    return 'may' in effect || (calledChain(effect.verdict) === undefined && effect.mark !== undefined);
  }

  says(index: number): string | undefined {
    return this.chain.text?.(index);
  }

  text(index: number): string {
    return this.chain.text?.(index) ?? `${this.chain.name} ${index + 1}`;
  }
}

const packetChain = once((chain: XtChain): PacketChain => new XtPacketChain(chain));

/** Chains of iptables, each seen so once it is asked for. */
class XtPacketChains {
  private readonly chains: XtTable['chains'];
  private readonly memo: Memo;

  constructor(chains: XtTable['chains'], memo: Memo) {
    this.chains = chains;
    this.memo = memo;
  }

  get(name: string): PacketChain | undefined {
    const chain = this.chains.get(name);
    return chain && packetChain(chain, this.memo);
  }

  has(name: string): boolean {
    return this.chains.has(name);
  }

  *values(): Generator<PacketChain> {
    for (const chain of this.chains.values()) yield packetChain(chain, this.memo);
  }
}

/** A table of iptables as all packets see it; `memo`: chains of other states are the same ones here where they did not change. */
export function xtPackets({ name, chains }: XtTable, memo = new Memo()): PacketTable {
  return { name, forks: false, chains: new XtPacketChains(chains, memo), source: chains };
}

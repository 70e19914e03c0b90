import { bareWord } from '../../../lib/scan';
import type { Phrase } from '../../../lib/phrase';
import { ok, type Result } from '../../../lib/result';
import type { IpFamily } from '../../../net/ip';
import { CONTINUE } from '../../hooks';
import type { HookContext, ParsedOption, TargetEffect, TargetExtension, TargetResult } from '../extension';
import { ACCEPT } from './ACCEPT';
import { AUDIT } from './AUDIT';
import { CHECKSUM } from './CHECKSUM';
import { CLASSIFY } from './CLASSIFY';
import { CLUSTERIP } from './CLUSTERIP';
import { CONNMARK } from './CONNMARK';
import { CONNSECMARK } from './CONNSECMARK';
import { CT } from './CT';
import { DNAT } from './DNAT';
import { DNPT } from './DNPT';
import { DROP } from './DROP';
import { DSCP } from './DSCP';
import { ECN } from './ECN';
import { GOTO } from './GOTO';
import { HL } from './HL';
import { HMARK } from './HMARK';
import { IDLETIMER } from './IDLETIMER';
import { JUMP } from './JUMP';
import { LED } from './LED';
import { LOG } from './LOG';
import { MARK } from './MARK';
import { MASQUERADE } from './MASQUERADE';
import { NETMAP } from './NETMAP';
import { NFLOG } from './NFLOG';
import { NFQUEUE } from './NFQUEUE';
import { NOTRACK } from './NOTRACK';
import { QUEUE } from './QUEUE';
import { RATEEST } from './RATEEST';
import { REDIRECT } from './REDIRECT';
import { REJECT } from './REJECT';
import { RETURN } from './RETURN';
import { SECMARK } from './SECMARK';
import { SET } from './SET';
import { SNAT } from './SNAT';
import { SNPT } from './SNPT';
import { SYNPROXY } from './SYNPROXY';
import { TCPMSS } from './TCPMSS';
import { TCPOPTSTRIP } from './TCPOPTSTRIP';
import { TEE } from './TEE';
import { TOS } from './TOS';
import { TPROXY } from './TPROXY';
import { TRACE } from './TRACE';
import { TTL } from './TTL';
import { ULOG } from './ULOG';
import { unrecognisedTarget } from './unrecognised';

/** Every target that can be read: one line each. */
export const TARGETS = [
  ACCEPT,
  AUDIT,
  CHECKSUM,
  CLASSIFY,
  CLUSTERIP,
  CONNMARK,
  CONNSECMARK,
  CT,
  DNAT,
  DNPT,
  DROP,
  DSCP,
  ECN,
  GOTO,
  HL,
  HMARK,
  IDLETIMER,
  JUMP,
  LED,
  LOG,
  MARK,
  MASQUERADE,
  NETMAP,
  NFLOG,
  NFQUEUE,
  NOTRACK,
  QUEUE,
  RATEEST,
  REDIRECT,
  REJECT,
  RETURN,
  SECMARK,
  SET,
  SNAT,
  SNPT,
  SYNPROXY,
  TCPMSS,
  TCPOPTSTRIP,
  TEE,
  TOS,
  TPROXY,
  TRACE,
  TTL,
  ULOG,
  unrecognisedTarget,
] as const;

type TargetOf<E> =
  E extends TargetExtension<infer Name, infer Spec> ? { readonly target: Name; readonly spec: Spec } : never;

/** A target of a rule as plain data; the union follows from the list above. `JUMP` and `GOTO` are `-j CHAIN` and `-g CHAIN`. */
export type Target = TargetOf<(typeof TARGETS)[number]>;

/** An extension whose spec is only known to belong to it. */
export type AnyTarget = TargetExtension<Target['target'], Target['spec']>;

// The one cast of this registry: a spec travels with the name of the extension that made it.
const BY_NAME: ReadonlyMap<string, AnyTarget> = new Map(
  (TARGETS as unknown as readonly AnyTarget[]).map((extension) => [extension.name, extension] as const),
);
const NOT_WRITTEN: ReadonlySet<string> = new Set(['JUMP', 'GOTO', 'unrecognised']);

/** The extension `-j NAME` loads for a family; undefined for chains and unknown names. */
export function findTarget(name: string, family?: IpFamily): AnyTarget | undefined {
  const found = NOT_WRITTEN.has(name) ? undefined : BY_NAME.get(name);
  return found?.family && family && found.family !== family ? undefined : found;
}

/** The extension of a rule's target. */
export function targetExtension(target: Target): AnyTarget {
  return BY_NAME.get(target.target) as AnyTarget;
}

/** Reads a target's options. */
export function parseTarget(
  extension: AnyTarget,
  options: readonly ParsedOption[],
  family: IpFamily,
): Result<Target, Phrase> {
  const spec = extension.parse(options, family);
  return spec.ok ? ok({ target: extension.name, spec: spec.value } as Target) : spec;
}

/** The protocols one of which `-p` must name for this target; undefined: any. */
export function targetProtocols(target: Target, family: IpFamily): readonly number[] | undefined {
  return targetExtension(target).protocolsFor?.(target.spec, family);
}

/** The name after `-j` or `-g`. */
export function targetName(target: Target): string {
  if (target.target === 'JUMP' || target.target === 'GOTO') return target.spec.chain;
  return target.target === 'unrecognised' ? target.spec.name : target.target;
}

/** `-j DNAT --to-destination 10.0.0.1:80`, `-j CHAIN`, `-g CHAIN`, as words. */
export function printTarget(target: Target, family: IpFamily): readonly string[] {
  if (target.target === 'JUMP' || target.target === 'GOTO')
    return [target.target === 'JUMP' ? '-j' : '-g', bareWord(target.spec.chain)];
  return ['-j', targetName(target), ...targetExtension(target).print(target.spec, family)];
}

/** Effect of a target that is the same for every packet; undefined: that depends on the packet, or nobody can say. */
export function targetEffect(target: Target): TargetEffect | undefined {
  const { effect, simulated } = targetExtension(target);
  if (effect) return effect(target.spec);
  return simulated === 'irrelevant' ? { verdict: CONTINUE } : undefined;
}

/** Verdict of a target for a packet, and its edits. */
export function applyTarget(target: Target, ctx: HookContext): TargetResult {
  return targetExtension(target).apply(target.spec, ctx);
}

import type { FlatStep } from '../../store/selectors';

/** Steps that follow each other in one namespace: those that decide something, or some that do not. */
export interface StepRun {
  readonly idle: boolean;
  readonly steps: readonly FlatStep[];
}

/** A chain that was jumped to; `busy`: something in it decided. */
interface Jump {
  readonly at: number;
  readonly chain: string;
  busy: boolean;
}

/**
 * The steps of a hop that decide nothing, by their place in `steps`: rules without a draw that did not match, ends of
 * chains, the policy ACCEPT, and a jump into a chain in which nothing decides and that comes back. What is assumed decides.
 */
function findIdle(steps: readonly FlatStep[]): ReadonlySet<number> {
  const idle = new Set<number>();
  let jumps: Jump[] = [];
  for (const [at, { data }] of steps.entries()) {
    if (data.kind === 'skip' && data.odds === undefined && !data.assumed) idle.add(at);
    else if (data.kind === 'policy' && data.verdict.kind === 'ACCEPT') {
      idle.add(at);
      jumps = [];
    } else if (data.kind === 'return') {
      idle.add(at);
      const from = jumps.findLastIndex(({ chain }) => chain === data.chain);
      for (const jump of jumps.slice(Math.max(from, 0))) if (from >= 0 && !jump.busy) idle.add(jump.at);
      if (from >= 0) jumps = jumps.slice(0, from);
    } else {
      const chain = jumpsTo(data);
      if (chain === undefined) for (const jump of jumps) jump.busy = true;
      else jumps.push({ at, chain, busy: false });
    }
  }
  return idle;
}

/** The chain a rule jumps to that does nothing else. */
function jumpsTo(data: FlatStep['data']): string | undefined {
  if (data.kind !== 'rule' || data.markBefore !== undefined || data.odds !== undefined || data.assumed)
    return undefined;
  return data.verdict.kind === 'JUMP' || data.verdict.kind === 'GOTO' ? data.verdict.chain : undefined;
}

/** The steps of a hop, in order, with those beside each other that decide nothing as one run. */
export function listRuns(steps: readonly FlatStep[]): readonly StepRun[] {
  const idle = findIdle(steps);
  const runs: { idle: boolean; steps: FlatStep[] }[] = [];
  for (const [at, step] of steps.entries()) {
    const last = runs.at(-1);
    if (last && last.idle === idle.has(at)) last.steps.push(step);
    else runs.push({ idle: idle.has(at), steps: [step] });
  }
  return runs;
}

/** Kinds of steps by which the packet goes another way, is another one, or ends. */
const DECIDING: ReadonlySet<FlatStep['data']['kind']> = new Set(['rule', 'skip', 'nat', 'ipvs', 'deliver', 'stop']);

/** Is it, outside of a run of idle steps, one that decides what becomes of the packet? */
export const isDeciding = ({ data }: FlatStep): boolean => DECIDING.has(data.kind);

import { goesByTurns } from '../../core/linux/ipvs/scheduler';
import type { FlatStep } from '../../store/selectors';

/**
 * Are the endpoints of a walk taken in turn: by an IPVS scheduler that goes round, or by kube-proxy's own process
 * (pkg/proxy/userspace/roundrobin.go)? Then what an outcome has is its share of all connections, and no chance.
 */
export function isInTurn(steps: readonly FlatStep[]): boolean {
  return steps.some(({ data }) => {
    if (data.kind === 'ipvs') return data.at === 'in' && goesByTurns(data.scheduler);
    const id = data.kind === 'originate' ? data.reason?.id : undefined;
    return id === 'userspace.dial' || id === 'userspace.dial-drawn';
  });
}

/** A fraction as the parts of a share: `1/3` is 1 of 3; undefined where it is all, or no fraction. */
export function shareOf(odds: string | undefined): { readonly part: number; readonly whole: number } | undefined {
  const [, part, whole] = /^(\d{1,9})\/(\d{1,9})$/.exec(odds ?? '') ?? [];
  return part === undefined ? undefined : { part: Number(part), whole: Number(whole) };
}

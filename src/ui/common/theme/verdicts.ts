import { assertNever } from '../../../core/lib/result';
import type { Verdict } from '../../../core/linux/hooks';
import type { Disposition, EbpfDid, IpvsStep, ProgramStep } from '../../../core/sim/trace';

/** The colour family of a verdict: tokens `--ok`, `--drop`, `--rej`, `--nat`, `--unknown`; `quiet` has none. */
export type Tone = 'ok' | 'drop' | 'rej' | 'nat' | 'unknown' | 'quiet';

/** How a verdict is shown: a sign, the word as iptables prints it, and a colour. Never the colour alone. */
export interface VerdictMark {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

/** U+FE0E keeps arrows text: phones would draw ↩ and ↘ as pictures. */
const TEXT = '\uFE0E';

const MARKS: Readonly<Record<string, Omit<VerdictMark, 'word'>>> = {
  ACCEPT: { sign: '✓', tone: 'ok' },
  DROP: { sign: '✕', tone: 'drop' },
  REJECT: { sign: '⟲', tone: 'rej' },
  DNAT: { sign: '→', tone: 'nat' },
  REDIRECT: { sign: '→', tone: 'nat' },
  SNAT: { sign: '⇠', tone: 'nat' },
  MASQUERADE: { sign: '⇠', tone: 'nat' },
  RETURN: { sign: `↩${TEXT}`, tone: 'quiet' },
  JUMP: { sign: `↘${TEXT}`, tone: 'quiet' },
  GOTO: { sign: `↘${TEXT}`, tone: 'quiet' },
  CONTINUE: { sign: '·', tone: 'quiet' },
  MARK: { sign: '#', tone: 'quiet' },
  UNKNOWN: { sign: '?', tone: 'unknown' },
};

/** The mark of a target by its name in iptables-extensions(8); a name without a sign of its own gets the dot. */
export function targetMark(name: string): VerdictMark {
  return { ...(MARKS[name] ?? { sign: '·', tone: 'quiet' }), word: name };
}

/** The mark of what a rule or a policy said. */
export function verdictMark(verdict: Verdict): VerdictMark {
  switch (verdict.kind) {
    case 'ACCEPT':
    case 'DROP':
    case 'REJECT':
    case 'RETURN':
    case 'CONTINUE':
    case 'JUMP':
    case 'GOTO':
      return targetMark(verdict.kind);
    case 'STOLEN':
      return targetMark(verdict.by);
    default:
      return assertNever(verdict);
  }
}

/** The mark of what the IPVS director did: a server was chosen, an answer was given its address back, nobody takes it. */
export function ipvsMark({ at, before, chosen }: IpvsStep): VerdictMark {
  if (before) return { sign: at === 'in' ? '→' : '⇠', word: 'IPVS', tone: 'nat' };
  return chosen === undefined ? { sign: '⟲', word: 'IPVS', tone: 'rej' } : { sign: '·', word: 'IPVS', tone: 'quiet' };
}

const EBPF_MARKS: Readonly<Partial<Record<EbpfDid, Omit<VerdictMark, 'word'>>>> = {
  translated: { sign: '→', tone: 'nat' },
  spread: { sign: '→', tone: 'nat' },
  told: { sign: '→', tone: 'nat' },
  masqueraded: { sign: '⇠', tone: 'nat' },
  restored: { sign: '⇠', tone: 'nat' },
  answered: { sign: '⇠', tone: 'nat' },
  refused: { sign: '⟲', tone: 'rej' },
  dropped: { sign: '✕', tone: 'drop' },
};

/** The mark of what a program of eBPF did, or a layer of VFP. */
export function programMark({ kind, did }: ProgramStep): VerdictMark {
  return { ...(EBPF_MARKS[did] ?? { sign: '·', tone: 'quiet' }), word: kind === 'vfp' ? 'VFP' : 'eBPF' };
}

/** The mark of a delivery to something that is no endpoint of the Service asked for: nothing the caller wants. */
export const ASTRAY_MARK: VerdictMark = { sign: '≠', word: 'DELIVERED', tone: 'rej' };

/** The mark of how a packet ended. Words are the core's own; `disposition.*` in the phrases says them in full. */
export function dispositionMark(disposition: Disposition): VerdictMark {
  const { kind } = disposition;
  switch (kind) {
    case 'DELIVERED':
      return { sign: '✓', word: kind, tone: 'ok' };
    case 'DROPPED':
    case 'MARTIAN':
    case 'NO_ROUTE':
    case 'TTL_EXCEEDED':
    case 'LOOP':
      return { sign: '✕', word: kind, tone: 'drop' };
    case 'REJECTED':
    case 'NO_SOCKET':
      return { sign: '⟲', word: kind, tone: 'rej' };
    case 'LEFT':
      return { sign: '→', word: kind, tone: 'quiet' };
    case 'UNKNOWN':
      return { sign: '?', word: kind, tone: 'unknown' };
    default:
      return assertNever(kind);
  }
}

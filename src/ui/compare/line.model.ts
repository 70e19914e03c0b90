import type { Phrase } from '../../core/lib/phrase';
import { narrateAlone, tell } from '../../core/sim/narrate';
import type { TraceStep } from '../../core/sim/trace';
import { withoutDefault } from '../common/object-names.model';
import type { CompareCell } from './compare.model';

/** A step in a few words: there are four of them side by side. */
export interface Line {
  /** Undefined: its badge and its addresses say all. */
  readonly words?: Phrase;
  /** The chain gone to: stands right after the verdict. */
  readonly detail?: string;
  readonly odds?: string;
  readonly reason?: Phrase;
  /** Nothing was decided: told more quietly. */
  readonly quiet?: true;
}

/** What a badge and addresses or a reason say in full. */
const WORDLESS: ReadonlySet<TraceStep['kind']> = new Set(['nat', 'stop']);
const QUIET: ReadonlySet<TraceStep['kind']> = new Set(['conntrack', 'skip', 'return', 'policy']);

/** The words of a step. `cell` is where it stands: a hook tells what was asked there. */
export function lineOf(step: TraceStep, { rules, lookups }: Pick<CompareCell, 'rules' | 'lookups'>): Line {
  const narration = narrateAlone(step, { called: withoutDefault });
  const { values, because } = narration;
  const goes = step.kind === 'rule' && (step.verdict.kind === 'JUMP' || step.verdict.kind === 'GOTO');
  const odds = values['about'] ?? 'none';
  const why = because.find(({ kind }) => kind === 'assumed' || (kind === 'reason' && step.kind === 'stop'));
  return {
    ...(WORDLESS.has(step.kind)
      ? {}
      : { words: tell({ ...narration, values: { ...values, rules, lookups } }, 'line') }),
    ...(goes ? { detail: String(values['to']) } : {}),
    ...(odds === 'none' ? {} : { odds: String(odds) }),
    ...(why && 'says' in why ? { reason: why.says } : {}),
    ...(QUIET.has(step.kind) ? { quiet: true } : {}),
  };
}

import { assertNever } from '../../core/lib/assert';
import type { Phrase } from '../../core/lib/phrase';
import type { IpvsStep, RuleStep, TraceStep } from '../../core/sim/trace';
import { BRIDGE_SENTENCE, ipvsSentenceId, ROUTING_SENTENCE } from '../inspector/sentence-ids.model';
import { aboutOdds } from '../common/odds-text.model';
import { withoutDefault } from '../common/object-names.model';
import type { CompareCell } from './compare.model';

/** A message of `compare.line` and its values. */
export interface LineWords {
  readonly id:
    | 'hook'
    | 'by'
    | 'to'
    | 'device'
    | 'bridgeUp'
    | 'bridgeForward'
    | 'bridgeDiscard'
    | 'conntrack'
    | 'rule'
    | 'skip'
    | 'return'
    | 'policy'
    | 'ipvsChosen'
    | 'ipvsKnown'
    | 'ipvsBack'
    | 'ipvsNone'
    | 'routingLocal'
    | 'routingForward'
    | 'routingOutput'
    | 'routingNone';
  readonly values: Readonly<Record<string, string | number>>;
}

/** A step in a few words: there are four of them side by side. */
export interface Line {
  /** Undefined: its badge and its addresses say all. */
  readonly words?: LineWords;
  /** The chain gone to, the refusal: stands right after the verdict. */
  readonly detail?: string;
  readonly odds?: string;
  readonly reason?: Phrase;
  /** Nothing was decided: told more quietly. */
  readonly quiet?: true;
}

const say = (id: LineWords['id'], values: LineWords['values'] = {}): { readonly words: LineWords } => ({
  words: { id, values },
});

function ruleLine({ ref, verdict, odds, kernelOdds, assumed }: RuleStep): Line {
  const { table, chain, index } = ref;
  const goes = verdict.kind === 'JUMP' || verdict.kind === 'GOTO';
  return {
    ...say('rule', { table, chain, number: String(index + 1) }),
    ...(goes ? { detail: verdict.chain } : {}),
    ...(odds === undefined ? {} : { odds: aboutOdds(odds, kernelOdds !== undefined) }),
    ...(assumed ? { reason: assumed } : {}),
  };
}

function ipvsLine(step: IpvsStep): Line {
  const { scheduler, service, chosen = '', odds } = step;
  return { ...say(ipvsSentenceId(step), { scheduler, service, chosen }), ...(odds === undefined ? {} : { odds }) };
}

/** The words of a step. `cell` is where it stands: a hook tells what was asked there. */
export function lineOf(step: TraceStep, cell: Pick<CompareCell, 'rules' | 'lookups'>): Line {
  switch (step.kind) {
    case 'originate':
      return {
        ...say('by', { name: withoutDefault(step.by) }),
        ...(step.odds === undefined ? {} : { odds: step.odds }),
      };
    case 'receive':
    case 'transmit':
      return say('device', { device: step.device });
    case 'bridge':
      return say(BRIDGE_SENTENCE[step.action], { bridge: step.bridge, port: step.outPort ?? '' });
    case 'hook':
      return say('hook', { rules: cell.rules, lookups: cell.lookups });
    case 'conntrack':
      return { ...say('conntrack', { state: step.ctState }), quiet: true };
    case 'rule':
      return ruleLine(step);
    case 'skip':
      return {
        ...say('skip', { count: step.to - step.from + 1, chain: step.chain }),
        ...(step.assumed ? { reason: step.assumed } : {}),
        quiet: true,
      };
    case 'return':
      return { ...say('return', { chain: step.chain }), quiet: true };
    case 'policy':
      return { ...say('policy', { chain: step.chain }), quiet: true };
    case 'nat':
      return {};
    case 'ipvs':
      return ipvsLine(step);
    case 'routing':
      return say(ROUTING_SENTENCE[step.decision], { device: step.device ?? '' });
    case 'deliver':
      return say('to', { name: withoutDefault(step.to) });
    case 'stop':
      return { reason: step.reason };
    default:
      return assertNever(step);
  }
}

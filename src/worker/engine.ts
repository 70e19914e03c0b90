import { phrase } from '../core/lib/phrase';
import type { Bench, Engine, RuleExplanation, RulesView, RunResult } from './protocol';

const EMPTY_BENCH: Bench = { netns: [], segments: [], rules: [], diagnostics: [], assumptions: [], found: [] };

function notSent(flowId: string): RunResult {
  const trace = { legs: [], probability: '1', assumptions: [], conntrack: {} };
  return { flowId, outcomes: [], shown: 0, trace, truncated: false, problem: phrase('document.flow.none') };
}

/** The engine behind the page: one opened document at a time. */
export function createEngine(): Engine {
  const rules = (netns: string, family: RulesView['family']): RulesView => {
    return { netns, family, text: '', offsets: new Uint32Array(), chains: [] };
  };
  const explainRule: (f: string, at: unknown, ref: RuleExplanation['ref']) => RuleExplanation = (_f, _at, ref) => {
    return { ref, matched: 'unknown', tests: [] };
  };
  return { open: () => EMPTY_BENCH, run: notSent, rules, explainRule, origin: () => undefined };
}

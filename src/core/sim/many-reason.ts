import { phrase, type Phrase } from '../lib/phrase';
import type { RuleStep, Trace, TraceStep } from './trace';

function requestSteps({ legs }: Trace): readonly TraceStep[] {
  return legs.filter(({ role }) => role === 'request').flatMap(({ hops }) => hops.flatMap(({ steps }) => steps));
}

const keyOf = ({ ref: { table, chain, index } }: RuleStep): string => `${table} ${chain} ${index}`;

function byIpvs(steps: readonly TraceStep[]): Phrase | undefined {
  const asked = steps.find((step) => step.kind === 'ipvs' && step.at === 'in');
  if (asked?.kind !== 'ipvs') return undefined;
  const { scheduler, service } = asked;
  return asked.from === 'template'
    ? phrase('sim.many.template', { service })
    : phrase('sim.many.scheduler', { scheduler, service });
}

function byProxy(steps: readonly TraceStep[]): Phrase | undefined {
  const dialed = steps.find((step) => step.kind === 'originate' && step.reason?.id.startsWith('userspace.dial'));
  if (dialed?.kind !== 'originate') return undefined;
  return dialed.reason?.id === 'userspace.dial-affinity'
    ? phrase('sim.many.proxy-affinity')
    : phrase('sim.many.proxy-turns');
}

/** The rule that a later connection matched and the first did not: it knows what came before. */
function byRule(steps: readonly TraceStep[], before: readonly TraceStep[]): Phrase | undefined {
  const rules = (list: readonly TraceStep[]): RuleStep[] => list.filter((step) => step.kind === 'rule');
  const old = new Set(rules(before).map(keyOf));
  const rule = rules(steps).find((step) => !old.has(keyOf(step)));
  return rule && phrase('sim.many.remembered', { chain: rule.ref.chain, rule: rule.ref.index + 1 });
}

/** What made the second connection's place of the first one's: read from the two traces. */
export function settledBy(first: Trace, second: Trace): Phrase {
  const steps = requestSteps(second);
  return byIpvs(steps) ?? byProxy(steps) ?? byRule(steps, requestSteps(first)) ?? phrase('sim.many.left-behind');
}

import { getNamespace, namespacedName, type ServiceObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { countBehind } from './behind';
import { plainName } from './service-at';
import type { Moment, MomentBecause } from './moment';
import type { Asking } from './question';
import { localPolicy } from './tell-end';
import { stepsOfWalk, type WalkStep } from './walk';

/**
 * The sentence on a cause of a packet's end that the stage does not show: the policy, the ranges or the lack of endpoints of a
 * Service, a chain's policy, somebody else's rules, a switch of a bridge. Told before somebody is asked how it ends;
 * undefined: nothing.
 */
export function premiseOf(asking: Asking, moment: Moment): Phrase | undefined {
  const step = stepsOfWalk(asking.walked.trace)[moment.at];
  const { because } = moment;
  const object = because.find((each) => each.kind === 'object');
  const service = object && serviceOf(asking, object);
  if (service && step) return ofService(asking, service, { moment, step, field: object.field });
  const policy = because.find((each) => each.kind === 'policy');
  if (policy) return phrase('question.premise.chain', { node: moment.node, chain: policy.chain, table: policy.table });
  if (moment.cause?.id === 'sim.bridge.hairpin-off') return phrase('question.premise.hairpin', { node: moment.node });
  return ofOthers(asking, because);
}

/** The sentence on weights of a route, where an object sets the odds; undefined: none does. */
export function premiseOfOdds({ cause }: Moment): Phrase | undefined {
  const { object, weights = 'none' } = cause?.id === 'ingress.dials' ? (cause.values ?? {}) : {};
  return object === undefined || weights === 'none'
    ? undefined
    : phrase('question.premise.weights', { object: String(object), weights: String(weights) });
}

function serviceOf(
  { walked: { derived } }: Asking,
  { object }: Extract<MomentBecause, { kind: 'object' }>,
): ServiceObject | undefined {
  if (object.kind !== 'Service') return undefined;
  return derived.settled?.services.find(
    (each) => each.metadata.name === object.name && getNamespace(each) === object.namespace,
  );
}

interface Decided {
  readonly moment: Moment;
  readonly step: WalkStep;
  readonly field: string;
}

function ofService({ walked }: Asking, service: ServiceObject, { moment, step, field }: Decided): Phrase | undefined {
  const name = plainName(namespacedName(service));
  const to = moment.before?.to ?? moment.header.to;
  const { loadBalancerSourceRanges: ranges = [] } = service.spec;
  if (field.endsWith('loadBalancerSourceRanges'))
    return phrase('question.premise.ranges', {
      service: name,
      ranges: ranges.join(', '),
      source: moment.header.from.address,
    });
  const behind = countBehind(walked, service, { step, to });
  if (!behind || behind.readyHere > 0) return undefined;
  const { waiting, waitingHere: here } = behind;
  if (behind.ready === 0) return phrase('question.premise.empty', { service: name, waiting });
  const policy = localPolicy(service, to);
  const { network } = walked.derived;
  const node = network.netns.get(step.netns)?.node ?? step.netns;
  return policy === undefined ? undefined : phrase('question.premise.local', { policy, service: name, here, node });
}

/** NetworkPolicies of the cluster, or whose chain it is that is not kube-proxy's. */
function ofOthers({ walked: { document } }: Asking, because: readonly MomentBecause[]): Phrase | undefined {
  const rule = because.find((each) => each.kind === 'rule');
  if (!rule || rule.ref.chain.startsWith('KUBE-')) return undefined;
  const policies = (document.subject === 'cluster' ? (document.cluster.others ?? []) : [])
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ metadata }) => metadata?.name ?? []);
  if (policies.length > 0)
    return phrase('question.premise.policies', { policies: policies.join(', '), count: policies.length });
  return phrase('question.premise.others', { chain: rule.ref.chain });
}

import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import type { Reason, Sentences, Subject, Values } from '../shared/port-origin';
import { COMMON_REASONS, FIELD, VALUES } from '../shared/reasons';
import type { PortPlan } from './port-plan';

const { affinity, clusterIP, port, range, ranges, slice } = FIELD;
const { atBalancer, atClusterIP, ofAffinity, ofEndpoint } = VALUES;

const among = ({ plan, index }: Subject): Values => ({ service: plan.port.name, count: index });
const ofRanges = ({ plan }: Subject): Values => ({
  service: plan.port.name,
  sources: plan.port.sourceRanges.join(', '),
});

/** Why each rule and element of a service port is there: `kubernetes.nftables.<id>` is the sentence. */
const REASONS = {
  ...COMMON_REASONS,
  'active-cluster-ip': { field: clusterIP, values: atClusterIP },
  'source-ranges': { field: ranges, values: ofRanges },
  'allowed-source': {
    field: range,
    values: ({ plan, index }) => ({ service: plan.port.name, source: plan.port.sourceRanges[index] ?? '' }),
  },
  'allowed-node': { field: ranges, values: atBalancer },
  'affinity-set': { field: affinity, values: ofAffinity },
  affinity: { field: affinity, values: ofAffinity },
  remember: { field: affinity, values: ofAffinity },
  balance: { field: port, values: among },
  'balance-only': { field: port, values: among },
  'hairpin-connection': { field: slice, values: ofEndpoint },
} as const satisfies Record<string, Reason<PortPlan>>;

export type ReasonId = keyof typeof REASONS;

export const SENTENCES: Sentences<ReasonId, PortPlan> = { why: whyRule, reasons: REASONS };

/** The sentences of this mode. */
export type RuleWhy = PhraseIdBelow<'kubernetes.nftables'>;

/** A sentence of this mode. */
export function whyRule(id: RuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.nftables.${id}`, values);
}

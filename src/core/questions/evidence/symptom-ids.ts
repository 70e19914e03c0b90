/** One entry a symptom; its words stand in `symptoms.ts` of the phrases. */
export type SymptomId =
  | 'self-service'
  | 'host-vm'
  | 'svclb-pending'
  | 'health-local'
  | 'balancer-inside'
  | 'balancer-outside'
  | 'node-address'
  | 'closed'
  | 'http-answer'
  | 'sometimes'
  | 'across-nodes'
  | 'source-address'
  | 'affinity'
  | 'port-forward'
  | 'name-denied'
  | 'api-service';

/** Symptoms in people's words, of which the words do not decide the cause. */
export interface Symptom {
  readonly id: SymptomId;
  readonly severity: 'warning' | 'info';
  /** One sentence has a word of each list, whatever its capitals. */
  readonly has: readonly (readonly string[])[];
  /** Another sentence, if it has one of these. */
  readonly but?: readonly string[];
  /** The text has one of these, too. */
  readonly beside?: readonly string[];
  /** Another text, if it has one of these. */
  readonly unless?: readonly string[];
  /** Where the causes are written down. */
  readonly source: string;
}

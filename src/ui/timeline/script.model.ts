import type { Document } from '../../core/document/document';
import { DELAY_RANGES, type Delays, type Script, type ScriptAction } from '../../core/document/script';
import { namespacedName } from '../../core/kubernetes/types';
import { scriptOf } from '../../core/timeline/default-script';

/** What a kind of event is done to. */
const TARGETS = {
  'roll-out': 'deployment',
  scale: 'deployment',
  'delete-pod': 'pod',
  crash: 'pod',
  'fail-readiness': 'pod',
  drain: 'node',
  'lose-node': 'node',
  'stop-proxy': 'node',
  'restart-proxy': 'node',
  'lose-watch': 'node',
  flush: 'node',
  'delete-service': 'service',
  'change-selector': 'service',
} as const satisfies Record<ScriptAction['do'], string>;

export type Verb = keyof typeof TARGETS;
export const VERBS = Object.keys(TARGETS) as readonly Verb[];

/** The names that an event of a kind can be about. */
export function targetsOf(verb: Verb, { cluster }: Document): readonly string[] {
  switch (TARGETS[verb]) {
    case 'deployment':
      return cluster.deployments.map(namespacedName);
    case 'pod':
      return [...cluster.deployments, ...cluster.pods].map(namespacedName);
    case 'node':
      return cluster.nodes.map(({ metadata }) => metadata.name);
    case 'service':
      return cluster.services.map(namespacedName);
  }
}

/** The name of what an event is about. */
export function targetOf(action: ScriptAction): string {
  if ('deployment' in action) return action.deployment;
  if ('pod' in action) return action.pod;
  return 'node' in action ? action.node : action.service;
}

/** An event of a kind, as it begins; `amount`: replicas, or seconds. */
export function makeAction(verb: Verb, target: string, amount: number): ScriptAction {
  switch (verb) {
    case 'roll-out':
      return { do: verb, deployment: target };
    case 'scale':
      return { do: verb, deployment: target, replicas: Math.max(0, Math.min(5000, Math.round(amount))) };
    case 'delete-pod':
    case 'crash':
    case 'fail-readiness':
      return { do: verb, pod: target };
    case 'lose-watch':
      return { do: verb, node: target, forMs: Math.max(0, Math.min(3_600_000, amount * 1000)) };
    case 'drain':
    case 'lose-node':
    case 'stop-proxy':
    case 'restart-proxy':
    case 'flush':
      return { do: verb, node: target };
    case 'delete-service':
      return { do: verb, service: target };
    case 'change-selector':
      return { do: verb, service: target, selector: { app: 'nothing' } };
  }
}

/** Does an event of a kind take a number beside its target? */
export const takesAmount = (verb: Verb): boolean => verb === 'scale' || verb === 'lose-watch';

/** The document with another script. */
export function withScript(document: Document, change: (script: Script) => Script): Document {
  return { ...document, script: change(scriptOf(document)) };
}

/** How a slider of a delay goes: even, or by powers where a delay may be a millisecond or an hour. */
export const SLIDER = 1000;

export function sliderOf(name: keyof Delays, value: number): number {
  const [least, most] = DELAY_RANGES[name];
  return Math.round((Math.log1p(value - least) / Math.log1p(most - least)) * SLIDER);
}

/** The value of a slider's place, rounded to two digits. */
export function delayAt(name: keyof Delays, place: number): number {
  const [least, most] = DELAY_RANGES[name];
  const exact = Math.expm1((place / SLIDER) * Math.log1p(most - least)) + least;
  if (exact <= 0) return least;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.max(least, Math.min(most, Math.round(exact / unit) * unit));
}

/** What may stand beside the timeline. */
export type Beside = 'none' | 'burst' | 'interval' | 'min-0' | 'min-10' | 'pre-stop' | 'iptables' | 'ipvs' | 'nftables';
export const BESIDES: readonly Beside[] = [
  'none',
  'burst',
  'interval',
  'min-0',
  'min-10',
  'pre-stop',
  'iptables',
  'ipvs',
  'nftables',
];

function withDelays(document: Document, delays: Partial<Delays>): Document {
  return withScript(document, (script) => ({ ...script, delays: { ...script.delays, ...delays } }));
}

/** The document as it is in the other timeline; `inMode`: as the story changes its mode. */
export function besideOf(
  document: Document,
  beside: Beside,
  inMode: (document: Document, mode: Document['mode']) => Document,
): Document | undefined {
  switch (beside) {
    case 'none':
      return undefined;
    case 'burst':
    case 'interval':
      return { ...document, release: beside === 'burst' ? '1.33' : '1.34' };
    case 'min-0':
      return withDelays(document, { minSync: 0 });
    case 'min-10':
      return withDelays(document, { minSync: 10_000 });
    case 'pre-stop':
      return withDelays(document, { preStop: 5000 });
    case 'iptables':
    case 'ipvs':
    case 'nftables':
      return inMode(document, beside);
  }
}

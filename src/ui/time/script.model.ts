import type { Document } from '../../core/document/document';
import {
  DELAY_NAMES,
  DELAY_RANGES,
  type ScriptDelays,
  type Script,
  type ScriptAction,
} from '../../core/document/script';
import { namespacedName } from '../../core/kubernetes/types';
import type { Variant } from '../../core/timeline/question';
import { sameValue } from '../../core/lib/memo';
import { delaysOf } from '../../core/timeline/delays';
import { scriptOf } from '../../core/timeline/default-script';
import { formatTime } from '../common/texts.model';

/** What a kind of event is done to. */
const TARGETS = {
  'roll-out': 'deployment',
  scale: 'deployment',
  'delete-pod': 'pod',
  crash: 'pod',
  'fail-readiness': 'pod',
  drain: 'node',
  'lose-node': 'node',
  'delete-node': 'node',
  'change-node-addresses': 'node',
  'stop-proxy': 'node',
  'restart-proxy': 'node',
  'lose-watch': 'node',
  flush: 'node',
  'delete-service': 'service',
  'change-selector': 'service',
} as const satisfies Record<ScriptAction['do'], string>;

export type ScriptVerb = keyof typeof TARGETS;
export const VERBS = Object.keys(TARGETS) as readonly ScriptVerb[];

/** The names that an event of a kind can be about. */
export function listTargets(verb: ScriptVerb, { cluster }: Document): readonly string[] {
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
export function makeAction(verb: ScriptVerb, target: string, amount: number): ScriptAction {
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
    case 'delete-node':
    case 'stop-proxy':
    case 'restart-proxy':
    case 'flush':
      return { do: verb, node: target };
    case 'change-node-addresses':
      return { do: verb, node: target, addresses: ['192.0.2.1'] };
    case 'delete-service':
      return { do: verb, service: target };
    case 'change-selector':
      return { do: verb, service: target, selector: { app: 'nothing' } };
  }
}

/** Does an event of a kind take a number beside its target? */
export const takesAmount = (verb: ScriptVerb): boolean => verb === 'scale' || verb === 'lose-watch';

/** The document with another script. */
export function withScript(document: Document, change: (script: Script) => Script): Document {
  return { ...document, script: change(scriptOf(document)) };
}

/** How a slider of a delay goes: even, or by powers where a delay may be a millisecond or an hour. */
export const SLIDER = 1000;

export function toSlider(name: keyof ScriptDelays, value: number): number {
  const [least, most] = DELAY_RANGES[name];
  return Math.round((Math.log1p(value - least) / Math.log1p(most - least)) * SLIDER);
}

/** The value of a slider's place, rounded to two digits. */
export function delayAt(name: keyof ScriptDelays, place: number): number {
  const [least, most] = DELAY_RANGES[name];
  const exact = Math.expm1((place / SLIDER) * Math.log1p(most - least)) + least;
  if (exact <= 0) return least;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.max(least, Math.min(most, Math.round(exact / unit) * unit));
}

/** What may stand beside the timeline; `own`: chosen by hand, or by a scene. */
export const BESIDES = [
  'none',
  'burst',
  'interval',
  'min-0',
  'min-1',
  'min-10',
  'pre-stop',
  'iptables',
  'ipvs',
  'nftables',
  'own',
] as const;
export type Preset = (typeof BESIDES)[number];

export const PRESETS: Readonly<Record<Preset, Variant | undefined>> = {
  none: undefined,
  burst: { release: '1.33' },
  interval: { release: '1.34' },
  'min-0': { delays: { minSync: 0 } },
  'min-1': { delays: { minSync: 1000 } },
  'min-10': { delays: { minSync: 10_000 } },
  'pre-stop': { delays: { preStop: 5000 } },
  iptables: { mode: 'iptables' },
  ipvs: { mode: 'ipvs' },
  nftables: { mode: 'nftables' },
  own: {},
};

/** The preset that a variant is. */
export function presetOf(variant: Variant | undefined): Preset {
  return BESIDES.find((id) => id !== 'own' && sameValue(PRESETS[id], variant)) ?? 'own';
}

/** The label of a delay's field with its value as a person says it: `minSyncPeriod, ms` and 1000 are `minSyncPeriod 1 s`. */
export function sayDelay(label: string, value: number): string {
  const [name = label, unit = ''] = label.split(', ');
  if (unit.endsWith('ms')) return `${name} ${formatTime(value)}`;
  return /^[µ%]/.test(unit) ? `${name} ${value} ${unit}` : `${name} ${value}`;
}

/** What of a timeline is else in another: a mode, a release, a delay with its value. */
export type Trait =
  | { readonly kind: 'mode' | 'release'; readonly value: string }
  | { readonly kind: 'delay'; readonly name: keyof ScriptDelays; readonly value: number };

/** The traits of a document that a variant of it changes. */
export function listTraits(document: Document, { mode, release, delays = {} }: Variant): readonly Trait[] {
  const values = delaysOf(document);
  return [
    ...(mode === undefined ? [] : [{ kind: 'mode', value: document.mode } as const]),
    ...(release === undefined ? [] : [{ kind: 'release', value: document.release } as const]),
    ...DELAY_NAMES.flatMap((name) =>
      delays[name] === undefined ? [] : [{ kind: 'delay', name, value: values[name] } as const],
    ),
  ];
}

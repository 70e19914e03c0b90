import type { Document } from '../document/document';
import { setPolicy } from '../document/edits/policy-line';
import { changeFlow } from '../document/edits/cluster';
import { scaleDeployment, setPodReady } from '../document/edits/pods';
import { inMode } from '../document/edits/proxy';
import { setTrafficPolicy } from '../document/edits/services';
import { PROXY_MODE_IDS, type ProxyModeId } from '../kubernetes/mode-ids';
import { isOwnedBy } from '../kubernetes/pods';
import type { Knob, Sheet } from './schema';

/** Where a knob stands: one of its words, or a number. */
export type KnobValue = string | number;
/** Knobs that were turned; those that are absent stand where they start. */
export type KnobSettings = Readonly<Record<string, KnobValue>>;

/** A knob as it stands, with what it can be turned to. */
export interface KnobState {
  readonly name: string;
  readonly values: readonly KnobValue[];
  readonly value: KnobValue;
  /** The verb of its edit. */
  readonly edit: KnobEdit;
}

/** What a knob's edit does to a document. */
type KnobEdit = 'mode' | 'scale' | 'ready' | 'policy' | 'node' | 'packet' | 'chain' | 'sleep';

/** Reads `scale web`, `web.externalTrafficPolicy` and so on; undefined: there is no such edit. */
export function readEdit(text: string): { readonly edit: KnobEdit; readonly name: string } | undefined {
  if (text === 'mode') return { edit: 'mode', name: '' };
  if (text === 'flow.to.node') return { edit: 'node', name: '' };
  if (text === 'preStop') return { edit: 'sleep', name: '' };
  if (text === 'flow') return { edit: 'packet', name: '' };
  const [verb = '', name = ''] = text.split(' ');
  if ((verb === 'scale' || verb === 'ready') && name !== '') return { edit: verb, name };
  if (/^policy \w{1,10} [\w-]{1,40}$/.test(text)) return { edit: 'chain', name: text.slice('policy '.length) };
  const policy = /^([a-z0-9-]{1,63})\.externalTrafficPolicy$/.exec(text);
  return policy ? { edit: 'policy', name: policy[1] ?? '' } : undefined;
}

/** What a knob can be turned to, given the others. */
function listValues(knob: Knob, states: ReadonlyMap<string, KnobState>): readonly KnobValue[] {
  if ('of' in knob) return knob.of;
  const to = typeof knob.to === 'number' ? knob.to : Number(states.get(knob.to)?.value ?? knob.from);
  return Array.from({ length: Math.max(0, to - knob.from) + 1 }, (_, index) => knob.from + index);
}

/** Every knob of a Sheet as it stands: what was asked for, as far as it can be turned there. */
export function settleKnobs({ knobs }: Pick<Sheet, 'knobs'>, asked: KnobSettings): ReadonlyMap<string, KnobState> {
  const states = new Map<string, KnobState>();
  for (const [name, knob] of Object.entries(knobs)) {
    const values = listValues(knob, states);
    const wanted = asked[name] ?? knob.starts ?? ('of' in knob ? values[0] : values.at(-1));
    const edit = readEdit(knob.edit)?.edit ?? 'mode';
    const nearest =
      typeof wanted === 'number' && !('of' in knob) ? values.findLast((each) => Number(each) <= wanted) : undefined;
    const value = values.find((each) => each === wanted) ?? nearest ?? values[0] ?? 0;
    states.set(name, { name, values, value, edit });
  }
  return states;
}

/** A document with a knob turned; what it names and is not there stays. */
export function turnKnob(document: Document, knob: Knob, value: KnobValue): Document {
  const { edit, name } = readEdit(knob.edit) ?? { edit: undefined, name: '' };
  const which = { namespace: 'default', name };
  switch (edit) {
    case 'mode':
      return isMode(value) ? inMode(document, value) : document;
    case 'scale':
      return scaleDeployment(document, which, Number(value));
    case 'ready':
      return withReady(document, name, Number(value));
    case 'policy':
      return value === 'Local' || value === 'Cluster'
        ? setTrafficPolicy(document, which, { external: value })
        : document;
    case 'node':
      return toNode(document, String(value));
    case 'packet':
      return withFlowFirst(document, String(value));
    case 'sleep':
      return withPreStop(document, Number(value));
    case 'chain':
      return withPolicy(document, name, value);
    case undefined:
      return document;
  }
}

function isMode(value: KnobValue): value is ProxyModeId {
  return PROXY_MODE_IDS.some((mode) => mode === value);
}

/** So many of a Deployment's Pods are ready: the first of them, as they stand in the document. */
function withReady(document: Document, name: string, count: number): Document {
  const deployment = document.cluster.deployments.find(({ metadata }) => metadata.name === name);
  const own = document.cluster.pods.filter((pod) => deployment && isOwnedBy(pod, deployment));
  return own.reduce(
    (changed, { metadata }, at) => setPodReady(changed, { namespace: 'default', ...metadata }, at < count),
    document,
  );
}

/** The flow of an id is the one that is walked. */
function withFlowFirst(document: Document, id: string): Document {
  const first = document.flows.find((flow) => flow.id === id);
  return first ? { ...document, flows: [first, ...document.flows.filter((flow) => flow !== first)] } : document;
}

/** So many seconds every Pod's preStop hook sleeps, in the document's script. */
function withPreStop({ script, ...document }: Document, seconds: number): Document {
  if (!script) return document;
  return { ...document, script: { ...script, delays: { ...script.delays, preStop: seconds * 1000 } } };
}

/** The policy of a chain in pasted texts: `filter FORWARD`. */
function withPolicy(document: Document, name: string, value: KnobValue): Document {
  const [table = '', chain = ''] = name.split(' ');
  if (value !== 'ACCEPT' && value !== 'DROP') return document;
  const texts = document.pasted.texts.map((each) => ({ ...each, text: setPolicy(each.text, { table, chain }, value) }));
  return { ...document, pasted: { ...document.pasted, texts } };
}

function toNode(document: Document, node: string): Document {
  const [flow] = document.flows;
  if (flow?.to.kind !== 'service') return document;
  return changeFlow(document, flow.id, { to: { ...flow.to, node } });
}

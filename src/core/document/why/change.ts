import { assertNever } from '../../lib/assert';
import type { KubeProxyConfig, ProxyModeId, ServiceObject, ServiceType } from '../../kubernetes/types';
import type { NodeSettings } from '../../kubernetes/network/node-settings';
import type { Document, Flow, NodeFacts } from '../document';
import { changeKubeProxy } from '../edits/cluster';
import { changeNodeSettings } from '../edits/nodes';
import { changePasted, setFacts, setFactsOf, setSysctl } from '../edits/pasted';
import { movePod, scaleDeployment, setPodReady, setPodTerminating } from '../edits/pods';
import { changeProxy } from '../edits/proxy';
import { changeServiceSpec, setServiceType } from '../edits/services';
import type { ObjectName } from '../edits/settle';

/** One edit of a document as plain data: what is simulated is exactly what a click applies. */
export type Change =
  | { readonly kind: 'service-spec'; readonly which: ObjectName; readonly spec: Partial<ServiceObject['spec']> }
  | { readonly kind: 'service-type'; readonly which: ObjectName; readonly type: ServiceType }
  | { readonly kind: 'pods-ready'; readonly pods: readonly ObjectName[]; readonly ready: boolean }
  | { readonly kind: 'pod-terminating'; readonly pod: ObjectName; readonly terminating: boolean }
  | { readonly kind: 'move-pod'; readonly pod: ObjectName; readonly node: string }
  | { readonly kind: 'scale'; readonly which: ObjectName; readonly replicas: number }
  | { readonly kind: 'kube-proxy'; readonly config: Partial<KubeProxyConfig> }
  | { readonly kind: 'mode'; readonly mode: ProxyModeId }
  | { readonly kind: 'release'; readonly release: string }
  | { readonly kind: 'flow'; readonly id: string; readonly from?: Flow['from']; readonly to?: Flow['to'] }
  | { readonly kind: 'node-settings'; readonly node: string; readonly settings: NodeSettings }
  /** `node`: of several pasted machines, a further one. */
  | { readonly kind: 'facts'; readonly facts: NodeFacts; readonly node?: string }
  /** Another document altogether: the cluster that was made of the pasted texts, changed. */
  | { readonly kind: 'open'; readonly document: Document }
  | { readonly kind: 'sysctl'; readonly name: string; readonly value: number }
  /** From a 0-based line of a pasted text on, `remove` lines are taken out and `insert` are put there. */
  | {
      readonly kind: 'lines';
      readonly text: string;
      readonly line: number;
      readonly remove: number;
      readonly insert: readonly string[];
    }
  /** One after the other. */
  | { readonly kind: 'all'; readonly changes: readonly Change[] };

/** The document with the change made; the very same one if there is nothing to change. */
export function applyChange(document: Document, change: Change): Document {
  switch (change.kind) {
    case 'service-spec':
      return changeServiceSpec(document, change.which, change.spec);
    case 'service-type':
      return setServiceType(document, change.which, change.type);
    case 'pods-ready':
      return change.pods.reduce((next, pod) => setPodReady(next, pod, change.ready), document);
    case 'pod-terminating':
      return setPodTerminating(document, change.pod, change.terminating);
    case 'move-pod':
      return movePod(document, change.pod, change.node);
    case 'scale':
      return scaleDeployment(document, change.which, change.replicas);
    case 'kube-proxy':
      return changeKubeProxy(document, change.config);
    case 'mode':
      return changeProxy(document, { mode: change.mode });
    case 'release':
      return changeProxy(document, { release: change.release });
    case 'flow':
      return changeFlowEnds(document, change);
    case 'node-settings':
      return changeNodeSettings(document, change.settings, change.node);
    case 'facts':
      return changeFacts(document, change);
    case 'open':
      return change.document;
    case 'sysctl':
      return setSysctl(document, change.name, change.value);
    case 'lines':
      return changeLines(document, change);
    case 'all':
      return change.changes.reduce(applyChange, document);
    default:
      return assertNever(change);
  }
}

function changeFacts(document: Document, { facts, node }: Extract<Change, { kind: 'facts' }>): Document {
  if (node === undefined) return setFacts(document, facts);
  return setFactsOf(document, node, { ...document.pasted.nodes?.[node]?.facts, ...facts });
}

function changeFlowEnds(document: Document, { id, from, to }: Extract<Change, { kind: 'flow' }>): Document {
  const ends = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  return { ...document, flows: document.flows.map((flow) => (flow.id === id ? { ...flow, ...ends } : flow)) };
}

function changeLines(document: Document, change: Extract<Change, { kind: 'lines' }>): Document {
  const { text: id, line, remove, insert } = change;
  const lines = document.pasted.texts.find((text) => text.id === id)?.text.split('\n');
  if (!lines || line >= lines.length) return document;
  lines.splice(line, remove, ...insert);
  return changePasted(document, id, { text: lines.join('\n') });
}

import type { Document } from '../../core/document/document';
import {
  extractCiliumConfig,
  applyCiliumConfig,
  markStoppedProxies,
  startProxiesExcept,
  stopProxies,
  readStoppedProxies,
} from '../../core/document/edits/programs';
import { replaceCluster } from '../../core/document/edits/cluster';
import { isScriptObject, objectOfScript, scriptOfObject } from '../../core/document/script';
import { sameValue } from '../../core/lib/memo';
import { objectOfCilium } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import { objectOfConfig } from '../../core/kubernetes/config-fields';
import { KUBERNETES_YAML, makeManifest, type Manifest } from '../../core/formats/kubernetes-yaml';
import type { Diagnostic } from '../../core/formats/format';
import { LIMITS } from '../../core/lib/limits';
import { phrase, type Phrase } from '../../core/lib/phrase';
import type { Selection } from '../../store/selection';
import type { EditorMark } from './code-mirror';

/** The cluster of a document, kube-proxy's configuration and what happens while time runs, as one text. */
export function formatYaml(document: Document): string {
  const { kubeProxy, mode, script, cilium = {} } = document;
  const cluster = markStoppedProxies(document);
  const written = script ? [objectOfScript(script)] : [];
  const proxy = mode === 'ebpf' ? objectOfCilium(cilium) : objectOfConfig({ ...kubeProxy, mode });
  const others = [...(cluster.others ?? []), proxy, ...written];
  return KUBERNETES_YAML.print(makeManifest({ ...cluster, others }));
}

/** Are two documents the same as YAML? By identity: an edit makes what it changes anew. */
export function showsSame(a: Document, b: Document): boolean {
  const isSame = a.kubeProxy === b.kubeProxy && a.mode === b.mode && a.cilium === b.cilium;
  return isSame && a.cluster === b.cluster && a.script === b.script && a.stopped === b.stopped;
}

/** What a typed text means: a manifest if it has no error, and everything to say of it. */
export interface ReadYaml {
  /** Undefined while the text has an error: the cluster stays as it was. */
  readonly manifest: Manifest | undefined;
  /** Also there with errors, to find objects in the text. */
  readonly spanOf: Manifest['spanOf'];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a typed text. Never throws. */
export function readYaml(text: string): ReadYaml {
  if (text.length > LIMITS.typed) return { manifest: undefined, spanOf: () => undefined, diagnostics: [tooLong(text)] };
  const parsed = KUBERNETES_YAML.parse(text);
  if (!parsed.ok) return { manifest: undefined, spanOf: () => undefined, diagnostics: parsed.error };
  const { value } = parsed.value;
  const diagnostics = withScripts(parsed.value.diagnostics, value);
  const broken = diagnostics.some(({ severity }) => severity === 'error');
  return { manifest: broken ? undefined : value, spanOf: value.spanOf, diagnostics };
}

/** What is said of a text: of a script what is wrong with it, instead of that it is no object of the API. */
function withScripts(diagnostics: readonly Diagnostic[], { cluster }: Manifest): readonly Diagnostic[] {
  const scripts = (cluster.others ?? []).filter(isScriptObject);
  if (scripts.length === 0) return diagnostics;
  const isOfScript = ({ code, path = '' }: Diagnostic): boolean => code === 'irrelevant' && path.startsWith('Script ');
  const span = diagnostics.find(isOfScript)?.span;
  const problems = scripts.flatMap((object): readonly Diagnostic[] => {
    const read = scriptOfObject(object);
    return read.ok ? [] : [{ severity: 'error', code: 'shape', message: read.error, ...(span ? { span } : {}) }];
  });
  return [...diagnostics.filter((each) => !isOfScript(each)), ...problems];
}

/** Says that a text is too long: it would be read on the page's own thread with every pause in typing. */
function tooLong({ length }: string): Diagnostic {
  const values = { found: (length / 1e6).toFixed(1), most: LIMITS.typed / 1e6 };
  return { severity: 'error', code: 'exhausted', message: phrase('document.limit.typed', values) };
}

/** Puts a read text's cluster in place of the document's, and its script. */
export function applyYaml(document: Document, { cluster: typed }: Manifest): Document {
  const { cluster, cilium } = extractCiliumConfig(typed);
  const object = cluster.others?.find(isScriptObject);
  const script = object && scriptOfObject(object);
  const others = (cluster.others ?? []).filter((each) => !isScriptObject(each));
  const { nodes, stopped } = readStoppedProxies(cluster.nodes);
  // One that ran until now saw what was there until now.
  const base = stopProxies(startProxiesExcept(document, stopped), stopped);
  const wanted = replaceCluster(base, { ...cluster, nodes, ...(object ? { others } : {}) });
  const replaced = applyCiliumConfig(stopProxies(wanted, stopped), cilium);
  const next = script?.ok ? script.value : undefined;
  if (sameValue(replaced.script, next)) return replaced;
  const { script: _before, ...bare } = replaced;
  return next ? { ...bare, script: next } : bare;
}

/** Diagnostics as marks in the text; those without a place are at its beginning. */
export function listMarks(diagnostics: readonly Diagnostic[], say: (phrase: Phrase) => string): EditorMark[] {
  return diagnostics.map(({ severity, message, span }) => ({
    severity,
    message: say(message),
    start: span?.start ?? 0,
    end: Math.max(span?.end ?? 0, (span?.start ?? 0) + 1),
  }));
}

/** The path of what is selected, as {@link Manifest.spanOf} takes it. */
export function pathOfSelection(selection: Selection | undefined): string | undefined {
  switch (selection?.kind) {
    case 'node':
      return `Node ${selection.name}`;
    case 'pod':
      return `Pod ${selection.namespace}/${selection.name}`;
    case 'service':
      return `Service ${selection.namespace}/${selection.name}`;
    case 'deployment':
      return `Deployment ${selection.namespace}/${selection.name}`;
    case 'route':
      return `${selection.object} ${selection.namespace}/${selection.name}`;
    case 'flow':
    case 'netns':
    case 'pasted':
    case undefined:
      return undefined;
  }
}

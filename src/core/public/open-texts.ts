import { checkDocument } from '../document/codec';
import { createDerive } from '../document/derive';
import { listNftRefusals } from '../document/derive-refusals';
import { emptyDocument, type Document } from '../document/document';
import { inMode } from '../document/edits/proxy';
import type { Derived } from '../document/kernel-parts';
import { openManifest } from '../document/open-manifest';
import { beginsAsObjects } from '../document/prose-around';
import { readProject } from '../document/project';
import type { Diagnostic } from '../formats/format';
import { PROJECT_FILE } from '../formats/project-file';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { EXHAUSTED, INVALID } from '../kubernetes/finding';
import { undressed } from '../formats/lines/undressed';
import { nodeSettings } from '../kubernetes/network/node-settings';
import { namespacedName, type ClusterObjects } from '../kubernetes/types';
import { Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { finished } from '../lib/scan';
import { partsByMode, tellOnlyOfCluster, textsOfKubeProxy, textsWithObjects, textsWithRules } from '../paste/openings';
import type { StatedFacts } from '../paste/machine/told-words';
import type { PastedNode, PastedText } from '../paste/pasted-types';
import { examineTexts, type Examined } from '../questions/examine';

/** A text, called by the file it is of. */
export interface NamedText {
  readonly title: string;
  readonly text: string;
}

/** What texts are, ready to be asked. */
export interface OpenedTexts {
  readonly document: Document;
  /** The network it makes, with what was found and what had to be assumed. */
  readonly derived: Derived;
  readonly memo: Memo;
  readonly texts: readonly NamedText[];
  /** Of a cluster: its objects as the texts tell them, before anything was made up beside them. */
  readonly objects?: ClusterObjects;
  /** Of a cluster: what its texts say in words, and the mode that was asked for. */
  readonly words?: StatedFacts;
  /** What was read of each text; absent: it was a document already. */
  readonly examined?: Examined;
  /** What is said of the reading, and of the objects. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Why texts cannot be opened. */
export type OpenProblem =
  /** The text is a document, and something is wrong with it. */
  | { readonly kind: 'document'; readonly says: Phrase }
  /** Nothing in the texts is read here: what is said of them. */
  | { readonly kind: 'unread'; readonly examined: Examined }
  /** The objects cannot be opened: what is wrong with them. */
  | { readonly kind: 'objects'; readonly diagnostics: readonly Diagnostic[] }
  /** The note has no listing of that mode; those it has. */
  | { readonly kind: 'mode'; readonly modes: readonly ProxyModeId[] };

/** How texts are opened. */
export interface OpenOptions {
  /** Of a note with listings of several modes: which (else the first). Of a cluster: as which kube-proxy writes its rules. */
  readonly mode?: ProxyModeId;
  /** Is told how far the reading is, 0..1. */
  readonly onProgress?: (done: number) => void;
}

type OpenResult = Result<OpenedTexts, OpenProblem>;

/** A document that is a file of its own: a saved project, or the plain data of one. */
function readDocument(text: string): Result<Document, Phrase> | undefined {
  if (PROJECT_FILE.detect(text) > 0) return readProject(text);
  if (!/^\s*\{\s*"version"\s*:\s*\d/.test(text.slice(0, 200))) return undefined;
  try {
    return checkDocument(JSON.parse(text) as unknown);
  } catch {
    return err(phrase('document.codec.not-json'));
  }
}

/** A document, with its network. */
export function openDocument(document: Document, texts: readonly NamedText[] = [], mode?: ProxyModeId): OpenedTexts {
  const memo = new Memo();
  const meant = mode === undefined ? document : inMode(document, mode);
  const derived = createDerive(memo)(meant);
  const diagnostics = [...derived.findings, ...listNftRefusals(meant, derived)];
  return { document: meant, derived, memo, texts, diagnostics };
}

/** Of a note that shows several modes the one that is asked for, else the first. */
function choosePart(
  texts: readonly PastedText[],
  examined: Examined,
  mode: ProxyModeId | undefined,
): Result<readonly PastedText[], OpenProblem> {
  const parts = partsByMode(texts, examined.texts);
  const [note] = texts;
  if (!parts || !note) return ok(texts);
  const wanted = mode === undefined ? parts[0] : parts.find((part) => part.mode === mode);
  if (!wanted) return err({ kind: 'mode', modes: parts.map((part) => part.mode) });
  return ok([{ ...note, title: `${note.title} (${wanted.mode})`, text: wanted.text }]);
}

function openNode(pasted: PastedNode, read: Pick<OpenedTexts, 'memo' | 'texts' | 'examined'>): OpenedTexts {
  const document: Document = { ...emptyDocument(), subject: 'pasted', pasted };
  const derived = createDerive(read.memo)(document);
  return { ...read, document, derived, diagnostics: derived.findings };
}

/** A cluster out of texts of API objects; what is added to make it whole is said. */
function openObjects(
  objects: readonly PastedText[],
  texts: readonly NamedText[],
  mode: ProxyModeId | undefined,
): OpenResult {
  const manifest = objects.map(({ text }) => text);
  const answer = finished(openManifest({ document: emptyDocument(), texts: manifest, state: 'told' }));
  if (!answer.document) return err({ kind: 'objects', diagnostics: answer.diagnostics });
  const opened = openDocument(answer.document, texts, mode);
  const added: readonly Diagnostic[] = answer.added ? [{ severity: 'info', code: 'added', message: answer.added }] : [];
  const told = {
    ...(answer.objects ? { objects: answer.objects } : {}),
    ...(answer.words || mode !== undefined
      ? { words: { ...answer.words, ...(mode === undefined ? {} : { mode }) } }
      : {}),
  };
  const own = opened.diagnostics.filter((each) => !isOfMade(each, answer.objects));
  return ok({ ...opened, ...told, diagnostics: [...added, ...answer.diagnostics, ...own] });
}

/** Do objects say which programs write rules on a Node? No other text does: a Node without it may have any. */
const tellsWriters = ({ nodes }: ClusterObjects): boolean =>
  nodes.some((node) => nodeSettings(node).writers !== undefined);

/** True of a fault of what was made up beside the texts: what they do not tell is not wrong. */
function isOfMade({ code, path, message }: Diagnostic, told: ClusterObjects | undefined): boolean {
  if (message.id === 'kubernetes.writers.no-engine') return told !== undefined && !tellsWriters(told);
  const [, name] = /^Service (\S+)/.exec(path ?? '') ?? [];
  if (code !== INVALID.code || name === undefined || !told) return false;
  return told.services.every((service) => namespacedName(service) !== name);
}

function examine(pasted: PastedNode, memo: Memo, onProgress: OpenOptions['onProgress']): Examined {
  const steps = examineTexts(pasted, memo);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onProgress?.(step.value);
  }
}

/** Do texts hold but fragments of objects among words? What else they tell counts, and what is wrong with a fragment is said of it. */
function isOfWords(problem: OpenProblem, texts: readonly NamedText[]): boolean {
  if (problem.kind !== 'objects' || problem.diagnostics.some(({ code }) => code === EXHAUSTED.code)) return false;
  return !texts.some(({ text }) => beginsAsObjects(undressed(text)));
}

/**
 * Opens texts as the page does what is pasted: rules and listings of a node as that node, API objects as a cluster, a
 * saved document as itself. Several texts are of one machine unless prompts, headings or addresses tell them apart.
 * Never throws for what was given.
 */
export function openTexts(texts: readonly NamedText[], { mode, onProgress }: OpenOptions = {}): OpenResult {
  const [only] = texts;
  const document = only && texts.length === 1 ? readDocument(only.text) : undefined;
  if (document) {
    return document.ok
      ? ok(openDocument(document.value, texts, mode))
      : err({ kind: 'document', says: document.error });
  }
  const memo = new Memo();
  const pasted: PastedNode = { texts: texts.map((text, at) => ({ id: `text-${at + 1}`, ...text })), facts: {} };
  const examined = examine(pasted, memo, onProgress);
  const ofNode = tellOnlyOfCluster(examined.texts) ? [] : textsWithRules(pasted.texts, examined.texts);
  const rules = choosePart(ofNode, examined, mode);
  if (!rules.ok) return rules;
  if (rules.value.length > 0) {
    const own = rules.value;
    const isAll = own.length === pasted.texts.length && own.every((text, at) => text === pasted.texts[at]);
    if (isAll) return ok(openNode(pasted, { memo, texts, examined }));
    const part = { ...pasted, texts: own };
    return ok(openNode(part, { memo, texts, examined: examine(part, memo, onProgress) }));
  }
  const objects = [
    ...textsWithObjects(pasted.texts, examined.texts),
    ...textsOfKubeProxy(pasted.texts, examined.texts),
  ];
  if (objects.length === 0) return err({ kind: 'unread', examined });
  const opened = openObjects(objects, texts, mode);
  if (opened.ok) return ok({ ...opened.value, examined });
  return isOfWords(opened.error, objects) ? err({ kind: 'unread', examined }) : opened;
}

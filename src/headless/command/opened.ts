import { checkDocument } from '../../core/document/codec';
import { createDerive } from '../../core/document/derive';
import { emptyDocument, type Document } from '../../core/document/document';
import { inMode } from '../../core/document/edits/proxy';
import type { Derived } from '../../core/document/kernel-parts';
import { openManifest } from '../../core/document/open-manifest';
import { readProject } from '../../core/document/project';
import { PROJECT_FILE } from '../../core/formats/project-file';
import type { Diagnostic } from '../../core/formats/format';
import { isProxyModeId } from '../../core/kubernetes/mode-ids';
import { Memo } from '../../core/lib/memo';
import { finished } from '../../core/lib/scan';
import { partsByMode, textsOfKubeProxy, textsWithObjects, textsWithRules } from '../../core/paste/openings';
import type { PastedNode, PastedText } from '../../core/paste/pasted-types';
import { examineTexts, type Examined } from '../../core/questions/examine';
import { CommandRefusal, type CommandCall } from './command';
import { readTexts, type NamedText } from './sources';

/** What the texts of a call are, ready to be asked. */
export interface OpenedTexts {
  readonly document: Document;
  readonly derived: Derived;
  readonly memo: Memo;
  readonly texts: readonly NamedText[];
  /** Absent: the text was a document already. */
  readonly examined?: Examined;
  /** What is said of the reading. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Work in slices to its end; how far it is, is shown to whoever looks on. */
function finishedShown<T>(steps: Generator<number, T>, { terminal: { progress }, word }: CommandCall): T {
  let shown = -1;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      if (shown >= 0) progress?.('');
      return step.value;
    }
    const percent = Math.floor(step.value * 100);
    if (progress && percent > shown) progress(word('reading', { percent: (shown = percent) }));
  }
}

/** A document that is a file of its own: a saved project, or the plain data of one. */
function readDocument(text: string, call: CommandCall): Document | undefined {
  const isProject = PROJECT_FILE.detect(text) > 0;
  if (!isProject && !/^\s*\{\s*"version"\s*:\s*\d/.test(text.slice(0, 200))) return undefined;
  const read = isProject ? readProject(text) : checkDocument(JSON.parse(text) as unknown);
  if (!read.ok) throw new CommandRefusal(2, call.say(read.error));
  return read.value;
}

/** A document as it is opened; `--mode` puts its cluster into another. */
function openDocument(document: Document, call: CommandCall, texts: readonly NamedText[]): OpenedTexts {
  const memo = new Memo();
  const mode = call.options.get('mode');
  if (mode !== undefined && !isProxyModeId(mode)) throw new CommandRefusal(64, call.word('noMode', { mode }));
  const meant = mode === undefined ? document : inMode(document, mode);
  const derived = createDerive(memo)(meant);
  return { document: meant, derived, memo, texts, diagnostics: derived.findings };
}

/** Of a note that shows several modes the one that is asked for, else the first. */
function chosenPart(texts: readonly PastedText[], examined: Examined, call: CommandCall): readonly PastedText[] {
  const parts = partsByMode(texts, examined.texts);
  const [note] = texts;
  if (!parts || !note) return texts;
  const mode = call.options.get('mode');
  const wanted = mode === undefined ? parts[0] : parts.find((part) => part.mode === mode);
  if (!wanted) {
    const modes = parts.map((part) => part.mode).join(', ');
    throw new CommandRefusal(64, call.word('noPart', { mode: mode ?? '', modes }));
  }
  return [{ ...note, title: `${note.title} (${wanted.mode})`, text: wanted.text }];
}

/** Says of each text what became of it, for texts of which nothing can be made. */
function refuseUnread(examined: Examined, call: CommandCall): CommandRefusal {
  const said = examined.diagnostics.map(({ message, span }) => `${span ? `${span.line}: ` : ''}${call.say(message)}`);
  const names = examined.texts.map(({ title }) => title).join(', ');
  return new CommandRefusal(2, [call.word('nothingRead', { names }), ...said].join('\n'));
}

function openNode(pasted: PastedNode, read: Omit<OpenedTexts, 'document' | 'derived' | 'diagnostics'>): OpenedTexts {
  const document: Document = { ...emptyDocument(), subject: 'pasted', pasted };
  const derived = createDerive(read.memo)(document);
  return { ...read, document, derived, diagnostics: derived.findings };
}

/** A cluster out of texts of API objects; what is added to make it whole is said. */
function openObjects(texts: readonly PastedText[], call: CommandCall, read: Pick<OpenedTexts, 'memo' | 'texts'>) {
  const answer = finished(
    openManifest({ document: emptyDocument(), texts: texts.map(({ text }) => text), state: 'last' }, read.memo.watch),
  );
  if (!answer.document) {
    const problem = answer.diagnostics.find(({ severity }) => severity === 'error');
    const at = problem?.span ? `${texts[0]?.title}:${problem.span.line}: ` : '';
    throw new CommandRefusal(2, problem ? at + call.say(problem.message) : call.word('noObjects', {}));
  }
  const opened = openDocument(answer.document, call, read.texts);
  const added: readonly Diagnostic[] = answer.added ? [{ severity: 'info', code: 'added', message: answer.added }] : [];
  return { ...opened, diagnostics: [...added, ...answer.diagnostics, ...opened.diagnostics] };
}

/**
 * Opens texts as the page does what is pasted: a document, rules of a node, or API objects of a cluster.
 * @throws {CommandRefusal} 2: nothing can be made of them
 */
export async function openTexts(call: CommandCall, words: readonly string[] = call.words): Promise<OpenedTexts> {
  const texts = await readTexts(words, call);
  const [only] = texts;
  const document = only && texts.length === 1 ? readDocument(only.text, call) : undefined;
  if (document) return openDocument(document, call, texts);
  const memo = new Memo();
  const pasted: PastedNode = { texts: texts.map((text, at) => ({ id: `text-${at + 1}`, ...text })), facts: {} };
  const first = finishedShown(examineTexts(pasted, memo), call);
  const rules = chosenPart(textsWithRules(pasted.texts, first.texts), first, call);
  if (rules.length > 0) {
    const isAll = rules.length === pasted.texts.length && rules.every((text, at) => text === pasted.texts[at]);
    const own = isAll ? pasted : { ...pasted, texts: rules };
    const examined = isAll ? first : finishedShown(examineTexts(own, memo), call);
    return openNode(own, { memo, texts, examined });
  }
  const objects = [...textsWithObjects(pasted.texts, first.texts), ...textsOfKubeProxy(pasted.texts, first.texts)];
  if (objects.length > 0) return { ...openObjects(objects, call, { memo, texts }), examined: first };
  throw refuseUnread(first, call);
}

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** A remark at a range of the text: offsets, clamped to it. */
export interface EditorMark {
  readonly start: number;
  readonly end: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface EditorHandle {
  readonly setText: (text: string) => void;
  readonly setMarks: (marks: readonly EditorMark[]) => void;
  readonly reveal: (start: number, end: number) => void;
  readonly destroy: () => void;
}

/** Set on changes that come from outside, so that they are not reported back as typing. */
const FromOutside = Annotation.define<boolean>();

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--t-s)', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--mute)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--panel)', borderColor: 'var(--line-strong)', color: 'var(--ink)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--hover)',
    borderColor: 'var(--line)',
    color: 'var(--ink)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', borderColor: 'var(--line)', color: 'var(--ink)' },
  '.cm-searchMatch': { backgroundColor: 'var(--svc-soft)' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--pod)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--nat)' },
  { tag: [tags.comment, tags.meta, tags.separator], color: 'var(--mute)' },
]);

/** Makes a CodeMirror view inside `parent`. */
export function createEditor(
  parent: HTMLElement,
  options: { readonly text: string; readonly label: string; readonly onChange: (text: string) => void },
): EditorHandle {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        indentUnit.of('  '),
        yaml(),
        syntaxHighlighting(COLOURS),
        THEME,
        keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((tr) => tr.docChanged && !tr.annotation(FromOutside));
          if (typed) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (text) => replaceText(view, text),
    setMarks: (marks) => view.dispatch(setDiagnostics(view.state, listDiagnostics(marks, view.state.doc.length))),
    reveal: (start, end) => revealRange(view, start, end),
    destroy: () => view.destroy(),
  };
}

/** Replaces only what differs between both ends, so that the cursor stays where it was. */
function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from++;
  let tail = 0;
  while (tail < old.length - from && tail < text.length - from && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
  view.dispatch({
    changes: { from, to: old.length - tail, insert: text.slice(from, text.length - tail) },
    annotations: FromOutside.of(true),
  });
}

function listDiagnostics(marks: readonly EditorMark[], length: number): Diagnostic[] {
  const clamp = (offset: number): number => Math.max(0, Math.min(offset, length));
  return marks
    .map((mark) => ({ from: clamp(mark.start), to: clamp(mark.end), severity: mark.severity, message: mark.message }))
    .toSorted((a, b) => a.from - b.from);
}

function revealRange(view: EditorView, start: number, end: number): void {
  const length = view.state.doc.length;
  const anchor = Math.min(start, length);
  view.dispatch({
    selection: { anchor, head: Math.min(end, length) },
    effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 40 }),
  });
}

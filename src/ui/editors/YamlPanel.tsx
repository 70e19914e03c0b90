import { useMemo, useState, useEffect, useRef, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Diagnostic } from '../../core/formats/format';
import { useBench, useActions, useBenchStore } from '../../store/hooks';
import { Button } from '../common/controls';
import { classes } from '../common/classes';
import { usePhrase } from '../common/i18n/use-phrase';
import type { Document } from '../../core/document/document';
import { listMarks, pathOfSelection, applyYaml, readYaml, formatYaml, showsSame, type ReadYaml } from './yaml.model';
import styles from './editors.module.css';
import { createEditor, type EditorHandle, type EditorMark } from './code-mirror';

/** A typed text is read when the hand rests this long, in milliseconds. */
const REST = 350;
const DRAFT = 'yaml';

export interface YamlDraft {
  readonly text: string;
  readonly read: ReadYaml;
  /** `inStep`: what is shown is the cluster. `broken`: typed and not valid. `behind`: the cluster went elsewhere meanwhile. */
  readonly state: 'inStep' | 'broken' | 'behind';
  readonly type: (text: string) => void;
  /** Forgets what was typed and shows the cluster. */
  readonly discard: () => void;
}

/**
 * Keeps the typed text and the cluster in step. A valid text becomes the cluster (one undo step a
 * burst); a change from elsewhere replaces a valid text, and never one that still has errors.
 */
export function useYamlDraft(): YamlDraft {
  const store = useBenchStore();
  const { edit, setDraft } = useActions();
  const document = useBench((state) => state.document.present);
  const draft = useBench((state) => state.view.drafts[DRAFT]);
  const printed = useMemo(() => formatYaml(document), [document]);
  /** What the draft last was: while it is the present one, the draft is in step. */
  const [applied, setApplied] = useState<Document | undefined>(undefined);
  const text = draft ?? printed;
  const read = useMemo(() => readYaml(text), [text]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isApplied = applied !== undefined && showsSame(applied, document);
  const inStep = draft === undefined || isApplied;

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (draft !== undefined && applied !== undefined && !isApplied && read.manifest) setDraft(DRAFT, undefined);
  }, [applied, isApplied, draft, read.manifest, setDraft]);

  const type = useCallback(
    (typed: string): void => {
      setDraft(DRAFT, typed);
      setApplied(undefined);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const { manifest } = readYaml(typed);
        if (!manifest) return;
        edit((doc) => applyYaml(doc, manifest), { coalesce: DRAFT });
        setApplied(store.getState().document.present);
      }, REST);
    },
    [edit, setDraft, store],
  );
  const discard = useCallback((): void => {
    clearTimeout(timer.current);
    setDraft(DRAFT, undefined);
  }, [setDraft]);
  const state = inStep ? 'inStep' : read.manifest ? 'behind' : 'broken';
  return { text, read, state, type, discard };
}

export interface TextEditorProps {
  /** The text to show; a new value that differs from what is in the editor replaces it. */
  readonly value: string;
  readonly label: string;
  readonly marks: readonly EditorMark[];
  readonly onChange: (text: string) => void;
  /** Scrolls to and lights this range (offsets). */
  readonly reveal?: { readonly start: number; readonly end: number } | undefined;
}

/** A text editor with a diagnostics gutter (CodeMirror). Has its own undo for typing; the page's undo is over the document. */
export function TextEditor({ value, label, marks, onChange, reveal }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const handle = useRef<EditorHandle | undefined>(undefined);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  }, [value, onChange]);

  useEffect(() => {
    if (!host.current) return undefined;
    const editor = createEditor(host.current, {
      text: latest.current.value,
      label,
      onChange: (text) => latest.current.onChange(text),
    });
    handle.current = editor;
    return () => {
      handle.current = undefined;
      editor.destroy();
    };
  }, [label]);

  useEffect(() => handle.current?.setText(value), [value]);
  useEffect(() => handle.current?.setMarks(marks), [marks]);
  useEffect(() => {
    if (reveal) handle.current?.reveal(reveal.start, reveal.end);
  }, [reveal]);

  return <div ref={host} style={{ height: '100%', minHeight: 0 }} />;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The cluster as YAML, in step with the forms; what is selected elsewhere is scrolled to. */
export function YamlPanel() {
  const t = useTranslations('editors.yaml');
  const say = usePhrase();
  const draft = useYamlDraft();
  const { read, text } = draft;
  const marks = useMemo(() => listMarks(read.diagnostics, say), [read, say]);
  const [jump, setJump] = useState<Range | undefined>(undefined);
  const selected = useSelectedRange(read.spanOf);
  return (
    <div className={classes(styles.panel, styles.fill)} style={{ paddingBottom: 0 }}>
      <Status draft={draft} />
      <div className={styles.editor}>
        <TextEditor label={t('label')} value={text} marks={marks} onChange={draft.type} reveal={jump ?? selected} />
      </div>
      {read.diagnostics.length > 0 && <Problems diagnostics={read.diagnostics} onPick={setJump} />}
    </div>
  );
}

/** Where the selected object stands; the same object as long as the selection is the same, so that typing does not scroll. */
function useSelectedRange(spanOf: (path: string) => Range | undefined): Range | undefined {
  const path = pathOfSelection(useBench((state) => state.view.selection));
  const [shown, setShown] = useState<{ path: string | undefined; range: Range | undefined }>({
    path: undefined,
    range: undefined,
  });
  if (shown.path !== path) setShown({ path, range: path === undefined ? undefined : spanOf(path) });
  return shown.range;
}

function Status({ draft }: { readonly draft: YamlDraft }) {
  const t = useTranslations('editors.yaml');
  const errors = draft.read.diagnostics.filter(({ severity }) => severity === 'error').length;
  const words =
    draft.state === 'inStep'
      ? t('inStep')
      : draft.state === 'behind'
        ? t('behind')
        : t('broken', { count: Math.max(errors, 1) });
  return (
    <div className={styles.bar}>
      <span role="status" className={draft.state === 'broken' ? styles.error : undefined}>
        {words}
      </span>
      {draft.state !== 'inStep' && (
        <Button size="s" onClick={draft.discard}>
          {t('discard')}
        </Button>
      )}
    </div>
  );
}

function Problems({
  diagnostics,
  onPick,
}: {
  readonly diagnostics: readonly Diagnostic[];
  readonly onPick: (range: Range) => void;
}) {
  const t = useTranslations('editors.yaml');
  const say = usePhrase();
  return (
    <ul className={styles.marks} aria-label={t('problems')}>
      {diagnostics.slice(0, 100).map((diagnostic) => (
        <li key={`${diagnostic.span?.start ?? diagnostic.path ?? ''} ${diagnostic.message.id}`}>
          <button
            type="button"
            className={styles.mark}
            onClick={() => diagnostic.span && onPick({ ...diagnostic.span })}
          >
            {diagnostic.span && (
              <span
                className={styles.place}
                aria-label={t('place', { line: String(diagnostic.span.line), column: String(diagnostic.span.column) })}
              >
                {diagnostic.span.line}:{diagnostic.span.column}
              </span>
            )}
            <span className={diagnostic.severity === 'info' ? undefined : styles[diagnostic.severity]}>
              {say(diagnostic.message)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

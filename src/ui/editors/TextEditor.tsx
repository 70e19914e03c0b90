import { useEffect, useRef } from 'react';
import { createEditor, type EditorHandle, type EditorMark } from './code-mirror';

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

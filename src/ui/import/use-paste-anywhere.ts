import { useEffect } from 'react';
import { useActions } from '../../store/hooks';

/** A pasted line this short is more likely meant for something else. */
const SHORTEST = 20;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null
  );
}

/**
 * Text or files pasted anywhere but into a box go to the inbox, and `onReceived` opens the window that
 * shows it. Listens from the first frame on: nothing pasted early is lost.
 */
export function usePasteAnywhere(onReceived: () => void): void {
  const { receiveFiles, receiveTexts } = useActions();
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (files.length === 0 && text.trim().length < SHORTEST) return;
      event.preventDefault();
      if (files.length > 0) void receiveFiles(files);
      else receiveTexts([{ title: '', text }]);
      onReceived();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onReceived, receiveFiles, receiveTexts]);
}

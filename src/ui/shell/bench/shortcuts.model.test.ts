import { describe, expect, it } from 'vitest';
import { belongsToFocus, makeCommand, SHORTCUTS, strokeText, type KeyFocus, type Stroke } from './shortcuts.model';

/** `ctrl+shift+Z` as a keyboard event has it. */
function stroke(text: string): Stroke {
  const parts = text.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key,
    ctrlKey: parts.includes('ctrl'),
    metaKey: parts.includes('meta'),
    altKey: parts.includes('alt'),
    shiftKey: parts.includes('shift'),
  };
}

describe('keys', () => {
  it.each([
    [' ', 'toggle-playing'],
    ['ArrowLeft', 'step-back'],
    ['shift+ArrowRight', 'landmark-forward'],
    ['Home', 'to-start'],
    ['PageDown', 'step-forward'],
    ['r', 'reply'],
    ['d', 'dice'],
    ['/', 'search-rules'],
    ['shift+?', 'help'],
    ['ctrl+z', 'undo'],
    ['meta+z', 'undo'],
    ['ctrl+shift+Z', 'redo'],
    ['ctrl+k', 'palette'],
    ['ㅇ', 'dice'],
    ['ctrl+r', undefined],
    ['alt+d', undefined],
    ['q', undefined],
    ['shift+D', undefined],
  ])('%s is %s', (text, command) => {
    expect(makeCommand(stroke(text), undefined).command).toBe(command);
  });

  it('waits for the second key after g', () => {
    const first = makeCommand(stroke('g'), undefined);
    expect(first).toEqual({ pending: 'g' });
    expect(makeCommand(stroke('t'), first.pending).command).toBe('go-stage');
    expect(makeCommand(stroke('d'), first.pending).command).toBe('go-datapath');
    expect(makeCommand(stroke('r'), first.pending).command).toBe('go-rules');
    expect(makeCommand(stroke('ㅅ'), makeCommand(stroke('ㅎ'), undefined).pending).command).toBe('go-stage');
  });

  it('names every stroke once', () => {
    const all = Object.values(SHORTCUTS).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(strokeText(stroke('shift+ArrowLeft'))).toBe('shift+left');
  });
});

describe('who a key belongs to', () => {
  const nowhere: KeyFocus = { editing: false, pressable: false, scrolling: false, modal: false };
  it.each<[string, Partial<KeyFocus>, boolean]>([
    [' ', {}, false],
    [' ', { pressable: true }, true],
    ['ArrowRight', { pressable: true }, false],
    ['d', { editing: true }, true],
    ['ctrl+z', { editing: true }, true],
    ['ctrl+k', { editing: true }, false],
    ['ctrl+k', { modal: true }, false],
    ['ArrowRight', { modal: true }, true],
    ['PageDown', { scrolling: true }, true],
    ['ArrowRight', { scrolling: true }, false],
  ])('%s with %o', (text, focus, theirs) => {
    expect(belongsToFocus(stroke(text), { ...nowhere, ...focus })).toBe(theirs);
  });
});

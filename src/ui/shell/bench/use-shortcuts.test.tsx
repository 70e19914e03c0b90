// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Command } from './shortcuts.model';
import { useKeyCommands } from './use-shortcuts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Hears the keys of a page; what was commanded, in order. */
function listen(): readonly Command[] {
  const heard: Command[] = [];
  function Page() {
    useKeyCommands((command) => heard.push(command) > 0);
    return null;
  }
  render(<Page />);
  return heard;
}

const press = (...keys: readonly string[]): void =>
  keys.forEach((key) => void fireEvent.keyDown(document.body, { key }));

it('two keys one after the other are one command; the first is forgotten when the second is late', () => {
  const heard = listen();
  press('g', 'd');
  vi.advanceTimersByTime(5000);
  press('g');
  vi.advanceTimersByTime(2000);
  press('r');
  press('g', 'r');
  expect(heard).toEqual(['go-datapath', 'reply', 'go-rules']);
});

it('behind a click the space key is the page’s, wherever the click left the focus; behind Tab it presses what has the focus', () => {
  const heard = listen();
  const button = document.body.appendChild(document.createElement('button'));
  const item = document.body.appendChild(document.createElement('i'));
  fireEvent.pointerDown(item);
  button.focus();
  fireEvent.keyDown(button, { key: ' ' });
  expect(heard).toEqual(['toggle-playing']);
  fireEvent.keyDown(button, { key: 'Tab' });
  fireEvent.keyDown(button, { key: ' ' });
  expect(heard).toEqual(['toggle-playing']);
  button.remove();
  item.remove();
});

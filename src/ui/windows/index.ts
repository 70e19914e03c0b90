import type { ReactNode } from 'react';
import type { Document } from '../../core/document/document';
import type { WindowProps } from '../common/Dialog';
import { lazyPart } from '../common/late';
import type { Messages } from '../common/i18n/messages';

/** A window over the page. */
export interface PageWindow {
  /** Loaded when the window is first opened. */
  readonly Part: (props: WindowProps) => ReactNode;
  /** The name it has in the palette; one without is opened by its button or key only. */
  readonly name?: (words: Messages) => string;
  /** The key that opens it, as the palette shows it. */
  readonly keys?: string;
  /** The palette offers it only while this is on the bench; absent: always. */
  readonly subject?: Document['subject'];
}

/** Every window over the page, in the order of the palette. A new one is its folder and one line here. */
export const WINDOWS = {
  lessons: {
    Part: lazyPart(async () => (await import('../lessons/LessonsDialog')).LessonsDialog),
    name: ({ lessons }) => lessons.title,
    keys: 'l',
  },
  paste: {
    Part: lazyPart(async () => (await import('../paste/PasteDialog')).PasteDialog),
    name: ({ shell }) => shell.top.paste,
  },
  timeline: {
    Part: lazyPart(async () => (await import('../time/TimelineDialog')).TimelineDialog),
    name: ({ timeline }) => timeline.title,
  },
  reach: {
    Part: lazyPart(async () => (await import('../reach/ReachDialog')).ReachDialog),
    name: ({ reach }) => `${reach.title}: ${reach.hint}`,
    keys: 'e',
  },
  names: {
    Part: lazyPart(async () => (await import('./names/NamesDialog')).NamesDialog),
    name: ({ names }) => names.title,
  },
  cost: {
    Part: lazyPart(async () => (await import('./cost/CostDialog')).CostDialog),
    name: ({ cost }) => cost.title,
  },
  rebuild: {
    Part: lazyPart(async () => (await import('./rebuild/RebuildDialog')).RebuildDialog),
    name: ({ rebuild }) => rebuild.title,
    subject: 'pasted',
  },
  'two-dumps': {
    Part: lazyPart(async () => (await import('./two-dumps/TwoDumpsDialog')).TwoDumpsDialog),
    name: ({ twoDumps }) => twoDumps.title,
    subject: 'pasted',
  },
  share: {
    Part: lazyPart(async () => (await import('../share/ShareDialog')).ShareDialog),
    name: ({ shell }) => shell.top.share,
  },
  palette: { Part: lazyPart(async () => (await import('./Palette')).Palette) },
  help: {
    Part: lazyPart(async () => (await import('./help/HelpDialog')).HelpDialog),
    name: ({ shell }) => shell.top.help,
    keys: '?',
  },
} as const satisfies Readonly<Record<string, PageWindow>>;

declare module '../shell/bench/use-shortcuts' {
  interface PageWindows {
    readonly id: keyof typeof WINDOWS;
  }
}

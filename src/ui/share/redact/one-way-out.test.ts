import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
);
/** The module that hands out, as the switch has it. */
const HAND_OUT = 'store/hand-out.ts';

/** What a page can give something away by. */
const WAYS: Readonly<Record<string, RegExp>> = {
  'the clipboard': /clipboard\s*\??\.\s*write(?:Text)?\b|ClipboardItem|execCommand|clipboardData\??\.setData/,
  'a drag': /dataTransfer\??\.(?:setData|setDragImage|items\.add)|new DataTransfer|ondragstart|'dragstart'/i,
  'a download':
    /createObjectURL|\.download\s*=|\bdownload=\{|showSaveFilePicker|msSaveBlob|data:[a-z]+\/[a-z]+[^'"`]*,\$\{/,
  paper: /\bwindow\s*\.\s*print\s*\(|(?<![.\w])print\(\);?\s*$|contentWindow\??\.print/m,
  'the share sheet': /navigator\s*\??\.\s*(?:share|canShare)\b/,
  'the page around': /\b(?:parent|opener|top)\s*\??\.\s*postMessage|new BroadcastChannel/,
  'a network': /\bsendBeacon\b|\bnew (?:WebSocket|EventSource|RTCPeerConnection|XMLHttpRequest)\b/,
  'the address':
    /history\s*\.\s*(?:pushState|replaceState)|location\s*\.\s*(?:hash|href)\s*=(?!=)|location\.(?:assign|replace)\(/,
};

/** Others may use a way only so, and why. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Takes the hash off once it is read: it holds no document. A Sheet of the page is named by its id, and taken off again.
  // The places of a view and of an open window in the browser's history have the address of the page; a lesson's Sheet is named by its id,
  // one of somebody's own by its number, and that of the walk by `this-walk`.
  'the address': [
    'main.tsx',
    'store/view-history.ts',
    'ui/common/use-back-closes.ts',
    'ui/lessons/LessonPart.tsx',
    'ui/lessons/OwnSheets.tsx',
    'ui/shell/bench/use-shortcuts.ts',
    'ui/sheet/use-copy-sheet.ts',
    'ui/sheet/SheetPage.tsx',
    'ui/windows/Palette.tsx',
  ],
  // A part or a scene is dragged within the editor: nothing is put into what is dragged.
  'a drag': ['ui/sheet/edit/EditPart.tsx', 'ui/sheet/edit/Shelf.tsx'],
  // The engine's own file, for its worker.
  'a download': ['engine/start-worker.ts'],
  // To the other tabs of this browser: that everything is forgotten.
  'the page around': ['store/epoch.ts'],
  // Takes these ways away.
  'a network': ['guard/first-act.ts'],
};

describe('what leaves the page leaves one way, where it is known whether it may', () => {
  it.each(Object.entries(WAYS))('%s', (way, pattern) => {
    const users = SOURCES.filter((file) => pattern.test(readFileSync(`src/${file}`, 'utf8')));
    const others = users.filter((file) => file !== HAND_OUT && !(ALLOWED[way] ?? []).includes(file));
    expect(others).toEqual([]);
  });

  it('and what is asked of here is what it does', () => {
    const text = readFileSync(`src/${HAND_OUT}`, 'utf8');
    const used = Object.entries(WAYS).filter(([, pattern]) => pattern.test(text));
    expect(used.map(([way]) => way)).toEqual(['the clipboard', 'a drag', 'a download', 'paper', 'the page around']);
  });
});

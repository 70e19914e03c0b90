import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = import.meta.dirname;

/** What takes a browser to another address, or asks for what is there. */
const LEADS = new RegExp(
  [
    String.raw`\blocation\s*=(?!=)|\blocation\.(?:assign|replace)\(|\blocation\.href\s*=(?!=)|\bnavigation\.navigate\(|\.navigate\(`,
    String.raw`\bwindow\.open\(|openWindow\(|\bhttp-?[eE]quiv\b`,
    // In an element that is made, and in one that is written.
    String.raw`\.(?:href|src|srcset|srcdoc|action|formAction|ping|poster)\s*=(?!=)|\b(?:href|src|srcSet|srcDoc|formAction|ping|poster)=["'{]`,
    String.raw`\bhref(?::|,\s*\w+:)|\{ href(?:,[^}]*)? \}\)|setAttribute\(\s*['"](?:href|src|action)|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write`,
    String.raw`createElement\(['"\`](?:a|area|iframe|frame|object|embed|form|script|link|meta|img|base|video|audio|source)['"\`]\)`,
    String.raw`<(?:a|area|iframe|object|embed|script|link|meta|img|base|video|audio|source|image|use)\b`,
    String.raw`\bnew (?:Worker|SharedWorker|Image|Audio|EventSource|WebSocket|FontFace|RTCPeerConnection)\(`,
    String.raw`\bfetch\(|\bimport\((?!\s*['"])|sendBeacon\(|importScripts\(|\burl\((?!#)`,
  ].join('|'),
);

/**
 * The lines that do, by file, and why nothing that was typed, pasted or linked to leads them elsewhere. Who adds one says why;
 * what no policy refuses (SECURITY.md) stands here alone.
 */
const KNOWN: Readonly<Record<string, readonly [most: number, why: string]>> = {
  'ui/common/LinkedScenes.tsx': [1, 'scenes of this page: an address that begins with #s='],
  'early.ts': [4, "the entry's files, as index.html names them; in a frame the page's own address"],
  'engine/start-worker.ts': [2, "the engine's file, as the build names it"],
  'guard/first-act.ts': [2, 'the policy'],
  'store/hand-out.ts': [2, 'a file that is handed to the browser: a blob of this page'],
  'store/whole-file.ts': [1, 'the elements of the page as a text, for a file that is handed to the browser'],
  'sw.ts': [1, 'a file of the page; any other address was refused before (guard/service-worker.ts)'],
  'ui/common/AsSheet.tsx': [1, 'a Sheet of this page: an address that begins with #sheet='],
  'ui/share/embed/EmbedView.tsx': [1, "the page's own address, and the scene behind its #"],
  'ui/lessons/LessonsDialog.tsx': [2, 'Sheets of this page, named in its source: an address that begins with #sheet='],
  'ui/lessons/OwnSheets.tsx': [1, 'a Sheet that is kept here: an address that begins with #sheet='],
  'ui/windows/help/licences/LicencesPage.tsx': [2, 'two files of the page'],
  'ui/share/OfflinePart.tsx': [1, 'a file beside the page, and the bench behind its #'],
  'ui/sheet/Article.tsx': [1, 'the next Sheet of this page: an address that begins with #sheet='],
  'ui/sheet/HandOut.tsx': [1, 'a file beside the page, and the bench or the Sheet behind its #'],
  'ui/sheet/still.model.ts': [4, 'the head of a file that is handed out: its policy asks for nothing and runs nothing'],
  'ui/shell/start/StartScreen.tsx': [1, 'a picture drawn here: a blob of this page'],
  'ui/story/page/Ending.tsx': [1, 'a Sheet of this page, named there: an address that begins with #sheet='],
  'ui/common/OtherWindow.tsx': [2, "an empty window, and the page's own style sheets"],
};

/** Code without what is said about it. */
function linesOf(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''));
  return code.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''));
}

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:testdata|testing|core|headless|content)$/.test(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const leads = (text: string): readonly string[] => linesOf(text).filter((line) => LEADS.test(line));

describe('what leads to another address', () => {
  it('stands where it is known to lead nowhere else', () => {
    const unknown = sources(SRC).flatMap((path) => {
      const file = relative(SRC, path).replaceAll('\\', '/');
      const lines = leads(readFileSync(path, 'utf8'));
      return lines.length > (KNOWN[file]?.[0] ?? 0) ? lines.map((line) => `${file}: ${line.trim()}`) : [];
    });
    expect(unknown).toEqual([]);
  });

  it.each([
    'location.href = data;',
    'location = data',
    'window.location.assign(data);',
    'location.replace(data);',
    'window.open(data);',
    '<a href={data}>',
    '<a className={x} href={data}>',
    '<img src={data} />',
    'anchor.href = data;',
    "element.setAttribute('href', data)",
    'element.innerHTML = data;',
    "document.createElement('iframe')",
    'document.createElement(`form`)',
    "Object.assign(link, { rel: 'preload', href: data })",
    'new Worker(data)',
    'await import(data)',
    'await fetch(data)',
    'style.background = `url(${data})`',
    "meta.httpEquiv = 'refresh'",
    'navigation.navigate(data)',
  ])('would notice: %s', (line) => {
    expect(leads(line)).toHaveLength(1);
  });

  it.each([
    "const { Desk } = await import('./desk');",
    'mask="url(#story)"',
    '// location.href = data',
    'if (location.href === data)',
    'location.reload();',
    'const { href } = location;',
  ])('lets stand: %s', (line) => {
    expect(leads(line)).toEqual([]);
  });
});

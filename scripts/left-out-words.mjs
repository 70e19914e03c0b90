// Words that no Sheet says, and what holds that none of its code asks for them (scripts/one-file.mjs).
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Books of core's sentences, by their files in each language's folder. */
const BOOKS = [
  'analysis-posts',
  'compare',
  'compare-cilium',
  'drift',
  'formats',
  'lint',
  'machine',
  'reach',
  'reach-hosts',
  'reconstruct',
  'remarks',
  'report',
  'ruleless',
  'steps',
  'steps-connections',
  'steps-devices',
  'steps-ebpf',
  'steps-rules',
  'why-changes',
  'xtables-matches',
  'xtables-targets',
];
/** Words of rooms of the page. */
const ROOMS = [
  'account',
  'changes',
  'compare',
  'cost',
  'editors',
  'editors-list',
  'flips',
  'guide',
  'hands',
  'import',
  'import-openings',
  'inspector',
  'kept',
  'licences',
  'names',
  'pictures',
  'proof',
  'reach',
  'rebuild',
  'ruleset-diff',
  'share',
  'shell',
  'tables',
  'topology',
  'two-dumps',
];

/** Modules of such words, in any language. */
export const LEFT_OUT_WORDS = new RegExp(
  String.raw`[\\/]src[\\/]content[\\/]\w+[\\/](?:phrases[\\/](?:${BOOKS.join('|')})|messages[\\/](?:${ROOMS.join('|')}))\.ts$`,
);

const read = (...path) => readFileSync(join(root, 'src/content/en', ...path), 'utf8');
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Ids of the sentences that are left out. */
const ids = BOOKS.flatMap((book) =>
  [...read('phrases', `${book}.ts`).matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, id]) => id),
);
const known = new Set(ids);
const prefixes = new Set(ids.map((id) => id.slice(0, id.indexOf('.') + 1)));

/**
 * What a module asks for that is left out; empty: nothing.
 * @param {string} id of the module @param {string} source as it is written
 */
export function asksForLeftOut(id, source) {
  const spoken = [...source.matchAll(/'([a-z][\w.-]+)'/g)].map(([, text]) => text).filter((text) => known.has(text));
  const made = [...source.matchAll(/phrase\(\s*`([a-z-]+\.[a-z.-]*)\$\{/g)]
    .map(([, text]) => text)
    .filter((text) => prefixes.has(text.slice(0, text.indexOf('.') + 1)) && ids.some((each) => each.startsWith(text)));
  const rooms = [...source.matchAll(/useTranslations\(\s*'(\w+)/g)].map(([, room]) => room);
  const missing = rooms.filter((room) => ROOMS.some((each) => camel(each) === room));
  return [...spoken, ...made, ...missing].map((each) => `${basename(id)} says ${each}`);
}

/** Names of files that are listed above and not there. */
export const unknownWords = () => [
  ...BOOKS.filter((book) => !readdirSync(join(root, 'src/content/en/phrases')).includes(`${book}.ts`)),
  ...ROOMS.filter((room) => !readdirSync(join(root, 'src/content/en/messages')).includes(`${room}.ts`)),
];

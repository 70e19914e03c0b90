// What the page opens with is worked out while it is built, by the page's own code: the engine's answers about the opening
// document and the first frame as it is drawn stand in index.html. Its styles and a small script, which hides the frame from those who open something else, stand in the page
// themselves: drawing waits for nothing but the page.
import { inlineScript } from './inline-script.mjs';
import { runEntry } from './node-entry.mjs';
import { outlineFiles } from './sheet-outlines.mjs';

const ENTRY = 'src/first-frame.tsx';
const EARLY = 'src/early.ts';
/** The module whose words are on the first frame, a file a language. */
const WORDS = /content[\\/](?<language>\w+)[\\/]first\.ts$/;
/** Where in index.html the frame is written. */
const PLACE = '<div id="root"></div>';

/** What {@link ENTRY} works out. @param {import('vite').CSSOptions} css @returns {Promise<{ precomputed: unknown, html: string }>} */
const askFirstFrame = async (css) => (await runEntry(ENTRY, { out: 'first-frame.mjs', css })).firstFrame();

/** The entry's sheet as it is linked. */
const SHEET = /<link rel="stylesheet" crossorigin href="\.\/(assets\/[\w.-]+\.css)">/;

/** Text that stands in a page as data: nothing in it ends its element. */
const asData = (value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** The entry as Vite has it run. */
const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/** The chunk of {@link WORDS} of each language. */
function wordFiles(bundle) {
  const languages = Object.values(bundle).flatMap(({ facadeModuleId, fileName }) => {
    const language = WORDS.exec(facadeModuleId ?? '')?.groups?.language;
    return language ? [[language, `./${fileName}`]] : [];
  });
  return Object.fromEntries(languages);
}

/** The module a Sheet is read with, and what a language has for it. */
const SHEET_PAGE = /ui[\\/]sheet[\\/]SheetPage\.tsx$/;
const SHEET_WORDS =
  /content[\\/](?<language>\w+)[\\/](?:rest|phrases[\\/](?:sheet|report|reach|reach-hosts|machine))\.ts$/;

/** Chunks no Sheet waits for: where one shares a module with them, that wants a chunk of its own (vite.config.ts). */
const NOT_READ = /^(?:bench|late|radix|flow|codemirror|yaml)$/;

/** A chunk and all it imports statically. */
function withImports(bundle, chunk) {
  const seen = new Set([chunk]);
  for (const each of seen) for (const name of each.imports) seen.add(bundle[name]);
  return seen;
}

/** What a Sheet needs before it is drawn, beside what the page needs: code and styles, and the words of each language. */
function sheetFiles(bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => SHEET_PAGE.test(id)));
  if (!entry || !page) throw new Error('no file has the page of a Sheet');
  const has = withImports(bundle, entry);
  const more = (chunk) => [...withImports(bundle, chunk)].filter((each) => !has.has(each));
  const needs = more(page);
  const wrong = needs.filter(({ name }) => NOT_READ.test(name)).map(({ name }) => name);
  if (wrong.length > 0) throw new Error(`a Sheet would wait for what it does not show: ${wrong.join(', ')}`);
  const styles = needs.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const files = { all: [...needs.map(({ fileName }) => fileName), ...styles] };
  for (const chunk of chunks) {
    const language = SHEET_WORDS.exec(chunk.facadeModuleId ?? '')?.groups?.language;
    if (language) (files[language] ??= []).push(...more(chunk).map(({ fileName }) => fileName));
  }
  return Object.fromEntries(
    Object.entries(files).map(([of, names]) => [of, [...new Set(names.map((name) => `./${name}`))]]),
  );
}

const entryFiles = (entry, bundle) => ({
  entry,
  words: wordFiles(bundle),
  sheet: sheetFiles(bundle),
  outlines: outlineFiles(bundle),
});

/** The entry's files as data: {@link EARLY} asks for them when the first frame is drawn. */
function withEntry(page, bundle) {
  return page.replace(
    ENTRY_SCRIPT,
    (_, entry) => `<script type="application/json" id="entry">${asData(entryFiles(entry, bundle))}</script>`,
  );
}

/**
 * The entry's styles in the page. The link stays, disabled, which fetches nothing: what is loaded later asks for this sheet,
 * too, and takes a link for the sheet's being there.
 */
function withStyles(page, bundle) {
  return page.replace(SHEET, (link, fileName) => {
    const text = String(bundle[fileName].source).replaceAll('url(./', 'url(./assets/');
    return `<style>${text}</style>\n    ${link.replace('>', ' disabled>')}`;
  });
}

/** @returns {import('vite').Plugin} writes the first frame into the built page */
export function firstFrame() {
  let css = {};
  return {
    name: 'rulewalk:first-frame',
    apply: 'build',
    configResolved: (config) => {
      css = { modules: config.css.modules };
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (page, { bundle }) => {
        const [{ precomputed, html }, early] = await Promise.all([askFirstFrame(css), inlineScript(EARLY)]);
        const frame = `${PLACE}\n    <div id="opening" aria-hidden="true" inert>${html}</div>`;
        return {
          html: withEntry(withStyles(page, bundle), bundle).replace(PLACE, () => frame),
          tags: [
            { tag: 'script', children: early, injectTo: 'head' },
            {
              tag: 'script',
              attrs: { type: 'application/json', id: 'precomputed' },
              children: asData(precomputed),
              injectTo: 'body',
            },
          ],
        };
      },
    },
  };
}

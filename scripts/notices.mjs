// The licences of everything the built page is made of: a module for the page that shows them, a text beside the page,
// and a build that fails when something was built in that is not among them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MODULE = 'virtual:third-party-notices';
const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** @typedef {{ name: string, version: string, license: string, text: string }} Notice */

/** @param {string} folder of a package @returns {any} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Where Node finds a package from a folder: in the nearest node_modules above it. @param {string} name @param {string} from */
function folderOf(name, from) {
  for (let at = from; ; at = join(at, '..')) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === join(at, '..')) return undefined;
  }
}

/** @param {string} folder @returns {Notice} */
function noticeOf(folder) {
  const { name, version, license, author } = manifestOf(folder);
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const by = typeof author === 'string' ? author : (author?.name ?? '');
  return { name, version, license: String(license), text: texts.join('\n\n') || `${license}${by && `, ${by}`}` };
}

/** Every package that may be built in: those that package.json names so, and what they depend on. @returns {Notice[]} by name */
export function thirdPartyNotices() {
  const folders = new Set();
  const visit = (names, from) => {
    for (const name of names) {
      const folder = name.startsWith('@types/') ? undefined : folderOf(name, from);
      if (folder === undefined || folders.has(folder)) continue;
      folders.add(folder);
      visit(Object.keys(manifestOf(folder).dependencies ?? {}), folder);
    }
  };
  visit(manifestOf(root).builtIn, root);
  return [...folders].map(noticeOf).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** @param {readonly Notice[]} notices */
const printed = (notices) =>
  notices
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);

/** @returns {import('vite').Plugin} for the page and for each worker's own bundle */
export function notices() {
  return {
    name: 'rulewalk:notices',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(thirdPartyNotices())};` : undefined),
    generateBundle(_options, bundle) {
      const known = new Set(thirdPartyNotices().map(({ name }) => name));
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const [, name] = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? [];
          if (name && !known.has(name.replaceAll('\\', '/'))) this.error(`${name} is built in and has no notice`);
        }
      }
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source: printed(thirdPartyNotices()) });
      this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source: readFileSync(join(root, 'LICENSE'), 'utf8') });
    },
  };
}

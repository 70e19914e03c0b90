// What is read of a Sheet waits for no engine: outlines of the Sheets of the house, made by the engine while the page is built,
// a file each.
import { runEntry } from './node-entry.mjs';

const ENTRY = 'src/sheet-outlines.ts';
/** The module whose empty list they take the place of. */
const LIST = /[\\/]src[\\/]ui[\\/]sheet[\\/]outlines\.ts$/;
const PREFIX = 'sheet-outline/';
/** As an outline's module is called. */
const OUTLINE = /^\0sheet-outline\/(?<name>.+)$/;

/** The file of each outline among those of a bundle, by its name. @returns {Record<string, string>} */
export function outlineFiles(bundle) {
  const found = Object.values(bundle).flatMap(({ facadeModuleId, fileName }) => {
    const name = OUTLINE.exec(facadeModuleId ?? '')?.groups?.name;
    return name ? [[name, `./${fileName}`]] : [];
  });
  return Object.fromEntries(found);
}

/** The list with a module for each of them. */
function writeList(names) {
  const entries = names.map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(PREFIX + name)})`);
  return `export const OUTLINES = {${entries.join()}};`;
}

/** @returns {import('vite').Plugin} puts outlines of the Sheets of the house into the built page */
export function sheetOutlines() {
  let made;
  const outlines = () =>
    (made ??= runEntry(ENTRY, { out: 'sheet-outlines.mjs' }).then((entry) => entry.sheetOutlines()));
  return {
    name: 'rulewalk:sheet-outlines',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^sheet-outline\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: [LIST, OUTLINE] },
      handler: async (id) => {
        const all = await outlines();
        const name = OUTLINE.exec(id)?.groups?.name;
        const code = name
          ? `export default JSON.parse(${JSON.stringify(JSON.stringify(all[name]))});`
          : writeList(Object.keys(all));
        return { code, moduleType: 'js' };
      },
    },
  };
}

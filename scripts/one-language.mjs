// Sentences are written with both languages side by side; a page is read in one. `import('./phrases?only=ko')` gives the
// module, and all of src/content that it imports, without the other language: each is a file of its own.
import { parseAst } from 'vite';

const ONLY = /\?only=(?<only>en|ko)$/;
/** Where sentences stand. */
const WRITTEN = /[\\/]src[\\/]content[\\/]/;
const LANGUAGES = ['en', 'ko'];

/** Every node below `node`. */
function* nodesOf(node) {
  if (Array.isArray(node)) for (const each of node) yield* nodesOf(each);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') yield node;
    for (const below of Object.values(node)) yield* nodesOf(below);
  }
}

const keyOf = (property) => property.key?.name ?? property.key?.value;

/** Where in `code` words of other languages than `only` stand: from a property to the next one, or to the end of its object. */
function otherWords(code, only) {
  const objects = [...nodesOf(parseAst(code, { lang: 'ts' }))].filter(({ type }) => type === 'ObjectExpression');
  return objects
    .filter(({ properties }) =>
      LANGUAGES.every((language) => properties.some((property) => keyOf(property) === language)),
    )
    .flatMap(({ properties, end }) =>
      properties.flatMap((property, at) => {
        const isOther = LANGUAGES.includes(keyOf(property)) && keyOf(property) !== only;
        return isOther ? [{ start: property.start, end: properties[at + 1]?.start ?? end - 1 }] : [];
      }),
    );
}

/** @returns {import('vite').Plugin} `?only=en` and `?only=ko` behind the name of a module */
export function oneLanguage() {
  return {
    name: 'rulewalk:one-language',
    enforce: 'pre',
    async resolveId(source, importer) {
      const asked = ONLY.exec(source)?.groups?.only;
      const only = asked ?? ONLY.exec(importer ?? '')?.groups?.only;
      if (!only || !importer) return null;
      const plain = importer.replace(ONLY, '');
      const found = await this.resolve(source.replace(ONLY, ''), plain, { skipSelf: true });
      return found && WRITTEN.test(found.id) ? `${found.id}?only=${only}` : found;
    },
    transform: {
      filter: { id: ONLY },
      handler: (code, id) => ({
        code: otherWords(code, ONLY.exec(id)?.groups?.only).reduceRight(
          (text, { start, end }) => text.slice(0, start) + text.slice(end),
          code,
        ),
        map: null,
      }),
    },
  };
}

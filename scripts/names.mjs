// What modules call things: counted by `npm run house`, held by names.test.ts.

/**
 * Exported names that more than one module declares.
 * @param {ReadonlyMap<string, string>} texts of modules, by path
 * @returns {string[]} `name: path, path`
 */
export function twoMeanings(texts) {
  const homes = new Map();
  const declared = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;
  for (const [path, text] of texts) {
    // A book of words is the same in each language's folder.
    const home = path.replace(/^src\/content\/[a-z]{2}\//, 'src/content/<language>/');
    for (const [, name] of text.matchAll(declared)) homes.set(name, new Set(homes.get(name)).add(home));
  }
  return [...homes].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

/**
 * Functions called xOf, which say what is returned and not what is done.
 * @param {ReadonlyMap<string, string>} texts of modules, by path
 * @returns {string[]} `name: path`
 */
export function namedOf(texts) {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/function\*? ([a-z]\w*Of)\b/g)].map(([, name]) => `${name}: ${path}`),
  );
}

/**
 * Types under a name that says nothing of what they hold.
 * @param {ReadonlyMap<string, string>} texts of modules, by path
 * @returns {string[]} `name: path`
 */
export function riddles(texts) {
  const declared =
    /\b(?:type|interface|class) (Asked|Told|Given|Place|Ground|Here|Kit|Site|Said|Owned|Each)(?=\s*(?:[=<{]|extends\b))/g;
  return [...texts].flatMap(([path, text]) => [...text.matchAll(declared)].map(([, name]) => `${name}: ${path}`));
}

/** Pronouns a docstring does not begin with: what the name stands for is then read off the code, not said. */
const PRONOUN =
  /^(?:Its?|They|Their|He|She|Who|Whom|Whose|Whoever|Whatever|Of wh(?:om|ich|at)|(?:To|By) whom|This|These|That|Those)\b/;

/**
 * Docstrings that begin with a pronoun.
 * @param {ReadonlyMap<string, string>} texts of modules, by path
 * @returns {string[]} `path:line: first line`
 */
export function pronouns(texts) {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/\/\*\*[\s*]*([^\n]*)/g)].flatMap((found) => {
      const line = text.slice(0, found.index).split('\n').length;
      return PRONOUN.test(found[1]) ? [`${path}:${line}: ${found[1]}`] : [];
    }),
  );
}

/**
 * Docstrings of functions that begin with “What …”: a clause in place of what comes out.
 * @param {ReadonlyMap<string, string>} texts of modules, by path
 * @param {RegExp} [own] rooms whose functions are looked at that are not exported, too
 * @returns {string[]} `path: name`
 */
export function clauses(texts, own = /^$/) {
  const named =
    /(?:^|\n)\/\*\*[\s*]*What (?:(?!\*\/)[\s\S])*?\*\/\n(export )?(?:async )?(?:function\*?|const(?! [A-Z_]+\b)) (\w+)/g;
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(named)].flatMap(([, exported, name]) => (exported || own.test(path) ? [`${path}: ${name}`] : [])),
  );
}

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
    for (const [, name] of text.matchAll(declared)) homes.set(name, new Set(homes.get(name)).add(path));
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

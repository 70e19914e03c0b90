// Modules that hold more than one idea: `npm run house` lists them.
import { parseSync } from 'oxc-parser';

/** Lines from which a declaration is a part of its module, and not a helper of another. */
const LONG = 25;

/** Every identifier a subtree names, but keys of objects and members after a dot. */
function* namesIn(node) {
  if (!node || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) yield* namesIn(each);
    return;
  }
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') yield node.name;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'property' && !node.computed) continue;
    if (key === 'key' && !node.computed && !node.shorthand) continue;
    yield* namesIn(value);
  }
}

/** Names a pattern binds; its type is none of them. */
const boundBy = (pattern) => namesIn({ ...pattern, typeAnnotation: undefined });

/** Names a statement at the top of a module declares. */
function declaredBy(statement) {
  const { declaration = statement } = statement;
  if (!declaration) return [];
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => [...boundBy(id)]);
  }
  return declaration.id ? [declaration.id.name] : [];
}

/** Declarations at the top of a module: their names and lines. */
function declarations(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  return program.body.flatMap((statement) => {
    const names = declaredBy(statement);
    if (names.length === 0) return [];
    const lines = lineAt(statement.end) - lineAt(statement.start) + 1;
    return [{ names, lines, statement }];
  });
}

/** Groups of declarations that name each other, directly or by others of the module. */
function groups(declared) {
  const group = declared.map((_, index) => index);
  const find = (index) => (group[index] === index ? index : (group[index] = find(group[index])));
  const home = new Map(declared.flatMap(({ names }, index) => names.map((name) => [name, index])));
  declared.forEach(({ statement }, index) => {
    for (const name of namesIn(statement)) if (home.has(name)) group[find(home.get(name))] = find(index);
  });
  const found = new Map();
  declared.forEach((each, index) => found.set(find(index), [...(found.get(find(index)) ?? []), each]));
  return [...found.values()];
}

/**
 * Modules with two and more unrelated parts: declarations of {@link LONG} lines and more that never name each other, not even
 * by way of another declaration of the module.
 * @param {ReadonlyMap<string, string>} texts of modules, by path
 * @returns {{ path: string, parts: string[] }[]} those modules, each part by the name of its longest declaration
 */
export function unrelatedParts(texts) {
  return [...texts].flatMap(([path, text]) => {
    // Two parts have no room in it.
    if (text.split('\n').length < 2 * LONG) return [];
    const declared = declarations(path, text);
    if (declared.filter(({ lines }) => lines >= LONG).length < 2) return [];
    const parts = groups(declared).flatMap((group) => {
      const [longest] = group.toSorted((a, b) => b.lines - a.lines);
      return longest.lines >= LONG ? [longest.names[0]] : [];
    });
    return parts.length > 1 ? [{ path, parts }] : [];
  });
}

/** Why a module of unrelated parts is one all the same. */
export const REASONS = {
  'src/content/en/phrases/compare-cilium.ts': 'words of one comparison: of what a flow shows, and of what none does',
  'src/content/en/phrases/ebpf.ts': 'words on eBPF: of the agent that writes maps, and of the programs that read them',
  'src/content/ko/phrases/compare-cilium.ts': 'as in English',
  'src/content/ko/phrases/ebpf.ts': 'as in English',
  'src/content/scenes/bench.ts': 'clusters that scenes are built on',
  'src/core/paste/node/uplink.ts': 'the way out of a node: its wires, and the address on them',
  'src/core/paste/proxy/types.ts': 'what a reading of kube-proxy’s rules is made of, and by which mode it is read',
  'src/core/questions/why/causes/service-fields.ts': 'causes of one kind: a field of a Service',
  'src/core/story/tell-service.ts': 'sentences of one stretch of the way: from the Service to the Pod',
  'src/core/story/tell-way.ts': 'sentences of one stretch of the way: from the sender to the next node',
  'src/store/view-slice.ts': 'a slice of the store: its beginning, and its actions',
  'src/ui/editors/Field.tsx': 'the kinds of fields a form has',
  'src/ui/editors/NodeFields.tsx': 'the parts of one form: kernel and programs of a node',
  'src/ui/paste/NodeSummary.tsx': 'the rows of one summary',
  'src/ui/windows/rebuild/Inferences.tsx': 'the rows of one list: what was inferred',
  'src/store/run-state.ts': 'one slice of the store: what it holds, and what can be done with it',
  'src/ui/story/lenses/lens-header.tsx': 'the two lenses of a header: before and after, and what is remembered',
  'src/ui/stage/topology/boxes.tsx': 'the boxes of the bench’s stage',
};

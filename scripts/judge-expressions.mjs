// Judges every regular expression of the sources: none may take time that explodes, or that grows faster than the square of the
// text it meets. `npm run expressions [-- --list | --write | --again]`. Verdicts of recheck take seconds each, so they are kept
// in scripts/expressions.json by the expression's own text; a new expression is judged here, and written down with --write.
// --list prints every expression with its verdict; --again judges all anew. That those of degree 2 meet no text longer than a
// line may be (LONGEST_LINE) is held by conformance/growth/growth.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { collectMade, collectWritten, keyOf } from './expressions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = join(root, 'scripts/expressions.json');
const [way = ''] = process.argv.slice(2);

/** Milliseconds one expression may be judged for. */
const PATIENCE = 120_000;
/** From here on, a number of repetitions counts as any number; fewer are a constant. */
const MANY = 1000;
/** More than one repetition of something is enough to see two ways of reading it. */
const FEW = 3;

/**
 * Expressions that are put together of what only some texts have, as they then are; by the file they are made in. Each file
 * that makes one that {@link collectMade} does not meet is here.
 */
const MADE_SELDOM = {
  'src/core/formats/kubectl-table/columns.ts': [String.raw`^([a-z0-9][a-z0-9.:/-]*)$`, String.raw`^(\S+(?: \S+)*?)$`],
  'src/core/formats/lines/undressed.ts': [String.raw`^(?!   ).*\S`, '^   '],
  'src/core/linux/ipset/ip-set.ts': [String.raw`(?:^|\s)timeout\s+(\S+)`, String.raw`(?:^|\s)nomatch(?:\s|$)`],
  'src/core/paste/node/tunnels.ts': [String.raw`\blocal (\S+)`],
  'src/core/paste/read-parts.ts': [String.raw`^[ \t]*kind-worker\s+(?:Not)?Ready\b`],
  'src/core/paste/remarks.ts': [String.raw`\b(?:raw|mangle|nat|filter|security)\b`],
  'src/core/questions/why/causes/service-fields.ts': [String.raw`(?:-s|saddr) 10\.0\.0\.1(?:/\d+)?(?: |$)`],
  'src/core/story/lens-chosen.ts': [String.raw`\b3 : (?:goto|jump) [^\s,}]+`],
  // A pattern out of somebody's manifest: `isPlain` lets none through that repeats what it repeats.
  'src/core/kubernetes/ingress/rules.ts': [],
};

/** Matches one character at most a few times: nothing of it can be read in two ways over and over. */
function isPlain(source) {
  const bare = source.replaceAll(/\\./g, '_').replaceAll(/\[[^\]]*\]/g, '_');
  return !/[*+]|\{\d+,\}/.test(bare) && (bare.match(/\{\d+(?:,\d+)?\}/g) ?? []).length <= 1;
}

/** A count of repetitions as the judge is given it: constants small, large ones without end. */
function shortCount(least, most) {
  if (most >= MANY) return least > 0 ? '+' : '*';
  return most <= FEW ? undefined : least === most ? `{${FEW}}` : `{${Math.min(FEW - 1, least)},${FEW}}`;
}

/** Where the group begins that ends before `end`; -1: no group ends there. */
function findGroup(source, end) {
  if (source[end - 1] !== ')') return -1;
  const open = [];
  for (const { 0: token, index } of source.slice(0, end).matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/g)) {
    if (token === '(') open.push(index);
    else if (token === ')') {
      const begin = open.pop();
      if (index === end - 1) return begin ?? -1;
    }
  }
  return -1;
}

/** Does a group repeat something without end? Then so many turns of it may be so many ways of reading one text. */
function repeatsWithin(source, end) {
  const begin = findGroup(source, end);
  const bare = begin < 0 ? '' : source.slice(begin, end).replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '_');
  return /[*+]|\{\d+,\}/.test(bare);
}

/**
 * The expression with its constant repetitions made short: they are no growth, and the judge would count each. Of a group that
 * repeats something itself no count is a constant: twenty turns of what can be read in n ways are n to the twentieth.
 */
function shortened(source) {
  return source.replaceAll(
    /(\\.|\[(?:\\.|[^\]\\])*\])|\{(\d+)(?:(,)(\d*))?\}/g,
    (all, other, least, comma, most, at) => {
      if (other !== undefined || most === '') return all;
      const [from, to] = [Number(least), Number(comma === undefined ? least : most)];
      return shortCount(from, to > FEW && repeatsWithin(source, at) ? MANY : to) ?? all;
    },
  );
}

/** The degree by which time grows with the text; Infinity: it explodes; undefined: the judge does not know. */
async function judge({ source, flags }) {
  if (isPlain(source)) return 1;
  const given = shortened(source);
  for (const checker of ['automaton', 'auto']) {
    const { status, complexity } = await check(given, flags, { timeout: PATIENCE, checker });
    if (status === 'safe') return 1;
    if (status === 'vulnerable') return complexity.type === 'polynomial' ? complexity.degree : Infinity;
  }
  return undefined;
}

/** Every expression by its key, and the places that make one and were not met. */
async function collect() {
  const { written, made } = collectWritten(root);
  const met = await collectMade(root);
  const all = new Map(written);
  for (const [, here] of met) for (const [key, expression] of here) if (!all.has(key)) all.set(key, expression);
  for (const [path, sources] of Object.entries(MADE_SELDOM))
    for (const source of sources) {
      const expression = { source: new RegExp(source).source, flags: '', at: path };
      if (!all.has(keyOf(expression))) all.set(keyOf(expression), expression);
    }
  const unmet = made.filter((at) => !met.has(at) && !(at.split(':')[0] in MADE_SELDOM));
  return { all, unmet };
}

/** A degree, or a degree with the reason why a person says so where the judge cannot. */
const degreeOf = (kept) => (typeof kept === 'object' ? kept.degree : kept);
const sayDegree = (degree) =>
  ({ 1: 'linear', 2: 'quadratic', undefined: 'not known', Infinity: 'EXPONENTIAL' })[degree] ?? `degree ${degree}`;

const kept = JSON.parse(readFileSync(FILE, 'utf8'));
const { all, unmet } = await collect();
const verdicts = {};
const problems = unmet.map(
  (at) => `${at}: an expression is made here that no text of the fuzz makes, and MADE_SELDOM has none`,
);
let judged = 0;
for (const [key, expression] of [...all].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  if (isPlain(expression.source)) continue;
  const known = kept[key];
  const isReasoned = typeof known === 'object';
  const isNew = known === undefined || (way === '--again' && !isReasoned);
  const verdict = isNew ? await judge(expression) : known;
  if (isNew) judged++;
  const degree = degreeOf(verdict);
  if (degree !== undefined && degree <= 2) verdicts[key] = verdict;
  else problems.push(`${expression.at}: ${sayDegree(degree)}: ${key}`);
  if (known === undefined && way !== '--write' && degree <= 2)
    problems.push(
      `${expression.at}: ${sayDegree(degree)}, but not written down: npm run expressions -- --write: ${key}`,
    );
  if (known !== undefined && isNew && degreeOf(known) !== degree)
    problems.push(
      `${expression.at}: written down as ${sayDegree(degreeOf(known))}, judged ${sayDegree(degree)}: ${key}`,
    );
}
for (const key of Object.keys(kept))
  if (!(key in verdicts) && !all.has(key) && way !== '--write') problems.push(`no longer there: ${key}`);
if (way === '--write') writeFileSync(FILE, `${JSON.stringify(verdicts, undefined, 1)}\n`);
if (way === '--list')
  for (const [key, { source, at }] of all)
    console.log(`${isPlain(source) ? 'linear' : sayDegree(degreeOf(verdicts[key]))}\t${at}\t${key}`);
const quadratic = Object.values(verdicts).filter((each) => degreeOf(each) === 2).length;
console.log(`${all.size} expressions, ${judged} judged now, ${quadratic} quadratic, ${problems.length} problems`);
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

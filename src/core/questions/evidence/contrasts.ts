import { isQuestion } from './asked-words';

/** By what something was asked, from where, or over what. */
export type Aspect =
  | 'pod-ip'
  | 'service-ip'
  | 'service'
  | 'name'
  | 'node-port'
  | 'balancer'
  | 'itself'
  | 'same-node'
  | 'other-node'
  | 'inside'
  | 'outside'
  | 'tcp'
  | 'udp';

/** A line of a text, counted from 1. */
export interface CountedLine {
  readonly line: string;
  readonly number: number;
}

/** What works and what does not, by somebody’s words. What is said to do both stands in neither. */
export interface Contrast {
  readonly works: ReadonlyMap<Aspect, CountedLine>;
  readonly fails: ReadonlyMap<Aspect, CountedLine>;
}

const ASPECTS: readonly (readonly [Aspect, RegExp])[] = [
  [
    'pod-ip',
    /\b(?:pods?['’]?s?|endpoints?|backend) (?:ip|address)|\bby (?:his|its|their) (?:own )?ip\b|\bdirect(?:ly)?\b/i,
  ],
  ['service-ip', /\b(?:service|svc)(?:['’]s)? (?:ip|address)|\bcluster[- ]?ip\b/i],
  [
    'service',
    /\b(?:using|via|through|by) (?:an? |the |its |their |own ){0,2}(?:svc|service)\b(?! (?:name|ip|address))/i,
  ],
  ['name', /\b(?:service|svc|dns|host) ?names?\b|\bfqdn\b|\bby (?:its |the )?name\b/i],
  ['node-port', /\bnode ?ports?\b/i],
  ['balancer', /\bexternal[- ]?ip|\bload ?balancer ?(?:ip|address)|\bpublic ip\b|\bvip\b/i],
  ['itself', /\b(?:it ?self|themselves|its own service|same pod)\b|\bself pod\b/i],
  ['same-node', /\b(?:same|own|that) (?:node|host|machine|worker)\b/i],
  [
    'other-node',
    /\b(?:an)?other (?:node|host|machine|worker)s?\b|\bdifferent (?:node|host|worker)s?\b|\b(?:across|between) nodes\b/i,
  ],
  [
    'inside',
    /\b(?:inside|within|in) (?:of )?(?:the |our |my )?(?:k8s |kubernetes )?cluster\b|\bfrom (?:within |inside )?(?:the |a |any |all )?(?:nodes?\d{0,3}|pods?)\b|\bon the nodes?\b/i,
  ],
  [
    'outside',
    /\boutside\b|\bexternal(?:ly)?\b(?![- ]?ip)|\bfrom (?:the )?(?:internet|lan)\b|\bfrom (?:the |my )?(?:host machine|laptop|local machine|workstation)\b/i,
  ],
  ['tcp', /\btcp\b/i],
  ['udp', /\budp\b/i],
];

const FAILED =
  /\b(?:not|never|cannot|can['’]?t|doesn['’]?t|don['’]?t|couldn['’]?t|unable to|no longer) (?:be )?(?:work|reach|access|connect|respon|answer|resolv|get|call|curl|ping|able|possible|ok\b)|\b(?:inaccessible|unreachable|time[ds]? ?out|timeouts?|refused|fails?|failed|failing|hangs?|broken|blocked|blocks?|dropped|drops?)\b/i;
const WORKED =
  /\b(?:works?|working|fine|succe(?:ss|eds?)\w*|reachable|accessible|answers?|respond(?:s|ed)?|is ok|resolves?)\b|\bcan (?:be )?(?:reach|access|connect|curl|ping|call)/i;

/** Words between what is said of one way and of another; the second form turns what was said round. */
const TURN =
  /(?:,? (?:but|and)|,) (?:not|never)(?= (?:by|via|using|with|from|through|over|on|the|direct|its|when|service|pod|an?\b))/gi;
const BETWEEN = /;|\b(?:but|while|whereas|however|although|though|yet)\b/gi;

const LONGEST = 600;
const MOST_LINES = 2000;
/** `**Expected**`, `### Expected behavior`: what should be, until the next heading. */
const HEADING = /^(?:#{1,6} |\*\*)\s{0,3}(\S.{0,60}?)[*:\s]*$/;
const WISH = /^expect|^(?:what|how) (?:should|did you expect)|^steps|^to reproduce|^describe the solution/i;

type Ends = 'works' | 'fails';

function readClauseEnd(clause: string): Ends | undefined {
  if (FAILED.test(clause)) return 'fails';
  return WORKED.test(clause) ? 'works' : undefined;
}

/** A part of a sentence, and whether it turns round what the part before it says. */
interface Clause {
  readonly words: string;
  readonly isTurned: boolean;
}

const inParts = (words: string): readonly string[] => {
  const isBoth = FAILED.test(words) && WORKED.test(words.replace(FAILED, ''));
  return isBoth ? words.split(/, | and /) : [words];
};

function listClauses(sentence: string): readonly Clause[] {
  const marked = sentence.replaceAll(TURN, '\u0001').replaceAll(BETWEEN, '\u0002');
  return marked
    .split('\u0002')
    .flatMap((part) =>
      part.split('\u0001').flatMap((words, at) => inParts(words).map((each) => ({ words: each, isTurned: at > 0 }))),
    );
}

const opposite = (end: Ends | undefined): Ends | undefined =>
  end === undefined ? undefined : end === 'works' ? 'fails' : 'works';

/** What each part of a sentence says of the ways it names. */
function* readSentence(sentence: string): Generator<readonly [Aspect, Ends]> {
  let last: Ends | undefined;
  for (const { words, isTurned } of listClauses(sentence)) {
    const end = readClauseEnd(words) ?? (isTurned ? opposite(last) : undefined);
    last = end ?? last;
    if (end === undefined) continue;
    for (const [aspect, of] of ASPECTS) if (of.test(words)) yield [aspect, end];
  }
}

const namesWay = (sentence: string): boolean => ASPECTS.some(([, of]) => of.test(sentence));

/** `I asked from outside. It does not answer.`: the second sentence is about the first, which says how nothing went. */
function withSubject(sentence: string, before: string): string {
  const isAlone = readClauseEnd(sentence) !== undefined && !namesWay(sentence);
  return isAlone && readClauseEnd(before) === undefined && namesWay(before) ? `${before} ${sentence}` : sentence;
}

/** The lines in which people say what is, without those of what they expect. */
export function* listSaidLines(text: string): Generator<CountedLine> {
  let isWish = false;
  for (const [at, line] of text.split('\n', MOST_LINES).entries()) {
    const heading = line.length > LONGEST ? undefined : HEADING.exec(line.trim())?.[1];
    if (heading !== undefined) isWish = WISH.test(heading);
    if (line.length <= LONGEST && (!isWish || heading !== undefined)) yield { line, number: at + 1 };
  }
}

/**
 * Reads what works and what fails of a text in somebody’s words, by what was asked, from where and over what, each with the first line that
 * says it. Wishes (“Expected behavior”) are none. Words alone are read: no way is taken to fail because another does.
 */
export function readContrast(text: string): Contrast {
  const ends = { works: new Map<Aspect, CountedLine>(), fails: new Map<Aspect, CountedLine>() };
  for (const counted of listSaidLines(text)) {
    let before = '';
    for (const sentence of counted.line.split(/(?<=[.!?]) ?(?=[A-Z ])/)) {
      if (isQuestion(sentence.trim())) continue;
      for (const [aspect, end] of readSentence(withSubject(sentence, before))) {
        if (!ends[end].has(aspect)) ends[end].set(aspect, counted);
      }
      before = sentence;
    }
  }
  const both = [...ends.works.keys()].filter((aspect) => ends.fails.has(aspect));
  for (const aspect of both) {
    ends.works.delete(aspect);
    ends.fails.delete(aspect);
  }
  return ends;
}

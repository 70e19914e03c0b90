import { withEnglish } from './foreign-words';
import { isPrintedRule } from './printed-lines';

/**
 * Kinds of reports of a Service that goes wrong: a client does not reach it; one reaches it that should not (`unfiltered`); a server sees another
 * source than the client’s (`source`); nodes answer that should not (`elsewhere`); it has fewer endpoints than somebody expects (`fewer`); it
 * waits for its address (`pending`).
 */
export type Complaint = 'unreached' | 'unfiltered' | 'source' | 'elsewhere' | 'fewer' | 'pending';

const FORMS: readonly (readonly [Complaint, RegExp])[] = [
  [
    'pending',
    /\b(?:stuck|stays?|remains?|always|forever) (?:\w+ ){0,3}[<"'`]?pending\b|<pending>|\bprogrammed:? {1,4}false\b|\b(?:ip|address|addresses)\b.{0,30}\b(?:not|never|isn['’]t|aren['’]t) (?:being |getting )?(?:allocated|assigned|given)\b|\b(?:no|not get(?:ting)?(?: an?)?|without an?|not assign(?:ing|ed)?(?: an?)?|fails? to get an?) external[- ]ip\b|\bnot assigned to (?:the )?gateway\b|(?:IP|아이피|주소)(?:가|이|를|을)? ?(?:할당|배정|부여)(?:되지|이 ?안|을 ?못|받지|이 ?되지)|(?:pending|펜딩) ?(?:상태)?(?:에서|로|인 채)/i,
  ],
  ['elsewhere', /\b(?:forwards?|redirect(?:s|ing)?|sends?) (?:the )?traffic (?:from all|to other) nodes\b/i],
  [
    'fewer',
    /(?:\bnot|n['’]t) (?:create|list|have|get) all (?:\w+ ){0,2}endpoints\b|\bonly (?:one|some) (?:of the )?endpoints?\b/i,
  ],
  [
    'unfiltered',
    /(?:\b(?:not|never|without being)|n['’]t) (?:\w+ ){0,2}(?:filter|block|enforc|restrict|denied|deny)|\bstill (?:reachable|accessible|allowed)\b|\b(?:allowed|reachable|accessible) from (?:any|every|all)\b|\bbypass(?:es|ed|ing)? (?:the )?(?:policy|policies|loadbalancersourceranges|filter)|(?:차단|거부|제한|필터링)(?:이|가|도)? ?(?:되지|안 ?되|하지) ?(?:않|못)?|막히지 않|没有(?:被)?(?:拦截|过滤|限制)|不(?:拦截|过滤)/i,
  ],
  [
    'source',
    /\b(?:correct|original|wrong|real|lost|lose|loses|losing|preserve|preserving) (?:the )?['"`]?(?:src|source|client|real|remote)[- ]?(?:ip|address)|\b(?:src|source|client|real|remote)[- ]?(?:ip|address)['"`]? (?:\w+ ){0,2}(?:lost|preserved|wrong)|\bsees? (?:the |only )?(?:node|gateway)(?:['’]?s)? (?:ip|address)|(?:클라이언트|소스|출발지|원본|실제) ?(?:IP|아이피|주소).{0,20}(?:보존|사라|바뀌|보이지|잃|노드)|(?:源|客户端|真实) ?(?:IP|地址).{0,20}(?:丢失|不对|变成|保留|获取不到|拿不到)|(?:client|quell)[- ]?(?:ip|adresse).{0,30}(?:verloren|nicht erhalten)/i,
  ],
];
const UNREACHED =
  /\btime[ds]?[ -]?outs?\b|\btimed out\b|\brefused\b|\bunreachable\b|(?:\b(?:not|cannot|unable to)|n['’]t) (?:be )?(?:reach|access|connect|resolv)|\bfail(?:s|ed|ing)?\b|\bhairpin\b|\bdropped\b/i;

/** A report whose words say nothing of it is of one who is not reached, in whatever tongue. */
const isUnreached = (line: string): boolean => UNREACHED.test(withEnglish(line));

const LONGEST_LINE = 600;
const MOST_LINES = 2000;
/** Fields and rows of tables and manifests say nothing of what goes wrong. */
const isProse = (line: string): boolean =>
  line.length <= LONGEST_LINE && / \S+ \S+ |[\uac00-\ud7a3\u4e00-\u9fff]{2}/.test(line) && !isPrintedRule(line);

const readLine = (line: string): Complaint | undefined => FORMS.find(([, form]) => form.test(line))?.[0];

/**
 * Reads what a report complains of: its title decides, then its prose where nothing in it says that somebody is not reached; undefined: its
 * words do not tell.
 */
export function tellComplaint(text: string): Complaint | undefined {
  const [title = '', ...rest] = text.split('\n', MOST_LINES).filter((line) => line.trim() !== '');
  const lines = rest.filter(isProse);
  const ofTitle = readLine(title);
  if (ofTitle !== undefined) return ofTitle;
  if ([title, ...lines].some(isUnreached)) return 'unreached';
  return lines.map(readLine).find((each) => each !== undefined);
}

/** Words of somebody for whom something is not as it should be. */
const TROUBLE =
  /\b(?:broken|breaks?|bug|problems?|issues?|wrong(?:ly)?|unexpected\w*|regress(?:ion|ed)|mismatch\w*|missing|incorrect\w*|stuck|pending|unhealthy|gone|lost|hangs?|slow|intermittent\w*|unreachable|inaccessible|time[sd]?[ -]?outs?|timed out|refused?|reject(?:s|ed)|fail\w*|errors?|drop(?:s|ped)|denied|stale|blocks?|blocked)\b|(?:\b(?:not|never|no longer)|n['’]t|\bcannot) (?:be )?(?:\w+ ){0,2}(?:work|reach|access|connect|respon|answer|resolv|ping|creat|appl|updat|remov|populat|start)/i;
/** Words of denial: a report has them, and an explanation now and then, too. */
const DENIAL =
  /n['’]t\b|\b(?:not|cannot|never|nobody|nothing|non-\w+|no (?:\w+ ){0,2}(?:targets?|endpoints?|route|backends?|address)|unless|only)\b|(?<!["=\d])50[0234]\b/i;
/** In a text of so many lines a denial is an aside, unless there is one more for each as many. */
const LINES_OF_A_DENIAL = 40;

/** Lists the lines that somebody wrote, without what stands between fences. */
export function* listWritten(text: string): Generator<string> {
  let isFenced = false;
  for (const line of text.split('\n', MOST_LINES)) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (!isFenced) yield line;
  }
}

/**
 * Is anything said to be not as it should be: by a client, or in somebody’s own words? Rules and headers of tables complain of nothing, and what
 * a long text denies now and then is no complaint.
 */
export function complains(text: string): boolean {
  if (tellComplaint(text) !== undefined) return true;
  const lines = [...listWritten(text)].filter((line) => line.trim() !== '' && line.length <= LONGEST_LINE);
  const words = lines.filter((line) => !isPrintedRule(line));
  // Other tongues deny by endings, which explanations are full of: those of a short text alone count.
  const isShort = lines.length <= LINES_OF_A_DENIAL;
  const denials = words.filter((line) => DENIAL.test(isShort ? withEnglish(line) : line)).length;
  return words.some((line) => TROUBLE.test(line)) || denials > lines.length / LINES_OF_A_DENIAL;
}

/**
 * Kinds of reports of a Service that goes wrong: a client does not reach it; one reaches it that should not (`unfiltered`); a server sees another
 * source than the client’s (`source`); nodes answer that should not (`elsewhere`); it has fewer endpoints than somebody expects (`fewer`).
 */
export type Complaint = 'unreached' | 'unfiltered' | 'source' | 'elsewhere' | 'fewer';

const FORMS: readonly (readonly [Complaint, RegExp])[] = [
  ['elsewhere', /\b(?:forwards?|redirect(?:s|ing)?|sends?) (?:the )?traffic (?:from all|to other) nodes\b/i],
  [
    'fewer',
    /\b(?:not|n['’]t) (?:create|list|have|get) all (?:\w+ ){0,2}endpoints\b|\bonly (?:one|some) (?:of the )?endpoints?\b/i,
  ],
  [
    'unfiltered',
    /\b(?:not|n['’]t|never|without being) (?:\w+ ){0,2}(?:filter|block|enforc|restrict|denied|deny)|\bstill (?:reachable|accessible|allowed)\b|\b(?:allowed|reachable|accessible) from (?:any|every|all)\b|\bbypass(?:es|ed|ing)? (?:the )?(?:policy|policies|loadbalancersourceranges|filter)/i,
  ],
  [
    'source',
    /\b(?:correct|original|wrong|real|lost|lose|loses|losing|preserve|preserving) (?:the )?['"`]?(?:src|source|client|real|remote)[- ]?(?:ip|address)|\b(?:src|source|client|real|remote)[- ]?(?:ip|address)['"`]? (?:\w+ ){0,2}(?:lost|preserved|wrong)|\bsees? (?:the |only )?(?:node|gateway)(?:['’]?s)? (?:ip|address)/i,
  ],
];
const UNREACHED =
  /\btime[ds]?[ -]?outs?\b|\btimed out\b|\brefused\b|\bunreachable\b|\b(?:not|n['’]t|cannot|unable to) (?:be )?(?:reach|access|connect|resolv)|\bfail(?:s|ed|ing)?\b|\bhairpin\b|\bdropped\b/i;

const LONGEST_LINE = 600;
const MOST_LINES = 2000;
/** Fields and rows of tables and manifests say nothing of what goes wrong. */
const isProse = (line: string): boolean => line.length <= LONGEST_LINE && / \S+ \S+ /.test(line);

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
  if ([title, ...lines].some((line) => UNREACHED.test(line))) return 'unreached';
  return lines.map(readLine).find((each) => each !== undefined);
}

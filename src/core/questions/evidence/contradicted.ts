import type { EvidenceFinding } from './evidence-finding';

const LONGEST_TEXT = 60_000;
const LONGEST_LINE = 1500;

/** Causes on the way between two nodes, that only fit. */
const BETWEEN_NODES =
  /^(?:known-(?:tunnel-\w[\w-]*|wrong-node-address|size-of-packets|cloned-machines|managed-links|networkd-routes|cloud-routes|source-check|overlay-of-wsl|calico-single-route)|pair-(?:tunnel-size|calico-between|flannel)|symptom-across-nodes)$/;

const OTHER_NODE =
  /\b(?:across|between|cross|other|another|different|remote|second|two|three|multi|all|each|every|\d)[- ]?(?:the |of |my |worker[- ]?|cluster[- ]?|k8s |kubernetes ){0,2}(?:nodes?|hosts?|workers?|machines?|servers?|vms?)\b|\bnode[- ]?(?:[2-9b]|two)\b|\bworkers?\b|\bnodes\b/i;
const SAME_NODE = /\bsame[- ](?:worker |cluster )?(?:node|host|machine)\b|\blocally\b|\bnode-local\b/i;
const ACROSS =
  /\b(?:across|between)[- ](?:\w+ )?(?:nodes|hosts)\b|\bcross[- ](?:node|host)\b|\b(?:other|another|different|remote) (?:node|host)s?\b/i;
const WORKS =
  /\b(?:works?|working|functional|succeeds?|reachable|is fine|are fine|ok|okay|fine|responds?|answers?)\b|✅/i;
const FAILS =
  /\b(?:fail(?:s|ed|ing|ure)?|time[sd]? ?out|timeouts?|refused|unreachable|broken|drop(?:s|ped)?|hangs?)\b|\b(?:not|never|no longer|cannot)\b|n['’]t\b|❌/i;
const POD_ADDRESS =
  /\b(?:direct(?:ly)?\b[^.]{0,40}\bpods?|pod[- ]?ips?|(?:by|via|at|to|using) (?:the |its |their )?pod['’]?s?[- ](?:own |direct )?(?:ip|address)\w*|pod['’]s (?:own )?(?:ip|address))\b/i;

/** What a line says in turn; a row of a list says the same as one sentence. */
const splitClauses = (line: string): readonly string[] =>
  line.split(/[;.](?=\s|$)|,(?=\s(?:and|but|while|whereas)\b)|\s(?:but|while|whereas|however)\s/i);

const isWorking = (clause: string): boolean => WORKS.test(clause) && !FAILS.test(clause);

/** Pods of other nodes are reached: by their own address, or in as many words; or those of one node are not. */
function showsWay(clause: string): boolean {
  const isNear = SAME_NODE.test(clause) && !ACROSS.test(clause);
  if (isNear) return FAILS.test(clause) && !WORKS.test(clause) && !/\b(?:if|unless|when not)\b/i.test(clause);
  return isWorking(clause) && (POD_ADDRESS.test(clause) || ACROSS.test(clause));
}

/** Can no cause of a text be on the way between nodes: it shows that way open, or says nothing of another node? */
function excludesBetween(text: string): boolean {
  if (text.length > LONGEST_TEXT) return false;
  const lines = text.split('\n').filter((line) => line.length <= LONGEST_LINE);
  return !OTHER_NODE.test(text) || lines.some((line) => splitClauses(line).some(showsWay));
}

/**
 * Leaves out causes that only fit where the report shows the opposite: of the way between nodes where Pods are reached by their own address or
 * across nodes, or where nothing is said of another node at all.
 */
export function withoutContradicted(
  found: readonly EvidenceFinding[],
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const isGuessed = found.some(({ id }) => BETWEEN_NODES.test(id));
  if (!isGuessed || !texts.some(({ text }) => excludesBetween(text))) return found;
  return found.filter(({ id, severity }) => severity === 'error' || !BETWEEN_NODES.test(id));
}

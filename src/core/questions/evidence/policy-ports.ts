import { isFields, listFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { listFragments } from './yaml-fragments';

type Fields = Readonly<Record<string, unknown>>;

const LONGEST = 600;
const MOST_LINES = 4000;

const OF_POLICY = /\b(?:network ?polic|toPorts|default[- ]deny)/i;
const RULES = /\b(?:ingress|egress):/;
/** `port: 80, targetPort: 8080`, on one line or two. */
const PORT = /\bport["'`]?[:=] ?["']?(\d{1,5})\b/;
const TARGET = /\btargetPort["'`]?[:=] ?["']?(\d{1,5})\b/;

interface Translated {
  readonly port: string;
  readonly target: string;
  readonly line: string;
}

/** Ports of Services and the ports of Pods they lead to, where these are others. */
function listTranslated(text: string): readonly Translated[] {
  const lines = text.split('\n', MOST_LINES);
  return lines.flatMap((line, at) => {
    const target = line.length > LONGEST ? undefined : TARGET.exec(line)?.[1];
    if (target === undefined) return [];
    const around = [line.replace(TARGET, ''), lines[at - 1] ?? '', lines[at + 1] ?? '', lines[at - 2] ?? ''];
    const port = around.map((each) => PORT.exec(each)?.[1]).find((each) => each !== undefined);
    return port === undefined || port === target ? [] : [{ port, target, line }];
  });
}

/** Rules of ingress and egress in a value, at whatever depth of a policy. */
function listRules(value: unknown): readonly Fields[] {
  if (!isFields(value)) return [];
  const { kind, spec } = value;
  if (kind !== undefined && !(typeof kind === 'string' && kind.endsWith('NetworkPolicy'))) return [];
  const own = [...listFields(value['egress']), ...listFields(value['ingress'])];
  return [...own, ...(isFields(spec) ? listRules(spec) : [])];
}

const listPorts = (rule: Fields): readonly string[] =>
  [...listFields(rule['ports']), ...listFields(rule['toPorts']).flatMap((each) => listFields(each['ports']))].map(
    ({ port }) => String(port),
  );

/** What a title that is about policies has. */
const ABOUT_POLICY = /\bnetwork ?polic/i;

/** Policies are what the text is about, and none is in it. */
function sayUntold({ port, target, line }: Translated): EvidenceFinding {
  const values = { port, target };
  return {
    id: 'policy-port-untold',
    severity: 'warning',
    says: phrase('evidence.policy-port-untold', values),
    next: phrase('evidence.next.policy-port-untold', values),
    words: [line.trim()],
  };
}

function findInText(text: string): readonly EvidenceFinding[] {
  if (!OF_POLICY.test(text)) return [];
  const translated = listTranslated(text);
  const rules = translated.length === 0 ? [] : listFragments(text, RULES).flatMap(listRules);
  const ports = new Set(rules.flatMap(listPorts));
  const [first] = translated;
  if (first && rules.length === 0 && ABOUT_POLICY.test(text.slice(0, LONGEST).split('\n', 1)[0] ?? '')) {
    return [sayUntold(first)];
  }
  const wrong = translated.find(({ port, target }) => ports.has(port) && !ports.has(target));
  if (!wrong) return [];
  const { port, target, line } = wrong;
  const values = { port, target };
  return [
    {
      id: 'policy-service-port',
      severity: 'error',
      says: phrase('evidence.policy-service-port', values),
      next: phrase('evidence.next.policy-service-port', values),
      words: [line.trim()],
    },
  ];
}

/**
 * Finds policies of texts that name the port of a Service whose Pods listen on another one: a policy is asked behind the translation, so it is
 * the Pods' port that counts (kubernetes.io: Network Policies; kubescape/node-agent#943).
 */
export function findPolicyPorts(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findInText(text)).slice(0, 1);
}

import type { Netns } from '../../linux/netns';
import { phrase } from '../../lib/phrase';
import { listChainTexts } from './chain-texts';
import { complains } from './complaints';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';

/** Rules that let pass what others let pass before, what kube-proxy marked, or what devices of Docker bring. */
const NARROW =
  /--ctstate (?:RELATED|ESTABLISHED)|--state (?:RELATED|ESTABLISHED)|--ctstate INVALID|--mark 0x4000\/0x4000 |(?:^|\s)-[io] (?:docker|br-|lo\b|virbr)/;
const JUMP = /(?:^|\s)-[jg] ([\w.-]+)/;
const ENDS: ReadonlySet<string> = new Set(['ACCEPT', 'DROP', 'REJECT', 'RETURN', 'LOG', 'MARK', 'CONNMARK']);
/** Words of reports for packets that are passed on to Pods. */
const FORWARDED =
  /\bnode ?ports?\b|\b(?:other|another|different|remote|each|every|all|multiple|two) (?:worker )?nodes?\b|\bfrom outside\b|\bexternal|\bpod(?:s|['’]s)? ?ip|\bload ?balancer|\bservices?\b|\bcluster ?ip/i;
/** Chains that are there without a rule; of another one that is empty the rules are in no text. */
const OFTEN_EMPTY = /^(?:DOCKER|KUBE-)/;
const MOST_RULES = 500;

/** Rules of FORWARD and of the chains that it leads to; undefined: too many, or one of these chains is not told. */
function listForwarded({ xtables }: Pick<Netns, 'xtables'>): readonly string[] | undefined {
  const chains = xtables.ipv4?.tables.get('filter')?.chains;
  const told: string[] = [];
  const waiting = ['FORWARD'];
  const seen = new Set(waiting);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chain = chains?.get(name);
    if (!chain || (chain.length === 0 && !OFTEN_EMPTY.test(name))) return undefined;
    for (const text of listChainTexts(chain)) {
      told.push(text);
      const target = JUMP.exec(text)?.[1] ?? '';
      if (told.length > MOST_RULES) return undefined;
      if (ENDS.has(target) || seen.has(target) || target === '') continue;
      seen.add(target);
      waiting.push(target);
    }
  }
  return told;
}

/**
 * A machine of kube-proxy whose FORWARD drops by its policy and lets pass, by the rules that are told, only what is marked, known or Docker’s:
 * packets from outside or from other nodes to its Pods are dropped (pkg/proxy/iptables/proxier.go: KUBE-FORWARD), where texts complain of such.
 */
export function findForwardPolicy(
  machine: Pick<Netns, 'xtables'>,
  texts: readonly LinedText[],
): readonly EvidenceFinding[] {
  const chain = machine.xtables.ipv4?.tables.get('filter')?.chains.get('FORWARD');
  const isAsked = texts.some(({ text }) => FORWARDED.test(text) && complains(text));
  if (chain?.policy !== 'DROP' || !isAsked) return [];
  const rules = listForwarded(machine);
  const isOfProxy = rules?.some((text) => /-j KUBE-FORWARD\b/.test(text)) ?? false;
  const isOpen = rules?.some((text) => /-j ACCEPT\b/.test(text) && !NARROW.test(text)) ?? true;
  if (!isOfProxy || isOpen) return [];
  const values = { chain: 'FORWARD', packets: 0, kind: 'forward' };
  return [
    {
      id: 'forward-closed',
      severity: 'warning',
      says: phrase('evidence.forward-closed'),
      next: phrase('evidence.counter-next.policy', values),
      words: [':FORWARD DROP'],
    },
  ];
}

import { Memo } from '../../lib/memo';
import { listsNftParts } from '../../formats/nft-ruleset';
import { isXtTable } from '../../linux/hooks';
import { printLine } from '../../linux/xtables/ruleset-text';
import { detectMode } from '../../paste/proxy/types';
import { observedOfPasted } from '../reconstruct/observe-pasted';
import { networkOfPasted } from '../../paste/pasted';
import type { PastedNode } from '../../paste/pasted-types';
import { CHECKS } from './findings';
import type { Finding, FindingPlace, LintInput } from './finding';
import { phrase, type Phrase } from '../../lib/phrase';

/** What to do about each kind of finding; undefined: nothing needs to be done. */
const NEXT: Readonly<Record<string, Phrase>> = {
  covered: phrase('lint.next.order'),
  'dangling-jump': phrase('lint.next.paste-whole'),
  'duplicate-rule': phrase('lint.next.remove-rule'),
  'empty-service-chain': phrase('lint.next.restart'),
  'forward-drop': phrase('lint.next.forward'),
  'mark-overlap': phrase('lint.next.mark'),
  'mesh-proxy': phrase('lint.next.mesh-proxy'),
  'missing-jump': phrase('lint.next.full-sync'),
  'missing-set': phrase('lint.next.paste-sets'),
  'nat-hook': phrase('lint.next.nat-hook', { verb: 'dnat', hooks: 'prerouting, output' }),
  'never-matches': phrase('lint.next.order'),
  'no-endpoints': phrase('lint.next.endpoints'),
  'no-real-servers': phrase('lint.next.endpoints'),
  notrack: phrase('lint.next.notrack'),
  'other-mode': phrase('lint.next.cleanup'),
  'public-endpoints': phrase('lint.next.public-endpoints'),
  'refused-packets': phrase('lint.next.refused-packets'),
  'route-localnet': phrase('lint.next.route-localnet'),
  'rp-filter': phrase('lint.next.rp-filter'),
  'stale-chain': phrase('lint.next.restart'),
  'stale-connection': phrase('lint.next.stale-connection', { command: 'conntrack -D' }),
  'two-backends': phrase('lint.next.both'),
};

/** The next step for a finding by its id. */
export function nextStep(id: string): Phrase | undefined {
  return NEXT[id];
}

const ORDER = { error: 0, warning: 1, info: 2 } as const;
/** Of so many places of a finding the rule itself is told. */
const MOST_TEXTS = 5;

/** Everything odd about a node, the worst first, each with the next step. Only what its texts prove. */
function lint(input: LintInput): Finding[] {
  const found = CHECKS.flatMap(({ find }) => find(input));
  return found.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]).map((finding) => told(input, finding));
}

/** The same for pasted texts. */
export function lintPasted(pasted: PastedNode): Finding[] {
  return lint(lintInput(pasted, new Memo()));
}

/** The same in steps, each how far it is, 0..1. */
export function* lintInSteps(pasted: PastedNode, memo = new Memo()): Generator<number, Finding[]> {
  yield 0;
  const input = lintInput(pasted, memo);
  yield 0.5;
  return lint(input);
}

const HEADER = /^# (?:Generated|Completed|Warning).*$/gm;

function lintInput(pasted: PastedNode, memo: Memo): LintInput {
  const observed = observedOfPasted(pasted, undefined, memo);
  const { xtables, ipsets, nftables, ipvs } = observed;
  return {
    families: (['ipv4', 'ipv6'] as const).flatMap((family) => {
      const tables = xtables[family]?.tables;
      return tables ? [{ family, tables }] : [];
    }),
    mode: detectMode(observed),
    sysctls: observed.sysctls ?? {},
    twoBackends: observed.twoBackends ?? false,
    nftInPart: pasted.texts.some(({ text }) => listsNftParts(text)),
    headers: pasted.texts.flatMap(({ text }) => text.match(HEADER) ?? []),
    ipsets: ipsets ? new Set(ipsets.keys()) : undefined,
    nftables,
    ipvs,
    ...connectionsIn(pasted, memo),
  };
}

/** Only where connections were pasted anybody asks whose they are. */
function connectionsIn(pasted: PastedNode, memo: Memo): Pick<LintInput, 'connections' | 'services'> {
  if (!pasted.texts.some(({ text }) => /\bsrc=\S+ dst=\S+ sport=/.test(text))) return {};
  const { connections, found } = networkOfPasted(pasted, [], memo);
  return { connections, services: found };
}

function told(input: LintInput, finding: Finding): Finding {
  const next = finding.next ?? nextStep(finding.id);
  const places = finding.places.map((place, at) => (at < MOST_TEXTS ? withText(input, place) : place));
  return { ...finding, places, ...(next ? { next } : {}) };
}

function withText({ families, nftables }: LintInput, place: FindingPlace): FindingPlace {
  const { family, table, chain, index } = place;
  if (index === undefined || table === 'ipset' || table === 'ipvs') return place;
  if (!isXtTable(table)) {
    const text = nftables?.tables.get(table)?.chains.get(chain)?.text(index).trim();
    return text === undefined ? place : { ...place, text };
  }
  const found = families
    .find((each) => each.family === family)
    ?.tables.get(table)
    ?.chains.get(chain);
  return found && family && index < found.length ? { ...place, text: printLine(found, index, family) } : place;
}

import { findAskedAddress } from './asked-address';
import { findAnnouncedDevices } from './announcing-devices';
import { findAnnouncement } from './announcement';
import { complains, tellComplaint } from './complaints';
import { findBgpSelection } from './bgp-selection';
import { withoutContradicted } from './contradicted';
import { findContrasts } from './contrast-findings';
import { findOfDialled } from './dial-findings';
import { findDnsOfApi } from './dns-of-api';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import { phrase } from '../../lib/phrase';
import { tellDataplane } from '../../paste/dataplane';
import { findFault } from '../../paste/prose';
import { findFragmentPorts } from './fragment-ports';
import { findHeadlessPolicy } from './headless-policy';
import { findOfLogs } from './log-findings';
import { findKnown } from './known/find-known';
import { findMade } from './known/find-made';
import { findPairs } from './pairs/find-pairs';
import { findNodePortSymptom } from './node-port-symptom';
import { withoutOverruled } from './overruled';
import { findOverlappingRanges } from './overlapping-ranges';
import { findPolicyLabels } from './policy-labels';
import { findPolicyPorts } from './policy-ports';
import { findResolverAddress } from './resolver-address';
import { withoutSettled } from './settled-topics';
import { findStatedCause } from './stated-cause';
import { findStaleAddresses } from './stale-addresses';
import { findSplitHosts } from './split-hosts';
import { findWildcardNames } from './wildcard-names';
import { findUntracked } from './untracked-addresses';
import { findSymptoms } from './symptom-findings';

/** Causes that say only how a client failed: what a symptom of the same line says is narrower. */
const WIDE: ReadonlySet<string> = new Set(['log-timed-out', 'log-refused']);

/** Symptoms that are not told where one that is narrower is. */
const NARROWED: Readonly<Record<string, readonly string[]>> = {
  'symptom-self-service': ['contrast-own-policy'],
  'contrast-outside-alone': [
    'symptom-balancer-outside',
    'node-port-some-nodes',
    'symptom-health-local',
    'symptom-host-vm',
  ],
  'contrast-inside-alone': ['symptom-balancer-inside'],
};

/** Finds what lines of texts prove or name by their words alone: logs, outcomes, symptoms. No object of the texts is asked. */
export function findOfWords(texts: readonly LinedText[]): readonly EvidenceFinding[] {
  const logs = findOfLogs(texts);
  const named = [
    ...findDnsOfApi(texts),
    ...findOfDialled(texts),
    ...findSplitHosts(texts),
    ...findContrasts(texts),
    ...findNodePortSymptom(texts),
    ...findSymptoms(texts),
  ];
  const known = new Set(named.map(({ id }) => id));
  const isDesktop = logs.some(({ id }) => id === 'log-docker-desktop');
  const isInside = isDesktop || named.some(({ id }) => id === 'symptom-host-vm');
  // A capture shows which of the causes between nodes it is.
  const isCaptured = logs.some(({ id }) => id.startsWith('capture-'));
  const isAcross = named.some(({ id }) => id === 'symptom-across-nodes');
  // A host that has no way to the node needs no other cause.
  const symptoms = named.filter(
    ({ id }) =>
      !(NARROWED[id] ?? []).some((by) => known.has(by)) &&
      !(isDesktop && id === 'symptom-host-vm') &&
      !(isCaptured && id === 'symptom-across-nodes') &&
      !(isInside && id === 'symptom-balancer-outside') &&
      !(isAcross && id === 'symptom-sometimes'),
  );
  const lines = new Set(symptoms.map(({ words }) => words?.[0]));
  const isOfNames = symptoms.some(({ id }) => id === 'symptom-names');
  const own = logs.filter(({ id, words }) => !WIDE.has(id) || !(isOfNames || lines.has(words?.[0])));
  const isOutside = symptoms.some(({ id }) => id === 'symptom-balancer-outside');
  const { rules } = tellDataplane(texts);
  const isAside = ({ severity }: EvidenceFinding): boolean => severity === 'info';
  const all = [
    ...findStatedCause(texts),
    ...own.filter((each) => !isAside(each)),
    ...findStaleAddresses(texts),
    ...findPolicyPorts(texts),
    ...findPolicyLabels(texts),
    ...findFragmentPorts(texts),
    ...findWildcardNames(texts),
    ...findUntracked(texts),
    ...findResolverAddress(texts),
    ...findOverlappingRanges(texts),
    ...findAnnouncedDevices(texts),
    ...findBgpSelection(texts),
    ...findMade(texts),
    ...findKnown(texts),
    ...(showsRefusal(texts) ? [] : findPairs(texts, rules)),
    ...own.filter(isAside),
    ...symptoms,
    ...(isOutside ? findAnnouncement(texts) : []),
    ...findHeadlessPolicy(texts),
  ];
  const meant = all.filter((each) => !isGuess(each) || isMeant(each, texts));
  return withoutOverruled(withoutContradicted(withoutSettled(meant, texts), texts)).map((each) =>
    withRules(each, rules),
  );
}

/** Guesses on what keeps packets out, or lets them in. */
const OF_FILTERS = /polic|range|filter|egress|firewall|enforc|cilium-always/;

/** Is a guess one on what texts complain of: of something, and where it is that too much is let in of what should keep it out? */
function isMeant({ id }: EvidenceFinding, texts: readonly LinedText[]): boolean {
  const complaints = texts.map(({ text }) => tellComplaint(text) ?? (complains(text) ? 'other' : 'none'));
  if (complaints.every((each) => each === 'none')) return false;
  return !complaints.every((each) => each === 'unfiltered') || OF_FILTERS.test(id);
}

/** A cause that only fits, or a list of causes. */
const isGuess = ({ id, severity }: EvidenceFinding): boolean =>
  severity === 'warning' && /^(?:known|pair|contrast|symptom)-/.test(id);

/** A rule of kube-proxy that refuses or drops what a Service gets for want of endpoints: the comment says why (pkg/proxy/iptables/proxier.go). */
const REFUSAL = /^-A KUBE-\S{1,40} .{0,600}\bhas no (?:local )?endpoints\b.{0,300} -j (?:DROP|REJECT)\b/m;

/** Does a text show a rule that ends the packet and says why? Other causes are guesses then. */
const showsRefusal = (texts: readonly LinedText[]): boolean => texts.some(({ text }) => REFUSAL.test(text));

/** The next command, by the dataplane that carries Services here. */
const withRules = (finding: EvidenceFinding, rules: string): EvidenceFinding => ({
  ...finding,
  next: { ...finding.next, values: { ...finding.next.values, rules } },
});

/** Longer texts are dumps. */
const LONGEST_REPORT = 20_000;

/** Finds which commands decide, where words of a report name a fault beside objects that do not. */
export function findUndecided(texts: readonly LinedText[]): readonly EvidenceFinding[] {
  const lines = texts.filter(({ text }) => text.length <= LONGEST_REPORT).flatMap(({ text }) => text.split('\n'));
  const symptom = findFault(lines);
  if (symptom === undefined) return [];
  const says = phrase('evidence.undecided', { symptom });
  return [
    {
      id: 'undecided',
      severity: 'info',
      says,
      next: phrase('evidence.next.undecided', {
        symptom,
        rules: tellDataplane(texts).rules,
        address: findAskedAddress(texts),
      }),
    },
  ];
}

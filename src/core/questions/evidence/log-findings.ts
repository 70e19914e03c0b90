import { phrase } from '../../lib/phrase';
import { shortenLine } from '../../lib/shorten';
import { isCrash, readCrash } from '../../paste/crashes';
import { tellDataplane } from '../../paste/dataplane';
import { findAskedAddress } from './asked-address';
import { findOfCaptures } from './capture-findings';
import { findOfCounters } from './counter-findings';
import { findOfDirected } from './director-findings';
import { findOfMonitor, findOfQuoted } from './cilium-drops';
import { findCiliumEgress } from './cilium-egress';
import { findOfCilium } from './cilium-findings';
import type { EvidenceFinding } from './evidence-finding';
import { findFamilyExtension } from './family-extension';
import { findOfFrontends } from './frontend-findings';
import { findOfHubble } from './hubble-findings';
import { findOfEvents } from './event-findings';
import { findOfFirewall } from './firewall-findings';
import { findLogged } from './logged-findings';
import type { LogCause } from './log-cause-ids';
import { LOG_CAUSES } from './log-causes';
import { findOfPolicies } from './policy-findings';
import { findOfMade } from './made-services';
import { findOfRouter } from './router-findings';
import { findPrintedEvents } from './printed-events';
import { findOfPulls, isFailedPull } from './pull-findings';
import { findOfMtus } from './mtu-findings';
import { findNftModules } from './nft-modules';
import { findOfVersions } from './version-limits';

/** A text whose lines are looked through. */
interface LoggedText {
  readonly text: string;
}

/** Longer lines are no messages. */
const LONGEST = 4000;
/** So much of a line is quoted. */
const LONGEST_QUOTED = 200;

/** True where all words stand in a line. */
const hasAll = (line: string, words: readonly string[]): boolean => words.every((word) => line.includes(word));

function findCause(line: string, text = line): LogCause | undefined {
  if (line.length === 0 || line.length > LONGEST) return undefined;
  return LOG_CAUSES.find(
    ({ has, but = [], beside }) =>
      has.some((words) => hasAll(line, words)) &&
      !but.some((word) => line.includes(word)) &&
      (beside === undefined || beside.some((word) => text.includes(word))),
  );
}

/** A program that crashed while it listed rules, or wrote some. */
function findCrash({ text }: LoggedText): readonly EvidenceFinding[] {
  const crash = /segfault|egmentation fault|SIGSEGV/.test(text) ? readCrash(text.split('\n')) : undefined;
  if (!crash || crash.does === 'untold') return [];
  const ran = crash.ran === crash.line ? 'none' : quoteLine(crash.ran);
  const does = crash.isProxy ? 'syncs' : crash.does;
  return [
    {
      id: `crash-${does}`,
      severity: 'error',
      says: phrase('evidence.log.crash', { line: quoteLine(crash.line), ran, does }),
      next: phrase('evidence.log-next.crash', { does }),
      words: [crash.line],
    },
  ];
}

/**
 * Causes that lines of logs and of failed commands name, each cause once, at its first line, behind what firewalld is shown to
 * have refused. A line is all that is looked at: no text is understood, so nothing is said of one that no entry of the table
 * fits.
 */
export function findOfLogs(texts: readonly LoggedText[]): readonly EvidenceFinding[] {
  const found = new Map<LogCause, string>();
  for (const { text } of texts) {
    for (const line of text.split('\n')) {
      // What a node asks of a registry is told with its name; a program that crashed refused nothing.
      const cause = isFailedPull(line) || isCrash(line) ? undefined : findCause(line, text);
      if (cause && !found.has(cause)) found.set(cause, line.trim());
    }
  }
  const { rules } = tellDataplane(texts);
  const causes = [...found].map(([{ id, severity }, line]): EvidenceFinding => ({
    id: `log-${id}`,
    severity,
    says: phrase(`evidence.log.${id}`, { line: quoteLine(line) }),
    next: phrase(`evidence.log-next.${id}`, { rules, address: findAskedAddress(texts, line) }),
    words: [line],
  }));
  const captures = findOfCaptures(texts);
  // Which module it is says more than that one is missing.
  const modules = findNftModules(texts);
  return [
    ...texts.flatMap(({ text }) => findOfFirewall(text)),
    ...texts.flatMap(findCrash),
    ...findLogged(texts),
    ...captures,
    ...findOfDirected(texts),
    ...findOfCounters(texts),
    ...findOfPolicies(texts),
    ...findCiliumEgress(texts),
    ...findDrops(texts),
    ...findOfCilium(texts),
    ...findOfFrontends(texts),
    ...findOfMade(texts),
    ...findOfPulls(texts),
    ...findOfRouter(texts),
    ...findOfEvents(texts, (line) => isFailedPull(line) || findCause(line) !== undefined),
    ...findPrintedEvents(texts),
    ...findOfMtus(texts),
    ...findOfVersions(texts),
    ...findFamilyExtension(texts),
    ...modules,
    ...causes.filter(({ words }) => !modules.some((each) => each.words?.[0] === words?.[0])),
  ];
}

/** What Cilium says of packets, and where it shows none, of reasons. */
function findDrops(texts: readonly LoggedText[]): readonly EvidenceFinding[] {
  const shown = [...findOfHubble(texts), ...findOfMonitor(texts)];
  return shown.some(({ id }) => id.startsWith('cilium-drop')) ? shown : [...shown, ...findOfQuoted(texts)];
}

const quoteLine = (line: string): string => shortenLine(line.replace(/[.:]$/, ''), LONGEST_QUOTED);

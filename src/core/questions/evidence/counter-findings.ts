import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** Longer lines count nothing, and texts of more lines are not looked through. */
const LONGEST = 1000;
const MOST_LINES = 50_000;

type Counted = Pick<EvidenceFinding, 'id' | 'severity' | 'says' | 'next'> & { readonly line: string };

/** `Chain FORWARD (policy DROP 2947 packets, 248K bytes)`. */
const POLICY = /^Chain ([\w-]{1,40}) \(policy DROP (\d{1,15}[KMGT]?) packets,/;
/** `:FORWARD DROP [2947:248000]`. */
const SAVED_POLICY = /^:([\w-]{1,40}) DROP \[(\d{1,15}):\d{1,20}\]/;

function findPolicy(line: string): Counted | undefined {
  const [, chain = '', packets = '0'] = POLICY.exec(line) ?? SAVED_POLICY.exec(line) ?? [];
  if (packets === '0') return undefined;
  const values = { chain, packets, kind: chain === 'FORWARD' ? 'forward' : 'other' };
  return {
    id: `policy-dropped-${chain}`,
    severity: 'warning',
    says: phrase('evidence.counter.policy', values),
    next: phrase('evidence.counter-next.policy', values),
    line,
  };
}

/** `cpu=0  found=7 invalid=3 insert=0 insert_failed=12 drop=12 early_drop=0`: a line of `conntrack -S`. */
const STATISTICS = /\binsert_failed=(\d{1,12}) drop=(\d{1,12}) early_drop=(\d{1,12})/;

/** The processors of one listing together. */
function findStatistics(lines: readonly string[]): readonly Counted[] {
  const found = lines.flatMap((line) => {
    const [, failed, , early] = STATISTICS.exec(line) ?? [];
    return failed === undefined ? [] : [{ line, failed: Number(failed), early: Number(early) }];
  });
  const sum = (of: 'failed' | 'early'): number => found.reduce((all, each) => all + each[of], 0);
  return (['failed', 'early'] as const).flatMap((of) => {
    const line = found.find((each) => each[of] > 0)?.line;
    const values = { count: sum(of) };
    return line === undefined
      ? []
      : [
          {
            id: `conntrack-${of}`,
            severity: 'warning',
            says: phrase(`evidence.counter.${of}`, values),
            next: phrase(`evidence.counter-next.${of}`),
            line,
          } as const,
        ];
  });
}

const HELD = /\bnf_conntrack_(count|max)\b ?[=:]? {0,4}(\d{1,10})\b/;
/** From here on a burst fills what is left. */
const NEARLY = 0.9;

function findHeld(lines: readonly string[]): readonly Counted[] {
  const found = lines.flatMap((line) => {
    const [, name, number] = HELD.exec(line) ?? [];
    return number === undefined ? [] : [{ line, name, number: Number(number) }];
  });
  const [held, most] = (['count', 'max'] as const).map((name) => found.find((each) => each.name === name));
  if (!held || !most || most.number === 0 || held.number < NEARLY * most.number) return [];
  const values = { held: held.number, most: most.number };
  const next = phrase('evidence.log-next.table-full');
  return [
    { id: 'conntrack-held', severity: 'error', says: phrase('evidence.counter.held', values), next, line: held.line },
  ];
}

/** `"SyncProxyRules complete" ipFamily="IPv4" elapsed="1.32s"`, `syncProxyRules took 12.04s`. */
const SYNC = /[sS]yncProxyRules (?:complete"[^\n]{0,200}? elapsed="?|took )(\d{1,4}(?:m\d{1,2})?(?:\.\d{1,12})?s)\b/;
const SERVICES = /\bnumServices=(\d{1,8})/;
const toSeconds = (words: string): number => {
  const [, minutes = '0', seconds = '0'] = /^(?:(\d+)m)?([\d.]+)s$/.exec(words) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};
/** `minSyncPeriod` of kube-proxy as it is by default: from there on changes wait for one another. */
const SLOW = 1;

function findSlowSync(lines: readonly string[]): readonly Counted[] {
  const slow = lines.flatMap((line) => {
    const took = SYNC.exec(line)?.[1];
    return took !== undefined && toSeconds(took) >= SLOW ? [{ line, took }] : [];
  });
  const [slowest] = slow.toSorted((a, b) => toSeconds(b.took) - toSeconds(a.took));
  if (!slowest) return [];
  const services = lines.flatMap((line) => SERVICES.exec(line)?.[1] ?? []).at(-1) ?? 'none';
  const says = phrase('evidence.counter.slow-sync', { took: slowest.took, services });
  return [
    { id: 'slow-sync', severity: 'warning', says, next: phrase('evidence.log-next.rules-lockup'), line: slowest.line },
  ];
}

const HINT = /policy DROP \d|DROP \[\d|insert_failed=|nf_conntrack_count|yncProxyRules/;

/**
 * Findings that counters prove: packets that a policy dropped (iptables(8): -v), entries that could not be put into the table of
 * connections or were thrown out of it (conntrack(8): -S), a table that is nearly full, and a sync of kube-proxy that took long.
 */
export function findOfCounters(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }): readonly Counted[] => {
    if (!HINT.test(text)) return [];
    const lines = text.split('\n', MOST_LINES).map((line) => (line.length > LONGEST ? '' : line.trim()));
    return [
      ...lines.flatMap((line) => findPolicy(line) ?? []),
      ...findStatistics(lines),
      ...findHeld(lines),
      ...findSlowSync(lines),
    ];
  });
  const once = new Map(found.toReversed().map((each) => [each.id, each]));
  return [...once.values()].toReversed().map(({ line, ...each }) => ({ ...each, words: [line] }));
}

import { readFileSync } from 'node:fs';
import { parseRule, printRule } from '../../../src/core/linux/xtables/rule-text';
import type { SuiteResult } from '../suite';
import { Tally } from './found-texts';

/** A row of a table: one rule, what a tool said of it (`rc`), and how it printed it (`observed`). */
type Cell = (name: string) => string;

interface KnownDifference {
  readonly reason: string;
  readonly isOf: (cell: Cell) => boolean;
}

/** What a rule by itself does not tell, each with its reason; such rows are counted apart. */
const KNOWN: readonly KnownDifference[] = [
  {
    reason: 'a match that is only for some chains (xt_eui64): the rule by itself does not tell its chain',
    isOf: (cell) => cell('rc') !== '0' && cell('rule').includes('-m eui64') && cell('chain') === 'OUTPUT',
  },
  {
    reason: 'the kernel of the recording has no ipt_CLUSTERIP any more',
    isOf: (cell) => cell('rc') !== '0' && cell('rule').includes('-j CLUSTERIP'),
  },
  {
    reason: 'iptables-nft makes NFLOG a log of nftables, which has no --nflog-range',
    isOf: (cell) => cell('variant') === 'nft' && cell('rule').includes('--nflog-range'),
  },
  {
    reason: 'iptables-legacy keeps 63 bytes of --nflog-prefix (struct xt_nflog_info), iptables-nft 127',
    isOf: (cell) => cell('variant') === 'legacy' && /--nflog-prefix \S{64}/.test(cell('rule')),
  },
  {
    reason: 'iptables-legacy refuses TCPMSS --set-mss without --syn, iptables-nft takes it',
    isOf: (cell) => cell('variant') === 'legacy' && cell('rc') !== '0' && cell('rule').includes('--set-mss'),
  },
];

/** Single rules with what the real tool printed back, or that it refused them. `files`: tables `observed*.tsv` are read. */
export function singleRules(files: readonly string[]): SuiteResult[] {
  const tally = new Tally('single rules');
  for (const file of files.filter((path) => /observed[^/]*\.tsv$/.test(path))) {
    const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const columns = header.split('\t');
    for (const line of lines) {
      const cells = line.split('\t');
      checkRow(tally, (name) => cells[columns.indexOf(name)] ?? '');
    }
  }
  return tally.result().map((result) => ({ ...result, notes: missesByExtension(result) }));
}

/** `missed in libxt_NFLOG.t: 12`: which extensions the misses are of. */
function missesByExtension({ failures }: SuiteResult): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { id } of failures) {
    const key = `missed in ${id.slice(0, id.indexOf(':'))}, ${id.slice(id.lastIndexOf(' ') + 1)}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function checkRow(tally: Tally, cell: Cell): void {
  const tool = cell('tool');
  const accepted = cell('rc') === '0';
  if (tool !== 'iptables' && tool !== 'ip6tables') return tally.skip('ebtables and arptables');
  if (!accepted && cell('expect_result') === 'OK') return tally.skip('refused for want of a kernel module');
  const family = tool === 'iptables' ? 'ipv4' : 'ipv6';
  const { rule, notes } = parseRule(cell('rule'), family);
  const refused = notes.find(({ severity }) => severity !== 'info');
  const wanted = accepted ? cell('observed') : '(refused)';
  const got = refused ? '(refused)' : printRule(rule, family);
  const known = wanted === got ? undefined : KNOWN.find(({ isOf }) => isOf(cell));
  if (known) return tally.skip(known.reason);
  // Sorted by id, misses stand together by extension.
  const id = `${cell('file')}:${cell('lineno').padStart(3, '0')} ${tool} ${cell('variant')}`;
  tally.check(id, wanted === got ? undefined : `    ${cell('rule')}\n    - ${wanted}\n    + ${got}`);
}

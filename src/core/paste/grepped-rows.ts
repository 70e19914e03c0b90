import type { ListedChain } from '../formats/listing/read-listing';
import { endpointChain, servicePortChains } from '../kubernetes/proxy/iptables/context';
import type { TableName } from '../linux/hooks';
import type { XtRule } from '../linux/xtables/types';
import { formatIp } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import { findDnat, findDport, findJump, hostOfTest, listComments, protocolOfRule, type PortProtocol } from './layers';

/** Where a row stands that was listed without its chain. */
interface RowChain {
  readonly table: TableName;
  readonly chain: string;
}

/** All rows of a listing that lost its `Chain` lines, and how many with the same words came before this one. */
interface RowOfListing {
  readonly rule: XtRule;
  readonly at: number;
  readonly rows: readonly XtRule[];
  readonly table: TableName | undefined;
}

/** kube-proxy's comments that name no Service, with the chains that have such a rule, in the order iptables lists them. */
const FIXED: readonly (readonly [comment: RegExp, table: TableName, chains: readonly string[], jump?: string])[] = [
  [/^kubernetes service portals$/, 'nat', ['PREROUTING', 'OUTPUT'], 'KUBE-SERVICES'],
  [/^kubernetes service portals$/, 'filter', ['FORWARD', 'OUTPUT'], 'KUBE-SERVICES'],
  [/^kubernetes externally-visible service portals$/, 'filter', ['INPUT', 'FORWARD'], 'KUBE-EXTERNAL-SERVICES'],
  [/^kubernetes load balancer firewall$/, 'filter', ['INPUT', 'FORWARD', 'OUTPUT'], 'KUBE-PROXY-FIREWALL'],
  [/^kubernetes health check service ports$/, 'filter', ['INPUT'], 'KUBE-NODEPORTS'],
  [/^kubernetes forwarding rules$/, 'filter', ['FORWARD'], 'KUBE-FORWARD'],
  [/^kubernetes forwarding/, 'filter', ['KUBE-FORWARD']],
  [/^kubernetes postrouting rules$/, 'nat', ['POSTROUTING'], 'KUBE-POSTROUTING'],
  [/^kubernetes service traffic requiring SNAT$/, 'nat', ['KUBE-POSTROUTING']],
  [/^kubernetes service nodeports; /, 'nat', ['KUBE-SERVICES'], 'KUBE-NODEPORTS'],
  [
    /^(?:block incoming localnet connections|kubernetes firewall for dropping marked packets)$/,
    'filter',
    ['KUBE-FIREWALL'],
  ],
];

/** `shop/front:http`, `shop/front`; behind it what the rule is for. */
const SERVICE = /^"?([a-z0-9][\w.-]{0,252}\/[a-z0-9][\w.-]{0,252}(?::[\w.-]{0,63})?)"?(?: (.{0,200}))?$/;
const EXTERNAL = /^(?:masquerade traffic|pod traffic|masquerade LOCAL traffic|route LOCAL traffic) for (\S+)/;

/** Does a line look like a row of kube-proxy, whatever chain it was in? */
export const ROW_OF_KUBE_PROXY =
  /\/\* (?:kubernetes |(?:masquerade|pod|masquerade LOCAL|route LOCAL) traffic for |block incoming |"?[a-z0-9][\w.-]{0,252}\/[a-z0-9])/;

function findFixed({ rule, at, rows, table }: RowOfListing, comment: string): RowChain | undefined {
  const jump = findJump(rule);
  const found = FIXED.find(
    ([pattern, of, , target]) =>
      pattern.test(comment) && (table === undefined || table === of) && (target === undefined || target === jump),
  );
  if (!found) return undefined;
  const [, of, chains] = found;
  const before = rows.slice(0, at).filter((row) => listComments(row).includes(comment) && findJump(row) === jump);
  const chain = chains[Math.min(before.length, chains.length - 1)];
  return chain === undefined ? undefined : { table: of, chain };
}

/** The protocol of a service port, by any row of it that asks for one. */
function findPortProtocol(name: string, rows: readonly XtRule[]): PortProtocol {
  const own = rows.filter((row) => listComments(row).some((comment) => SERVICE.exec(comment)?.[1] === name));
  return own.map(protocolOfRule).find((each) => each !== undefined) ?? 'tcp';
}

function isToLocal({ matches }: XtRule): boolean {
  return matches.some((match) => match.match === 'addrtype' && match.spec.dst?.value.includes('LOCAL') === true);
}

/** The chain of a Service's endpoints: as a row that leads there calls it, else as kube-proxy names it by its hash. */
function findServiceChain(name: string, { rows }: RowOfListing): string {
  const jumps = rows.flatMap((row) =>
    listComments(row).some((comment) => SERVICE.exec(comment)?.[1] === name) ? (findJump(row) ?? []) : [],
  );
  const proto = findPortProtocol(name, rows);
  return jumps.find((chain) => chain.startsWith('KUBE-SVC-')) ?? servicePortChains({ name, proto }).svc;
}

/** The chain that leads to one endpoint: of a DNAT by its destination, of a hairpin's mark by its source. */
function findEndpointChain(name: string, { rule, rows }: RowOfListing): string | undefined {
  const proto = findPortProtocol(name, rows);
  const to = findDnat(rule);
  const src = hostOfTest(rule.src);
  const place =
    to?.port !== undefined
      ? formatEndpoint(to.address, to.port)
      : rows
          .map(findDnat)
          .flatMap((each) => (each?.port === undefined ? [] : [{ address: each.address, port: each.port }]))
          .filter(({ address }) => src !== undefined && formatIp(address) === formatIp(src))
          .map(({ address, port }) => formatEndpoint(address, port))[0];
  return place === undefined ? undefined : endpointChain({ name, proto }, place);
}

const LEADS_OUT = /^KUBE-(?:SVC|EXT|XLB|FW)-/;

function findOfService(row: RowOfListing, name: string, said: string): RowChain | undefined {
  const { rule, at, rows } = row;
  const jump = findJump(rule) ?? '';
  const nat = (chain: string | undefined): RowChain | undefined =>
    chain === undefined ? undefined : { table: 'nat', chain };
  if (/^has no (?:local |active )?endpoints/.test(said)) {
    const isExternal = said.startsWith('has no local') || isToLocal(rule);
    return { table: 'filter', chain: isExternal ? 'KUBE-EXTERNAL-SERVICES' : 'KUBE-SERVICES' };
  }
  if (said.startsWith('health check node port')) return { table: 'filter', chain: 'KUBE-NODEPORTS' };
  if (said.startsWith('-> ') || jump.startsWith('KUBE-SEP-')) return nat(findServiceChain(name, row));
  if (LEADS_OUT.test(jump)) return nat(rule.dst ? 'KUBE-SERVICES' : 'KUBE-NODEPORTS');
  if (said === 'cluster IP' && jump === 'KUBE-MARK-MASQ') {
    // Up to 1.20 it stands before the jump to the Service, since then in the Service's own chain.
    const leads = rows.findIndex((each, index) => index > at && LEADS_OUT.test(findJump(each) ?? ''));
    const isBefore = leads === at + 1 && listComments(rows[leads]!).includes(`${name} ${said}`);
    return nat(isBefore ? 'KUBE-SERVICES' : findServiceChain(name, row));
  }
  if (said === '' && jump === 'KUBE-MARK-MASQ' && !rule.src && findDport(rule) !== undefined)
    return nat('KUBE-NODEPORTS');
  return said === '' ? nat(findEndpointChain(name, row)) : undefined;
}

/** The chain a row of `iptables -L` was in, by what kube-proxy writes of it; undefined: nothing tells. */
function findChainOfRow(row: RowOfListing): RowChain | undefined {
  for (const comment of listComments(row.rule)) {
    const fixed = findFixed(row, comment);
    if (fixed) return fixed;
    const external = EXTERNAL.exec(comment)?.[1];
    if (external !== undefined) {
      const proto = findPortProtocol(external, row.rows);
      return { table: 'nat', chain: servicePortChains({ name: external, proto }).ext };
    }
    const [, name, said = ''] = SERVICE.exec(comment) ?? [];
    const found = name === undefined ? undefined : findOfService(row, name, said);
    if (found && (row.table === undefined || row.table === found.table)) return found;
  }
  return undefined;
}

/** Chains that rows were put into by their comments, a group a table, and the lines of those that nothing tells the chain of. */
interface GroupedRows {
  readonly groups: readonly { readonly table: TableName; readonly chains: readonly ListedChain[] }[];
  readonly untold: readonly number[];
}

/**
 * Puts rows that `grep` left of `iptables -L` back into their chains: kube-proxy's comments tell which (pkg/proxy/iptables/proxier.go).
 *
 * @param listed all rows, as of one chain
 * @param table what the command lists; undefined: nothing says it
 */
export function groupRows(listed: ListedChain, table: TableName | undefined): GroupedRows {
  const chains = new Map<string, { table: TableName; name: string; rules: XtRule[]; lines: number[] }>();
  const untold: number[] = [];
  for (const [at, rule] of listed.rules.entries()) {
    const line = listed.lines[at] ?? listed.line;
    const found = findChainOfRow({ rule, at, rows: listed.rules, table });
    if (!found) {
      untold.push(line);
      continue;
    }
    const key = `${found.table} ${found.chain}`;
    const chain = chains.get(key) ?? { table: found.table, name: found.chain, rules: [], lines: [] };
    chain.rules.push(rule);
    chain.lines.push(line);
    chains.set(key, chain);
  }
  const all = [...chains.values()];
  const groups = [...new Set(all.map((each) => each.table))].map((of) => ({
    table: of,
    chains: all
      .filter((each) => each.table === of)
      .map(({ name, rules, lines }): ListedChain => ({ ...listed, name, rules, lines, line: lines[0] ?? listed.line })),
  }));
  return { groups, untold };
}

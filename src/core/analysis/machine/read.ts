import { CNI_CONFLIST } from '../../formats/cni-conflist';
import { CONNTRACK } from '../../formats/conntrack';
import type { SourceSpan } from '../../formats/format';
import { IFCONFIG } from '../../formats/ifconfig';
import { IP_ADDRESS } from '../../formats/ip-address';
import { IP_ROUTE, routeOf } from '../../formats/ip-route';
import { IP_RULE } from '../../formats/ip-rule';
import { IPSET_LIST } from '../../formats/ipset-list';
import { IPSET_SAVE } from '../../formats/ipset-save';
import { IPVSADM, spansOf } from '../../formats/ipvsadm';
import { KUBE_PROXY_CONFIG } from '../../formats/kube-proxy-config';
import { KUBECTL_TABLE } from '../../formats/kubectl-table';
import type { LineFormat } from '../../formats/lines/line-format';
import { NFT_JSON } from '../../formats/nft-json';
import { NFT_RULESET } from '../../formats/nft-ruleset';
import { ROUTE_N, routeOfRow } from '../../formats/route-n';
import type { Evidence, TextPiece } from '../pasted-types';
import { enteredPod, isEntered } from './inside';
import { objectsIn } from './objects';
import type { Scanner } from './scan';
import type { Found, MachineText } from './types';

/** A text, to cut the lines of evidence out of. */
interface Source {
  readonly text: string;
  readonly id: string;
}

const LONGEST = 200;

/** The line a thing was read from. */
function evidenceOf({ text, id }: Source, { start, line }: SourceSpan): Evidence {
  const begin = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  return { line, text: text.slice(begin, Math.min(end, begin + LONGEST)).trim(), source: id };
}

/** Everything a text says of the machine, the rules left out. What was read is no longer left in the scanner. */
export function readMachine(scanner: Scanner, source: Source): { machine: MachineText; pieces: readonly TextPiece[] } {
  const pieces: TextPiece[] = [];
  const scan = <T>(format: LineFormat<string, readonly T[]>): readonly T[] => {
    const found = scanner.scan(format);
    if (!found) return [];
    const lines = found.taken.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    pieces.push({
      format: format.id,
      title: format.title,
      count: found.value.length,
      lines,
      from: found.taken[0]?.from ?? 1,
    });
    return found.value;
  };
  const placed = (span: SourceSpan): { evidence: Evidence; inside?: boolean } => ({
    evidence: evidenceOf(source, span),
    ...(isEntered(source.text, span.start) ? { inside: true } : {}),
  });
  const podAt = ({ start }: SourceSpan): { pod?: string } => {
    const pod = isEntered(source.text, start) ? enteredPod(source.text, start) : undefined;
    return pod === undefined ? {} : { pod };
  };
  const at = <T>(value: T, span: SourceSpan): Found<T> => ({ value, evidence: evidenceOf(source, span) });
  const each = <T extends { readonly span: SourceSpan }>(values: readonly T[]): Found<T>[] =>
    values.map((value) => at(value, value.span));

  const nft = scanNft(scanner, pieces, source);
  const kubeProxy = each(scan(KUBE_PROXY_CONFIG));
  const cni = each(scan(CNI_CONFLIST));
  const objects = scanObjects(scanner, pieces, source);
  const tables = each(scan(KUBECTL_TABLE));
  const connections = each(scan(CONNTRACK));
  const listed = each(scan(IPSET_LIST));
  const saved = scanSets(scanner, pieces, source);
  const ipvs = scan(IPVSADM).map((listing) => at(listing, spansOf(listing)[0] ?? NOWHERE));
  const rules = each(scan(IP_RULE));
  const links = [...scan(IP_ADDRESS), ...scan(IFCONFIG)].map((link) => ({
    value: link,
    ...placed(link.span),
    ...podAt(link.span),
  }));
  links.sort((a, b) => a.evidence.line - b.evidence.line);
  const routes = [
    ...scan(IP_ROUTE).map((route) => ({
      route: routeOf(route),
      ...placed(route.span),
    })),
    ...scan(ROUTE_N).map((row) => ({ route: routeOfRow(row), ...placed(row.span) })),
  ];
  const sets = [
    ...saved,
    ...listed.filter(({ value }) => value.complete).map(({ value, evidence }) => ({ value: value.set, evidence })),
  ];
  const partial = listed.filter(({ value }) => !value.complete);
  return {
    machine: { nft, links, routes, rules, sets, partial, ipvs, connections, kubeProxy, cni, tables, objects },
    pieces,
  };
}

const NOWHERE: SourceSpan = { start: 0, end: 0, line: 1, column: 1 };

const OBJECTS = { id: 'kubernetes-yaml', title: 'kubectl get -o yaml' } as const;
const OF_OBJECTS = /^[ \t]*-?[ \t]*(?:"apiVersion"|apiVersion|"kind"|kind)[ \t]*:/m;

/** Objects of the API among other lines; kube-proxy's own configuration and CNI's are no such objects. */
function scanObjects(scanner: Scanner, pieces: TextPiece[], { text, id }: Source): MachineText['objects'] {
  if (!scanner.has(OF_OBJECTS)) return [];
  const { found, taken, count } = objectsIn(scanner.shown, text, id);
  const own = scanner.give(taken);
  if (own.length === 0) return [];
  const lines = own.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  pieces.push({ format: OBJECTS.id, title: OBJECTS.title, count, lines, from: own[0]?.from ?? 1 });
  return found;
}

/** Tables of nftables, from text and from JSON; their evidence is the first line. */
function scanNft(scanner: Scanner, pieces: TextPiece[], { text, id }: Source): MachineText['nft'] {
  const json = scanner.scan(NFT_JSON);
  const listed = scanner.scan(NFT_RULESET);
  return [
    { format: NFT_JSON, value: json?.value.ruleset, taken: json?.taken },
    { format: NFT_RULESET, value: listed?.value, taken: listed?.taken },
  ].flatMap(({ format, value, taken }) => {
    if (!value || !taken) return [];
    const from = taken[0]?.from ?? 1;
    const lines = taken.reduce((sum, run) => sum + run.to - run.from + 1, 0);
    pieces.push({ format: format.id, title: format.title, count: value.tables.size, lines, from });
    const first = text.split('\n', from).at(-1) ?? '';
    return [{ value, evidence: { line: from, text: first.trim().slice(0, LONGEST), source: id } }];
  });
}

/** Sets of `ipset save`; their evidence is the first line of the listing. */
function scanSets(scanner: Scanner, pieces: TextPiece[], { id }: Source): MachineText['sets'] {
  const found = scanner.scan(IPSET_SAVE);
  if (!found) return [];
  const from = found.taken[0]?.from ?? 1;
  const lines = found.taken.reduce((sum, run) => sum + run.to - run.from + 1, 0);
  pieces.push({ format: IPSET_SAVE.id, title: IPSET_SAVE.title, count: found.value.size, lines, from });
  return [...found.value.values()].map((set) => ({
    value: set,
    evidence: { line: from, text: `create ${set.name} ${set.type} ${set.options}`.trim(), source: id },
  }));
}

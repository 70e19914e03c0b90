import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

const LONGEST = 600;
const MOST_LINES = 4000;

type Owner = 'pods' | 'services' | 'nodes';

interface Range {
  readonly owner: Owner;
  readonly from: number;
  readonly to: number;
  readonly spelled: string;
  readonly line: string;
}

/** Settings and flags that say whose a range is. */
const SETTINGS: readonly (readonly [Owner, RegExp])[] = [
  [
    'pods',
    /(?:pod-network-cidr|cluster-cidr|podSubnet|clusterCIDR|podCIDR|clusterPoolIPv4PodCIDRList|CALICO_IPV4POOL_CIDR)["']?[=: ]{1,3}["'[]?(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})/i,
  ],
  [
    'services',
    /(?:service-cidr|service-cluster-ip-range|serviceSubnet|serviceCIDR)["']?[=: ]{1,3}["'[]?(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})/i,
  ],
];
/** A row of `kubectl get nodes -o wide`: its INTERNAL-IP. */
const NODE_ROW = /^\S{1,253}\s{1,20}(?:Not)?Ready\S{0,30}\s.{0,120}?\s(\d{1,3}(?:\.\d{1,3}){3})\s/;

const toNumber = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function toRange(owner: Owner, [address, length]: readonly [string, number], line: string): Range {
  const size = 2 ** (32 - length);
  const from = Math.floor(toNumber(address) / size) * size;
  const spelled = length === 32 ? address : `${address}/${length}`;
  return { owner, from, to: from + size - 1, spelled, line };
}

function readLine(line: string): readonly Range[] {
  const node = NODE_ROW.exec(line)?.[1];
  const set = SETTINGS.flatMap(([owner, pattern]) => {
    const [, address, length] = pattern.exec(line) ?? [];
    return address === undefined || Number(length) > 32 ? [] : [toRange(owner, [address, Number(length)], line)];
  });
  return node === undefined ? set : [...set, toRange('nodes', [node, 32], line)];
}

function findInText(text: string): readonly EvidenceFinding[] {
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST);
  const ranges = lines.flatMap(readLine);
  const pairs = ranges.flatMap((one) => ranges.map((other) => [one, other] as const));
  const found = pairs.find(([a, b]) => a.owner < b.owner && a.from <= b.to && b.from <= a.to);
  if (!found) return [];
  const [one, other] = found;
  const values = { one: one.spelled, other: other.spelled, ones: one.owner, others: other.owner };
  return [
    {
      id: 'overlapping-ranges',
      severity: 'error',
      says: phrase('evidence.overlapping-ranges', values),
      next: phrase('evidence.next.overlapping-ranges', values),
      words: [one.line.trim()],
      others: [[other.line.trim()]],
    },
  ];
}

/** Finds ranges of Pods, Services and Nodes in texts that overlap: an address of both goes to one of them alone. */
export function findOverlappingRanges(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findInText(text)).slice(0, 1);
}

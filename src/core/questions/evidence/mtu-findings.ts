import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { readMtus, type LinkRole, type MtuFact, type MtuFacts } from './mtu-facts';

/** A tunnel around packets between nodes, with the bytes that it adds over IPv4. */
interface Wrap {
  readonly by: 'vxlan' | 'geneve' | 'ipip' | 'none';
  readonly bytes: number;
}

/**
 * Bytes of tunnels (RFC 7348, RFC 8926 without options, RFC 2003): by the device that makes one, which is there whatever a text's words say.
 */
const WRAPS: readonly (readonly [RegExp, Wrap])[] = [
  [/^cilium_geneve$|^genev_sys/, { by: 'geneve', bytes: 50 }],
  [/^(?:flannel\.|flannel-v6|vxlan|cilium_vxlan)/, { by: 'vxlan', bytes: 50 }],
  [/^(?:tunl\d|cilium_ipip4)/, { by: 'ipip', bytes: 20 }],
];
const UNWRAPPED: Wrap = { by: 'none', bytes: 0 };

/** What of a text limits a packet of a Pod to another node, and to how many bytes. */
interface Limit {
  readonly by: 'path' | 'wireguard' | 'overlay';
  readonly bytes: number;
  readonly device: string;
  readonly number: number;
}

const listOf = (links: readonly MtuFact[], role: LinkRole): readonly MtuFact[] =>
  links.filter((each) => each.role === role);

const smallest = (links: readonly MtuFact[]): MtuFact | undefined => links.toSorted((a, b) => a.mtu - b.mtu)[0];

function findWrap(links: readonly MtuFact[]): Wrap {
  const own = listOf(links, 'overlay').map(({ device }) => WRAPS.find(([name]) => name.test(device))?.[1]);
  return own.find((each) => each !== undefined) ?? UNWRAPPED;
}

/** The narrowest place of the way: what was measured, else a tunnel's own device. Cilium narrows a Pod's route, not its device. */
function findLimit({ links, path }: MtuFacts, network: string): Limit | undefined {
  if (path) return { by: 'path', bytes: path.bytes, device: path.by, number: path.number };
  if (network === 'cilium') return undefined;
  const tunnel = smallest([...listOf(links, 'wireguard'), ...listOf(links, 'overlay')]);
  if (!tunnel) return undefined;
  const by = tunnel.role === 'wireguard' ? 'wireguard' : 'overlay';
  return { by, bytes: tunnel.mtu, device: tunnel.device, number: tunnel.number };
}

/** The network of the Pods, which says where its MTU is set. */
function findNetwork(text: string, links: readonly MtuFact[]): string {
  const names = links.map(({ device }) => device).join(' ');
  if (/\bcilium/.test(names) || /\bcilium\b/i.test(text)) return 'cilium';
  if (/\bcali|vxlan\.calico|wireguard\.cali/.test(names) || /\bcalico\b/i.test(text)) return 'calico';
  return /\bflannel/.test(names) || /\bflannel\b/i.test(text) ? 'flannel' : 'none';
}

/** The command that gives a network of Pods its MTU (docs.cilium.io: mtu; docs.tigera.io: Configure MTU; flannel: Backends). */
function writePatch(network: string, mtu: number): string {
  if (network === 'cilium') {
    return `kubectl -n kube-system patch configmap cilium-config --type merge -p '${JSON.stringify({ data: { mtu: String(mtu) } })}'`;
  }
  if (network === 'calico') {
    return `kubectl patch installation.operator.tigera.io default --type merge -p '${JSON.stringify({ spec: { calicoNetwork: { mtu } } })}'`;
  }
  return `kubectl -n kube-flannel edit configmap kube-flannel-cfg # cni-conf.json, delegate: "mtu": ${mtu}`;
}

/** Longer texts are dumps. */
const LONGEST_TEXT = 200_000;

function findOfText(text: string): readonly EvidenceFinding[] {
  if (text.length > LONGEST_TEXT || !/mtu/i.test(text)) return [];
  const facts = readMtus(text);
  const network = findNetwork(text, facts.links);
  const pod = listOf(facts.links, 'pod').toSorted((a, b) => b.mtu - a.mtu)[0];
  const limit = findLimit(facts, network);
  if (!pod || !limit || pod.mtu <= limit.bytes) return [];
  const wrap = limit.by === 'wireguard' ? findWrap(facts.links) : UNWRAPPED;
  const under = smallest(listOf(facts.links, 'underlay'));
  const fits = limit.bytes - wrap.bytes;
  const values = {
    pod: pod.device === 'Pod' ? 'none' : pod.device,
    podMtu: String(pod.mtu),
    podLine: String(pod.number),
    by: limit.by,
    device: limit.device,
    line: String(limit.number),
    bytes: String(limit.bytes),
    fits: String(fits),
    payload: String(fits - 28),
    mss: String(fits - 40),
    patch: writePatch(network, network === 'cilium' ? (under?.mtu ?? fits) : fits),
    wrap: wrap.by,
    wrapBytes: String(wrap.bytes),
    network,
    underlay: under?.device ?? 'none',
    underlayMtu: String(under?.mtu ?? 0),
  };
  const says = phrase('evidence.mtu', values);
  const next = phrase('evidence.next.mtu', values);
  return [{ id: 'mtu-too-big', severity: 'error', says, next, words: [pod.line.trim()] }];
}

/**
 * Finds Pods whose devices take larger packets than the way to another node carries, by the figures of a text: what passed and what did not,
 * or a tunnel's own device. Nothing is said where one of the two sizes is not told.
 */
export function findOfMtus(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findOfText(text)).slice(0, 1);
}

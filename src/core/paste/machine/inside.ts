import { phrase } from '../../lib/phrase';
import type { Diagnostic } from '../../formats/format';
import type { Link } from '../../formats/links/link';
import { formatIp } from '../../net/ip';
import type { TableLayer } from '../layers';
import type { Found, FoundRoute } from './types';

/** Commands that show another namespace than the node's. */
const ENTERS =
  /\b(?:(?:kubectl|oc|docker|crictl|podman|nerdctl|ctr)\b[^\n]{0,80}\b(?:exec|run|rsh|debug|attach)\b|ip netns exec|ip -n \S|nsenter\b|lxc-attach)/g;
const LEAVES = /(?:^|[\s$#>])(?:exit|logout|ctrl-d)\s*$/gim;
/** Without one of these nobody entered anything. */
const WORDS = ['exec', 'run', 'rsh', 'debug', 'attach', 'ip -n ', 'nsenter'] as const;

/** Cheap, and false for most texts: may {@link isEntered} be true of any place of it? */
export function mayEnter(text: string): boolean {
  return WORDS.some((word) => text.includes(word));
}

/** How far above a listing the command may stand, UTF-16 units. */
const LOOK_BACK = 600;
/** Calico's Pods have this gateway, and nobody else. */
const POD_GATEWAY = '169.254.1.1';

/** Is the place of a text inside a Pod or container that was entered above it? */
export function isEntered(text: string, start: number): boolean {
  const above = text.slice(Math.max(0, start - LOOK_BACK), start);
  const entered = [...above.matchAll(ENTERS)].at(-1)?.index ?? -1;
  const left = [...above.matchAll(LEAVES)].at(-1)?.index ?? -1;
  return entered > left && !isBack(above, entered);
}

/** A command that a Pod runs and ends, in a line behind a prompt: `❯ kubectl exec web-0 -- cat /etc/resolv.conf`. */
const RUNS_ONCE = /^(\S{0,60}[$#>%❯➜] +)\S[^\n]{0,160} -- +(?!(?:\S*\/)?(?:ba|da|a|z|k)?sh\b)\S/;

/** Was a command that ran once in a Pod over before the end of a text, at the same prompt again? */
function isBack(above: string, entered: number): boolean {
  const start = above.lastIndexOf('\n', entered) + 1;
  const [line = '', ...behind] = above.slice(start).split('\n');
  const prompt = RUNS_ONCE.exec(line)?.[1];
  return prompt !== undefined && behind.some((each) => each.startsWith(prompt));
}

const ENTERS_POD = /\b(?:kubectl|oc)\b[^\n]{0,80}?\b(?:exec|rsh|debug|attach)\b/g;
const VALUED = /^(?:-[nc]|--(?:namespace|container|context|kubeconfig))$/;
const POD = /^(?:(?:pods?|ds|daemonset|deploy(?:ment)?|sts|statefulset)\/)?([a-z0-9][-a-z0-9.]*)/;

/** The Pod that was entered above a place of a text, by the name the command gives it. */
export function enteredPod(text: string, start: number): string | undefined {
  const above = text.slice(Math.max(0, start - LOOK_BACK), start);
  const named = [...above.matchAll(ENTERS_POD)].flatMap(
    ({ 0: command, index }) => firstPod(above.slice(index + command.length)) ?? [],
  );
  return named.at(-1);
}

/** The first word behind a command's options; undefined: it is no name of a Pod. */
function firstPod(behind: string): string | undefined {
  const [glued, ...words] = behind.split(/\s+/);
  if (glued !== '') return undefined;
  let at = 0;
  while (words[at]?.startsWith('-')) at += VALUED.test(words[at] ?? '') ? 2 : 1;
  return POD.exec(words[at] ?? '')?.[1];
}

/** A chain of the programs that a node has and a Pod has not; and the Pods of such programs, which use the node's network. */
const OF_NODE = /^(?:KUBE-|cali-|FLANNEL-|CNI-|CILIUM_|DOCKER)/;
const NODE_PODS =
  /^(?:kube-proxy|kube-router|kube-flannel|calico-node|canal|cilium|weave-net|antrea-agent|node-local-dns)/;

/** Rules that were listed inside a Pod, and that are not a node's by what they are: the Pod's name, and what is said of it. */
export function rulesInPod(
  text: string,
  { start, line }: { readonly start: number; readonly line: number },
  layers: readonly TableLayer[],
): { readonly pod: string; readonly said: Diagnostic } | undefined {
  if (!mayEnter(text) || !isEntered(text, start)) return undefined;
  const pod = enteredPod(text, start);
  const isNodes = layers.some(({ chains }) => [...chains.keys()].some((name) => OF_NODE.test(name)));
  if (pod === undefined || isNodes || NODE_PODS.test(pod)) return undefined;
  const message = phrase('analysis.rules-inside', { line, pod });
  return { pod, said: { severity: 'warning', code: 'assumed', message, span: { start, end: start, line, column: 1 } } };
}

/** Lines a device's own listing takes at most; further apart it is another listing. */
const FARTHEST = 40;

/** Devices in the listings they stand in: one begins where a name comes again or far below the last. */
function listListings(links: readonly Found<Link>[]): Found<Link>[][] {
  const groups: Found<Link>[][] = [];
  let names = new Set<string>();
  let last: Found<Link> | undefined;
  for (const found of links) {
    const { source, line } = found.evidence;
    const far = last && (last.evidence.source !== source || line > last.evidence.line + FARTHEST);
    if (far || !last || names.has(found.value.name)) {
      groups.push([]);
      names = new Set();
    }
    groups.at(-1)?.push(found);
    names.add(found.value.name);
    last = found;
  }
  return groups;
}

/** Devices every namespace has once a module is loaded. */
const PLACEHOLDER = /^(?:lo|tunl0|gre0|gretap0|erspan0|ip6tnl0|sit0|ip6gre0|ip_vti0|ip6_vti0)(?:@NONE)?$/;

/** A Pod's listing: it was entered, or it has one cable only, and that is a Pod's end or has a Pod's address. */
function isPods(group: readonly Found<Link>[], pods: () => ReadonlySet<string>): boolean {
  if (group.some(({ inside }) => inside === true)) return true;
  const cables = group.filter(({ value }) => !PLACEHOLDER.test(value.name));
  const [cable] = cables;
  if (!cable || cables.length > 1) return false;
  if (group.length > 1 && cable.value.name === 'eth0' && /^if\d+$/.test(cable.value.parent ?? '')) return true;
  return cable.value.addresses.some(({ address }) => pods().has(formatIp(address)));
}

/** The listings of the node itself; those of Pods go to `insiders`, and that is said. */
export function withoutPods(
  links: readonly Found<Link>[],
  pods: () => ReadonlySet<string>,
  diagnostics: Diagnostic[],
  insiders: Found<Link>[] = [],
): readonly Found<Link>[] {
  return listListings(links).flatMap((group) => {
    const [first] = group;
    if (!first || !isPods(group, pods)) return group;
    diagnostics.push(saidInside(first.evidence.line));
    for (const each of group) insiders.push(each);
    return [];
  });
}

function saidInside(line: number): Diagnostic {
  const span = { start: 0, end: 0, line, column: 1 };
  return { severity: 'info', code: 'irrelevant', message: phrase('analysis.machine.inside', { line }), span };
}

/** Routes of the node itself. A listing whose default leads to Calico's gateway is a Pod's. */
export function nodeRoutes(routes: readonly FoundRoute[], diagnostics: Diagnostic[]): readonly FoundRoute[] {
  const [first] = routes;
  if (!first) return routes;
  const isPod = routes.some(({ route: { dst, via } }) => dst.prefix === 0 && via && formatIp(via) === POD_GATEWAY);
  if (isPod) diagnostics.push(saidInside(first.evidence.line));
  return isPod ? [] : routes.filter(({ inside }) => inside !== true);
}

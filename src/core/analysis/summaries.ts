import { formatIp } from '../net/ip';
import { oddsText, type KubeServicePort } from './kube-services';
import { rulesIn } from './layers';
import type { NodePlan } from './node/plan';
import { freePodAddress } from './node/pod-network';
import type { FoundService, TextSummary } from './pasted-types';
import type { ReadText } from './read-text';
import { capped, isSettled, type Understood } from './understand';

/** A flow worth sending first: from a Pod (or the node) to something the rules know. */
export interface SuggestedFlow {
  readonly title: string;
  readonly device?: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly port: number;
}

/** A Service port as it is listed. */
export function foundService(port: KubeServicePort): FoundService {
  return {
    name: port.name,
    address: port.clusterIP ?? '',
    port: port.port ?? 0,
    protocol: port.protocol,
    ...(port.nodePort === undefined ? {} : { nodePort: port.nodePort }),
    endpoints: port.endpoints.map(({ place, chain }) => place ?? chain),
    odds: port.endpoints.map(oddsText),
    ...(port.external.length > 0 ? { external: port.external } : {}),
    ...(port.chain === undefined ? {} : { chain: port.chain }),
    ...(port.refused === undefined ? {} : { refused: port.refused }),
  };
}

/** More than this many are not worth reading. */
const MOST_SUGGESTED = 200;

/** Flows from a Pod, or the node itself, to what the rules know. */
export function suggestionsOf(plan: NodePlan): SuggestedFlow[] {
  return plan.views.flatMap((view) => {
    const pod = freePodAddress(plan, view);
    const own = plan.devices.get(plan.uplink)?.addresses.find(({ address }) => address.family === view.family);
    const device = pod && plan.podDevice?.name;
    const from = pod ?? own?.address;
    if (!from) return [];
    return bestFirst(view.services)
      .filter(({ clusterIP, port }) => clusterIP !== undefined && port !== undefined)
      .slice(0, MOST_SUGGESTED)
      .map(({ name, clusterIP = '', port = 0, protocol }): SuggestedFlow => ({
        title: name,
        ...(device === undefined ? {} : { device }),
        from: formatIp(from),
        to: clusterIP,
        protocol,
        port,
      }));
  });
}

/** Services with endpoints first, and among them those people made themselves. */
function interest({ name, endpoints, refused }: KubeServicePort): number {
  const led = endpoints.some(({ place }) => place !== undefined) ? 4 : refused ? 1 : 0;
  return led + (/^(?:kube-|default\/kubernetes)/.test(name) ? 0 : 2);
}

export function bestFirst(services: readonly KubeServicePort[]): readonly KubeServicePort[] {
  return services.toSorted((a, b) => interest(b) - interest(a));
}

/** Runs of other lines that are listed. */
const MOST_OTHERS = 2000;

/** One summary a text: parts, other lines, what is to be said. */
export function summaryOf(text: ReadText, { unused, rulesets }: Understood): TextSummary {
  const { pasted, lines, layers, pieces, others, diagnostics } = text;
  const parts = layers.map((layer) => ({
    format: layer.format,
    family: layer.family,
    table: layer.table,
    chains: layer.chains.size,
    rules: rulesIn(layer.chains),
    whole: layer.whole,
    unused: unused.has(layer),
  }));
  return {
    id: pasted.id,
    title: pasted.title,
    lines,
    parts,
    ...(pieces.length > 0 ? { pieces } : {}),
    others: others.slice(0, MOST_OTHERS),
    diagnostics: capped(diagnostics.filter((each) => !isSettled(each, rulesets))),
  };
}

import { assertNever } from '../../core/lib/assert';
import type { Phrase } from '../../core/lib/phrase';
import { formatCidr } from '../../core/net/cidr';
import { formatIp } from '../../core/net/ip';
import { hasPorts, type Packet } from '../../core/net/packet';
import { formatEndpoint } from '../../core/net/tuple';
import type {
  BridgeStep,
  ConntrackStep,
  DeliverStep,
  HookStep,
  IpvsStep,
  NatStep,
  NftLookup,
  OriginateStep,
  RoutingStep,
  RuleStep,
  SkipStep,
  TransmitStep,
} from '../../core/sim/trace';
import type { FlatStep } from '../../store/selectors';
import { conntrackSentenceId, ipvsSentenceId } from '../inspector/sentence-ids.model';
import { rewriteAfter } from '../packet/rewrite-after.model';
import { aboutOdds } from '../common/odds-text.model';
import { withoutDefault } from '../common/object-names.model';
import type { CaptionContext } from './caption-context.model';

/** The messages of `shell.step`; each is a full sentence that stands alone. */
export const CAPTION_IDS = [
  'begins',
  'dials',
  'answers',
  'errorBegins',
  'receive',
  'bridgeUp',
  'bridgeForward',
  'bridgeDiscard',
  'hook',
  'ctNew',
  'ctOriginal',
  'ctUnanswered',
  'ctRelated',
  'ctReply',
  'ctNone',
  'ruleJump',
  'ruleLookup',
  'ruleReturn',
  'ruleAccept',
  'ruleRewrite',
  'ruleDrop',
  'ruleReject',
  'ruleMark',
  'ruleContinue',
  'ruleStolen',
  'skip',
  'return',
  'policy',
  'natDst',
  'natSrc',
  'natBack',
  'natBound',
  'ipvsChosen',
  'ipvsKnown',
  'ipvsBack',
  'ipvsNone',
  'routingLocal',
  'routingOut',
  'routingNone',
  'routingAgain',
  'transmit',
  'transmitBridge',
  'transmitOutside',
  'transmitNobody',
  'arrives',
  'arrivesReply',
  'arrivesError',
  'stop',
] as const;
export type CaptionId = (typeof CAPTION_IDS)[number];

/** What is being seen at one step. `none` as a value means: there is nothing to say of it. */
export interface CaptionSentence {
  readonly id: CaptionId;
  readonly values: Readonly<Record<string, string | number>>;
  /** What the core itself says of the reason, where the reason is the news. */
  readonly because?: Phrase | undefined;
}

const NONE = 'none';

function end(packet: Packet, side: 'src' | 'dst'): string {
  const { l4 } = packet;
  if (!hasPorts(l4)) return formatIp(packet[side]);
  return formatEndpoint(packet[side], side === 'src' ? l4.sport : l4.dport);
}

function originate(step: OriginateStep, role: FlatStep['role'], { services }: CaptionContext): CaptionSentence {
  const [from, to] = [withoutDefault(step.by), end(step.packet, 'dst')];
  if (step.reason) return { id: 'dials', values: { from, odds: step.odds ?? NONE }, because: step.reason };
  if (role === 'reply') return { id: 'answers', values: { from, to } };
  if (role === 'error') return { id: 'errorBegins', values: { from, to } };
  return { id: 'begins', values: { from, to, service: services.get(formatIp(step.packet.dst)) ?? NONE } };
}

function bridge({ action, bridge: name, outPort, reason }: BridgeStep): CaptionSentence {
  if (action === 'discard') return { id: 'bridgeDiscard', values: { bridge: name }, because: reason };
  if (action === 'up') return { id: 'bridgeUp', values: { bridge: name } };
  return { id: 'bridgeForward', values: { bridge: name, port: outPort ?? NONE } };
}

function hook({ hook: name, indev, outdev }: HookStep): CaptionSentence {
  return { id: 'hook', values: { hook: name, indev: indev ?? NONE, outdev: outdev ?? NONE } };
}

function conntrack(step: ConntrackStep): CaptionSentence {
  return { id: conntrackSentenceId(step), values: { state: step.ctState } };
}

function hex(mark: number): string {
  return `0x${mark.toString(16)}`;
}

function rule(step: RuleStep, { chains }: CaptionContext, rewrites: 'DST' | 'SRC' | undefined): CaptionSentence {
  const { ref, verdict, markBefore, assumed } = step;
  const odds = step.odds === undefined ? NONE : aboutOdds(step.odds, step.kernelOdds !== undefined);
  const values = { table: ref.table, chain: ref.chain, number: ref.index + 1, odds };
  const because = assumed;
  switch (verdict.kind) {
    case 'JUMP':
    case 'GOTO': {
      const service = chains.get(verdict.chain) ?? NONE;
      if (step.lookup)
        return {
          id: 'ruleLookup',
          values: { ...values, ...lookupWords(step.lookup), to: verdict.chain, service },
          because,
        };
      return { id: 'ruleJump', values: { ...values, to: verdict.chain, service }, because };
    }
    case 'RETURN':
      return { id: 'ruleReturn', values, because };
    case 'ACCEPT':
      if (rewrites) return { id: 'ruleRewrite', values: { ...values, side: rewrites }, because };
      return { id: 'ruleAccept', values, because };
    case 'DROP':
      return { id: 'ruleDrop', values, because };
    case 'REJECT':
      return { id: 'ruleReject', values: { ...values, with: verdict.with }, because };
    case 'STOLEN':
      return { id: 'ruleStolen', values: { ...values, by: verdict.by }, because };
    case 'CONTINUE':
      if (markBefore === undefined) return { id: 'ruleContinue', values, because };
      return { id: 'ruleMark', values: { ...values, before: hex(markBefore), mark: hex(step.mark) }, because };
    default:
      return assertNever(verdict);
  }
}

/** What was looked up where: one step, however many elements there are. */
function lookupWords({ set, key, size }: NftLookup): Record<'set' | 'key' | 'size', string | number> {
  return { set, key, size };
}

function skip({ table, chain, from, to, odds = NONE, assumed }: SkipStep): CaptionSentence {
  const count = to - from + 1;
  return { id: 'skip', values: { table, chain, count, from: from + 1, to: to + 1, odds }, because: assumed };
}

function nat(step: NatStep, role: FlatStep['role'], { odds = NONE }: CaptionContext): CaptionSentence {
  const side = step.manip === 'DST' ? 'dst' : 'src';
  const values = { before: end(step.before, side), after: end(step.packet, side) };
  if (step.by === 'binding') return { id: role === 'request' ? 'natBound' : 'natBack', values };
  if (side === 'src') return { id: 'natSrc', values };
  return { id: 'natDst', values: { ...values, odds: role === 'request' ? odds : NONE } };
}

function ipvs(step: IpvsStep): CaptionSentence {
  const { service, scheduler, candidates, chosen = NONE, odds = NONE, before, packet, reason } = step;
  const id = ipvsSentenceId(step);
  const back = { before: end(before ?? packet, 'src'), after: end(packet, 'src') };
  const values = { service, scheduler, count: candidates.length, chosen, odds, ...back };
  return { id, values, because: id === 'ipvsNone' ? reason : undefined };
}

function routing({ decision, route, device = NONE, again, reason }: RoutingStep): CaptionSentence {
  if (decision === 'none') return { id: 'routingNone', values: {}, because: reason };
  if (decision === 'local') return { id: 'routingLocal', values: {} };
  const dst = route === undefined || route.dst.prefix === 0 ? NONE : formatCidr(route.dst);
  const via = route?.via ? formatIp(route.via) : NONE;
  return { id: again ? 'routingAgain' : 'routingOut', values: { dst, via, device } };
}

function deliver({ to, packet }: DeliverStep, role: FlatStep['role']): CaptionSentence {
  const name = withoutDefault(to);
  if (role === 'error') return { id: 'arrivesError', values: { to: name } };
  if (role === 'reply') return { id: 'arrivesReply', values: { to: name, seen: end(packet, 'src') } };
  return { id: 'arrives', values: { to: name, seen: formatIp(packet.src) } };
}

/** Is the endpoint still open after this step? A port of the proxying process is no draw: the process chooses when it dials. */
export function choosesLater(steps: readonly FlatStep[], index: number): boolean {
  return steps.some(({ data }, at) => at > index && data.kind === 'originate' && data.reason !== undefined);
}

const TRANSMIT_END = {
  bridge: 'transmitBridge',
  outside: 'transmitOutside',
  nobody: 'transmitNobody',
} as const satisfies Record<NonNullable<TransmitStep['end']>, CaptionId>;

function transmit({ device, to, end: at = 'outside' }: TransmitStep, { titles }: CaptionContext): CaptionSentence {
  if (!to) return { id: TRANSMIT_END[at], values: { device } };
  return { id: 'transmit', values: { device, to: titles.get(to.netns) ?? to.netns } };
}

/** The sentence of a step; `next` is the step after it. */
export function captionOf(step: FlatStep, context: CaptionContext, next?: FlatStep): CaptionSentence {
  const { data, role, netns } = step;
  switch (data.kind) {
    case 'originate':
      return originate(data, role, context);
    case 'receive':
      return { id: 'receive', values: { netns: context.titles.get(netns) ?? netns, device: data.device } };
    case 'bridge':
      return bridge(data);
    case 'hook':
      return hook(data);
    case 'conntrack':
      return conntrack(data);
    case 'rule':
      return rule(data, context, rewriteAfter(step, next));
    case 'skip':
      return skip(data);
    case 'return':
      return { id: 'return', values: { table: data.table, chain: data.chain } };
    case 'policy':
      return { id: 'policy', values: { table: data.table, chain: data.chain, verdict: data.verdict.kind } };
    case 'nat':
      return nat(data, role, context);
    case 'ipvs':
      return ipvs(data);
    case 'routing':
      return routing(data);
    case 'transmit':
      return transmit(data, context);
    case 'deliver':
      return deliver(data, role);
    case 'stop':
      return { id: 'stop', values: {}, because: data.reason };
    default:
      return assertNever(data);
  }
}

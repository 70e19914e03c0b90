import type { PartRef } from '../kubernetes/proxy/mode';
import type { Phrase } from '../lib/phrase';
import type { AnyTableName, Hook, RuleRef } from '../linux/hooks';
import type { IpFamily } from '../net/ip';
import type { Leg } from '../sim/trace';

/** What happens at a moment, in the field's words; the last four are how a packet ends that does not arrive. */
export type MomentKind =
  | 'sent'
  | 'recognised'
  | 'chosen'
  | 'rewritten'
  | 'marked'
  | 'routed'
  | 'source-rewritten'
  | 'crosses'
  | 'arrives'
  | 'answers'
  | 'translated-back'
  | 'received'
  | 'refused'
  | 'dropped'
  | 'lost'
  | 'unknown';

/**
 * Which way of its kind a moment goes, where there are several: `kept`: the source was not rewritten; `process`: into
 * or out of a process that proxies; `tunnel`: into or out of another packet; `again`: a connection that was there already
 * decides; `source`, `destination`: the end of the header that is translated back; `socket`: in a system call;
 * `program`: by a program at a device; `error`: an ICMP error or a reset instead of an answer; `left`: it goes where the
 * picture ends.
 */
export type MomentVariant =
  | 'kept'
  | 'process'
  | 'tunnel'
  | 'again'
  | 'source'
  | 'destination'
  | 'error'
  | 'left'
  | 'socket'
  | 'program';

/** One end of a header: the object that has its address. */
export interface StoryEnd {
  /** `10.244.0.2:45678`; without ports the bare address. */
  readonly text: string;
  /** `10.244.0.2`. */
  readonly address: string;
  readonly port?: number;
  readonly kind: 'pod' | 'service' | 'node' | 'outside' | 'unknown';
  /** As people call it: `client`, `web`, `kube-system/kube-dns`; the address itself where nobody has a name for it. */
  readonly name: string;
  /** Namespace that has the address; a Service's address has none, even where a device of a node carries it. */
  readonly netns?: string;
  /** The Service whose nodePort it is, on a node's address. */
  readonly nodePortOf?: string;
}

/** Both ends of a header. */
export interface StoryHeader {
  readonly from: StoryEnd;
  readonly to: StoryEnd;
}

/** The API object that is why, and its field. */
export interface StoryObject {
  readonly kind: 'Service' | 'EndpointSlice' | 'Node' | 'Pod' | 'KubeProxyConfig';
  readonly namespace?: string;
  readonly name?: string;
}

/** Why a moment is as it is: taken away, the moment is another. */
export type MomentBecause =
  /** An earlier moment, by its place in the story. */
  | { readonly kind: 'moment'; readonly index: number }
  | { readonly kind: 'object'; readonly object: StoryObject; readonly field: string; readonly why: Phrase }
  | { readonly kind: 'rule'; readonly netns: string; readonly family: IpFamily; readonly ref: RuleRef }
  /** What the kernel drew at a rule. `number`: nftables draws one and looks it up; xtables only says yes. */
  | { readonly kind: 'draw'; readonly step: number; readonly odds: string; readonly number?: number }
  /** No rule of a built-in chain decided: its policy did. */
  | {
      readonly kind: 'policy';
      readonly netns: string;
      readonly family: IpFamily;
      readonly table: AnyTableName;
      readonly chain: string;
    }
  /** Something else kube-proxy left on the node: a virtual server, an element of a map. */
  | { readonly kind: 'part'; readonly netns: string; readonly family: IpFamily; readonly at: PartRef };

/** A stretch of a walk that is told in one sentence. */
export interface Moment {
  readonly kind: MomentKind;
  readonly variant?: MomentVariant;
  /** Indexes of its steps among all of the walk (`PlacedStep.index`), both inclusive. */
  readonly first: number;
  readonly last: number;
  /** So many moments of its way are told as one (`travels.ts`); absent: it is one by itself. */
  readonly parts?: number;
  /** The step that decides it; of an IPVS rewrite it is the last of the moment before, since one step does both. */
  readonly at: number;
  readonly leg: number;
  readonly role: Leg['role'];
  /** True of a moment of the connection a proxying process opened itself. */
  readonly second?: true;
  /** True of a moment of the question for a name. */
  readonly lookup?: true;
  /** The namespace where it happens. */
  readonly node: string;
  /** Where in that kernel, if at a hook. */
  readonly hook?: Hook;
  /** The header as it is when the moment is over. */
  readonly header: StoryHeader;
  /** The header before this moment rewrote it. */
  readonly before?: StoryHeader;
  /** The Service it is about: `web`. */
  readonly service?: string;
  /** The endpoint that is chosen by now. */
  readonly pod?: StoryEnd;
  readonly sentence: Phrase;
  readonly cause?: Phrase;
  readonly because: readonly MomentBecause[];
}

/** The moment a step belongs to, by its place: the first that is not over before it. `playhead`: a step, or a part of it on. */
export function momentAtStep(moments: readonly Moment[], playhead: number): number {
  const found = moments.findIndex(({ last }) => playhead < last + 1);
  return found < 0 ? Math.max(0, moments.length - 1) : found;
}

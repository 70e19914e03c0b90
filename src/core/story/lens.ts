import type { Phrase } from '../lib/phrase';
import type { RuleRef } from '../linux/hooks';
import type { StoryEnd, StoryHeader, StoryObject } from './moment';

/** One rule of a ladder of draws. */
export interface LensRung {
  /** Endpoint that gets the packet if the rule says yes; absent: nothing tells. */
  readonly end?: StoryEnd;
  /** The odds of yes once it is asked, `"1/2"`; absent: it needs no draw. */
  readonly odds?: string;
  /** The share of all that it gets, `"1/3"`. */
  readonly share: string;
  readonly said: 'yes' | 'no' | 'not asked';
  readonly ref: RuleRef;
}

/** One server behind a virtual one, as the scheduler saw it. */
export interface LensServer {
  readonly end: StoryEnd;
  readonly weight: number;
  readonly active: number;
  readonly inactive: number;
  readonly chosen: boolean;
}

/** One cell of a map that a number is looked up in. */
export interface LensCell {
  readonly number: number;
  readonly end?: StoryEnd;
  readonly drawn: boolean;
}

/** What a node remembers of a connection. */
export interface LensEntry {
  readonly node: string;
  /** IPVS keeps connections of its own, beside conntrack. */
  readonly in: 'conntrack' | 'ipvs';
  readonly sender: StoryEnd;
  readonly askedFor: StoryEnd;
  readonly answersFrom: StoryEnd;
  /** First receiver of the answer, where the source was rewritten. */
  readonly answersTo: StoryEnd;
}

/** One line of a route table. */
export interface LensRoute {
  /** As `ip route` prints it. */
  readonly text: string;
  readonly chosen: boolean;
}

/** A device that the packet passes. */
export interface LensDevice {
  readonly netns: string;
  /** What people call the namespace. */
  readonly where: string;
  readonly device: string;
  readonly kind: 'in' | 'out' | 'bridge';
}

/** What a lens draws at a moment: one drawing for each way to decide. */
export type LensPicture =
  /**
   * The packet sets out, passes machines, or is there: the devices it passed. `inside`: it passed none, as it is within this
   * machine; `made` and `given`: whose socket it comes from or goes to, `kernel` where no process has one.
   */
  | {
      readonly kind: 'way';
      readonly devices: readonly LensDevice[];
      readonly inside?: { readonly where: string; readonly made?: string; readonly given?: string };
    }
  /** A rule that leads to the rules of a Service, after others that were asked in vain; `port`: it asks for a port alone. */
  | { readonly kind: 'rule'; readonly asked: number; readonly service: string; readonly port?: true }
  /** One lookup in a map of nftables. */
  | {
      readonly kind: 'lookup';
      readonly set: string;
      readonly key: string;
      readonly size: number;
      readonly service: string;
    }
  /** A virtual server of IPVS. `device`: the dummy that has its address. */
  | {
      readonly kind: 'virtual-server';
      readonly server: string;
      readonly scheduler: string;
      readonly service: string;
      readonly device?: string;
    }
  /** `looked`: so many rules before them asked in vain whether the client was here; absent: none. */
  | { readonly kind: 'ladder'; readonly rungs: readonly LensRung[]; readonly looked?: number }
  /** `turns`: the scheduler goes round. `odds`: its state was not known. */
  | {
      readonly kind: 'servers';
      readonly server: string;
      readonly scheduler: string;
      readonly turns: boolean;
      readonly reason: Phrase;
      readonly odds?: string;
      readonly servers: readonly LensServer[];
    }
  | {
      readonly kind: 'map';
      /** Slots of a frontend or endpoints of a policy, counted from 1; absent: numbers from 0, drawn by a rule. */
      readonly of?: 'slots' | 'endpoints';
      readonly number: number;
      readonly size: number;
      readonly odds: string;
      readonly cells: readonly LensCell[];
    }
  /** The client stays with the endpoint it had. */
  | { readonly kind: 'affinity'; readonly client: StoryEnd; readonly end?: StoryEnd }
  /** A process with two sockets. `dials` absent: it has not chosen yet, or, `alone`, asks nobody. */
  | {
      readonly kind: 'process';
      readonly process: string;
      readonly accepts: StoryHeader;
      readonly dials?: StoryHeader;
      readonly alone?: true;
      /** How likely it was to pick who is dialled, where it draws. */
      readonly odds?: string;
      readonly endpoints: readonly { readonly end: StoryEnd; readonly chosen: boolean }[];
    }
  /** `entry`: what is remembered of it; of a translation back, what was. */
  | {
      readonly kind: 'header';
      readonly before: StoryHeader;
      readonly after: StoryHeader;
      readonly entry?: LensEntry;
      /** Conntrack keeps nothing of it: its packet does not get out. */
      readonly forgotten?: true;
    }
  | { readonly kind: 'mark'; readonly before: string; readonly after: string; readonly why?: Phrase }
  /** Nothing asked for another source. `mark`: what a rule looked for. */
  | { readonly kind: 'kept'; readonly header: StoryHeader; readonly mark?: string }
  | { readonly kind: 'routes'; readonly node: string; readonly routes: readonly LensRoute[] }
  /** Object, what is missing, and what kube-proxy wrote therefore. */
  | {
      readonly kind: 'refusal';
      readonly object?: StoryObject;
      readonly field?: string;
      /** `app=nobody`: what its selector asks for. */
      readonly selector?: string;
      /** How many endpoints of its port are ready. */
      readonly endpoints?: number;
      /** How many of them on this `node`, where the policy asks for one here. */
      readonly here?: number;
      /** How many are not ready: on that node, where it is told of, or at all. */
      readonly waiting?: number;
      readonly node?: string;
      /** Source ranges a Service accepts, and the `source` of this packet, where that was asked. */
      readonly ranges?: readonly string[];
      readonly source?: string;
      readonly why?: Phrase;
      /** `REJECT`, `DROP`, `policy DROP`; absent: no rule did it. */
      readonly verdict?: string;
      /** Table and chain of that rule, with its `number` there, or of that policy. */
      readonly place?: string;
      readonly number?: number;
      /** What the rule remarks: `has no endpoints`. */
      readonly remark?: string;
      /** Where no rule did it: whom the connection had asked that this says it answers, */
      readonly asked?: StoryEnd;
      /** or how far it came. */
      readonly stopped?: { readonly where: string; readonly devices: readonly LensDevice[] };
    };

/** A line of the real thing. */
export interface LensLine {
  readonly source: 'iptables' | 'nft' | 'ipvsadm' | 'ip route' | 'conntrack' | 'kube-proxy' | 'bpf' | 'hns';
  readonly text: string;
  /** Absent: it is no question. */
  readonly said?: 'yes' | 'no' | 'not asked';
  /** Which characters decided, from and up to. */
  readonly lit: readonly (readonly [from: number, to: number])[];
  /** Name of the Pod the line is for: `web-fd6gp`. */
  readonly name?: string;
  readonly ref?: RuleRef;
}

/** What stands below the stage at one moment: the picture, and with rules on the real lines. */
export interface Lens {
  readonly picture: LensPicture;
  readonly lines: readonly LensLine[];
}

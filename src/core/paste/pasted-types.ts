import type { Phrase } from '../lib/phrase';
import type { TableName } from '../linux/hooks';
import type { IpFamily } from '../net/ip';
import type { Diagnostic } from '../formats/format';
import type { AssumptionKind } from './settling';

/** One pasted text or dropped file, whole, as it came. */
export interface PastedText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The machine it is of, as a person says; absent: told by prompts, or the only one. */
  readonly node?: string;
  /** Where prompts name several machines: what a person says of each instead, by the name the prompt has. */
  readonly machines?: Readonly<Record<string, string>>;
  /** Numbers of the ports that its listings call by a name, where a person says them. */
  readonly ports?: NodeFacts['ports'];
}

/** The line that names a machine: a prompt (`root@node-b`), the command that led to it, or a heading: of a mode (`## ipvs Mode`), of a node (`Node1:`). */
export interface MachineSign {
  readonly how: 'prompt' | 'command' | 'heading';
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** What a dump does not hold and a person can say: it replaces what would be guessed. */
export interface NodeFacts {
  readonly interfaces?: readonly {
    readonly name: string;
    readonly addresses: readonly string[];
    readonly kind?: string;
  }[];
  readonly routes?: readonly { readonly dst: string; readonly via?: string; readonly dev?: string }[];
  readonly sysctls?: Readonly<Record<string, number>>;
  /** Hairpin mode of a port, or of all ports of a bridge, by its name. */
  readonly hairpin?: Readonly<Record<string, boolean>>;
  /** Ports by their names, as rules (`http`), or Services (`dns-tcp`, `default/web:http`) call them; on every machine alike. */
  readonly ports?: Readonly<Record<string, number>>;
}

/** Nodes known only from pasted texts; most often one. */
export interface PastedNode {
  readonly texts: readonly PastedText[];
  /** Of the first machine. */
  readonly facts: NodeFacts;
  /** What a person said of the other machines, by their names. */
  readonly nodes?: Readonly<Record<string, { readonly facts: NodeFacts }>>;
  /** The document's cluster was made of these texts: the Node that stands for theirs. */
  readonly rebuilt?: {
    readonly node: string;
    /** Of several machines: the one whose rules were read. */
    readonly machine?: string;
    /** The release whose rules these are, where it is not compiled and another stands for it. */
    readonly detected?: string;
  };
}

/** The ends of a flow through a pasted node, as a document has them. */
export interface FlowEnds {
  readonly from: {
    readonly kind: string;
    readonly device?: string;
    readonly address?: string;
    /** Of several machines: by which one's device it comes in. */
    readonly node?: string;
    /** A chain that nothing in the texts leads to: this packet is put into it. `nat KUBE-SEP-…`. */
    readonly enters?: string;
  };
  readonly to: { readonly kind: string; readonly address?: string };
  readonly protocol: 'tcp' | 'udp' | 'sctp' | 'icmp';
  readonly port: number;
}

/** A line that says something: where in which pasted text. */
export interface Evidence {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The id of the pasted text; absent when there is only one it could be. */
  readonly source?: string;
}

/** Something guessed about a pasted node, with the evidence. */
export interface Assumption {
  /** `interface:docker0`, `address:eth0`, `route:10.244.0.0/16`, `sysctl:net.ipv4.ip_forward`, `rule:nat PREROUTING`. */
  readonly id: string;
  /** The part of {@link id} before the colon. */
  readonly about: AssumptionKind;
  /** As it would be written: `docker0 172.17.0.1/16`, `10.244.0.0/16 via 10.0.0.2 dev eth0`. */
  readonly value: string;
  readonly evidence: readonly Evidence[];
  readonly reason: Phrase;
  /** Texts of several machines: which one it is about. */
  readonly node?: string;
  /** The command whose output would settle it: `ip -br addr`. */
  readonly settledBy?: string;
}

/** A Service found in pasted rules. */
export interface FoundService {
  /** `default/web:http`; the chain's name where no comment and no hash tells. */
  readonly name: string;
  /** Empty: the text does not say it. */
  readonly address: string;
  /** 0: the text does not say it. */
  readonly port: number;
  /** The port is not in the text: it is assumed by its name. */
  readonly portAssumed?: true;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly nodePort?: number;
  /** `10.244.1.5:8080`; the chain's name where the text does not say where it leads. */
  readonly endpoints: readonly string[];
  /** The odds as meant of each endpoint for a new client, `"1/10"`; empty text: nothing tells. */
  readonly odds?: readonly string[];
  /** externalIPs and load balancer addresses. */
  readonly external?: readonly string[];
  /** `KUBE-SVC-…` */
  readonly chain?: string;
  /** Rules refuse it: it has no endpoints (here). */
  readonly refused?: 'REJECT' | 'DROP';
  /** The endpoints of the whole Service as kubectl listed them, where it did. */
  readonly listed?: readonly string[];
  /** Name of the policy of Windows’ Host Network Service that serves the port: `10.96.0.10:80/tcp`. */
  readonly policy?: string;
  /** Further ones that are not ready, where objects tell; beside a table of Endpoints, which hides them, those of the rules. */
  readonly unready?: readonly string[];
}

/** A run of lines of a pasted text, 1-based and inclusive. */
export interface TextLines {
  readonly from: number;
  readonly to: number;
}

/** Rules found in a text. */
export interface TextPart {
  readonly format: 'iptables-save' | 'iptables-list';
  readonly family: IpFamily;
  readonly table: TableName;
  readonly chains: number;
  readonly rules: number;
  /** The text shows the whole table, not only some lines of it. */
  readonly whole: boolean;
  /** Another one of the same table was taken instead. */
  readonly unused: boolean;
  /** Texts of several machines: which one it is of. */
  readonly node?: string;
}

/** What was found in a text besides rules: addresses, routes, sets, connections. */
export interface TextPiece {
  /** The id of the format: `ip-address`. */
  readonly format: string;
  /** `ip addr` */
  readonly title: string;
  /** Devices, routes, sets, services or connections. */
  readonly count: number;
  readonly lines: number;
  /** The first line of it, 1-based. */
  readonly from: number;
  /** Each object of it has an error: nothing of it can be used. */
  readonly isFaulty?: true;
  /** Texts of several machines: which one it is of. */
  readonly node?: string;
}

/** A machine that prompts of a text name. */
export interface TextMachine {
  /** As the text names it. */
  readonly told: string;
  /** As it is called on the bench. */
  readonly name: string;
  readonly sign: MachineSign;
  /** How many lines of the text are of it. */
  readonly lines: number;
}

/** Lines that are no rules, and what they look like (`kubernetes`, `ip-route`, ...); undefined: prose. */
export interface OtherLines extends TextLines {
  readonly looksLike?: string;
}

/**
 * Why a line was left aside: nothing is in it, a person typed it, a page's fence, a remark, a rule that is in its table already or of
 * another time, longer than any tool prints, of another tool, its reader failed, part of the line above it, prose.
 */
export type AsideReason =
  | 'empty'
  | 'prompt'
  | 'fence'
  | 'comment'
  | 'repeated'
  | 'too-long'
  | 'foreign'
  | 'failed'
  | 'undressed'
  | 'prose';

/** Lines of a text that one format read, or that were left aside for one reason; all shares have as many lines as the text. */
export type LineShare = {
  readonly lines: number;
  /** The first of them, 1-based. */
  readonly from: number;
} & (
  | { readonly how: 'read'; readonly by: string; readonly title: string }
  | { readonly how: 'aside'; readonly why: AsideReason }
);

/** What was understood of one pasted text. */
export interface TextSummary {
  readonly id: string;
  /** Texts of several machines: which one this is of. */
  readonly node?: string;
  readonly title: string;
  readonly lines: number;
  readonly parts: readonly TextPart[];
  /** Absent: nothing but rules. */
  readonly pieces?: readonly TextPiece[];
  readonly others: readonly OtherLines[];
  /** What became of every line. */
  readonly account: readonly LineShare[];
  readonly diagnostics: readonly Diagnostic[];
  /** Only where its prompts name several machines, or commands lead to one. */
  readonly machines?: readonly TextMachine[];
  /** True where the text's kubectl tables list what a cluster can be made of. */
  readonly listsCluster?: true;
}

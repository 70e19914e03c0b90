import * as v from 'valibot';
import type { Labels, OtherObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';

/** What a person (or the world) does to the cluster, by the name of the thing; Pods and so on as `namespace/name`. */
export type ScriptAction =
  | { readonly do: 'scale'; readonly deployment: string; readonly replicas: number }
  | { readonly do: 'roll-out'; readonly deployment: string }
  /** A Pod, or the oldest one of the Deployment of that name. */
  | { readonly do: 'delete-pod'; readonly pod: string }
  | { readonly do: 'crash'; readonly pod: string }
  /** The Pod's readiness probe fails; `forMs` absent: from then on. */
  | { readonly do: 'fail-readiness'; readonly pod: string; readonly forMs?: number | undefined }
  | { readonly do: 'lose-node'; readonly node: string }
  | { readonly do: 'drain'; readonly node: string }
  /** The Node object is deleted; the machine runs on. */
  | { readonly do: 'delete-node'; readonly node: string }
  /** The Node object gets other InternalIPs, of an order that counts; the machine keeps those it has. */
  | { readonly do: 'change-node-addresses'; readonly node: string; readonly addresses: readonly string[] }
  | { readonly do: 'stop-proxy'; readonly node: string }
  | { readonly do: 'restart-proxy'; readonly node: string }
  /** The node's kube-proxy hears nothing for `forMs`, then lists everything anew. */
  | { readonly do: 'lose-watch'; readonly node: string; readonly forMs: number }
  /** `iptables -t nat -F; iptables -t nat -X`, and so in mangle and filter. */
  | { readonly do: 'flush'; readonly node: string }
  | { readonly do: 'delete-service'; readonly service: string }
  | { readonly do: 'change-selector'; readonly service: string; readonly selector: Labels };

/** An action, and when: milliseconds from the beginning. */
export type ScriptEvent = ScriptAction & { readonly at: number };

/** How a client sends. */
export const SENDS = ['new', 'keep-alive', 'one-socket', 'two-at-once'] as const;

/** A sender of one flow of the document, again and again. */
export interface ScriptClient {
  /** The flow's id. */
  readonly flow: string;
  readonly perSecond: number;
  /**
   * `new`: a connection each (UDP: a socket each). `keep-alive`: all over one connection, opened anew when it breaks.
   * `one-socket`: UDP from one port. `two-at-once`: UDP, two packets at once from one port, as a resolver asks for A and AAAA.
   */
  readonly sends: (typeof SENDS)[number];
}

/** Every delay and period that can be set, in milliseconds unless the name says otherwise. */
export interface ScriptDelays {
  /** From the API server's store to whoever watches; each watcher has its own, up to twice that. */
  readonly watch: number;
  /** What a controller takes for one thing. */
  readonly controller: number;
  /** `--endpointslice-updates-batch-period`. */
  readonly sliceBatch: number;
  /** A container starts until its process listens. */
  readonly start: number;
  /** readinessProbe. */
  readonly readinessDelay: number;
  readonly readinessPeriod: number;
  readonly readinessFailures: number;
  /** kubelet sees that a container is gone (PLEG's relist). */
  readonly relist: number;
  /** `preStop: sleep`. */
  readonly preStop: number;
  /** How long a process goes on serving after SIGTERM. */
  readonly shutdown: number;
  /** `terminationGracePeriodSeconds`. */
  readonly grace: number;
  /** From the last container's end until the Pod's address is nobody's. */
  readonly teardown: number;
  /** `minReadySeconds`. */
  readonly minReady: number;
  /** Percent of `replicas`. */
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly minSync: number;
  readonly syncPeriod: number;
  /** A sync without any rule. */
  readonly syncBase: number;
  /** Microseconds for each rule that a sync writes. */
  readonly syncPerRule: number;
  /** kube-proxy starts until it has listed everything. */
  readonly proxyStart: number;
  /** `--node-monitor-grace-period`. */
  readonly nodeGrace: number;
  /** `tolerationSeconds` of unreachable nodes. */
  readonly toleration: number;
  /** Health checks of the load balancer: how often, and how many failures (successes) decide. */
  readonly probe: number;
  readonly probeFailures: number;
  /** How long a client waits for an answer. */
  readonly clientTimeout: number;
  /** Connections a node can know (`nf_conntrack_max`); 0: as many as there are. */
  readonly conntrackMax: number;
}

/** What happens while time runs: a part of the document. */
export interface Script {
  readonly duration: number;
  readonly events: readonly ScriptEvent[];
  readonly clients: readonly ScriptClient[];
  /** Delays that differ from the usual ones. */
  readonly delays?: Partial<ScriptDelays> | undefined;
  /** What a kube-proxy's own watch takes more, by node. */
  readonly lag?: Readonly<Record<string, number>> | undefined;
}

/** What each delay may be; the first is the least. */
export const DELAY_RANGES: Readonly<Record<keyof ScriptDelays, readonly [least: number, most: number]>> = {
  watch: [0, 60_000],
  controller: [0, 60_000],
  sliceBatch: [0, 60_000],
  start: [0, 600_000],
  readinessDelay: [0, 600_000],
  readinessPeriod: [100, 600_000],
  readinessFailures: [1, 100],
  relist: [0, 60_000],
  preStop: [0, 600_000],
  shutdown: [0, 600_000],
  grace: [0, 3_600_000],
  teardown: [0, 60_000],
  minReady: [0, 600_000],
  maxSurge: [0, 100],
  maxUnavailable: [0, 100],
  minSync: [0, 600_000],
  syncPeriod: [1000, 3_600_000],
  syncBase: [0, 60_000],
  syncPerRule: [0, 100_000],
  proxyStart: [0, 600_000],
  nodeGrace: [1000, 3_600_000],
  toleration: [0, 3_600_000],
  probe: [100, 600_000],
  probeFailures: [1, 100],
  clientTimeout: [10, 600_000],
  conntrackMax: [0, 10_000_000],
};

export const DELAY_NAMES = Object.keys(DELAY_RANGES) as readonly (keyof ScriptDelays)[];

/** How much of time is taken on at once. */
export const SCRIPT_LIMITS = {
  /** An hour. */
  duration: 3_600_000,
  events: 200,
  clients: 20,
  perSecond: 1000,
  /** Of all clients together. */
  requests: 100_000,
} as const;

const name = v.pipe(v.string(), v.maxLength(507));
const between = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
const time = between(0, SCRIPT_LIMITS.duration);
const action = <const Do extends ScriptAction['do'], Fields extends v.ObjectEntries>(verb: Do, fields: Fields) =>
  v.strictObject({ at: time, do: v.literal(verb), ...fields });

const event = v.variant('do', [
  action('scale', { deployment: name, replicas: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5000)) }),
  action('roll-out', { deployment: name }),
  action('delete-pod', { pod: name }),
  action('crash', { pod: name }),
  action('fail-readiness', { pod: name, forMs: v.optional(time) }),
  action('lose-node', { node: name }),
  action('drain', { node: name }),
  action('delete-node', { node: name }),
  action('change-node-addresses', {
    node: name,
    addresses: v.pipe(v.array(v.pipe(v.string(), v.maxLength(45))), v.minLength(1), v.maxLength(8)),
  }),
  action('stop-proxy', { node: name }),
  action('restart-proxy', { node: name }),
  action('lose-watch', { node: name, forMs: time }),
  action('flush', { node: name }),
  action('delete-service', { service: name }),
  action('change-selector', { service: name, selector: v.record(v.string(), v.string()) }),
]);

const client = v.strictObject({
  flow: v.string(),
  perSecond: between(0.01, SCRIPT_LIMITS.perSecond),
  sends: v.picklist(SENDS),
});

/** Delays that differ from the usual ones, each within its range. */
export const DELAYS_SCHEMA = v.strictObject(
  Object.fromEntries(DELAY_NAMES.map((each) => [each, v.optional(between(...DELAY_RANGES[each]))] as const)),
);

/** The shape of a {@link Script} from outside, and its limits. */
export const SCRIPT_SCHEMA = v.pipe(
  v.strictObject({
    duration: between(1, SCRIPT_LIMITS.duration),
    events: v.pipe(v.array(event), v.maxLength(SCRIPT_LIMITS.events)),
    clients: v.pipe(v.array(client), v.maxLength(SCRIPT_LIMITS.clients)),
    delays: v.optional(DELAYS_SCHEMA),
    lag: v.optional(v.record(v.string(), between(0, 600_000))),
  }),
  v.check(
    ({ clients, duration }) => requestsIn({ clients, duration }) <= SCRIPT_LIMITS.requests,
    `at most ${SCRIPT_LIMITS.requests} requests`,
  ),
);

/** How many requests a script asks for. */
export function requestsIn({ clients, duration }: Pick<Script, 'clients' | 'duration'>): number {
  return clients.reduce((sum, { perSecond }) => sum + (perSecond * duration) / 1000, 0);
}

const API_VERSION = 'rulewalk/v1';
const KIND = 'Script';

/** Is it a script among the objects of a text? */
export function isScriptObject({ apiVersion, kind }: OtherObject): boolean {
  return apiVersion === API_VERSION && kind === KIND;
}

/** A script as it stands among the objects of a cluster's YAML. */
export function objectOfScript(script: Script): OtherObject {
  return { apiVersion: API_VERSION, kind: KIND, ...script };
}

/** The script that an object of a text is; else what is wrong with it, and where. */
export function scriptOfObject(object: OtherObject): Result<Script, Phrase> {
  const { apiVersion: _version, kind: _kind, ...fields } = object;
  const checked = v.safeParse(SCRIPT_SCHEMA, fields);
  // The schema is that of the type: literals, strings and numbers within their limits.
  if (checked.success) return ok(checked.output as Script);
  const [issue] = checked.issues;
  const path = ['script', ...(issue.path ?? []).map(({ key }) => String(key))].join('.');
  const { received, expected } = issue;
  return err(phrase('document.codec.invalid', { path, expected: expected ?? issue.message, received }));
}

import * as v from 'valibot';
import type { OtherObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import type { SchemaValue } from '../lib/schema-value';

/** A client's connections: one for each request, one that stays open, one source port, or two at once. */
export const SENDING_MODES = ['new', 'keep-alive', 'one-socket', 'two-at-once'] as const;

/** Every delay and period that can be set, and its range, the least first: in milliseconds unless its name says otherwise. */
export const DELAY_RANGES = {
  /** From the API server's store to whoever watches; each watcher has its own, up to twice that. */
  watch: [0, 60_000],
  /** Milliseconds a controller takes for one thing. */
  controller: [0, 60_000],
  /** `--endpointslice-updates-batch-period`. */
  sliceBatch: [0, 60_000],
  /** A container starts until its process listens. */
  start: [0, 600_000],
  /** readinessProbe. */
  readinessDelay: [0, 600_000],
  readinessPeriod: [100, 600_000],
  readinessFailures: [1, 100],
  /** kubelet sees that a container is gone (PLEG's relist). */
  relist: [0, 60_000],
  /** `preStop: sleep`. */
  preStop: [0, 600_000],
  /** Milliseconds a process goes on serving after SIGTERM. */
  shutdown: [0, 600_000],
  /** `terminationGracePeriodSeconds`. */
  grace: [0, 3_600_000],
  /** From the last container's end until the Pod's address is nobody's. */
  teardown: [0, 60_000],
  /** `minReadySeconds`. */
  minReady: [0, 600_000],
  /** Percent of `replicas`. */
  maxSurge: [0, 100],
  maxUnavailable: [0, 100],
  minSync: [0, 600_000],
  syncPeriod: [1000, 3_600_000],
  /** A sync without any rule. */
  syncBase: [0, 60_000],
  /** Microseconds for each rule that a sync writes. */
  syncPerRule: [0, 100_000],
  /** kube-proxy starts until it has listed everything. */
  proxyStart: [0, 600_000],
  /** `--node-monitor-grace-period`. */
  nodeGrace: [1000, 3_600_000],
  /** `tolerationSeconds` of unreachable nodes. */
  toleration: [0, 3_600_000],
  /** Health checks of the load balancer: how often, and how many failures (successes) decide. */
  probe: [100, 600_000],
  probeFailures: [1, 100],
  /** Milliseconds a client waits for an answer. */
  clientTimeout: [10, 600_000],
  /** Connections a node can know (`nf_conntrack_max`); 0: as many as there are. */
  conntrackMax: [0, 10_000_000],
} satisfies Record<string, readonly [least: number, most: number]>;

export type ScriptDelays = Readonly<Record<keyof typeof DELAY_RANGES, number>>;

export const DELAY_NAMES = Object.keys(DELAY_RANGES) as readonly (keyof ScriptDelays)[];

/** Limits of a script: milliseconds, events, clients, requests. */
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
const action = <const Do extends string, Fields extends v.ObjectEntries>(verb: Do, fields: Fields) =>
  v.strictObject({ at: time, do: v.literal(verb), ...fields });

/** An action on the cluster and when, by the name of the thing; Pods and so on as `namespace/name`. */
const event = v.variant('do', [
  action('scale', { deployment: name, replicas: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5000)) }),
  action('roll-out', { deployment: name }),
  /** A Pod, or the oldest one of the Deployment of that name. */
  action('delete-pod', { pod: name }),
  action('crash', { pod: name }),
  /** The Pod's readiness probe fails; `forMs` absent: from then on. */
  action('fail-readiness', { pod: name, forMs: v.optional(time) }),
  action('lose-node', { node: name }),
  action('drain', { node: name }),
  /** The Node object is deleted; the machine runs on. */
  action('delete-node', { node: name }),
  /** The Node object gets other InternalIPs, of an order that counts; the machine keeps those it has. */
  action('change-node-addresses', {
    node: name,
    addresses: v.pipe(v.array(v.pipe(v.string(), v.maxLength(45))), v.minLength(1), v.maxLength(8)),
  }),
  action('stop-proxy', { node: name }),
  action('restart-proxy', { node: name }),
  /** The node's kube-proxy hears nothing for `forMs`, then lists everything anew. */
  action('lose-watch', { node: name, forMs: time }),
  /** `iptables -t nat -F; iptables -t nat -X`, and so in mangle and filter. */
  action('flush', { node: name }),
  action('delete-service', { service: name }),
  action('change-selector', { service: name, selector: v.record(v.string(), v.string()) }),
]);

/** A sender of one flow of the document, again and again. */
const client = v.strictObject({
  /** The flow's id. */
  flow: v.string(),
  perSecond: between(0.01, SCRIPT_LIMITS.perSecond),
  /**
   * `new`: a connection each (UDP: a socket each). `keep-alive`: all over one connection, opened anew when it breaks.
   * `one-socket`: UDP from one port. `two-at-once`: UDP, two packets at once from one port, as a resolver asks for A and AAAA.
   */
  sends: v.picklist(SENDING_MODES),
});

/** Delays that differ from the usual ones, each within its range. */
export const DELAYS_SCHEMA = v.strictObject(
  Object.fromEntries(DELAY_NAMES.map((each) => [each, v.optional(between(...DELAY_RANGES[each]))] as const)),
);

const FIELDS = v.strictObject({
  duration: between(1, SCRIPT_LIMITS.duration),
  events: v.pipe(v.array(event), v.maxLength(SCRIPT_LIMITS.events)),
  clients: v.pipe(v.array(client), v.maxLength(SCRIPT_LIMITS.clients)),
  /** Delays that differ from the usual ones. */
  delays: v.optional(DELAYS_SCHEMA as unknown as v.GenericSchema<unknown, Partial<ScriptDelays>>),
  /** Milliseconds that a kube-proxy's own watch takes more, by node. */
  lag: v.optional(v.record(v.string(), between(0, 600_000))),
});

/** The timeline's part of a document: its shape from outside, and its limits. */
export const SCRIPT_SCHEMA = v.pipe(
  FIELDS,
  v.check(
    ({ clients, duration }) => requestsIn({ clients, duration }) <= SCRIPT_LIMITS.requests,
    `at most ${SCRIPT_LIMITS.requests} requests`,
  ),
);

export type Script = SchemaValue<typeof FIELDS>;
export type ScriptClient = SchemaValue<typeof client>;
/** An action, and when: milliseconds from the beginning. */
export type ScriptEvent = SchemaValue<typeof event>;
type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;
export type ScriptAction = WithoutTime<ScriptEvent>;

/** Requests that a script sends in all. */
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

import type { FlowOutcome } from './outcome';
import type { FlowVisit } from './replay';

/** What both a recording and a replay have. */
export interface Attempt {
  readonly outcome: FlowOutcome;
  readonly trace: {
    readonly request?: readonly FlowVisit[];
    readonly reply?: readonly FlowVisit[];
    readonly error?: readonly FlowVisit[];
  };
  /** Connections afterwards, by node; absent where they were not recorded. */
  readonly conntrack?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const ENDS = /^(\S+) (\S+)>(\S+)(.*)$/s;
const portIn = (end: string | undefined): string | undefined => /:(\d+)$/.exec(end ?? '')?.[1];

/** The caller's port and those MASQUERADE drew, in the order they are seen: they differ from run to run. */
function freePorts({ request = [] }: Attempt['trace']): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const text of request.flatMap(({ pkt, after }) => (after ? [pkt, after] : [pkt]))) {
    const port = portIn(ENDS.exec(text)?.[2]);
    if (port !== undefined && !names.has(port)) names.set(port, `P${names.size + 1}`);
  }
  return names;
}

function maskPacket(text: string, ports: ReadonlyMap<string, string>): string {
  return text.replaceAll(/:(\d+)(?=[> )]|$)/g, (whole, port: string) =>
    ports.has(port) ? `:${ports.get(port)}` : whole,
  );
}

function visitText(visit: FlowVisit, ports: ReadonlyMap<string, string>): string {
  const { node, hook, physin, physout, pkt, mark, ct, after, markAfter, ev } = visit;
  const events = ev.map(
    (event) => `${event.table} ${event.chain} ${event.rule}${event.mark ? ` m=${event.mark}` : ''}`,
  );
  const devices = [visit.in, visit.out, physin, physout].map((device) => device ?? '-').join(' ');
  const seen = [maskPacket(pkt, ports), mark ?? '', ct ?? '', after ? maskPacket(after, ports) : '', markAfter ?? ''];
  return `${node} ${hook} ${devices} ${seen.join(' | ')} [${events.join('; ')}]`;
}

/** Without answers to the caller of an earlier attempt, which their sender repeats. */
export function withoutStrays(attempt: Attempt): Attempt {
  const ports = freePorts(attempt.trace);
  const { reply, ...others } = attempt.trace;
  const own = reply?.filter(({ pkt }) => {
    const port = portIn(ENDS.exec(pkt)?.[3]);
    return port === undefined || ports.has(port);
  });
  return { ...attempt, trace: { ...others, ...(own && own.length > 0 ? { reply: own } : {}) } };
}

/**
 * A walk as lines; equal lines, equal walk. The recorder guesses the order of the nodes an error passed,
 * so errors are compared node by node; noise beside an answer (a stray error, an answer to another
 * caller that was repeated) is left out.
 */
export function walkLines({ trace }: Attempt): string[] {
  const ports = freePorts(trace);
  const part = (name: 'request' | 'reply' | 'error'): string[] =>
    (trace[name] ?? []).map((visit) => `${name} ${visitText(visit, ports)}`);
  const byNode = (trace.error ?? []).toSorted((a, b) => (a.node < b.node ? -1 : a.node > b.node ? 1 : 0));
  const answered = isAnswer(trace.reply, ports);
  const error = answered ? [] : byNode.map((visit) => `error ${visitText(visit, ports)}`);
  return [...part('request'), ...(answered ? part('reply') : []), ...error];
}

/** Does an answer go to a port the request was seen with? */
function isAnswer(reply: readonly FlowVisit[] | undefined, ports: ReadonlyMap<string, string>): boolean {
  if (!reply?.[0]) return false;
  const port = portIn(ENDS.exec(reply[0].pkt)?.[3]);
  return port === undefined || ports.has(port);
}

/** The connections a walk left on each node: both directions and what was translated. */
export function connectionLines({ trace, conntrack = {} }: Attempt): string[] {
  const ports = freePorts(trace);
  const lines = Object.entries(conntrack).flatMap(([node, entries]) =>
    entries.map(({ orig, reply, status }) => {
      const nat = (status as readonly string[]).filter((each) => each.endsWith('_NAT')).join(' ');
      return `${node} ${maskPacket(String(orig), ports)} ${maskPacket(String(reply), ports)} ${nat}`;
    }),
  );
  return lines.sort((a, b) => (a < b ? -1 : 1));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** An outcome as text. */
export function outcomeKey(outcome: FlowOutcome): string {
  return JSON.stringify(sorted(outcome));
}

/** The short name a recorded distribution counts an outcome under. */
export function distributionName(outcome: FlowOutcome): string {
  const delivered = outcome['delivered'] as { backend: string } | undefined;
  if (delivered) return delivered.backend;
  return 'rejected' in outcome ? 'rejected' : 'dropped';
}

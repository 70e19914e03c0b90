import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** Longer lines are no events, and texts of more lines are not looked through. */
const LONGEST = 2000;
const MOST_LINES = 20_000;
/** So many are told, each with so much of its message. */
const MOST_TOLD = 4;
const LONGEST_MESSAGE = 400;

/** `  Warning  AllocationFailed  2m (x12 over 17m)  metallb-controller  Failed to …`, as `kubectl describe` prints events. */
const DESCRIBED = /^ {1,8}Warning {1,30}([A-Z]\w{2,60}) {2,}(\S.{0,40}?) {2,}([\w.-]{2,80})(?:, \S{1,80})? {2,}(\S.*)$/;
/** `2m   Warning   FailedMount   pod/front-0   …`, as `kubectl get events` does, with or without the namespace. */
const LISTED = /^(?:\S{1,63} {1,40})?\S{1,12} {1,20}Warning {1,20}([A-Z]\w{2,60}) {1,20}(\w+\/\S{1,253}) {1,40}(\S.*)$/;

interface WarningEvent {
  readonly reason: string;
  /** The program that says it, or the object it is of. */
  readonly by: string;
  readonly message: string;
  readonly line: string;
}

/** Reasons and messages of events whose mending is known, and programs that give them. */
const KINDS = [
  // MetalLB internal/allocator, controller/service.go
  { kind: 'pool', of: /unknown pool|not allowed in config|address-pool/i },
  { kind: 'sandbox', of: /FailedCreatePodSandBox|failed to (?:setup|set up) network/i },
  // pkg/registry/core/service/ipallocator/controller
  { kind: 'repair', of: /ClusterIPNotAllocated|ClusterIPOutOfRange|IPAddressNotAllocated|PortNotAllocated/ },
] as const;

/** Reasons that say that a container ends or is not ready, and nothing of why. */
const OUTCOMES: ReadonlySet<string> = new Set(['BackOff', 'Unhealthy', 'ProbeWarning']);

function readEvent(line: string): WarningEvent | undefined {
  if (line.length > LONGEST || !line.includes('Warning')) return undefined;
  const [described, listed] = [DESCRIBED.exec(line), LISTED.exec(line)];
  if (described) {
    const [, reason = '', , by = '', message = ''] = described;
    return { reason, by, message, line };
  }
  if (!listed) return undefined;
  const [, reason = '', by = '', message = ''] = listed;
  return { reason, by, message, line };
}

/** Warnings of the cluster's own programs, as `kubectl describe` and `kubectl get events` show them: each reason of each program once. `isSaid`: its cause is
 * told already. */
export function findOfEvents(
  texts: readonly { readonly text: string }[],
  isSaid: (line: string) => boolean,
): readonly EvidenceFinding[] {
  const once = new Map<string, WarningEvent>();
  for (const { text } of texts) {
    for (const line of text.includes('Warning') ? text.split('\n', MOST_LINES) : []) {
      const event = isSaid(line) ? undefined : readEvent(line);
      if (event && !once.has(`${event.reason} ${event.by}`)) once.set(`${event.reason} ${event.by}`, event);
    }
  }
  return [...once.values()].slice(0, MOST_TOLD).map(({ reason, by, message, line }) => {
    const kind = KINDS.find(({ of }) => of.test(`${reason} ${message}`))?.kind ?? 'other';
    const said = message.trim().slice(0, LONGEST_MESSAGE).replace(/[.:]$/, '');
    return {
      id: `event-${kind}`,
      severity: OUTCOMES.has(reason) ? 'info' : 'warning',
      says: phrase('evidence.event', { reason, by, message: said }),
      next: phrase('evidence.event-next', { kind, reason }),
      words: [line.trim()],
    };
  });
}

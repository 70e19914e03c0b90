import { formatIp } from '../../net/ip';
import type { Document, Flow } from '../document';
import { flowsOfSubject } from '../subject';
import type { WalkedFlow } from './candidate';
import { endingIn, isBlocked, type Ending, type Judge } from './ending';
import { serviceOf } from './walked';

/** What a change does besides what was asked for: simulated, like the change itself. */
export interface SideEffects {
  /** Other flows of the document that got through and do not any more. */
  readonly breaks: readonly Flow[];
  /** Packets of strangers that rules held up and that pass now. */
  readonly opens: readonly Flow[];
}

/** Other flows that are sent again; of a document with more the rest is not looked at. */
const MOST_FLOWS = 12;
/** Networks for documentation (RFC 5737): nobody's. */
const STRANGERS = ['192.0.2.77', '203.0.113.77'];
/** A port that no Service is asked at by accident. */
const OTHER_PORT = 22;

/** Makes the question "what else does it do?" for changes of one document; what it was before is walked once. */
export function sideEffectsOf(walked: WalkedFlow, judge: Judge): (document: Document) => SideEffects {
  const { document, flow } = walked;
  const others = flowsOfSubject(document)
    .filter(({ id }) => id !== flow.id)
    .slice(0, MOST_FLOWS);
  const strangers = walked.through ? [] : probesOf(walked);
  const before = new Map<Flow, Ending | undefined>();
  const was = (each: Flow): Ending | undefined => {
    if (!before.has(each)) before.set(each, endingIn(document, each, judge));
    return before.get(each);
  };
  return (next) => ({
    breaks: others.filter(
      (each) => was(each)?.through === '1' && endingIn(next, flowIn(next, each), judge)?.through !== '1',
    ),
    opens: strangers.filter((each) => {
      const [then, now] = [was(each), endingIn(next, each, judge)];
      return then !== undefined && now !== undefined && isBlocked(then) && !isBlocked(now);
    }),
  });
}

const flowIn = ({ flows }: Document, { id }: Flow): Flow | undefined => flows.find((each) => each.id === id);

/** Nobody has these; they knock where the flow does, and the flow's sender knocks at another port. */
function probesOf(walked: WalkedFlow): readonly Flow[] {
  const { document, flow, network, sent, trace } = walked;
  const isFenced = flow.from.kind === 'external' && (serviceOf(walked)?.spec.loadBalancerSourceRanges ?? []).length > 0;
  const { id: _id, title: _title, ongoing: _ongoing, sourcePort: _port, ...asked } = flow;
  if (sent.dst.family !== 'ipv4' || asked.protocol === 'icmp') return [];
  const strangers = STRANGERS.flatMap((address): Flow[] => {
    if (document.subject === 'cluster') {
      return isFenced ? [{ ...asked, id: `probe ${address}`, from: { kind: 'external', address } }] : [];
    }
    const device = uplinkOf(network);
    return device === undefined
      ? []
      : [{ ...asked, id: `probe ${address}`, from: { kind: 'interface', device, address } }];
  });
  const arrives = trace.legs[0]?.hops.at(-1)?.steps.at(-1)?.packet.dst ?? sent.dst;
  const to = { kind: 'address', address: formatIp(arrives) } as const;
  const port: Flow[] = document.subject === 'pasted' ? [{ ...asked, id: 'probe port', to, port: OTHER_PORT }] : [];
  return [...strangers, ...port];
}

/** The device a node's default route leaves by. */
function uplinkOf({ netns }: WalkedFlow['network']): string | undefined {
  const node = [...netns.values()].find(({ kind }) => kind === 'node');
  return node?.routes.find(({ dst, dev }) => dst.prefix === 0 && dev !== undefined)?.dev;
}

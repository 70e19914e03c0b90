import { formatIp } from '../../net/ip';
import { plainName } from '../service-at';
import { ruleTextAt } from '../ruleset-lines';
import type { WalkStep } from '../walk';
import { countEndpoints, missedOfHook, ownHop, serviceNamed, unless, type Reading, type SentenceForm } from './reading';

/** `filter INPUT 4`: the rule of a step. */
const placeOf = (data: WalkStep['data']): string =>
  data.kind === 'rule' ? `${data.ref.table} ${data.ref.chain} ${data.ref.index + 1}` : '';

/** The text of the rule of a step; empty: it is none. */
function ruleAt({ walk }: Reading, { netns, data }: WalkStep): string {
  const site = { netns, family: data.packet.family };
  return data.kind === 'rule' ? (ruleTextAt(walk.walked.derived, site, data.ref) ?? '') : '';
}

/** Dropped by a hook of the machine whose process sent it, as a datagram or an echo request: sendmsg() returns EPERM. */
function failsDatagram({ steps, step, moment }: Reading): boolean {
  const [sent, stop] = [steps.find(({ leg }) => leg === step.leg), steps[moment.last]];
  if (sent?.data.kind !== 'originate' || sent.data.by === 'kernel' || stop?.hop !== sent.hop) return false;
  const { l4 } = sent.data.packet;
  const isDatagram = l4.proto === 'udp' || ('type' in l4 && (l4.type === 8 || l4.type === 128));
  return (
    isDatagram && steps.some(({ leg, data, index }) => leg === step.leg && index < stop.index && data.kind === 'hook')
  );
}

/** Says what is false of why an address of a Service was never changed; undefined: nothing. */
function faultOfStillCarried(why: string, name: string, reading: Reading): string | undefined {
  const { steps, step, walk } = reading;
  const own = steps.filter(({ leg, index }) => leg === step.leg && index <= step.index);
  if (own.some(({ data }) => data.kind === 'nat' && data.manip === 'DST')) return 'a rule changed it';
  const isNode = ({ netns }: WalkStep): boolean => walk.walked.derived.network.netns.get(netns)?.kind === 'node';
  if (why.includes('by no node') && own.some(isNode)) return 'it was on a node';
  if (!why.includes('by no node') && /no rule of|nft refused/.test(why) && !own.some(isNode)) return 'it was on none';
  if (why.startsWith('no Pod of') && countEndpoints(reading, name)?.ready.length !== 0) return 'one is ready';
  const { l4 } = step.data.packet;
  const ports = serviceNamed(reading, name)?.spec.ports ?? [];
  const isAsked = ports.some(
    ({ port, protocol = 'TCP' }) => 'dport' in l4 && port === l4.dport && protocol === l4.proto.toUpperCase(),
  );
  return unless(!/ has .* only, and this is/.test(why) || !isAsked, 'it has that port');
}

/** Forms that say who is told of a drop, and what of the rules before it. */
export const FORMS_OF_END: Readonly<Record<string, SentenceForm>> = {
  'still carries the address of a Service': {
    written: /^It still carries (\S+), the address of (\S+): (.+)\.$/,
    fault: ([, address, name = '', why = ''], reading) =>
      formatIp(reading.step.data.packet.dst) === address
        ? faultOfStillCarried(why, name, reading)
        : `it carries ${formatIp(reading.step.data.packet.dst)}`,
  },
  'nobody is told': {
    written: /drops the packet, and tells nobody\.$/,
    fault: (_, reading) => {
      const { steps, step } = reading;
      if (steps.some(({ leg, role }) => leg === step.leg + 1 && role === 'error')) return 'an error follows';
      return unless(!failsDatagram(reading), 'the system call that sent it fails');
    },
  },
  'the sender is told': {
    written: /drops the packet: (.+?) is told at once, by EPERM\.$/,
    fault: ([, name], reading) => {
      if (!failsDatagram(reading)) return 'no system call fails';
      const sent = reading.steps.find(({ leg }) => leg === reading.step.leg)?.data;
      const by = sent?.kind === 'originate' ? plainName(sent.by) : '';
      return unless(name === 'the process that sent it' || name === by, `${by} sent it`);
    },
  },
  'passed on to who asked': {
    written: / has its answer, from \S+, and passes it on to (\S+)\.$/,
    fault: ([, asker], { steps, step, walk }) => {
      const { network } = walk.walked.derived;
      const accepted = steps.findLast(
        ({ data, leg, role }) => data.kind === 'deliver' && role === 'reply' && leg < step.leg,
      );
      if (accepted?.netns === undefined) return 'nobody was connected before';
      const title = plainName(network.netns.get(accepted.netns)?.title ?? '');
      return unless(title === asker, `${title} was connected last`);
    },
  },
  'who noted it': {
    written: /(?:(\S+ \S+ \d+) \(.+?\) noted it|(\d+) rules noted it)\./,
    fault: ([, one, many], reading) => {
      const logging = ownHop(reading).filter(
        (step) => step.index <= reading.moment.last && /-j (?:LOG|NFLOG)\b|\blog\b/.test(ruleAt(reading, step)),
      );
      if (logging.length !== Number(many ?? 1)) return `${logging.length} rules did`;
      return unless(
        one === undefined || logging.some(({ data }) => placeOf(data) === one),
        `${logging.length} others did`,
      );
    },
  },
  'a state it has not': {
    written:
      /(\S+ \S+) (\d+) \((?:ct ?)?state ([\w, {}]+)\) did not match: (\S+ \S+ \d+) \(.+?\) took the packet out of conntrack/,
    fault: ([, chain, number, states = '', by], reading) => {
      const own = ownHop(reading);
      const missed = own.some(
        ({ data }) =>
          data.kind === 'skip' &&
          `${data.table} ${data.chain}` === chain &&
          data.from < Number(number) &&
          Number(number) <= data.to + 1,
      );
      if (!missed) return 'it was not asked, or matched';
      if (/untracked/i.test(states)) return 'it asks for UNTRACKED, too';
      const taken = own.find(({ data }) => placeOf(data) === by);
      if (!taken || !/NOTRACK|--notrack|\bnotrack\b/.test(ruleAt(reading, taken))) return `${by} did not`;
      return unless(
        own.some(({ data }) => data.kind === 'conntrack' && data.ctState === 'UNTRACKED'),
        'it is tracked',
      );
    },
  },
  'a policy dropped it': {
    written: /^No rule decided, so the policy of (\S+ .+?) did: DROP\.(?: (\d+) rules? of \S+ did not match\.)?/,
    fault: ([, chain, missed], reading) => {
      const own = ownHop(reading);
      const end = own.findLast(({ data }) => data.kind === 'policy' && data.verdict.kind === 'DROP')?.data;
      if (end?.kind !== 'policy' || `${end.table} ${end.chain}` !== chain) return 'no such policy dropped it';
      return unless(missedOfHook(reading) === Number(missed ?? 0), `${missedOfHook(reading)} did not match`);
    },
  },
};

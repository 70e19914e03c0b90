import { contains, formatCidr, formatIp, parseCidr, parseIp, sameIp } from '../../net/ip';
import { hasPorts } from '../../net/packet';
import { ruleTextAt } from '../ruleset-lines';
import {
  type SentenceForm,
  numberOf,
  unless,
  missedBefore,
  draws,
  missedOfHook,
  ownHop,
  hasAddress,
  isCalled,
  serviceNamed,
  first,
  mask,
} from './reading';

/** Forms that say what rules, draws, routes and rewrites of a walk did, or did not. */
export const FORMS_OF_WAY: Readonly<Record<string, SentenceForm>> = {
  'draws said no': {
    written:
      /The first draw said (yes|no)|(\d+) draws said no, the next|(The draw before it|(Both|All \d+) draws before it) said no/,
    fault: ([, said, many, rest, all], reading) => {
      const wanted =
        said === 'yes'
          ? 0
          : said === 'no'
            ? 1
            : many
              ? Number(many)
              : all
                ? Number(all.replace('Both', '2').replace('All ', ''))
                : 1;
      const odds = reading.step.data.kind === 'rule' ? reading.step.data.odds : undefined;
      if ((rest === undefined) !== (odds !== undefined)) return `the rule that said yes has odds ${odds}`;
      return unless(draws(reading) === wanted, `${draws(reading)} draws said no`);
    },
  },
  'first asked for the client': {
    written: / (One|\d+) rules? first asked whether this client came lately: no\./,
    fault: ([, count], reading) => {
      const asked = missedBefore(reading).filter((text) => /-m recent |@affinity-/.test(text)).length;
      return unless(asked === numberOf(count), `${asked} asked`);
    },
  },
  'remembered, not drawn': {
    written: /still remembers which Pod this client had\. A rule before the draws says yes, so nothing is drawn/,
    fault: (_, reading) => {
      const { step, walk } = reading;
      if (step.data.kind !== 'rule') return 'no rule said yes';
      const site = { netns: step.netns, family: step.data.packet.family };
      if (!/-m recent |@affinity-/.test(ruleTextAt(walk.walked.derived, site, step.data.ref) ?? ''))
        return 'the rule that said yes asks for no client';
      return unless(draws(reading) === 0 && step.data.odds === undefined, 'it was drawn');
    },
  },
  'the number drawn': {
    written: /The number drawn is (\d+)|One draw from 0 to (\d+) decides/,
    fault: ([, number, last], { step: { data } }) => {
      const lookup = data.kind === 'rule' ? data.lookup : undefined;
      const holds = number === undefined ? lookup?.size === Number(last) + 1 : lookup?.key === number;
      return unless(holds, `looked up ${lookup?.key} among ${lookup?.size}`);
    },
  },
  'a share by turns': {
    written: /The (\d+) take turns, .* gets (\d+\/\d+|1) of all (new connections|clients that are not remembered)\./,
    fault: ([, count, odds, whose], reading) => {
      const { data } = reading.step;
      const kept = serviceNamed(reading, reading.moment.service ?? '')?.spec.sessionAffinity === 'ClientIP';
      if (kept !== (whose !== 'new connections')) return `${kept ? '' : 'not '}of clients`;
      if (data.kind !== 'ipvs') return 'no scheduler was asked';
      return unless(
        data.odds === odds && data.candidates.length === Number(count),
        `${data.candidates.length} had ${data.odds}`,
      );
    },
  },
  'the reason of a refusal': {
    written: /IPVS hands connections|which only sockets look up|Clients on the node find it|are taken\.$/,
    fault: (_, { moment: { kind } }) =>
      unless(kind !== 'refused' && kind !== 'dropped', 'it says why packets are taken, of one that is not'),
  },
  'a lookup among entries': {
    written: /One lookup among (\d+) entr/,
    fault: ([, size], { step: { data } }) => {
      const own = data.kind === 'rule' ? data.lookup?.size : undefined;
      return unless(own === Number(size), `among ${own}`);
    },
  },
  'rules that did not match, then one': {
    written: /^(?:The (first) rule asked leads|After (\d+) rules? that did not match, one leads)/,
    fault: ([, , many], reading) =>
      unless(missedOfHook(reading) === Number(many ?? 0), `${missedOfHook(reading)} did not`),
  },
  'the source stays': {
    written: /^The source stays (\S+)\.$/,
    fault: ([, name = ''], reading) => {
      const { step } = reading;
      const natted = ownHop(reading).some(
        ({ data, index }) => index <= reading.moment.last && data.kind === 'nat' && data.manip === 'SRC',
      );
      if (natted) return 'it was rewritten';
      return unless(isCalled(reading, name, step.data.packet.src), `it is ${formatIp(step.data.packet.src)}`);
    },
  },
  'an end becomes': {
    written: /^The (source|destination) becomes (?:(\S+), another address of )?(.+)\.$/,
    fault: ([, end, other, name = ''], reading) => {
      const { src, dst } = reading.step.data.packet;
      const address = end === 'source' ? src : dst;
      const { data } = reading.step;
      if (other !== undefined && other !== formatIp(address)) return `it is ${formatIp(address)}`;
      if (other !== undefined && !('before' in data && data.before && isCalled(reading, name, data.before.src)))
        return `it was nobody of ${name} before`;
      return unless(isCalled(reading, name, address), `it is ${formatIp(address)}`);
    },
  },
  'the address of the device': {
    written:
      /MASQUERADE takes the address of (\S+) towards the next hop, ([\w.:]+)(?:, not the src ([\w.:]+) of the route)?\./,
    fault: ([, device, address, src], reading) => {
      const own = reading.walk.walked.derived.network.netns.get(reading.step.netns)?.devices;
      const having = own?.find(({ name }) => name === device)?.addresses ?? [];
      if (!having.some((each) => formatIp(each.address) === address)) return `${device} has no ${address}`;
      if (formatIp(reading.step.data.packet.src) !== address) return 'the source is another';
      const routed = ownHop(reading).findLast(
        ({ data, index }) => data.kind === 'routing' && index < reading.step.index,
      );
      const route = routed?.data.kind === 'routing' ? routed.data.route : undefined;
      return unless(src === undefined || (route?.src && formatIp(route.src)) === src, 'the route has another src');
    },
  },
  'other next hops': {
    written: /It has (\d+) next hops, and a hash takes this one; others leave by (.+?)\./,
    fault: ([, count, others = ''], { step, walk }) => {
      if (step.data.kind !== 'routing' || !step.data.route) return 'no route was taken';
      const { route } = step.data;
      const own = walk.walked.derived.network.netns.get(step.netns)?.routes ?? [];
      const whole = own.filter(
        ({ dst, table, nexthops = [] }) =>
          formatCidr(dst) === formatCidr(route.dst) && table === route.table && nexthops.length === Number(count),
      );
      if (whole.length === 0) return 'no such route';
      return unless(
        !others
          .split(', ')
          .some(
            (each) =>
              each.split(' ')[0] === route.dev &&
              whole.length === 1 &&
              new Set(whole[0]?.nexthops?.map(({ dev }) => dev)).size === Number(count),
          ),
        'that is the one taken',
      );
    },
  },
  'not in the range': {
    written: / (\S+) is not in (\S+\/\d+)\.$/,
    fault: ([, address = '', range = '']) => {
      const [ip, cidr] = [parseIp(address), parseCidr(range)];
      return unless(ip.ok && cidr.ok && !contains(cidr.value, ip.value), 'it is');
    },
  },
  'asked for its own port': {
    written: /Ports are asked for as the address is the node’s own\.$/,
    fault: (_, { step, walk }) => {
      const netns = walk.walked.derived.network.netns.get(step.netns);
      return unless(netns !== undefined && hasAddress(netns, step.data.packet.dst) !== undefined, 'it is not');
    },
  },
  'marked or not': {
    written: /^(Nothing marked the packet|The packet was marked)/,
    fault: ([, how], reading) => {
      const set = ownHop(reading).some(({ data, index }) => index <= reading.step.index && mask(data.mark));
      return unless(set === (how === 'The packet was marked'), set ? 'it was marked' : 'nothing marked it');
    },
  },
  'no rule gives another source': {
    written: /^No rule of \S+ gives it another source/,
    fault: (_, reading) =>
      unless(!ownHop(reading).some(({ data }) => data.kind === 'nat' && data.manip === 'SRC'), 'one did'),
  },
  'an answer from who was asked': {
    written: /carries the address that was asked, so it fits/,
    fault: (_, reading) => {
      const asked = first(reading)?.data.packet.dst;
      const { src } = reading.step.data.packet;
      return unless(asked !== undefined && sameIp(asked, src), `it carries ${formatIp(src)}`);
    },
  },
  'never asked': {
    written: /refuses: it never asked (\S+)\.$/,
    fault: (_, { steps, step }) => {
      const { src, l4 } = step.data.packet;
      const isPort = (other: typeof l4): boolean => !hasPorts(l4) || !hasPorts(other) || other.dport === l4.sport;
      const asked = steps.some(
        ({ netns, data, index }) =>
          netns === step.netns &&
          index < step.index &&
          data.kind === 'originate' &&
          sameIp(data.packet.dst, src) &&
          isPort(data.packet.l4),
      );
      return unless(!asked, `it asked ${formatIp(src)}`);
    },
  },
  'can be seen no longer': {
    written: /^Who really asked, (\S+), can no longer be seen|; (\S+) cannot be seen\.$/,
    fault: ([, before, after], reading) =>
      unless(
        !isCalled({ ...reading }, before ?? after ?? '', reading.step.data.packet.src) ||
          reading.walk.walked.derived.settled === undefined,
        'it is who is seen',
      ),
  },
  'the source is still the one': {
    written: /^The source is still the one it was sent with/,
    fault: (_, { steps, step }) => {
      const sent = steps.find(({ leg }) => leg === step.leg)?.data.packet.src;
      return unless(sent !== undefined && sameIp(sent, step.data.packet.src), 'it is another');
    },
  },
  'a change of a moment': {
    written: /remembered the change of moment (\d+) and undoes it/,
    fault: ([, nth], { story, step }) => {
      const { kind, node, variant } = story[Number(nth) - 1] ?? {};
      const changes = kind === 'rewritten' || kind === 'source-rewritten' || kind === 'chosen';
      return unless(changes && variant !== 'kept' && node === step.netns, `moment ${nth} is ${kind} at ${node}`);
    },
  },
  'nobody has been asked yet': {
    written: /no Pod has been asked yet|no packet has been sent yet/,
    fault: (_, { steps, step, moment }) => {
      const isSocket = moment.kind === 'chosen';
      const told = steps.some(
        ({ index, data, second, lookup, leg }) =>
          index < step.index &&
          lookup === step.lookup &&
          (isSocket ? data.kind === 'transmit' && leg === step.leg : second === true && !step.second),
      );
      return unless(!told, 'one was');
    },
  },
  'the route that fits best': {
    written: /^Of the routes of \S+, (\S+) fits best/,
    fault: ([, text = ''], { step, walk }) => {
      if (step.data.kind !== 'routing' || !step.data.route) return 'no route was taken';
      const { route, packet } = step.data;
      const prefix = text === 'default' ? 0 : Number(text.split('/')[1]);
      if (route.dst.prefix !== prefix) return `taken was one of /${route.dst.prefix}`;
      if (!contains(route.dst, packet.dst)) return 'it does not hold the address';
      const own = walk.walked.derived.network.netns.get(step.netns)?.routes ?? [];
      const longer = own.filter(
        (each) =>
          each.table === route.table &&
          each.dst.prefix > prefix &&
          each.dst.address.family === packet.family &&
          contains(each.dst, packet.dst),
      );
      return unless(longer.length === 0, `${longer.length} fit better`);
    },
  },
  'who is asked at first': {
    written: /^It had asked \S+ at (\S+); this comes from (\S+), so it fits no connection/,
    fault: ([, asked, from], reading) => {
      const { header } = reading.moment;
      const sent = first(reading)?.data.packet;
      const text = sent && (hasPorts(sent.l4) ? `${sent.l4.dport}` : '');
      return unless(
        asked !== from && header.from.text === from && asked?.endsWith(text ?? '') === true,
        'the trace has others',
      );
    },
  },
};

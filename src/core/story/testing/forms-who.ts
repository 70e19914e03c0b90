import { getNamespace, type Endpoint } from '../../kubernetes/types';
import { parseIp } from '../../net/ip';
import { plainName } from '../service-at';
import {
  type SentenceForm,
  numberOf,
  unless,
  serviceNamed,
  countEndpoints,
  on,
  counted,
  nodesOf,
  hasAddress,
  zoneOf,
} from './reading';

/** Forms that say how many stand behind a Service, here or ready, and who has an address or listens. */
export const FORMS_OF_WHO: Readonly<Record<string, SentenceForm>> = {
  'who learns of a failure': {
    written: /^(.+) learns that it failed\.$|^No process of (.+) hears of it(?:, and (.+) still waits)?\.$/,
    fault: ([, learns, , waits], { walk, step }) => {
      const { legs } = walk.walked.trace;
      const about = legs[step.leg - 1]?.role;
      const hasAsked = legs.some(({ role, hops }, at) => {
        return at < step.leg && role === 'request' && hops[0]?.netns === step.netns;
      });
      if (learns !== undefined) return unless(hasAsked, 'the error is about an answer that was sent');
      if (about !== 'reply') return 'the error is about a request';
      const asker = legs[0]?.hops[0]?.netns;
      const answered = legs.some(({ role, disposition }) => {
        return role !== 'request' && disposition.kind === 'DELIVERED' && disposition.netns === asker;
      });
      return unless(!answered === (waits !== undefined), 'who asked got an answer or an error, or neither');
    },
  },
  'Pods stand behind': {
    written: /(?:^| )(One|\d+) Pods? stands? behind (\S+)\. /,
    fault: ([, count, service = ''], reading) =>
      counted(reading, service, ({ ready }) => unless(ready.length === numberOf(count), `${ready.length} are ready`)),
  },
  'Pods stand on': {
    written: /(One|\d+) Pods? of (\S+) stands? on (\S+)\. /,
    fault: ([, count, service = '', node = ''], reading) =>
      counted(reading, service, ({ ready }) => unless(on(ready, node) === numberOf(count), `${on(ready, node)} are`)),
  },
  'Pods are not ready': {
    written:
      /(?:stands? behind|of) (\S+?)(?: stands? on (\S+?))?\.?(?= |$).* (\d+) Pods? (?:is|are) not ready: no rule/,
    fault: ([, service = '', node, count], reading) =>
      counted(reading, service, ({ waiting }) => {
        const found = node === undefined ? waiting.length : on(waiting, node);
        return unless(found === Number(count), `${found} are not ready`);
      }),
  },
  'all that are not ready are told': {
    written: /^(?:One|\d+) Pods? stands? behind (\S+)\. (?!.*not ready: no rule)/,
    fault: ([, service = ''], reading) =>
      counted(reading, service, ({ waiting }) => unless(waiting.length === 0, `${waiting.length} are not ready`)),
  },
  'the only one': {
    written: /Only one endpoint of (\S+) can take it/,
    fault: ([, service = ''], reading) => {
      const { data } = reading.step;
      if (data.kind === 'ipvs') return unless(data.candidates.length === 1, `${data.candidates.length} servers`);
      if ('odds' in data && data.odds !== undefined) return `drawn with ${data.odds}`;
      return counted(reading, service, ({ ready, leaving }, node) => {
        const zone = (list: readonly Endpoint[]): readonly Endpoint[] => {
          const own = list.find(({ nodeName }) => nodeName === node)?.zone ?? zoneOf(reading, node);
          return list.filter((each) => own !== undefined && each.zone === own);
        };
        const counts = [ready, leaving].flatMap((list) => [list.length, on(list, node), zone(list).length]);
        return unless(counts.includes(1), `there are ${counts.join(', ')}`);
      });
    },
  },
  'no device has it': {
    written: /carries (\S+), the address of \S+?[.:] [Nn]o device has it/,
    fault: ([, address = ''], reading) => {
      const parsed = parseIp(address);
      const having = parsed.ok ? nodesOf(reading).filter((node) => hasAddress(node, parsed.value)) : [];
      return unless(having.length === 0, `${having.map(({ id }) => id).join()} has it`);
    },
  },
  'nodes have it': {
    written: /carries (\S+), the address of \S+: (every|a) node has it on (\S+)\./,
    fault: ([, address = '', all, device], reading) => {
      const parsed = parseIp(address);
      const nodes = nodesOf(reading);
      const having = parsed.ok ? nodes.flatMap((node) => hasAddress(node, parsed.value) ?? []) : [];
      if (!having.includes(device ?? '')) return `it is on ${having.join()}`;
      return unless(
        (having.length === nodes.length) === (all === 'every'),
        `${having.length} of ${nodes.length} have it`,
      );
    },
  },
  'nobody stands behind': {
    written: /(?:refuses|fails): no Pod (stands behind|of) (\S+?)(?: is ready)?\.$/,
    fault: ([, how, service = ''], reading) =>
      counted(reading, service, ({ ready, waiting }) =>
        ready.length > 0
          ? `${ready.length} are ready`
          : unless(waiting.length > 0 === (how === 'of'), `${waiting.length} are not ready`),
      ),
  },
  'Pods carry the label': {
    written: /asks for (\S+)\. (There are no Pods|No ready Pod|One Pod carries|(\d+) Pods carry)/,
    fault: ([, selector = '', how, many], reading) => {
      const { settled } = reading.walk.walked.derived;
      const service = reading.moment.because.flatMap((each) => (each.kind === 'object' ? [each.object] : []))[0];
      const wanted = selector.split(',').map((pair) => pair.split('=') as [string, string]);
      const own = (settled?.pods ?? []).filter((pod) => getNamespace(pod) === (service?.namespace ?? 'default'));
      const carrying = own.filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value));
      if (how === 'There are no Pods') return unless(own.length === 0, `there are ${own.length}`);
      if (how === 'No ready Pod') {
        const found = countEndpoints(reading, plainName(`${service?.namespace ?? 'default'}/${service?.name}`));
        return unless(found === undefined || found.ready.length + found.waiting.length === 0, 'some are listed');
      }
      return unless(carrying.length >= (many === undefined ? 1 : Number(many)), `${carrying.length} carry it`);
    },
  },
  'none is here': {
    written:
      /(\w+) is Local, and (?:no endpoint of (\S+) is on (\S+)|the endpoint of (\S+) on (\S+) is not ready|none of the (\d+) endpoints of (\S+) on (\S+) is ready)\.(?: The (?:(\d+) )?ready ones? (?:is|are) elsewhere)?/,
    fault: (found, reading) => {
      const [text, policy = '', noneOf, noneOn, oneOf, oneOn, many, manyOf, manyOn, elsewhere] = found;
      const [service, node] = [noneOf ?? oneOf ?? manyOf ?? '', noneOn ?? oneOn ?? manyOn ?? ''];
      const object = serviceNamed(reading, service);
      if ((object?.spec as Readonly<Record<string, unknown>> | undefined)?.[policy] !== 'Local')
        return 'the policy is not Local';
      return counted(reading, service, ({ ready, waiting }) => {
        const wanted = noneOf ? 0 : oneOf ? 1 : Number(many);
        const other = /elsewhere/.test(text) ? Number(elsewhere ?? 1) : 0;
        if (on(ready, node) > 0 || on(waiting, node) !== wanted)
          return `${on(ready, node)} ready, ${on(waiting, node)} not`;
        return unless(ready.length === other, `${ready.length} are elsewhere`);
      });
    },
  },
  'this node has no endpoint': {
    written: /this node has no endpoint of (\S+):/,
    fault: ([, service = ''], reading) =>
      counted(reading, service, ({ ready, waiting }, node) =>
        unless(on(ready, node) + on(waiting, node) === 0, `${on(ready, node)} ready, ${on(waiting, node)} not`),
      ),
  },
  'it has no endpoint': {
    written: /^(\S+) has no endpoints?(?: that could take|, so)/,
    fault: ([, service = ''], reading) =>
      counted(reading, plainName(service), ({ ready }) => unless(ready.length === 0, `${ready.length} are ready`)),
  },
  'endpoints, none for this port': {
    written: /^(\S+) has endpoints, and none of them is for its port/,
    fault: ([, service = ''], reading) =>
      counted(reading, plainName(service), ({ ready }) => unless(ready.length === 0, `${ready.length} are ready`)),
  },
  'listens only on': {
    written: /^It listens on ([\d, ]+) only\.$/,
    fault: ([, ports = ''], { walk, step }) => {
      const { l4 } = step.data.packet;
      const sockets = walk.walked.derived.network.netns.get(step.netns)?.sockets ?? [];
      const own = new Set(sockets.filter(({ proto }) => proto === l4.proto).map(({ port }) => port));
      return unless([...own].toSorted((a, b) => a - b).join(', ') === ports, `it listens on ${[...own].join(', ')}`);
    },
  },
  'nobody listens': {
    written: /nobody listens on port (\d+)\.$/,
    fault: ([, port], { walk, step }) => {
      const { l4 } = step.data.packet;
      const sockets = walk.walked.derived.network.netns.get(step.netns)?.sockets ?? [];
      return unless(!sockets.some((each) => each.proto === l4.proto && each.port === Number(port)), 'somebody does');
    },
  },
};

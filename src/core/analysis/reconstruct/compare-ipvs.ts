import { realServerKey, virtualServerKey } from '../../kubernetes/proxy/ipvs/virtual-servers';
import type { GeneratedIpvs } from '../../kubernetes/proxy/mode';
import { phrase } from '../../lib/phrase';
import type { IpFamily } from '../../net/ip';
import { setDifferences } from '../ruleset-diff/set-diff';
import type { IpSet } from '../../linux/ipset/types';
import { IpvsFacts } from './ipvs-facts';
import type { Difference, Observed } from './types';

const OWN = /^KUBE-/;

/** What recompiling does not give back of kube-proxy's sets and virtual servers of one family. */
export function compareIpvs(family: IpFamily, observed: Observed, state: GeneratedIpvs): Difference[] {
  return [...setsOf(family, observed, state), ...serversOf(family, observed, state)];
}

function setsOf(family: IpFamily, { ipsets }: Observed, state: GeneratedIpvs): Difference[] {
  if (!ipsets) return [];
  const isOfFamily = (name: string): boolean => OWN.test(name) && name.startsWith('KUBE-6-') === (family === 'ipv6');
  const seen = [...ipsets.values()].filter(({ name }) => isOfFamily(name));
  const wanted = state.ipsets.map(({ name, type, options, entries }): IpSet => ({
    name,
    type,
    options,
    members: entries.map(({ key }) => ({ element: key, nomatch: false })),
  }));
  return setDifferences(
    wanted,
    seen.map(({ name, type, options, members }) => ({ name, type, options, members })),
  ).flatMap(({ set, kind, added, removed }): Difference[] => {
    const where = { family, table: 'ipset' as const, chain: set };
    const extra = phrase('reconstruct.difference.extra-rule', { chain: set });
    const lost = phrase('reconstruct.difference.missing-rule', { chain: set });
    const whole: Difference[] =
      kind === 'removed'
        ? [
            {
              ...where,
              kind: 'missing',
              text: set,
              why: phrase('reconstruct.difference.missing-chain', { chain: set }),
            },
          ]
        : [];
    return [
      ...whole,
      ...added.map((text): Difference => ({ ...where, kind: 'changed', text, why: extra })),
      ...removed.map((text): Difference => ({ ...where, kind: 'missing', text, why: lost })),
    ];
  });
}

function serversOf(family: IpFamily, observed: Observed, state: GeneratedIpvs): Difference[] {
  if (!observed.ipvs) return [];
  const seen = new Set(
    new IpvsFacts(family, observed).virtuals.map(({ text, scheduler, seconds, servers }) =>
      [text, scheduler, seconds ?? 0, ...servers].join(' '),
    ),
  );
  const wanted = new Set(
    state.virtualServers.map((server) => {
      const places = server.servers.map(realServerKey).toSorted();
      const text = `${server.protocol} ${virtualServerKey(server).replace(/\/\w+$/, '')}`;
      return [text, server.scheduler, server.timeout, ...places].join(' ');
    }),
  );
  const where = { family, table: 'ipvs' as const, chain: 'ipvs' };
  const extra = phrase('reconstruct.difference.extra-rule', { chain: 'ipvs' });
  const lost = phrase('reconstruct.difference.missing-rule', { chain: 'ipvs' });
  return [
    ...[...seen]
      .filter((text) => !wanted.has(text))
      .map((text): Difference => ({ ...where, kind: 'changed', text, why: extra })),
    ...[...wanted]
      .filter((text) => !seen.has(text))
      .map((text): Difference => ({ ...where, kind: 'missing', text, why: lost })),
  ];
}

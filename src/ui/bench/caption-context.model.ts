import type { Document } from '../../core/document/document';
import type { ServiceObject } from '../../core/kubernetes/types';
import { oncePerObject } from '../../core/lib/once-per-object';
import { printedIp } from '../../core/net/ip';
import type { Names } from '../../core/sim/narrate';
import type { Bench, RunResult } from '../../engine/protocol';
import { addressesOfService } from '../common/address-kind.model';
import { withoutDefault } from '../common/texts.model';

/** The names a walk is told by: all but the odds, which change with the outcome. */
export function captionNames(document: Document, bench: Bench | undefined, result: RunResult | undefined): Names {
  return {
    services: servicesByAddress(document, bench),
    chains: servicesByChain([...(bench?.rules ?? []), ...(result?.rules ?? [])]),
    titles: titlesOf(bench?.netns ?? NOWHERE),
    called: withoutDefault,
  };
}

const NONE: Bench['found'] = [];
const NOWHERE: Bench['netns'] = [];

const titlesOf = oncePerObject(
  (all: Bench['netns']): ReadonlyMap<string, string> =>
    new Map(all.map(({ id, title }) => [id, withoutDefault(title)])),
);

/** Once for all: a node may have 45,000 Services, and every walk asks. */
const foundByAddress = oncePerObject((found: Bench['found']): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { address, name } of found) {
    const printed = printedIp(address);
    if (printed !== undefined) names.set(printed, withoutDefault(name));
  }
  return names;
});

function servicesByAddress(document: Document, bench: Bench | undefined): ReadonlyMap<string, string> {
  const found = foundByAddress(bench?.found ?? NONE);
  if (document.subject !== 'cluster') return found;
  const own = ownByAddress(document.cluster.services);
  return found.size === 0 ? own : new Map([...found, ...own]);
}

const ownByAddress = oncePerObject((services: readonly ServiceObject[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const service of services) {
    const { name, namespace = 'default' } = service.metadata;
    const called = withoutDefault(`${namespace}/${name}`);
    for (const address of addressesOfService(service)) names.set(address, called);
  }
  return names;
});

function servicesByChain(rules: Bench['rules']): ReadonlyMap<string, string> {
  const [first = NO_CHAINS, ...others] = new Set(rules.map((each) => namesOfChains(each.services ?? {})));
  return others.length === 0 ? first : new Map([first, ...others].flatMap((names) => [...names]));
}

const NO_CHAINS: ReadonlyMap<string, string> = new Map();

const namesOfChains = oncePerObject(
  (services: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(Object.entries(services).map(([chain, service]) => [chain, withoutDefault(service)])),
);

import type { Document } from '../../core/document/document';
import type { ServiceObject } from '../../core/kubernetes/types';
import { Memo, once } from '../../core/lib/memo';
import { printedIp } from '../../core/net/ip';
import type { Names } from '../../core/sim/narrate';
import type { Bench, RunResult } from '../../engine/protocol';
import { addressesOfService } from '../common/address-kind.model';
import { withoutDefault } from '../common/texts.model';

/** What a page shows. */
interface ShownBench {
  readonly document: Document;
  readonly bench: Bench | undefined;
  readonly result: RunResult | undefined;
}

/** The names a walk is told by: all but the odds, which change with the outcome. */
export function captionNames({ document, bench, result }: ShownBench, memo = new Memo()): Names {
  return {
    services: servicesByAddress(document, bench, memo),
    chains: servicesByChain([...(bench?.rules ?? []), ...(result?.rules ?? [])], memo),
    titles: titlesOf(bench?.netns ?? NOWHERE, memo),
    called: withoutDefault,
  };
}

const NONE: Bench['found'] = [];
const NOWHERE: Bench['netns'] = [];

const titlesOf = once(
  (all: Bench['netns']): ReadonlyMap<string, string> =>
    new Map(all.map(({ id, title }) => [id, withoutDefault(title)])),
);

/** Once for all: a node may have 45,000 Services, and every walk asks. */
const foundByAddress = once((found: Bench['found']): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { address, name } of found) {
    const printed = printedIp(address);
    if (printed !== undefined) names.set(printed, withoutDefault(name));
  }
  return names;
});

function servicesByAddress(document: Document, bench: Bench | undefined, memo: Memo): ReadonlyMap<string, string> {
  const found = foundByAddress(bench?.found ?? NONE, memo);
  if (document.subject !== 'cluster') return found;
  const own = ownByAddress(document.cluster.services, memo);
  return found.size === 0 ? own : new Map([...found, ...own]);
}

const ownByAddress = once((services: readonly ServiceObject[], memo): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const service of services) {
    const { name, namespace = 'default' } = service.metadata;
    const called = withoutDefault(`${namespace}/${name}`);
    for (const address of addressesOfService(service, memo)) names.set(address, called);
  }
  return names;
});

function servicesByChain(rules: Bench['rules'], memo: Memo): ReadonlyMap<string, string> {
  const [first = NO_CHAINS, ...others] = new Set(rules.map((each) => namesOfChains(each.services ?? {}, memo)));
  return others.length === 0 ? first : new Map([first, ...others].flatMap((names) => [...names]));
}

const NO_CHAINS: ReadonlyMap<string, string> = new Map();

const namesOfChains = once(
  (services: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(Object.entries(services).map(([chain, service]) => [chain, withoutDefault(service)])),
);

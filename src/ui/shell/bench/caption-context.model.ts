import type { Document } from '../../../core/document/document';
import { Memo, once } from '../../../core/lib/memo';
import type { Names } from '../../../core/sim/narrate';
import { plainName, serviceAt, servicesOfObjects, servicesOfRules } from '../../../core/story/service-at';
import type { Bench, RunResult } from '../../../engine/protocol';

/** What a page shows. */
interface ShownBench {
  readonly document: Document;
  readonly bench: Bench | undefined;
  readonly result: RunResult | undefined;
}

/** The names a walk is told by: all but the odds, which change with the outcome. */
export function captionNames({ document, bench, result }: ShownBench, memo = new Memo()): Names {
  return {
    service: findServices(document, bench, memo),
    chains: servicesByChain([...(bench?.rules ?? []), ...(result?.rules ?? [])], memo),
    titles: titlesOf(bench?.netns ?? NOWHERE, memo),
    called: plainName,
  };
}

const NONE: Bench['found'] = [];
const NOWHERE: Bench['netns'] = [];

const titlesOf = once(
  (all: Bench['netns']): ReadonlyMap<string, string> => new Map(all.map(({ id, title }) => [id, plainName(title)])),
);

/** Which Service is asked at an address: those of pasted rules, and over them a cluster's own. */
function findServices(document: Document, bench: Bench | undefined, memo: Memo): NonNullable<Names['service']> {
  const found = servicesOfRules(bench?.found ?? NONE, memo);
  const own = document.subject === 'cluster' ? servicesOfObjects(document.cluster.services, memo) : undefined;
  return (address, port) => serviceAt([...(found.get(address) ?? []), ...(own?.get(address) ?? [])], port)?.name;
}

function servicesByChain(rules: Bench['rules'], memo: Memo): ReadonlyMap<string, string> {
  const [first = NO_CHAINS, ...others] = new Set(rules.map((each) => namesOfChains(each.services ?? {}, memo)));
  return others.length === 0 ? first : new Map([first, ...others].flatMap((names) => [...names]));
}

const NO_CHAINS: ReadonlyMap<string, string> = new Map();

const namesOfChains = once(
  (services: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(Object.entries(services).map(([chain, service]) => [chain, plainName(service)])),
);

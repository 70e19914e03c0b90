import type { Answer } from './question';
import tools from './by-tools.json' with { type: 'json' };

/** How a question is answered by one tool: what it is called with, and what is taken out of its answer. */
export interface ByTool {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly take: Take;
}

interface Take {
  readonly of: string;
  readonly pod?: string;
  readonly at?: string;
  readonly from?: string;
  readonly to?: string;
  readonly rule?: string;
  readonly words?: readonly string[];
}

/** One way for each question, by its id. */
export const BY_TOOLS = tools as Readonly<Record<string, ByTool>>;

interface Way {
  readonly odds: string | null;
  readonly end: string;
  readonly where: string;
  readonly by?: string;
  readonly device?: string;
  readonly at?: string;
  readonly sees?: string;
  readonly back?: { readonly is: string; readonly from: string };
  readonly moments: readonly {
    readonly rules?: readonly { readonly rule: string; readonly line?: number }[];
  }[];
}

const once = (words: readonly string[]): Answer => {
  const [first, ...others] = [...new Set(words)].toSorted();
  return first === undefined || others.length > 0 ? [...new Set(words)].toSorted() : first;
};

const nameBack = ({ back }: Way): string =>
  back === undefined ? 'nothing' : back.is === 'answer' ? 'an answer' : back.is;

/** Of a packet: on its way to others, with the machine it came to, or neither. */
function nameEnd({ end, where }: Way): string {
  const isHere = where === 'node';
  if (end === 'LEFT' || (end === 'DELIVERED' && !isHere)) return 'passed on';
  return end === 'DELIVERED' || end === 'NO_SOCKET' ? 'kept' : 'lost';
}

const defined = (words: readonly (string | undefined)[]): readonly string[] =>
  words.filter((word) => word !== undefined);

/** What a walk says, by what is taken of it. */
const OF_WALK: Readonly<Record<string, (ways: readonly Way[], take: Take) => Answer>> = {
  pods: (ways) => once(ways.filter(({ end }) => end === 'DELIVERED').map(({ where }) => where)),
  count: (ways) => new Set(ways.filter(({ end }) => end === 'DELIVERED').map(({ where }) => where)).size,
  at: (ways) => once(defined(ways.map(({ at }) => at))),
  destination: (ways) => once(defined(ways.map(({ at }) => at))),
  sees: (ways, { pod }) =>
    once(defined(ways.filter(({ where }) => pod === undefined || where === pod).map(({ sees }) => sees))),
  source: (ways) => once(defined(ways.map(({ sees }) => sees))),
  odds: (ways, { at }) => once(defined(ways.filter((way) => way.at === at).map(({ odds }) => odds ?? undefined))),
  back: (ways) => once(ways.map(nameBack)),
  ends: (ways) =>
    once(ways.map((way) => ({ 'an answer': 'an answer', nothing: 'nothing' })[nameBack(way)] ?? 'an error')),
  backFrom: (ways) => once(defined(ways.map(({ back }) => back?.from))),
  rule: (ways) => once(defined(ways.map(({ by }) => by))),
  device: (ways) => once(defined(ways.map(({ device }) => device))),
  end: (ways) => once(ways.map(nameEnd)),
  line: (ways, { rule = '' }) => {
    const rules = ways.flatMap(({ moments }) => moments.flatMap((moment) => moment.rules ?? []));
    return rules.find((each) => each.rule.includes(` ${rule} `))?.line ?? 0;
  },
};

interface Change {
  readonly callers: readonly string[];
  readonly destinations: readonly string[];
}
interface Row {
  readonly to: readonly string[];
  readonly fates: readonly { readonly from: string; readonly end: string }[];
}

const OF_OTHERS: Readonly<Record<string, (answer: never, take: Take) => Answer>> = {
  mode: ({ sentences }: { readonly sentences: readonly { readonly says: string }[] }) =>
    once(sentences.flatMap(({ says }) => /kube-proxy in (\w+) mode/.exec(says)?.[1] ?? [])),
  services: ({ services }: { readonly services: number }) => services,
  drift: ({ nodes }: { readonly nodes: readonly { state: string; parts: readonly { state: string }[] }[] }) =>
    once(nodes.flatMap(({ state, parts }) => (parts.length > 0 ? parts.map((part) => part.state) : [state]))),
  changed: ({ classes }: { readonly classes: readonly Change[] }, { from = '', to = '' }) =>
    classes.some(
      ({ callers, destinations }) => callers.includes(from) && destinations.some((each) => each.endsWith(to)),
    )
      ? 'otherwise'
      : 'the same',
  reaches: ({ rows }: { readonly rows: readonly Row[] }, { from, to = '' }) => {
    const fates = rows.filter((row) => row.to.some((each) => each.endsWith(to))).flatMap((row) => row.fates);
    const asked = fates.filter((fate) => from === undefined || fate.from === from);
    return asked.some(({ end }) => /source kept|seen as|source rewritten/.test(end)) ? 'yes' : 'no';
  },
  lines: (answer: string, { words = [] }) =>
    answer.split('\n').filter((line) => words.every((each) => line.includes(each))).length,
};

/** The answer to a question out of what its tool answered. */
export function takeAnswer(answer: unknown, take: Take): Answer {
  const ofWalk = OF_WALK[take.of];
  if (ofWalk) {
    const { flows } = answer as { readonly flows: readonly { readonly outcomes: readonly Way[] }[] };
    return ofWalk(flows[0]?.outcomes ?? [], take);
  }
  const other = OF_OTHERS[take.of];
  if (!other) throw new Error(`nothing takes ${take.of}`);
  return other(answer as never, take);
}

import { getMinor, NAMED_PATCHES } from '../../../../core/kubernetes/release';
import {
  LEVELS,
  type ComparedRecordings,
  type Extensions,
  type Level,
  type Proof,
} from '../../../../content/proof/proof';

/** How one comparison went: `passed` of `total`. */
export interface Count {
  readonly passed: number;
  readonly total: number;
}

/** One line of the table: with the recordings kept in the project, and with all of them. */
export interface ProofLine {
  readonly what: string;
  readonly project: Count | undefined;
  readonly whole: Count | undefined;
  /** What was left out and why, in the larger of the two. */
  readonly skips: readonly { readonly reason: string; readonly count: number }[];
}

/** The lines of one mode; comparisons that belong to no mode come under undefined. */
export interface ProofGroup {
  readonly mode: string | undefined;
  readonly lines: readonly ProofLine[];
}

export interface ProofSuite {
  readonly suite: string;
  readonly groups: readonly ProofGroup[];
  readonly project: Count;
  readonly whole: Count | undefined;
}

/**
 * How many releases beside the one of the suite `compiler` were compared, and which of those whose rules are written
 * never were: `1.19, 1.37`, or `none`.
 */
export function recordedReleases({ runs }: Proof): { readonly count: number; readonly missing: string } {
  const own = runs.flatMap(({ compared }) => compared.filter(({ suite }) => suite === 'releases'));
  const named = new Set(NAMED_PATCHES.flatMap(({ release, recorded }) => (recorded ? [`1.${getMinor(release)}`] : [])));
  const minors = new Set(own.flatMap(({ what }) => (named.has(what) ? [what] : [])));
  const missing = NAMED_PATCHES.filter(({ recorded }) => !recorded).map(({ release }) => `1.${getMinor(release)}`);
  return { count: minors.size, missing: missing.join(', ') || 'none' };
}

/** The comparisons by suite and mode, in the order they were written. */
export function listSuites({ runs }: Proof): readonly ProofSuite[] {
  const listed = (name: 'project' | 'whole') => runs.find(({ recordings }) => recordings === name)?.compared ?? [];
  const [project, whole] = [listed('project'), listed('whole')];
  const suites = unique([...project, ...whole].map(({ suite }) => suite));
  return suites.map((suite) => {
    const own = (list: readonly ComparedRecordings[]) => list.filter((each) => each.suite === suite);
    const all = own(whole);
    return {
      suite,
      groups: listGroups(own(project), all),
      project: makeSum(own(project)),
      whole: all.length > 0 ? makeSum(all) : undefined,
    };
  });
}

function listGroups(project: readonly ComparedRecordings[], whole: readonly ComparedRecordings[]): ProofGroup[] {
  const both = [...project, ...whole];
  return unique(both.map(({ mode }) => mode)).map((mode) => ({
    mode,
    lines: unique(both.filter((each) => each.mode === mode).map(({ what }) => what)).map((what) => {
      const isIt = (each: ComparedRecordings): boolean => each.mode === mode && each.what === what;
      return makeLine(what, project.find(isIt), whole.find(isIt));
    }),
  }));
}

function makeLine(
  what: string,
  project: ComparedRecordings | undefined,
  whole: ComparedRecordings | undefined,
): ProofLine {
  const skips = Object.entries((whole ?? project)?.skips ?? {});
  return { what, project, whole, skips: skips.map(([reason, count]) => ({ reason, count })) };
}

function makeSum(list: readonly ComparedRecordings[]): Count {
  const sum = (pick: (each: ComparedRecordings) => number): number =>
    list.reduce((total, each) => total + pick(each), 0);
  return { passed: sum(({ passed }) => passed), total: sum(({ total }) => total) };
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

/** The names of a registry by level; levels nobody has are left out. */
export function byLevel(
  extensions: Extensions,
): readonly { readonly level: Level; readonly names: readonly string[] }[] {
  return LEVELS.map((level) => ({
    level,
    names: Object.entries(extensions).flatMap(([name, its]) => (its === level ? name : [])),
  })).filter(({ names }) => names.length > 0);
}

import { compareLines } from './nftables-text';

/** Lines in which only KUBE-IPVS-OUT-FILTER's rules, one a service port, may stand in another order. */
export function compareRules(what: string, recorded: string, actual: string): string[] {
  return compareLines(what, withSortedOutFilter(recorded), withSortedOutFilter(actual));
}

function withSortedOutFilter(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const isRule = (line: string): boolean => line.startsWith('-A KUBE-IPVS-OUT-FILTER ');
  const first = lines.findIndex(isRule);
  if (first < 0) return lines;
  const rest = lines.filter((line) => !isRule(line));
  return [...rest.slice(0, first), ...lines.filter(isRule).toSorted(), ...rest.slice(first)];
}

/** The lines of two texts as sets. */
export function compareSets(what: string, recorded: string, actual: string): string[] {
  const lines = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .toSorted();
  return compareLines(what, lines(recorded), lines(actual));
}

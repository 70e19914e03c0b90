/** At most so many characters of a rule's test stand in a sentence. */
const LONGEST_TEST = 60;

/**
 * Reads what a rule tests off its text as its tool writes it: `-m conntrack --ctstate RELATED -m comment --comment "x" -j ACCEPT` ->
 * `ctstate RELATED`; cut off where it is long. Undefined: it tests nothing, or there is no such rule.
 */
export function readTest(text: string | undefined): string | undefined {
  const test = (text ?? '')
    .replaceAll(/(?:-m comment --)?\bcomment "[^"]*"|-m comment --comment \S+/g, ' ')
    .replace(/(?:^| )(?:-j|-g) .*$|\b(?:counter(?: packets \d+ bytes \d+)? )?accept *$/, ' ')
    .replaceAll(/(?:^| )-m \S+/g, ' ')
    .replaceAll(/(^| )--/g, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  if (test === '') return undefined;
  return test.length > LONGEST_TEST ? `${test.slice(0, LONGEST_TEST)}…` : test;
}

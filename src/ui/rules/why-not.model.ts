import type { RuleExplanation } from '../../engine/protocol';
import type { RulePart } from './rule-text.model';

export type RuleTest = RuleExplanation['tests'][number];

/** The test that decided that a rule did not match: the first that failed, else the first that nobody knows. */
export function decidingTest(explanation: RuleExplanation): RuleTest | undefined {
  const { tests } = explanation;
  return tests.find(({ matched }) => matched === false) ?? tests.find(({ matched }) => matched === 'unknown');
}

/** Does a part of the rule's text show this test? The engine names header tests by option, others by module. */
function shows(part: RulePart, test: RuleTest): boolean {
  const written = part.text.replace(/^! /, '').trim();
  const asked = test.part.replace(/^! /, '').trim();
  return `${written} `.startsWith(`${asked} `) || `${written} `.startsWith(`-m ${asked} `);
}

/** Which parts of a rule to light: tests that held, and the one that failed. Tests after it were never made. */
export function lightOf(explanation: RuleExplanation | undefined): (part: RulePart) => 'lit' | 'failed' | undefined {
  return (part) => {
    if (part.kind !== 'test') return undefined;
    const test = explanation?.tests.find((each) => shows(part, each));
    if (!test) return undefined;
    return test.matched === true ? 'lit' : 'failed';
  };
}

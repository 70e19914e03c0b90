import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { documentOf, PROBLEMS } from '../src/core/questions/why/testing/problems';
import { encodeLink } from '../src/store/link';
import { App, soak, test } from './app';

/** Problems people reported, in the page: Why begins with the cause, and what is offered first does what it says. */
for (const [at, problem] of PROBLEMS.entries()) {
  test(`${at + 1} ${problem.file}`, soak(), async ({ page }) => {
    test.setTimeout(90_000);
    const text = readFileSync(`src/core/questions/why/testdata/problems/${problem.file}`, 'utf8');
    const app = new App(page);
    const document = documentOf(problem, text);
    const link = await encodeLink({ document, view: { flowId: 'flow-1', playhead: 0 } });
    await app.open(`/${link.ok ? link.value : ''}`);
    await app.pause();
    await app.tab('Why');
    await expect(app.inspector).toContainText(/changes simulated;/);
    const causes = app.inspector.getByRole('region', { name: 'Why it ends so' });
    await expect(causes.getByRole('listitem').first()).toContainText(problem.cause);
    if (!problem.first || problem.after === 'not tried') return;
    const offered = app.inspector.getByRole('listitem').filter({ hasText: problem.first }).first();
    await expect(offered).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('why.png') });
    await offered.getByRole('button', { name: /^Apply/ }).click();
    // Who answers behind a router that was pasted is not told: there the way on is what counts.
    const end =
      problem.after === 'on its way'
        ? expect(app.inspector.getByRole('heading', { name: /^Request/ })).toContainText(/left|delivered/)
        : expect(app.inspector.getByRole('heading', { name: /^Reply/ })).toContainText('delivered');
    await end;
    expect(app.problems).toEqual([]);
  });
}

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './app';

/** Light and dark, on a desk and in a hand. */
export const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ name: `${colorScheme} ${viewport.width}`, colorScheme, viewport })),
);

/** axe finds nothing on the page, or inside what a selector names; each finding is told with its places. */
export async function expectAccessible(page: Page, inside?: string): Promise<void> {
  await expectNothing(page, { resultTypes: ['violations'] }, inside);
}

/** What is seen on a control is in its name, for who says it (WCAG 2.5.3): axe leaves that out unless it is asked for. */
export async function expectNamedAsSeen(page: Page, inside: string): Promise<void> {
  const rule = 'label-content-name-mismatch';
  await expectNothing(page, { runOnly: [rule], rules: { [rule]: { enabled: true } } }, inside);
}

async function expectNothing(
  page: Page,
  options: Parameters<AxeBuilder['options']>[0],
  inside?: string,
): Promise<void> {
  await settled(page);
  // No second page to put results together in: no frame here is of another origin. What passes is not told.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(options);
  const { violations } = await (inside === undefined ? axe : axe.include(inside)).analyze();
  const places = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join('\n')}`,
  );
  expect(places).toEqual([]);
}

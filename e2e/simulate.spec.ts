import { expect } from '@playwright/test';
import { App, soak, test, withMotion } from './app';

/** One flow of the default example a line: its name, what the walk must say, and to whom the answer comes. */
const FLOWS: readonly { readonly title: string; readonly flow: RegExp; readonly says: readonly RegExp[] }[] = [
  {
    title: 'a client outside to a NodePort',
    flow: /outside → web:80 nodePort @ node2/,
    says: [/KUBE-NODEPORTS/, /KUBE-EXT-/, /KUBE-MARK-MASQ/, /DNAT/, /(SNAT|MASQUERADE)/, /Reply/],
  },
  {
    title: 'a Pod to a ClusterIP',
    flow: /^client → web:80/,
    says: [/KUBE-SVC-/, /a chance of 1\/[23]/, /DNAT/, /Reply/],
  },
  { title: 'a Pod to its own Service', flow: /^web-\S+ → web:80/, says: [/KUBE-SVC-/, /DNAT/, /Reply/] },
  {
    title: 'a Pod to a Pod on the other node',
    flow: /^client → web-\S+:8080/,
    says: [/node1/, /node2/, /delivered/, /Reply/],
  },
  { title: 'a Pod to a Service without endpoints', flow: /client → empty:80/, says: [/REJECT/, /icmp|ICMP/] },
];

for (const { title, flow, says } of FLOWS) {
  test(
    `${title}: walks, step by step, and back`,
    soak(!flow.source.includes('web:') || !title.includes('outside')),
    async ({ page }) => {
      await withMotion(page);
      const app = new App(page);
      await app.open();
      await app.send(flow);
      for (const pattern of says) await app.expectTrace(pattern);
      const count = await app.steps.count();
      expect(count).toBeGreaterThan(10);
      const slider = page.getByRole('slider', { name: 'Step of the walk' });
      await page.getByRole('button', { name: 'To the start' }).click();
      await expect(slider).toHaveAttribute('aria-valuenow', '1');
      for (let step = 2; step <= 8; step++) {
        await page.getByRole('button', { name: 'Next step' }).click();
        await expect(slider).toHaveAttribute('aria-valuenow', String(step));
        await expect(app.steps.nth(step - 1)).toHaveAttribute('aria-current', 'step');
      }
      expect(app.problems).toEqual([]);
    },
  );
}

test('the reply comes back from the address that was asked', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  const service = await app.left.getByRole('button', { name: /^web 10\./ }).innerText();
  const asked = /10\.\d+\.\d+\.\d+/.exec(service)?.[0] ?? 'no address';
  await page.getByRole('button', { name: 'To the end' }).click();
  await app.tab('Packet');
  const source = app.inspector.getByRole('row', { name: /source/i }).first();
  await expect(source).toContainText(asked);
});

test('the hairpin is masqueraded when the dice pick the caller itself', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^web-\S+ → web:80/);
  const self = /^(web-\S+) →/.exec(
    await page
      .getByRole('region', { name: 'Flows' })
      .getByRole('button', { name: /^web-\S+ → web:80/ })
      .innerText(),
  )?.[1];
  const outcomes = await app.outcomes();
  await outcomes.filter({ hasText: self ?? 'no Pod' }).click();
  await app.pause();
  await app.expectTrace(/KUBE-MARK-MASQ/);
  await app.expectTrace(/SNAT/);
});

test('every outcome is listed with its odds', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  const outcomes = await app.outcomes();
  await expect(outcomes.filter({ hasText: '1/3' })).toHaveCount(3);
  await expect(outcomes).toHaveCount(3);
});

test(
  'a rule that did not match says what it wanted and what the packet had, and where it comes from',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.send(/^client → web:80/);
    await app.goTo(/DNAT:? the destination/);
    await app.datapath
      .getByRole('button', { name: /--dport 443.*did not match/ })
      .first()
      .click();
    // The rules themselves hold addresses and the word kubernetes: what is told of this one stands in its tests.
    const tests = app.datapath.getByRole('list', { name: /^Tests of this rule/ }).getByRole('listitem');
    await expect(tests.last()).toContainText('10.96.0.1/32');
    await expect(tests.last()).toContainText(/had -d 10\.(?!96\.0\.1\b)[\d.]+/);
    await expect(app.datapath.getByText(/Service default\/kubernetes/).first()).toBeVisible();
  },
);

import { expect } from '@playwright/test';
import { App, soak, test } from './app';

test('replicas in the form: rules and odds follow, undo brings everything back', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.select(/^web 10\./);
  const replicas = app.left.getByRole('group', { name: 'replicas' });
  await replicas.getByRole('button', { name: /one more/ }).click();
  await expect(replicas.getByRole('status')).toHaveText('4');
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/4/ })).toBeVisible();
  await replicas.getByRole('button', { name: /one less/ }).click();
  await replicas.getByRole('button', { name: /one less/ }).click();
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/2/ })).toBeVisible();
  while (await page.getByRole('button', { name: /^Undo/ }).isEnabled()) await app.undo();
  await expect(replicas.getByRole('status')).toHaveText('3');
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/3/ })).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('readiness in the form: a Pod that is not ready gets no packet', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  const pods = app.left.getByRole('region', { name: 'Nodes and Pods' }).getByRole('button', { name: /^web-/ });
  await pods.first().click();
  await app.left.getByRole('switch', { name: 'ready', exact: true }).click();
  await expect(pods.first()).toContainText('not ready');
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/2/ })).toBeVisible();
  await app.undo();
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/3/ })).toBeVisible();
});

test('a port in the form: the rules follow, and so does the flow', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.select(/^web 10\./);
  const port = app.left.getByRole('textbox', { name: 'port', exact: true });
  await port.fill('8088');
  await port.press('Enter');
  await app.expectTrace(/:8088/);
  await app.tab('Rules');
  await expect(app.inspector.getByRole('tabpanel')).toContainText('--dport 8088');
  await app.undo();
  await app.expectTrace(/10\.\d+\.\d+\.\d+:80\b/);
});

test('the YAML and the cluster are in step in both directions', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.left.getByRole('tab', { name: 'YAML' }).click();
  const editor = app.left.getByRole('textbox', { name: 'The cluster as YAML' });
  await expect(editor).toBeVisible();
  await expect(app.left.getByRole('status')).toHaveText('In step with the cluster');
  const yaml = await page.evaluate(() => document.querySelector('.cm-content')?.textContent ?? '');
  expect(yaml).toContain('kind:');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(CLUSTER);
  await expect(app.left.getByRole('status')).toHaveText('In step with the cluster');
  await app.devices();
  await expect(app.stage).toContainText('shop');
  await app.left.getByRole('tab', { name: 'Cluster' }).click();
  await expect(app.left.getByRole('button', { name: /^shop 10\.96\.7\.7:80/ })).toBeVisible();
  await app.undo();
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toBeVisible();
});

test(
  'a broken YAML says where, keeps what was typed over a reload, and keeps the last good picture',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.left.getByRole('tab', { name: 'YAML' }).click();
    const editor = app.left.getByRole('textbox', { name: 'The cluster as YAML' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('kind: Service\n  metadata: [broken');
    await expect(app.left.getByRole('status')).toContainText('keeps its last valid state');
    await expect(
      app.left.getByRole('list', { name: 'Problems in the YAML' }).getByRole('button').first(),
    ).toContainText(/\d+:\d+/);
    await expect(app.stage).toContainText('web');
    await page.reload();
    await expect(app.steps.first()).toBeVisible();
    await app.left.getByRole('tab', { name: 'YAML' }).click();
    await expect(app.left.locator('.cm-content')).toContainText('[broken');
    expect(app.problems).toEqual([]);
  },
);

test(
  'a value that cannot be meant stays in its box with the reason, and the picture stays',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.select(/^web 10\./);
    const port = app.left.getByRole('textbox', { name: 'port', exact: true });
    await port.fill('eighty');
    await port.press('Enter');
    await expect(app.left.getByRole('alert')).toHaveText(/1 to 65535/);
    await expect(port).toHaveValue('eighty');
    await expect(app.steps.first()).toBeVisible();
    expect(app.problems).toEqual([]);
  },
);

test('a reload brings the edited bench back', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.addReplica();
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/4/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/4/ })).toBeVisible();
});

const CLUSTER = `apiVersion: v1
kind: Node
metadata:
  name: node1
spec:
  podCIDR: 10.244.0.0/24
status:
  addresses:
    - {type: InternalIP, address: 172.18.0.2}
  conditions:
    - {type: Ready, status: "True"}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 2
  selector:
    matchLabels: {app: shop}
  template:
    metadata:
      labels: {app: shop}
    spec:
      containers:
        - name: shop
          ports:
            - containerPort: 8080
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  clusterIP: 10.96.7.7
  selector: {app: shop}
  ports:
    - port: 80
      targetPort: 8080
`;

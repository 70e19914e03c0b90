import { expect } from '@playwright/test';
import { App, soak, test } from './app';
import { paste } from './bring';

const TABLES = `$ kubectl get nodes -o wide
NAME       STATUS   ROLES    AGE   VERSION   INTERNAL-IP     EXTERNAL-IP
worker-1   Ready    <none>   9d    v1.30.3   172.19.0.6      <none>
worker-2   Ready    <none>   9d    v1.30.3   172.19.0.7      <none>
$ kubectl get svc -n shop
NAME   TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)   AGE
cart   ClusterIP   10.96.3.7     <none>        80/TCP    8d
$ kubectl get endpoints -n shop
NAME   ENDPOINTS                        AGE
cart   10.42.1.5:9376,10.42.2.6:9376    8d
$ kubectl get pods -n shop -o wide
NAME     READY   STATUS    RESTARTS   AGE   IP          NODE
cart-0   1/1     Running   0          8d    10.42.1.5   worker-1
cart-1   1/1     Running   0          8d    10.42.2.6   worker-2
ask-0    1/1     Running   0          8d    10.42.1.9   worker-1
`;

test('tables of kubectl: what is to be opened is said, and of a cluster what was guessed', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const dialog = await paste(page, TABLES);
  await expect(dialog.getByText('7 entries in 11 lines')).toBeVisible();
  await expect(dialog.getByText(/Kubernetes objects and no rules/)).toBeVisible();
  await expect(dialog.getByText(/Rules name|no Service is known|172\.19\.0\.2\b/)).toHaveCount(0);
  await expect(dialog.getByText(/an endpoint of shop\/cart/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open as a cluster' }).click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    /clusterCIDR 10\.42\.0\.0\/16.*mode iptables.*bridge cni0/,
  );
  expect(app.problems).toEqual([]);
});

const AFFINITY = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-BBBBBBBBBBBBBBBB - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.3.7/32 -p tcp -m comment --comment "shop/cart cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-AAAAAAAAAAAAAAAA --mask 255.255.255.255 --rsource -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-BBBBBBBBBBBBBBBB --mask 255.255.255.255 --rsource -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m statistic --mode random --probability 0.50000000000 -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m recent --set --name KUBE-SEP-AAAAAAAAAAAAAAAA --mask 255.255.255.255 --rsource -m tcp -j DNAT --to-destination 10.42.1.8:8080
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p tcp -m recent --set --name KUBE-SEP-BBBBBBBBBBBBBBBB --mask 255.255.255.255 --rsource -m tcp -j DNAT --to-destination 10.42.1.7:8080
COMMIT
`;

test('a client that came before is said in the form, and gets to where it was', soak(), async ({ page }) => {
  const app = new App(page);
  await app.openPasted(AFFINITY);
  await expect(page.getByText('1/2', { exact: true })).toHaveCount(2);
  const form = page.getByRole('form', { name: 'A packet through this node' });
  await form.getByLabel('earlier connection to').fill('10.42.1.7:8080');
  await form.getByLabel('so many seconds ago').fill('60');
  await form.getByRole('button', { name: 'Send' }).click();
  // The odds of the rules stay in the list of Services; nothing is drawn for this packet.
  await expect(page.getByText('1/2', { exact: true })).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(
    page
      .getByText(/10\.42\.1\.7/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  expect(app.problems).toEqual([]);
});

const DROPS = `*filter
:INPUT DROP [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -p tcp -m tcp --dport 22 -s 198.51.100.0/24 -j ACCEPT
COMMIT
2: eth0: <UP> mtu 1500
    inet 172.19.0.6/24 scope global eth0
`;

test('a walk that was lost ends in what would let it through', soak(), async ({ page }) => {
  const app = new App(page);
  await app.openPasted(DROPS);
  await page
    .getByRole('form', { name: 'A packet through this node' })
    .getByLabel('from', { exact: true })
    .fill('203.0.113.9');
  await page.getByRole('form', { name: 'A packet through this node' }).getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Story', exact: true }).click();
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  const card = page.locator('[data-card=why]');
  await expect(page.getByRole('status').filter({ hasText: 'No rules of the table nat were pasted' })).toBeVisible();
  await card.getByRole('button', { name: 'Try the changes' }).click();
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');
  expect(app.problems).toEqual([]);
});

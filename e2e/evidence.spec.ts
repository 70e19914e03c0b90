import { expect, type Locator } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, test } from './app';
import { paste } from './bring';

const LOG = `I0612 09:14:02.118240       1 server.go:655] "Version info" version="v1.33.1"
E0612 09:14:03.551207       1 proxier.go:1241] "Failed to sync nftables rules" err="Error: Could not process rule: Operation not supported" family="IPv4"
`;
const ENTRY =
  'udp      17 27 src=10.244.2.14 dst=10.96.0.11 sport=41522 dport=53 [UNREPLIED] src=10.96.0.11 dst=10.244.2.14 sport=53 dport=41522 mark=0 use=1\n';
const TABLE = `$ kubectl get svc,endpoints -n shop
NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)    AGE
service/web   ClusterIP   10.96.12.7   <none>        80/TCP     3d
service/api   ClusterIP   10.96.12.8   <none>        8080/TCP   3d

NAME            ENDPOINTS          AGE
endpoints/web   <none>             3d
endpoints/api   10.244.1.7:8080    3d
`;

/** A symptom, a contrast, a pair of component and failure, a capture: each of another book of sentences. */
const POST = `After the upgrade kube-proxy in IPVS mode terminates idle connections after 15 minutes.
The external IP of MetalLB cannot be reached from outside. The Service works by its Pod IP, but fails by the Service IP.
$ curl http://192.0.2.80
curl: (28) Failed to connect to 192.0.2.80 port 80: Connection timed out
09:00:01.000001 IP 192.0.2.7.41000 > 10.97.4.4.80: Flags [S], seq 1, win 64240, length 0
09:00:02.000001 IP 192.0.2.7.41000 > 10.97.4.4.80: Flags [S], seq 1, win 64240, length 0
`;

/** Reads the finding of the window that begins so: its sentence, its line, its next step. */
async function expectFinding(dialog: Locator, says: RegExp, { line, next }: { line: string; next: RegExp }) {
  const finding = dialog.getByRole('listitem').filter({ hasText: says });
  await expect(finding).toHaveCount(1);
  await expect(finding).toContainText(line);
  await expect(finding).toContainText(next);
}

test.describe('what a pasted text proves stands in the window, with its line and the next step', () => {
  test('a log alone: the cause in place of "nothing was read"', async ({ page }) => {
    const app = new App(page);
    await app.open();
    const dialog = await paste(page, LOG);
    await expectFinding(dialog, /kube-proxy’s change of its nftables table was refused/, {
      line: '“Text 1”, line 2',
      next: /Next: The lines behind it say what was refused\. Paste them, “nft list ruleset”/,
    });
    await expect(dialog).not.toContainText(/printed nothing that is read here|This is a log|was not read/);
    expect(app.problems).toEqual([]);
  });

  test('words of people: each book of sentences is there, in both languages', async ({ page }) => {
    const app = new App(page);
    for (const lang of ['en', 'ko'] as const) {
      await page.goto(`/?lang=${lang}`);
      await expect(page.locator('[data-sentence]').first()).toBeVisible();
      const dialog = await paste(page, POST);
      await expect(
        dialog
          .getByRole('listitem')
          .filter({ hasText: /192\.0\.2\.80|MetalLB/ })
          .first(),
      ).toBeVisible();
      await expect(dialog).not.toContainText(/\bevidence\.[a-z]/);
    }
    expect(app.problems).toEqual([]);
  });

  test('figures that do not fit each other, with the command that mends it', async ({ page }) => {
    const app = new App(page);
    await app.open();
    const dialog = await paste(
      page,
      'We run Calico. Packets larger than 1380 bytes are lost between nodes.\nPod interfaces have an MTU of 1450.\n',
    );
    await expectFinding(
      dialog,
      /Pods send packets of up to 1450 bytes \(line 2\), and the way to another node carries 1380/,
      {
        line: '“Text 1”, line 2',
        next: /patch installation\.operator\.tigera\.io default --type merge -p '\{"spec":\{"calicoNetwork":\{"mtu":1380\}\}\}'/,
      },
    );
    expect(app.problems).toEqual([]);
  });

  test('an entry of conntrack', async ({ page }) => {
    const app = new App(page);
    await app.open();
    await expectFinding(
      await paste(page, ENTRY),
      /10\.244\.2\.14:41522 asked 10\.96\.0\.11:53.*nothing was translated/,
      {
        line: '“Text 1”, line 1',
        next: /conntrack -D -p udp --orig-dst 10\.96\.0\.11 --orig-port-dst 53/,
      },
    );
  });

  test('a table with a Service without endpoints', async ({ page }) => {
    const app = new App(page);
    await app.open();
    const dialog = await paste(page, TABLE);
    await expectFinding(dialog, /shop\/web has no endpoints/, {
      line: '“Text 1”, line 3',
      next: /kubectl get pods --show-labels/,
    });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'shop/api' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Open as a cluster' })).toBeVisible();
  });
});

test('in Korean all of it is Korean', async ({ page }) => {
  await page.goto('/?lang=ko&view=bench');
  await expect(page.getByRole('main')).toBeVisible();
  const dialog = await paste(page, `${LOG}${ENTRY}`);
  await expectFinding(dialog, /kube-proxy가 nftables 테이블을 바꾸려다 거부되었습니다/, {
    line: '‘텍스트 1’ 2번째 줄',
    next: /다음 단계: .*nft list ruleset/,
  });
  await expectFinding(dialog, /아무것도 변환되지 않았습니다/, { line: '3번째 줄', next: /conntrack -D -p udp/ });
});

test('on the bench they stand among the findings of the node', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const dialog = await paste(page, ENTRY);
  await dialog.getByRole('button', { name: /^Open (this node|and send)/ }).click();
  await expect(dialog).toBeHidden();
  const findings = app.left.getByRole('region', { name: 'Findings' });
  await expectFinding(findings, /asked 10\.96\.0\.11:53.*nothing was translated/, {
    line: 'line 1',
    next: /conntrack -D -p udp/,
  });
  await expect(findings).not.toContainText('Nothing odd was found');
  await expect(findings.getByRole('heading', { level: 3 })).toContainText('1 warning');
  await expect(findings.getByRole('heading', { level: 4 })).toHaveText(['What is wrong, strongest first']);
});

const MANIFEST = `apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx, ports: [{containerPort: 80}]}]}
`;
const GUESS =
  /This hangs on a guess: .*that nobody listens on 8080 is taken\. Settled by: kubectl -n shop exec \S+ -- ss/;

test('a cluster of a manifest: beside the verdict stands what it hangs on, and what the texts prove', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  const dialog = await paste(page, MANIFEST);
  await dialog.getByRole('button', { name: 'Open as a cluster' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Why' }).first().click();
  await expect(page.getByText(GUESS)).toHaveCount(1);
  const proven = page.getByRole('region', { name: 'What these texts show' });
  await expect(proven).toContainText('shop/web sends to 8080/TCP, and the containers of web declare 80/TCP only');
  await expect(proven).toContainText('“Text 1”, line 3');
  await page.keyboard.press('b');
  await expect(page.locator('[data-sentence]')).toContainText('asks for');
  await page.keyboard.press('End');
  await expect(page.getByText(GUESS)).toHaveCount(1);
  expect(app.problems).toEqual([]);
});

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });
    test('axe finds nothing in the window', async ({ page }) => {
      await page.goto('/?view=bench');
      await expect(page.getByRole('main')).toBeVisible();
      const dialog = await paste(page, `${LOG}${ENTRY}${TABLE}`);
      await expect(dialog).toContainText('shop/web has no endpoints');
      await expectAccessible(page, '[role=dialog]');
    });
  });
}

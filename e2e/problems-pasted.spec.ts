import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { soak, test } from './app';
import { bring, type Brought } from './bring';

/** Problems as the people who have them would bring them: their text is pasted, opened and asked in the page's own forms. */
interface Problem extends Pick<Brought, 'packet' | 'flow' | 'added'> {
  readonly files: readonly string[];
  /** What Why begins with; absent: nothing is wrong. */
  readonly cause?: RegExp;
  readonly fix?: RegExp;
}

const textOf = (file: string): string => readFileSync(`src/core/questions/why/testdata/problems/${file}`, 'utf8');

const PACKET = { 'comes in by': 'cni0', from: '10.244.1.9', to: '10.96.50.10' };

const BROUGHT: readonly Problem[] = [
  { files: ['01-forward-drop.txt'], packet: PACKET, cause: /the policy of the chain is DROP/, fix: /-A FORWARD -s/ },
  {
    files: ['02-grep-only.txt'],
    packet: { 'comes in by': 'eth0', from: '192.168.10.50', to: '192.168.10.11', port: '31218' },
    cause: /has no endpoints/,
    fix: /^A ready Pod that Service/,
  },
  {
    files: ['03-etp-local.yaml'],
    flow: /@ node-b/,
    cause: /externalTrafficPolicy of Service default\/web is Local, and node-b has none/,
    fix: /externalTrafficPolicy → Cluster/,
  },
  {
    files: ['04-itp-local.yaml'],
    flow: /^client → web:80/,
    cause: /internalTrafficPolicy of Service default\/web is Local/,
    fix: /internalTrafficPolicy → Cluster/,
  },
  {
    files: ['05b-source-ip-dump.txt'],
    packet: { 'comes in by': 'eth0', from: '198.51.100.9', to: '203.0.113.7' },
  },
  {
    files: ['06b-hairpin-dump.txt'],
    packet: { 'comes in by': 'veth11112222', from: '10.244.1.5', to: '10.96.50.10' },
    cause: /hairpin mode is off/,
    fix: /^Hairpin mode on/,
  },
  { files: ['06b-hairpin-dump.txt'], packet: { ...PACKET, 'comes in by': 'veth33334444' } },
  {
    files: ['07b-cat-proc.txt'],
    packet: PACKET,
    cause: /crosses the bridge without iptables/,
    fix: /bridge-nf-call-iptables = 1/,
  },
  {
    files: ['08-udp-stale.txt'],
    packet: { ...PACKET, protocol: 'udp', port: '53', 'source port': '43145' },
    cause: /^The nat table was not asked/,
    fix: /conntrack -D/,
  },
  {
    files: ['09-invalid-rst.txt'],
    packet: { ...PACKET, 'source port': '41522', 'TCP segment': 'late-answer' },
    cause: /conntrack disowned the segment/,
    fix: /be_liberal = 1/,
  },
  {
    files: ['12-affinity-two-ports.yaml'],
    flow: /^client → web:80/,
    cause: /ClientIP affinity is kept for each of them alone/,
    fix: /^Both kinds of traffic over port 81/,
  },
  {
    files: ['13-source-ranges.yaml'],
    // The sender that is offered is inside the ranges: this one is not.
    added: { from: 'outside', to: 'web loadBalancer', port: '80' },
    cause: /in none of the loadBalancerSourceRanges/,
    fix: /loadBalancerSourceRanges → \+/,
  },
  {
    files: ['15b-legacy.txt', '15b-nft.txt'],
    packet: PACKET,
    cause: /^The rule ip filter FORWARD 1 ended it: -j REJECT/,
    fix: /-A FORWARD -s 10\.244\.1\.9/,
  },
  {
    files: ['16-hostport-ipvs.txt'],
    packet: { ...PACKET, to: '10.96.0.1', port: '443' },
    cause: /^It went to 10\.244\.1\.5:443, which is no endpoint/,
    fix: /comes after nat PREROUTING 2/,
  },
  { files: ['20b-external-ip.yaml'], flow: /^outside → web:80/ },
  {
    files: ['20-external-ip.yaml'],
    flow: /^outside → web:80/,
    cause: /is Local, and node-b has none of its endpoints/,
    fix: /externalTrafficPolicy → Cluster/,
  },
  { files: ['23-host-port.yaml'], flow: /^outside → 192\.168\.10\.11:443/ },
];

for (const [at, brought] of BROUGHT.entries()) {
  test(`${at + 1} ${brought.files.join(' and ')}, as it is brought`, soak(at > 0), async ({ page }) => {
    test.setTimeout(90_000);
    const app = await bring(page, { ...brought, texts: brought.files.map(textOf) });
    await app.tab('Why');
    await expect(app.inspector).toContainText(/changes simulated;/);
    await page.screenshot({ path: test.info().outputPath('why.png') });
    const causes = app.inspector.getByRole('region', { name: 'Why it ends so' });
    if (!brought.cause) {
      await expect(causes).toHaveCount(0);
      await expect(app.inspector.getByRole('heading', { name: /^Reply/ })).toContainText('delivered');
      return;
    }
    await expect(causes.getByRole('listitem').first()).toContainText(brought.cause);
    if (brought.fix)
      await expect(app.inspector.getByRole('listitem').filter({ hasText: brought.fix }).first()).toBeVisible();
    expect(app.problems).toEqual([]);
  });
}

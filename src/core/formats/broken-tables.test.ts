import { describe, expect, it } from 'vitest';
import type { Diagnostic } from './format';
import { KUBECTL_TABLE, type KubectlTable } from './kubectl-table';

/** Cells under their names, three blanks between, as tabwriter prints them. */
function printTable(...rows: readonly string[]): string {
  const all = rows.map((row) => row.split('|'));
  const widths = all[0]!.map((_, i) => Math.max(...all.map((cells) => cells[i]!.length)));
  return all
    .map(
      (cells) =>
        `${cells
          .map((cell, i) => cell.padEnd(widths[i]! + 3))
          .join('')
          .trimEnd()}\n`,
    )
    .join('');
}

const PODS = printTable(
  'NAMESPACE|NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES',
  'default|web-6c5f7d8b9c-abcde|1/1|Running|2 (3d4h ago)|4d|10.244.1.5|ip-10-0-18-181.ec2.internal|<none>|<none>',
  'default|web-6c5f7d8b9c-fghij|0/1|CrashLoopBackOff|12 (30s ago)|4d2h|10.244.2.117|node2|<none>|0/1',
  'kube-system|dns-x|1/1|Running|0|4d|10.244.2.7|node2|<none>|<none>',
);
const NODES = printTable(
  'NAME|STATUS|ROLES|AGE|VERSION|INTERNAL-IP|EXTERNAL-IP|OS-IMAGE|KERNEL-VERSION|CONTAINER-RUNTIME',
  'kind-control-plane|Ready|control-plane|176d|v1.30.5|172.18.0.2|<none>|Debian GNU/Linux 12 (bookworm)|6.1.0-21-amd64|containerd://1.7.13',
  'kind-worker|Ready,SchedulingDisabled|<none>|176d|v1.30.5|172.18.0.3|<none>|Ubuntu 22.04.1 LTS|5.15.0-1-generic|containerd://1.7.13',
);
const SERVICES = printTable(
  'NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE|SELECTOR',
  'kubernetes|ClusterIP|10.96.0.1|<none>|443/TCP|9d|<none>',
  'shop|LoadBalancer|10.100.207.15|a1b2c3.eu-west-1.elb.amazonaws.com|80:30080/TCP,443:30443/TCP|4d|app.kubernetes.io/name=shop,app.kubernetes.io/instance=blue',
  'web|NodePort|10.96.0.7|<none>|80:30081/TCP|4d|app=web',
);
const ENDPOINTS = printTable(
  'NAME|ENDPOINTS|AGE',
  'kubernetes|172.18.0.2:6443|9d',
  'web|10.244.1.5:8080,10.244.2.6:8080,10.244.2.7:8080 + 4 more...|4d',
);
const CALICO = printTable(
  'NAMESPACE|WORKLOAD|NODE|NETWORKS|INTERFACE|PROFILES',
  'default|web-6c5f7d8b9c-abcde|kind-worker.example.test|192.168.3.140/32|cali82a8bb394bd|kns.default',
  'kube-system|coredns-5d78c9869d-2xq9p|kind-control-plane|192.168.82.1/32|cali9e0a1b2c3d4|kns.kube-system',
);
const TABLES = { PODS, NODES, SERVICES, ENDPOINTS, CALICO };

interface Read {
  readonly tables: readonly KubectlTable[];
  readonly said: readonly Diagnostic[];
}

function read(text: string): Read {
  const parsed = KUBECTL_TABLE.parse(text);
  if (!parsed.ok) return { tables: [], said: parsed.error };
  return { tables: parsed.value.value, said: parsed.value.diagnostics };
}

const rowsIn = (text: string): string[] =>
  read(text).tables.flatMap(({ rows }) =>
    rows.map(({ cells }) => cells.map((cell) => (cell ?? '?').replaceAll(' ', '')).join(' | ')),
  );
const idsIn = (text: string): string[] => read(text).said.map(({ message }) => message.id);

/** As a terminal of a width shows it, and as it is copied from there. */
const COPIES: Readonly<Record<string, (text: string, width: number) => string>> = {
  'with all blanks': (text, width) => text.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n'),
  'without blanks at the ends': (text, width) => COPIES['with all blanks']!(text, width).replaceAll(/ +$/gm, ''),
  'between words': (text, width) =>
    text
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ').replaceAll(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n'))
      .map((line) => line.trimEnd())
      .join('\n'),
};

/** Only the last line goes over the edge: whether the next is its rest nothing tells. */
const isAlone = (text: string, width: number): boolean =>
  text.split('\n').every((line, at, { length }) => line.length <= width || at === length - 2);

describe.each(Object.entries(TABLES))('%s broken by a terminal', (_, text) => {
  const whole = rowsIn(text);

  it.each(Object.entries(COPIES))('%s: rows are read as they were, or it is said that they were not', (_, copy) => {
    const widths = Array.from({ length: 120 }, (_, i) => i + 60);
    const lost = widths.filter((width) => {
      const broken = copy(text, width);
      const rows = rowsIn(broken);
      for (const row of rows) {
        const cells = row.split(' | ');
        expect(
          whole.some((own) => own.split(' | ').every((cell, i) => cell === cells[i] || cells[i] === '?')),
          `${width}: ${row}`,
        ).toBe(true);
      }
      if (rows.length < whole.length || rows.some((row) => row.includes('?')))
        expect(idsIn(broken).join(), `${width}`).toMatch(/kubectl-table\.(?:broken|cut)/);
      return rows.join() !== whole.join();
    });
    expect(lost.every((width) => isAlone(text, width))).toBe(true);
  });
});

describe('what is no table goes on as it was', () => {
  it.each([
    ['other output behind it', `${ENDPOINTS}Chain FORWARD (policy ACCEPT)\ntarget prot\n`],
    ['a prompt', `${ENDPOINTS}root@node1:~# uptime\n up 3 days\n`],
    ['a word that is no rest of its last cell', `${ENDPOINTS}done\n`],
  ])('%s: the rows are read and nothing is said of rows', (_, text) => {
    expect(rowsIn(text)).toEqual(rowsIn(ENDPOINTS));
    expect(idsIn(text).filter((id) => /broken|cut/.test(id))).toEqual([]);
  });

  it('a broken table that cannot be put together is said to be left out, at its line', () => {
    const text = SERVICES.replaceAll(/.{85}(?=.)/g, '$&\n').replace('443/\nTCP', '443/\nelse\nTCP');
    expect(rowsIn(text).some((row) => row.startsWith('kubernetes'))).toBe(false);
    const said = read(text).said.find(({ message }) => message.id === 'formats.kubectl-table.broken');
    expect(said?.span?.line).toBe(3);
  });
});

describe('tables without their header', () => {
  const KINDS = { PODS: 'pods', NODES: 'nodes', SERVICES: 'services', ENDPOINTS: 'endpoints' } as const;

  it.each(Object.entries(KINDS))('%s are known by their cells', (name, kind) => {
    const text = TABLES[name as keyof typeof KINDS];
    const bare = text.slice(text.indexOf('\n') + 1);
    expect(read(bare).tables.map((table) => table.kind)).toEqual([kind]);
    expect(rowsIn(bare)).toEqual(rowsIn(text));
  });

  it.each([
    ['a Deployment', 'web 1/1 1 1 5d\n'],
    ['a policy', 'web <none> 5d\n'],
    ['a probe', 'etcd-0 10.0.0.1:2379 5ms\n'],
  ])('%s is none of them', (_, text) => {
    expect(read(text).tables).toEqual([]);
  });

  it('says of rows that were asked for without a header which command prints it', () => {
    const text = '$ kubectl get deploy -A --no-headers -o wide\nweb 1/1 1 1 5d\nshop 2/2 2 2 5d\n';
    const said = read(text).said.find(({ message }) => message.id === 'formats.kubectl-table.no-header');
    expect(said?.message).toMatchObject({ values: { command: 'kubectl get deploy -A -o wide' } });
    expect(said?.span?.line).toBe(2);
    const piped = '$ kubectl get pods --no-headers | wc -l\n12\n';
    expect(idsIn(piped)).not.toContain('formats.kubectl-table.no-header');
  });
});

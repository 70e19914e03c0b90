import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRecordings } from '../../../conformance/suites/compiler/recordings';
import { parseArguments } from '../main';
import { COMPILE } from './compile';

const CASE = join(projectRecordings(), 'kube-proxy-1.30.5/dual-stack');

async function run(words: string, files: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const args = parseArguments(words.split(' ').filter(Boolean), COMPILE.valued);
  if (typeof args === 'string') throw new Error(args);
  const io = {
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
    read: (path: string) => files[path] ?? readFileSync(path, 'utf8'),
  };
  return { code: await COMPILE.run(args, io), stdout: out.join(''), stderr: err.join('') };
}

const YAML = `
apiVersion: v1
kind: Node
metadata: {name: node1}
status: {addresses: [{type: InternalIP, address: 172.18.0.2}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {nodeName: node1, containers: []}
status: {podIP: 10.244.1.5, conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: 10.96.0.11, selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
`;

describe('compile', () => {
  test('--releases names the modes of kube-proxy alone: an agent has releases of its own', async () => {
    const { code, stdout } = await run('--releases');
    const modes = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.split('\t')[0], line.split('\t')[3]]),
    );
    expect(code).toBe(0);
    expect(modes.get('1.15')).toBe('iptables,ipvs,userspace');
    expect(modes.get('1.14')).toBe('iptables,userspace');
    expect(modes.get('1.20')).toBe('iptables,ipvs,userspace');
    expect(modes.get('1.33')).toBe('iptables,ipvs,nftables,kernelspace');
  });

  test('prints what the kernel prints back', async () => {
    const { code, stdout, stderr } = await run(
      `--node node1 --family ipv6 --config ${CASE}/config.json ${CASE}/input.json`,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').toSorted()).toEqual(
      readFileSync(join(CASE, 'node1/ip6tables.save'), 'utf8').split('\n').toSorted(),
    );
  });

  test('prints what kube-proxy feeds in', async () => {
    const { stdout } = await run(`--node node1 --form restore --config ${CASE}/config.json ${CASE}/input.json`);
    expect(stdout.split('\n').toSorted()).toEqual(
      readFileSync(join(CASE, 'node1/iptables.restore'), 'utf8').split('\n').toSorted(),
    );
  });

  test('prints the table and the transaction of nftables mode', async () => {
    const folder = join(projectRecordings('nftables'), 'kube-proxy-1.30.5/dual-stack');
    const words = `--mode nftables --node node1 --family ipv6 --config ${folder}/config.json ${folder}/input.json`;
    const restore = await run(`--form restore ${words}`);
    expect([restore.code, restore.stderr]).toEqual([0, '']);
    expect(restore.stdout.split('\n').toSorted()).toEqual(
      readFileSync(join(folder, 'node1/nft6.input'), 'utf8').split('\n').toSorted(),
    );
    const save = await run(words);
    const words6 = (text: string): string[] => text.match(/[^\s,]+/g)?.toSorted() ?? [];
    const recorded = readFileSync(join(folder, 'node1/nft.ruleset'), 'utf8');
    expect(words6(save.stdout)).toEqual(words6(recorded.slice(recorded.indexOf('table ip6 kube-proxy'))));
  });

  test('ipvs: servers, sysctls, addresses, ipsets and rules in the shape of the recordings', async () => {
    const folder = join(projectRecordings('ipvs'), 'kube-proxy-1.30.5/dual-stack');
    const recorded = (file: string): string => readFileSync(join(folder, 'node1', file), 'utf8');
    const words = `--mode ipvs --node node1 --family ipv6 --config ${folder}/config.json ${folder}/input.json`;
    const save = await run(words);
    expect([save.code, save.stderr]).toEqual([0, '']);
    const report = JSON.parse(save.stdout) as Record<string, unknown>;
    const { VirtualServers, Sysctls } = JSON.parse(recorded('ipvs6.json')) as Record<string, unknown>;
    expect(report).toEqual({
      virtualServers: VirtualServers,
      sysctls: Sysctls,
      addresses: recorded('kube-ipvs06.txt').trimEnd().split('\n'),
      ipsets: recorded('ipset6.save'),
      iptables: recorded('ipvs-ip6tables.save'),
    });
    const restore = await run(`--form restore ${words}`);
    expect(JSON.parse(restore.stdout)).toEqual({ ...report, iptables: recorded('ipvs6.restore') });
  });

  test('says that nft refuses a transaction, and lists nothing', async () => {
    const { code, stdout, stderr } = await run('--mode nftables --config c.yaml -', {
      '-': YAML,
      'c.yaml': 'detectLocalMode: InterfaceNamePrefix\ndetectLocal: {interfaceNamePrefix: veth}\n',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('“iif veth*”');
  });

  test('answers every field of --config: what it changes, what has no say, what the release does not know', async () => {
    const config = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clusterCIDR: 10.244.0.0/16
iptables: {masqueradeBit: 15, minSyncPeriod: 1s}
ipvs: {tcpTimeout: 5m}
detectLocalMode: NodeCIDR
healthzBindAddress: 0.0.0.0:10256
conntrack: {tcpBeLiberal: true, maxPerCore: 1}
winkernel: {networkName: x}
mispelt: 1
`;
    const compile = (release: string) => run(`--release ${release} --config c.yaml -`, { 'c.yaml': config, '-': YAML });
    const [old, now] = [await compile('1.17'), await compile('1.30')];
    const told = ({ stderr }: typeof old, words: RegExp): string[] =>
      stderr
        .split('\n')
        .filter((line) => words.test(line))
        .flatMap((line) => / (\S+) changes none| field (\S+) and/.exec(line)?.slice(1).join('') ?? []);
    const silent = ['iptables.minSyncPeriod', 'healthzBindAddress', 'winkernel.networkName'];
    expect(told(now, /changes none/).toSorted()).toEqual(silent.toSorted());
    expect(told(now, /knows no field/)).toEqual(['mispelt']);
    expect(told(old, /knows no field/).toSorted()).toEqual(
      ['conntrack.tcpBeLiberal', 'detectLocalMode', 'ipvs.tcpTimeout', 'mispelt'].toSorted(),
    );
    expect(now.stdout).toContain('--set-xmark 0x8000');
    expect(now.stdout).not.toContain('INVALID');
    expect(old.stdout).toContain('! -s 10.244.0.0/16');
    expect(old.stdout).toContain('INVALID');
  });

  test.each([
    ['1.36', '', '', false],
    ['1.37', '', '', true],
    ['1.37', 'mode: iptables\n', '', false],
    ['1.37', '', '--mode iptables ', false],
  ])('warns in %s that the default will change where no mode is named: %j %j', async (release, config, mode, warns) => {
    const { code, stderr } = await run(`${mode}--release ${release} --config c.yaml -`, {
      '-': YAML,
      'c.yaml': `kind: KubeProxyConfiguration\nclusterCIDR: 10.244.0.0/16\n${config}`,
    });
    expect([code, /KEP-5343/.test(stderr)]).toEqual([0, warns]);
  });

  test('makes slices from Pods when none are given; the only Node needs no name; YAML configuration', async () => {
    const { code, stdout } = await run('--config c.yaml -', {
      '-': YAML,
      'c.yaml': 'kind: KubeProxyConfiguration\nclusterCIDR: 10.244.0.0/16\n',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('--to-destination 10.244.1.5:8080');
    expect(stdout).toContain('! -s 10.244.0.0/16 -d 10.96.0.11/32');
  });

  test('says what is wrong with an object, where, and compiles the rest', async () => {
    const { code, stdout, stderr } = await run('-', { '-': YAML.replace('port: 80,', 'port: 80, name: A_B,') });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^error invalid 16:\d+ Service default\/web spec\.ports\[0\]\.name: /);
    expect(stdout).toContain('KUBE-SEP-');
  });

  test.each([
    ['', 2, 'give one file'],
    ['--node node9 -', 2, '--node node9: there are node1'],
    ['--mode tproxy -', 2, '--mode tproxy is not built'],
    ['--release 1.1 -', 2, 'Choose a release from 1.2'],
    ['--mode ipvs --release 1.14 -', 2, 'The IPVS rules of 1.14 are not known'],
    ['--mode nftables --release 1.28 -', 2, 'The nftables rules of 1.28 are not known'],
    ['--release new -', 2, 'is not a Kubernetes release'],
    ['--family ipv5 -', 2, '--family ipv5'],
    ['--form yaml -', 2, '--form yaml'],
    ['--config bad.json -', 2, '--config'],
  ])('%s: exit %i, %s', async (words, code, message) => {
    const result = await run(words, { '-': YAML, 'bad.json': 'a: [1' });
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(message);
  });

  test('text that holds no objects is unreadable', async () => {
    const { code, stderr } = await run('-', { '-': 'kind: [' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error \S+ \d+:\d+ /);
  });
});

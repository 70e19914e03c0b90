import { describe, expect, it } from 'vitest';
import { nodeText } from '../../core/questions/reconstruct/testing/node-text';
import type { Io, Verb } from '../verb';
import { COMPILE } from './compile';
import { RECONSTRUCT } from './reconstruct';

async function run(
  verb: Verb,
  text: string | Readonly<Record<string, string>>,
  options: Record<string, string | true> = {},
  files = ['-'],
) {
  const out = { stdout: '', stderr: '' };
  const io: Io = {
    stdout: (part) => (out.stdout += part),
    stderr: (part) => (out.stderr += part),
    read: (path) => (typeof text === 'string' ? text : (text[path] ?? '')),
  };
  return { code: await verb.run({ files, options }, io), ...out };
}

describe('reconstruct', () => {
  it('gives objects that compile to the rules again', async () => {
    const text = nodeText('iptables');
    const { code, stdout, stderr } = await run(RECONSTRUCT, text, { print: true });
    expect([code, stderr]).toEqual([0, '']);
    const { config } = JSON.parse((await run(RECONSTRUCT, text)).stdout);
    const read = { '-': stdout, config: JSON.stringify(config) };
    const compiled = await run(COMPILE, read, { node: 'worker-1', release: '1.30', config: 'config' });
    expect(compiled.code).toBe(0);
    expect(text).toContain(compiled.stdout);
    expect(compiled.stdout).toContain('--to-destination 10.244.1.5:8080');
  });

  it('says where each field is told', async () => {
    const { code, stdout } = await run(RECONSTRUCT, nodeText('ipvs'));
    const report = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report).toMatchObject({ mode: 'ipvs', node: 'worker-1', families: ['ipv4'], differences: [] });
    expect(report.inferences).toContainEqual({
      about: 'Node worker-1',
      field: 'status.addresses',
      value: '172.18.0.3',
      certainty: 'told',
      evidence: ['machine'],
    });
    expect(report.notCarried.map(({ id }: { id: string }) => id)).toContain('ipvs-links');
  });

  it('answers 1 with the differences, one a line', async () => {
    const text = nodeText('iptables').replace('-A KUBE-MARK-MASQ', '-A KUBE-MARK-MASQ -j ACCEPT\n-A KUBE-MARK-MASQ');
    const { code, stderr } = await run(RECONSTRUCT, text, { print: true });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'warning changed 0:0 ipv4 nat KUBE-MARK-MASQ 1: kube-proxy would not write this rule into KUBE-MARK-MASQ. -j ACCEPT\n',
    );
  });

  it('takes what a person says', async () => {
    const options = { node: 'n7', 'node-address': '192.0.2.7', 'pod-cidr': '10.244.2.0/24', release: '1.29' };
    const report = JSON.parse((await run(RECONSTRUCT, nodeText('nftables'), options)).stdout);
    expect(report.node).toBe('n7');
    expect(report.release.release).toBe('1.29');
    expect(report.cluster.items[0]).toMatchObject({ spec: { podCIDRs: ['10.244.2.0/24'] } });
  });

  it.each([
    ['no file', '', {}, [], 'give the texts of one node'],
    ['no such mode', '', { mode: 'x' }, ['-'], '--mode x: there are iptables, ipvs, nftables, userspace'],
    ['no release', '', { release: 'new' }, ['-'], '--release new: it is written 1.30'],
    ['nothing', 'not a dump', {}, ['-'], "nothing in the text is kube-proxy's"],
    ['another mode', nodeText('iptables'), { mode: 'userspace' }, ['-'], 'nothing of userspace mode'],
  ])('%s', async (_name, text, options, files, said) => {
    const { code, stderr } = await run(RECONSTRUCT, text, options, files);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});

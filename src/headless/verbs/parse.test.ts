import { describe, expect, it } from 'vitest';
import type { Io } from '../verb';
import { PARSE } from './parse';

const RULES = '*filter\n:INPUT DROP [7:8]\n-A INPUT -p tcp --dport 22 -j ACCEPT\n-A INPUT -m frobnicate\nCOMMIT\n';

async function run(text: string, options: Record<string, string | true> = {}, files = ['-']) {
  const out = { stdout: '', stderr: '' };
  const io: Io = {
    stdout: (part) => (out.stdout += part),
    stderr: (part) => (out.stderr += part),
    read: () => text,
  };
  return { code: await PARSE.run({ files, options }, io), ...out };
}

describe('parse', () => {
  it('says what it is and what is in it', async () => {
    const { code, stdout, stderr } = await run(RULES);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning unrecognised 4:10 filter INPUT 2: -m frobnicate is not known here/);
    const { format, diagnostics, summary } = JSON.parse(stdout);
    expect(format).toBe('iptables-save');
    expect(diagnostics).toMatchObject([{ severity: 'warning', line: 4, column: 10 }]);
    expect(summary).toEqual({
      families: ['ipv4'],
      rules: 2,
      ignoredLines: 0,
      tables: { ipv4: { filter: { chains: 3, rules: 2 } } },
    });
  });

  it('prints the canonical text', async () => {
    const { code, stdout } = await run(RULES, { print: true });
    expect(code).toBe(0);
    expect(stdout).toBe(
      '*filter\n:INPUT DROP [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\n-A INPUT -m frobnicate\nCOMMIT\n',
    );
  });

  it('detects Kubernetes objects, and takes a named format at its word', async () => {
    const yaml = 'apiVersion: v1\nkind: Node\nmetadata:\n  name: a\nspec: {}\nstatus: {}\n';
    expect(JSON.parse((await run(yaml)).stdout).format).toBe('kubernetes-yaml');
    expect((await run(yaml, { format: 'iptables-save' })).code).toBe(2);
  });

  it.each<[why: string, text: string, options: Record<string, string>, files: string[], message: RegExp]>([
    ['no file', '', {}, [], /give one file/],
    ['two files', '', {}, ['a', 'b'], /give one file/],
    ['an unknown format', RULES, { format: 'nope' }, ['-'], /no format nope; there are .*iptables-save/],
    ['a text nobody claims', 'hello', {}, ['-'], /no format claims/],
    ['a text that is not of the format', 'hello', { format: 'iptables-save' }, ['-'], /No rule, chain or table/],
  ])('%s: exit 2 and the next step', async (_why, text, options, files, message) => {
    const { code, stdout, stderr } = await run(text, options, files);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('names every segment of a mixed text', async () => {
    const text = `$ ip route\n10.0.0.0/8 dev eth0 scope link\n$ iptables-save\n${RULES}`;
    const { code, stdout } = await run(text, { segments: true });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      lines: 8,
      tables: [{ format: 'iptables-save', table: 'filter', chains: 3 }],
      pieces: [{ format: 'ip-route', count: 1, from: 2 }],
      leftAside: [{ from: 1, to: 1 }],
    });
    expect((await run('dear diary', { segments: true })).code).toBe(2);
  });
});

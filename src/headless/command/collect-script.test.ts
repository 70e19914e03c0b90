import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NODE_COMMANDS } from '../../core/paste/collect';
import { collectScript } from './collect-script';

const TOOLS = mkdtempSync(join(tmpdir(), 'collect-'));
afterAll(() => rmSync(TOOLS, { recursive: true }));

/** Tools that write down how they were called. */
function fakeTool(name: string, does: string): void {
  writeFileSync(join(TOOLS, name), `#!/bin/sh\n${does}\n`);
  chmodSync(join(TOOLS, name), 0o755);
}
fakeTool('id', 'echo 0');
fakeTool('hostname', 'echo worker-1');
for (const name of ['iptables-save', 'ss', 'kubectl']) fakeTool(name, `echo "${name} $*"`);
fakeTool('ip', '[ "$1" = -d ] && exit 1; echo "ip $*"');

const run = (script: string) =>
  spawnSync('/bin/sh', ['-s'], { input: script, encoding: 'utf8', env: { PATH: `${TOOLS}:/bin` } });

describe('the script that collects', () => {
  it('prints each output below a prompt, with what a tool cannot do asked for otherwise', () => {
    const { stdout, status } = run(collectScript({ node: true, cluster: false }, false));
    expect(status).toBe(0);
    expect(stdout).toContain('root@worker-1:~# iptables-save\niptables-save \n');
    expect(stdout).toContain('root@worker-1:~# ip -d addr\nip addr\n');
    expect(stdout).not.toContain('ipset save\n');
  });

  it('says on standard error what it leaves out', () => {
    const { stderr } = run(collectScript({ node: true, cluster: false }, false));
    expect(stderr).toContain('left out: ipset save (ipset is not here)');
  });

  it('runs nothing in a dry run, and knows what each costs', () => {
    const script = collectScript({ node: true, cluster: true }, true);
    const { stdout } = run(script);
    expect(stdout).not.toContain('root@worker-1');
    expect(stdout).toContain('iptables-save');
    for (const command of NODE_COMMANDS) expect(script).not.toContain(`gather '${command}' 'reads' `);
  });

  it('asks kubectl for each kind by itself, and for Endpoints where there are no slices', () => {
    const { stdout } = run(collectScript({ node: false, cluster: true }, false));
    expect(stdout).toContain('kubectl get services -A -o yaml\n---\n');
    expect(collectScript({ node: false, cluster: true }, false)).toContain(
      "objects 'endpointslices -A' 'endpoints -A'",
    );
  });

  it('is POSIX: no word of other shells is in it', () => {
    const script = collectScript({ node: true, cluster: true }, false);
    expect(script).not.toMatch(/\[\[|\bfunction\b|\blocal\b|<<<|\$'|\+=/);
    expect(spawnSync('/bin/sh', ['-n', '-s'], { input: script }).status).toBe(0);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../../conformance/questions';
import { QUESTIONS_VERB } from './questions';

async function call(options: Record<string, string | true>, text = '') {
  const [out, err]: [string[], string[]] = [[], []];
  const io = { stdout: (line: string) => void out.push(line), stderr: (line: string) => void err.push(line) };
  const code = await QUESTIONS_VERB.run({ files: [], options }, { ...io, read: () => text });
  return { code, out: out.join(''), err: err.join('') };
}

describe('headless questions', () => {
  it('asks without telling what is known', async () => {
    const lines = (await call({})).out.trim().split('\n');
    expect(lines).toHaveLength(60);
    const asked = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(asked.every((each) => !('source' in each) && !Array.isArray(each['answer']))).toBe(true);
  });

  it('lays the files, and no recording of what came of them', async () => {
    const place = mkdtempSync(join(tmpdir(), 'rulewalk-lay-'));
    expect((await call({ lay: place })).code).toBe(0);
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /out\.json|recording/.test(name))).toEqual([]);
    expect(readFileSync(join(place, 'clusterip', 'node1.txt'), 'utf8')).toContain('-A KUBE-SERVICES');
    expect(readFileSync(join(place, 'kernel-s-08', 'ip-addr.txt'), 'utf8')).toContain('secondary eth0');
    rmSync(place, { recursive: true });
  });

  it('grades answers', async () => {
    const all = QUESTIONS.map(({ id, answer }) => JSON.stringify({ id, answer }));
    expect(await call({ grade: '-' }, all.join('\n'))).toEqual({ code: 0, out: '60 of 60\n', err: '' });
    const some = await call({ grade: '-' }, `${all.slice(1).join('\n')}\n{"id":"more","answer":1}\n`);
    expect(some.code).toBe(1);
    expect(some.out).toMatch(/not answered, known is .*\nmore: nobody asked that\n59 of 60\n$/);
    expect(await call({ grade: '-' }, 'x')).toEqual({ code: 2, out: '', err: 'error answer 1:1 it is not JSON\n' });
  });
});

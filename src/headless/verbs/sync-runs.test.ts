import { expect, test } from 'vitest';
import type { Io } from '../verb';
import { SYNC_RUNS } from './sync-runs';

async function run(text: string, runner: string): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const io: Io = { read: () => text, stdout: (part) => void (out += part), stderr: (part) => void (err += part) };
  return { code: await SYNC_RUNS.run({ files: ['-'], options: { runner } }, io), out, err };
}

const LINE =
  '{"minSyncPeriodMs":1000,"maxIntervalMs":30000,"syncCostMs":10,"requestsMs":[9,5],"untilMs":2000,"burst":2}';

test('a line of syncs for each line; requests may stand in any order', async () => {
  expect(await run(`${LINE}\n\n${LINE}\n`, 'interval')).toEqual({
    code: 0,
    out: '{"runsMs":[[5,15],[1015,1025]]}\n'.repeat(2),
    err: '',
  });
});

test('what cannot be meant is told by line, and the next is read', async () => {
  const { code, out, err } = await run(`{}\nnothing\n${LINE}\n`, 'burst');
  expect([code, out.split('\n').length]).toEqual([2, 2]);
  expect(err).toMatch(/ 1:1 minSyncPeriodMs .*\n.* 2:1 not JSON/);
  expect((await run(LINE, 'other')).code).toBe(2);
});

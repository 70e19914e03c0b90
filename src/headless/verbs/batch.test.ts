import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExitCode, Io } from '../verb';
import { makeBatch } from './runs';

interface Answer {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Says its words back; `fail` is answered with code 1, `file` with what the file holds. */
async function call(words: readonly string[], io: Io): Promise<ExitCode> {
  await Promise.resolve();
  if (words[0] === 'fail') {
    io.stderr('no\n');
    return 1;
  }
  io.stdout(words[0] === 'file' ? io.read(words[1] ?? '') : `${JSON.stringify(words)}\n`);
  return 0;
}

async function batch(input: string, files: Readonly<Record<string, string>> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    read: (path) => (path === '-' ? input : (files[path] ?? '')),
  };
  const code = await makeBatch(call).run({ files: [], options: {} }, io);
  const lines = out.join('').split('\n');
  expect(lines.pop()).toBe('');
  return { code, err: err.join(''), answers: lines.map((line) => JSON.parse(line) as Answer) };
}

describe('batch', () => {
  test('answers every call on a line of its own, in order, whatever its words hold', async () => {
    const words = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });
    const calls = fc.array(words.filter(([verb]) => !['batch', 'fail', 'file'].includes(verb ?? '')));
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const { answers, code, err } = await batch(all.map((each) => JSON.stringify(each)).join('\n'));
        expect(answers).toEqual(all.map((each) => ({ code: 0, out: `${JSON.stringify(each)}\n`, err: '' })));
        expect({ code, err }).toEqual({ code: 0, err: '' });
      }),
    );
  });

  test('keeps what a call prints and its code apart from those of the others', async () => {
    const { answers } = await batch('["a"]\n["fail"]\n\n["file","x.yaml"]\n', { 'x.yaml': 'kind: Node\n' });
    expect(answers).toEqual([
      { code: 0, out: '["a"]\n', err: '' },
      { code: 1, out: '', err: 'no\n' },
      { code: 0, out: 'kind: Node\n', err: '' },
    ]);
  });

  test('a line that is no array of words is answered, and the next one is read', async () => {
    const notWords = fc.oneof(
      fc.string().filter((text) => !text.includes('\n') && text.trim() !== '' && !text.trim().startsWith('[')),
      fc.json().filter((text) => !/^\[(?:"[^"]*",?)*\]$/.test(text)),
      fc.constantFrom('[1]', '["a",null]', '[', '{"a":1}', '["batch"]', '["batch","x"]'),
    );
    await fc.assert(
      fc.asyncProperty(notWords, async (line) => {
        const { answers, code } = await batch(`${line}\n["after"]\n`);
        expect(answers.map((each) => each.code)).toEqual([2, 0]);
        expect(answers[0]?.err).toMatch(/^error usage 0:0 /);
        expect(code).toBe(0);
      }),
    );
  });
});

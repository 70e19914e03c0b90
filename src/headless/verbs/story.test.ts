import { expect, it } from 'vitest';
import { encodeDocument } from '../../core/document/document';
import { DEFAULT_EXAMPLE } from '../../content/examples';
import type { Arguments } from '../verb';
import { STORY } from './story';

interface PrintedMoment {
  readonly kind: string;
  readonly first: number;
  readonly last: number;
  readonly sentence: string;
  readonly because: readonly { readonly kind: string }[];
  readonly dwell: number;
}

function told(options: Arguments['options'], files: readonly string[] = ['-']) {
  const [out, err]: [string[], string[]] = [[], []];
  const read = (): string => encodeDocument(DEFAULT_EXAMPLE.document());
  const code = STORY.run(
    { files, options },
    { stdout: (text) => out.push(text), stderr: (text) => err.push(text), read },
  );
  return { code, out: out.join(''), err: err.join('') };
}

const kinds = (options: Arguments['options']): string[] =>
  (JSON.parse(told(options).out) as PrintedMoment[]).map(({ kind }) => kind);

it('tells the first flow in moments', () => {
  const story = JSON.parse(told({}).out) as PrintedMoment[];
  expect(story.map(({ kind }) => kind)).toEqual([
    'sent',
    'recognised',
    'chosen',
    'rewritten',
    'routed',
    'source-rewritten',
    'crosses',
    'arrives',
    'answers',
    'crosses',
    'translated-back',
    'received',
  ]);
  expect(story[2]).toMatchObject({ sentence: 'The draw falls on web-fd6gp.', first: 10, last: 11 });
  expect(story.every(({ dwell, because }) => dwell >= 2200 && dwell <= 4000 && Array.isArray(because))).toBe(true);
});

it('keeps the kinds in another mode, and chooses elsewhere', () => {
  expect(kinds({ mode: 'ipvs' })).toEqual(kinds({}));
  const userspace = kinds({ mode: 'userspace' });
  expect(userspace.indexOf('rewritten')).toBeLessThan(userspace.indexOf('chosen'));
});

it('tells scenes, lists lessons, asks questions, and says what it cannot do', () => {
  expect(JSON.parse(told({ scene: 'nobody' }, []).out)).toHaveLength(4);
  expect(JSON.parse(told({ lessons: true }, []).out)).toHaveLength(6);
  expect((JSON.parse(told({ questions: true }).out) as unknown[]).length).toBeGreaterThan(9);
  expect(told({}, [])).toMatchObject({ code: 2, out: '' });
  expect(told({ mode: 'magic' })).toMatchObject({ code: 2, out: '' });
  expect(told({ scene: 'nothing' }, [])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no scene nothing') as string,
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUESTIONS } from '.';
import { runCommand } from '../../src/headless/command/call';
import { openRoot } from '../../src/headless/mcp/rooted';
import { createMcpServer, PROTOCOL_VERSIONS } from '../../src/headless/mcp/server';
import { listTools } from '../../src/headless/mcp/tools';
import { BY_TOOLS, takeAnswer } from './by-tools';
import { FOLDERS, layFolder } from './folders';
import { gradeAnswers, readAnswer } from './grade';
import { readSource } from './known';
import type { GivenAnswer, Question } from './question';

/** Questions that no tool answers today, with the reason: they stay, and are counted as failing. */
const UNANSWERED: Readonly<Record<string, string>> = {};

let place = '';
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'rulewalk-questions-'));
  for (const name of Object.keys(FOLDERS)) {
    mkdirSync(join(place, name));
    for (const [file, text] of layFolder(name)) writeFileSync(join(place, name, file), text);
  }
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Answers a question by one call of a tool over its folder, by the protocol. */
async function answer({ id, folder }: Question): Promise<GivenAnswer | undefined> {
  const { tool, input, take } = BY_TOOLS[id] ?? {};
  if (tool === undefined || !take) return undefined;
  const files = await openRoot(join(place, folder));
  const tools = listTools(files, (words, terminal) => runCommand(words, { terminal }));
  const server = createMcpServer({ version: '', instructions: '', tools });
  const ask = async (method: string, params: object) =>
    JSON.parse((await server(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) ?? '{}') as {
      readonly result?: { readonly structuredContent?: { readonly answer: unknown; readonly restsOn: readonly [] } };
    };
  await ask('initialize', { protocolVersion: PROTOCOL_VERSIONS[0], capabilities: {}, clientInfo: {} });
  const { result } = await ask('tools/call', { name: tool, arguments: input });
  const said = result?.structuredContent;
  if (!said || said.restsOn.length === 0) return undefined;
  return { id, answer: takeAnswer(said.answer, take) };
}

const single = (known: unknown) => (Array.isArray(known) && known.length === 1 ? known[0] : known);

describe('the sixty questions', () => {
  it('are sixty, each once, of many kinds, about files that are laid', () => {
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(60);
    expect(new Set(QUESTIONS.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8);
    expect(QUESTIONS.filter(({ folder }) => layFolder(folder).size === 0)).toEqual([]);
    expect(QUESTIONS.filter(({ asks }) => !asks.endsWith('?') && !/\?(?: [^?]+\.)$/.test(asks))).toEqual([]);
  });

  it.each(QUESTIONS.map((question) => [question.id, question] as const))(
    '%s: the known answer is that of its source',
    (_, { answer: known, source, answered }) => {
      const said = readSource(source);
      expect('form' in answered && answered.form === 'set' ? said : single(said)).toEqual(known);
      if ('one' in answered) expect(answered.one).toContain(known);
    },
  );

  it('are answered by the tools alone, but for those that are listed', async () => {
    const given = await Promise.all(QUESTIONS.map(answer));
    const { graded, right } = gradeAnswers(
      QUESTIONS,
      given.filter((each) => each !== undefined),
    );
    const wrong = graded.filter((each) => !each.right).map(({ id, known, given: said }) => [id, known, said]);
    expect(wrong.filter(([id]) => !(String(id) in UNANSWERED))).toEqual([]);
    expect(right).toBe(60 - Object.keys(UNANSWERED).length);
  });
});

describe('grading', () => {
  const grade = (id: string, said: unknown) => {
    const read = readAnswer(JSON.stringify({ id, answer: said }));
    if (typeof read === 'string') return read;
    return gradeAnswers(QUESTIONS, [read]).right;
  };

  it.each([
    ['across-seen', ['10.244.2.10'], 1],
    ['across-seen', ' 10.244.2.10 ', 1],
    ['web-who', ['default/web-aeba079da-01b4e', 'default/web-390559142-c6019', 'default/web-02cf5ec09-60ca8'], 1],
    ['web-who', ['default/web-aeba079da-01b4e', 'default/web-390559142-c6019'], 0],
    ['closed-port', 'rst', 1],
    ['closed-port', 'ICMP 3/3', 0],
    ['services', 5, 1],
    ['services', '5', 1],
    ['services', 6, 0],
    ['never asked', 'x', 0],
  ])('%s answered %j is %i right', (id, said, right) => {
    expect(grade(id, said)).toBe(right);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'id is missing'],
    ['null', 'it is no object'],
    ['{"id":"a","answer":{}}', 'answer is a text, a number or a list of texts'],
  ])('%s is no answer: %s', (line, why) => {
    expect(readAnswer(line)).toBe(why);
  });
});

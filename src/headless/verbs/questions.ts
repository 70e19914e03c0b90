import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUESTIONS } from '../../../conformance/questions';
import { FOLDERS, layFolder } from '../../../conformance/questions/folders';
import { gradeAnswers, readAnswer, type Score } from '../../../conformance/questions/grade';
import type { Arguments, ExitCode, Io, Verb } from '../verb';

/** What a caller is told of each question: not what is known. */
const askedLines = (): string =>
  QUESTIONS.map(({ id, kind, folder, asks, answered }) => {
    const how = 'one' in answered ? { one: answered.one } : { form: answered.form };
    return `${JSON.stringify({ id, kind, folder, asks, answer: how })}\n`;
  }).join('');

function lay(directory: string, io: Io): ExitCode {
  for (const name of Object.keys(FOLDERS)) {
    mkdirSync(join(directory, name), { recursive: true });
    for (const [file, text] of layFolder(name)) writeFileSync(join(directory, name, file), text);
  }
  writeFileSync(join(directory, 'questions.jsonl'), askedLines());
  io.stdout(`${QUESTIONS.length} questions, ${Object.keys(FOLDERS).length} folders: ${directory}\n`);
  return 0;
}

function printScore({ right, total, graded, strangers }: Score, isJson: boolean, io: Io): void {
  if (isJson) return io.stdout(`${JSON.stringify({ right, total, graded, strangers }, null, 1)}\n`);
  for (const { id, right: isRight, known, given } of graded)
    if (!isRight)
      io.stdout(
        `${id}: ${given === undefined ? 'not answered' : JSON.stringify(given)}, known is ${JSON.stringify(known)}\n`,
      );
  for (const id of strangers) io.stdout(`${id}: nobody asked that\n`);
  io.stdout(`${right} of ${total}\n`);
}

function grade(file: string, isJson: boolean, io: Io): ExitCode {
  const lines = io
    .read(file)
    .split('\n')
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const read = lines.map(({ line, at }) => ({ at, answer: readAnswer(line) }));
  for (const { at, answer } of read) if (typeof answer === 'string') io.stderr(`error answer ${at}:1 ${answer}\n`);
  if (read.some(({ answer }) => typeof answer === 'string')) return 2;
  const score = gradeAnswers(
    QUESTIONS,
    read.flatMap(({ answer }) => (typeof answer === 'string' ? [] : answer)),
  );
  printScore(score, isJson, io);
  return score.right === score.total ? 0 : 1;
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const { grade: answers, lay: directory } = options;
  if (files.length > 0 || (answers !== undefined && directory !== undefined)) {
    io.stderr('error usage 0:0 give --lay DIRECTORY or --grade ANSWERS, or nothing to print the questions\n');
    return 2;
  }
  if (typeof answers === 'string') return grade(answers, options['json'] === true, io);
  if (typeof directory === 'string') return lay(directory, io);
  io.stdout(askedLines());
  return 0;
}

/** `headless questions`: sixty questions whose answers are known from recordings, and the grade of whoever answers them. */
export const QUESTIONS_VERB: Verb = {
  name: 'questions',
  usage: 'questions [--lay DIRECTORY | --grade ANSWERS.jsonl [--json]]',
  valued: ['lay', 'grade'],
  run,
};

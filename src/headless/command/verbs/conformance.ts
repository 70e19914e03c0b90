import type { SuiteResult } from '../../../../conformance/suites/suite';
import { CONFORMANCE } from '../../verbs/conformance';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText } from '../schema';

/** So many recordings that came out otherwise are shown of a set. */
const MOST_SHOWN = 5;

type Result = SuiteResult & { readonly suite: string };

/** Replays the recordings of a folder by the verb for machines. */
async function replay(folder: string, { options }: CommandCall): Promise<readonly Result[]> {
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
    read: () => '',
  };
  const suite = options.get('suite');
  const code = await CONFORMANCE.run(
    { files: [folder], options: { json: true, ...(suite === undefined ? {} : { suite }) } },
    io,
  );
  if (code === 2)
    throw new CommandRefusal(
      64,
      err
        .join('')
        .replace(/^error usage 0:0 /, '')
        .trim(),
    );
  const { results } = JSON.parse(out[0] ?? '{"results":[]}') as { readonly results: readonly Result[] };
  return results.filter(({ total, skipped }) => total + skipped > 0);
}

function resultLines({ suite, name, passed, total, skips = {}, failures }: Result): PageLine[] {
  return [
    { text: `${suite} ${name}: ${passed}/${total}`, as: passed === total ? 'good' : 'bad' },
    ...Object.entries(skips).map(([why, count]): PageLine => ({ text: `${count}: ${why}`, indent: 2, as: 'quiet' })),
    ...failures
      .slice(0, MOST_SHOWN)
      .flatMap(({ id, diff }): PageLine[] => [
        { text: id, indent: 2 },
        ...diff.split('\n').map((line): PageLine => ({ text: line.trim(), indent: 4 })),
      ]),
  ];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const [folder, more] = call.words;
  if (folder === undefined || more !== undefined) throw new CommandRefusal(64, call.word('giveRecordings', {}));
  const results = await replay(folder, call);
  if (results.length === 0) throw new CommandRefusal(2, call.word('noRecordings', { folder }));
  return {
    code: results.every(({ passed, total }) => passed === total) ? 0 : 1,
    json: { results },
    lines: results.flatMap(resultLines),
  };
}

/** `rulewalk conformance`: recordings of real kernels and kube-proxies, replayed. */
export const CONFORMANCE_COMMAND: CommandVerb = {
  name: 'conformance',
  about:
    'replays recordings of real kernels and kube-proxies, and says which come out otherwise here. They are in the source of the project, under conformance/recordings.',
  takes: 'FOLDER',
  options: [{ name: 'suite', value: 'NAME', about: 'one kind of recordings: kernel, flows, compiler and so on' }],
  examples: [
    ['rulewalk conformance conformance/recordings/kernel --suite kernel', 'packets of a real kernel'],
    ['rulewalk conformance my-recordings --json', 'your own, laid out as those are, for a program'],
  ],
  exits: {
    0: 'all come out as recorded',
    1: 'some do not',
    2: 'there is no recording in that folder',
  },
  schema: anObject({
    results: aList(
      anObject({
        suite: aText('which kind of recordings'),
        name: aText('which set of them'),
        passed: aCount('so many came out as recorded'),
        total: aCount('of so many'),
        skipped: aCount('so many were not replayed'),
        'skips?': { type: 'object', description: 'why not, with counts' },
        'notes?': { type: 'object', description: 'what passed in which way, with counts' },
        failures: aList(
          anObject({ id: aText('which recording'), diff: aText('what was recorded, and what comes out') }),
        ),
      }),
    ),
  }),
  run,
};

import { COMMANDS } from './call';
import { writeHelp, writeHelpOfAll } from './help';

/** A call that the page shows with what it prints. */
export interface Transcript {
  readonly about: string;
  readonly words: readonly string[];
}

/** What docs/cli.md shows, on files of src/headless/testdata. */
export const TRANSCRIPTS: readonly Transcript[] = [
  {
    about: 'Both endpoints of kube-dns by the rules that somebody grepped out of a node:',
    words: ['walk', 'dns.txt', '--from', '192.168.219.5', '--to', 'kube-system/kube-dns:dns-tcp'],
  },
  { about: 'Ten endpoints, as likely as each other:', words: ['walk', 'kuard.txt', '--to', 'kuard'] },
  { about: 'A listing of IPVS alone:', words: ['walk', 'ipvs.txt', '--to', '172.35.0.200:80'] },
  {
    about: 'A cluster, by names, with causes:',
    words: ['walk', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:http', '--why'],
  },
  { about: 'What the first of these texts is:', words: ['explain', 'dns.txt'] },
  { about: 'The same in Korean:', words: ['explain', 'ipvs.txt', '--lang', 'ko'] },
  {
    about: 'The rules kube-proxy writes for the cluster:',
    words: ['compile', 'cluster.yaml', '--node', 'worker-1', '--mode', 'nftables'],
  },
  {
    about: 'What leaving IPVS does to it:',
    words: ['changes', 'cluster.yaml', '--from', 'ipvs@1.35', '--to', 'nftables@1.35'],
  },
  { about: 'Statements about all of its packets:', words: ['always', 'shop.reach', 'cluster.yaml'] },
  {
    about: 'A node that is not as that cluster asks for, by what iptables-save printed there:',
    words: ['drift', 'cluster.yaml', 'worker-1.txt'],
  },
  { about: 'What a rollout does to requests:', words: ['timeline', 'cluster.yaml'] },
  {
    about: 'A way of a packet, told:',
    words: ['story', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:80', '--way', '2'],
  },
  { about: 'What is odd about a node:', words: ['lint', 'kuard.txt'] },
  { about: 'Rules that decide nothing:', words: ['dead', 'dns.txt'] },
  { about: 'Who reaches what in the cluster:', words: ['reach', 'cluster.yaml'] },
  { about: 'A dump beside itself:', words: ['diff', 'worker-1.txt', 'worker-1.txt'] },
  { about: 'Objects out of rules:', words: ['reconstruct', 'dns.txt'] },
  { about: 'A text that can be shown to strangers:', words: ['redact', 'dns.txt', '--seed', 'example'] },
];

/** Prints what a call prints: standard output, and standard error where there is any. */
type Shown = (
  words: readonly string[],
) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>;

const fenced = (text: string): string => ['```', text.trimEnd(), '```'].join('\n');

/** The page about the command, made of its help texts and of what it prints. */
export async function writeCliPage(show: Shown): Promise<string> {
  const shown: string[] = [];
  for (const { about, words } of TRANSCRIPTS) {
    const { code, out, err } = await show(words);
    const said = [`$ rulewalk ${words.join(' ')}`, out.trimEnd(), err.trimEnd(), `$ echo $?`, String(code)];
    shown.push(`${about}\n\n${fenced(said.filter((line) => line !== '').join('\n'))}`);
  }
  const parts = [
    '# The command',
    'Made of the help texts by `src/headless/command/cli-page.test.ts`; `UPDATE_DOCS=1 npx vitest run src/headless/command/cli-page.test.ts` writes it anew.',
    fenced(writeHelpOfAll(COMMANDS, '')),
    '`--json` prints data in place of text. Its shape is a JSON Schema: `rulewalk VERB --schema` prints it. Data keeps its shape within a minor version: what is added is added as a property that may be missing.',
    ...COMMANDS.map((command) => `## ${command.name}\n\n${fenced(writeHelp(command))}`),
    '## What it prints',
    'On files of `src/headless/testdata`: rules and listings as people showed them, and a small cluster.',
    ...shown,
  ];
  return `${parts.join('\n\n')}\n`;
}

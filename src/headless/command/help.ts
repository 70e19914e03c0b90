import type { CommandVerb, CommandOption } from './command';
import { COMMON_OPTIONS } from './options';
import { brokenAt, COLUMNS } from './page';

const LEFT = 24;

function optionText({ name, letter, value }: CommandOption): string {
  const short = letter === undefined ? '' : `-${letter}, `;
  return `${short}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** Two columns: what is typed, and what it is. */
function row(left: string, right: string): string {
  const lines = brokenAt(right, COLUMNS - LEFT - 2);
  const [first = '', ...rest] = lines;
  const head =
    left.length > LEFT - 2 ? [`  ${left}`, `${' '.repeat(LEFT + 2)}${first}`] : [`  ${left.padEnd(LEFT)}${first}`];
  return [...head, ...rest.map((line) => `${' '.repeat(LEFT + 2)}${line}`)].join('\n');
}

/** The output of `rulewalk VERB --help`; docs/cli.md is made of it. */
export function writeHelp({ name, about, takes, options, examples, exits, schema }: CommandVerb): string {
  const common = COMMON_OPTIONS.filter((option) => schema !== undefined || !/^(?:json|schema)$/.test(option.name));
  return [
    ...brokenAt(`rulewalk ${name}: ${about}`, COLUMNS),
    '',
    `usage: rulewalk ${name} [options]${takes === '' ? '' : ` ${takes}`}`,
    '',
    ...[...options, ...common].map((option) =>
      row(optionText(option), option.about + (option.many ? '; may be repeated' : '')),
    ),
    '',
    ...examples.flatMap(([typed, what]) => [
      `  ${typed}`,
      ...brokenAt(what, COLUMNS - 6).map((line) => `      ${line}`),
    ]),
    '',
    ...([0, 1, 2] as const).map((code) => row(`exit ${code}`, exits[code])),
    row('exit 64', 'used wrongly; standard error says how it is used'),
    '',
  ].join('\n');
}

/** The output of `rulewalk --help`. */
export function writeHelpOfAll(commands: readonly CommandVerb[], version: string): string {
  return [
    `rulewalk${version === '' ? '' : ` ${version}`}: shows, rule by rule, where a Kubernetes Service's packets go.`,
    'Nothing it reads leaves this machine: it opens no connection.',
    '',
    'usage: rulewalk VERB [options] [FILES...]',
    '',
    ...commands.map(({ name, about }) => row(name, about)),
    '',
    ...brokenAt(
      'FILES are any texts the page reads: iptables-save, nft list ruleset, ipset save, ipvsadm -Ln, ip addr, kubectl get -o yaml and others, alone or mixed, a file of the page, or - for standard input. A pattern in quotes ("nodes/*.txt") is looked up. "rulewalk collect" prints a script that gathers them.',
      COLUMNS,
    ),
    '',
    ...brokenAt('Exit codes: 0 as asked, 1 not so, 2 cannot be said, 64 used wrongly.', COLUMNS),
    '"rulewalk VERB --help" says more of a verb, with examples.',
    '',
  ].join('\n');
}

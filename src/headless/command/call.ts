import { isLocale, LOCALES, type Locale, toLocale } from '../../content/languages';
import { createSpeaker } from '../../content/phrases';
import { SPOKEN } from '../../content/spoken';
import { findNearest } from '../../core/lib/nearest';
import { forTerminal } from '../../core/lib/plain';
import { CommandRefusal, type CommandVerb, type CommandCode, type CommandReply, type Terminal } from './command';
import { ANSWERING_COMMANDS } from './commands';
import { writeHelp, writeHelpOfAll } from './help';
import { readWords } from './options';
import { writePage } from './page';
import { makeBatchCommand } from './verbs/batch';
import { makeMcpCommand } from './verbs/mcp';
import { createWords } from './words';

declare const RULEWALK_VERSION: string | undefined;

/** The version that was built in; of the sources none. */
const VERSION = typeof RULEWALK_VERSION === 'string' ? RULEWALK_VERSION : '';

/** All verbs: those that answer one call, and those that run many. */
export const COMMANDS: readonly CommandVerb[] = [
  ...ANSWERING_COMMANDS,
  makeMcpCommand(runCommand, VERSION),
  makeBatchCommand(runCommand),
];

/** What a process brings with it. */
export interface CommandSetting {
  readonly terminal: Terminal;
  /** LC_ALL or LANG: `ko_KR.UTF-8`. */
  readonly language?: string | undefined;
}

function localeFor(asked: string | undefined, language = ''): Locale {
  if (asked === undefined) return toLocale(language) ?? 'en';
  if (isLocale(asked)) return asked;
  throw new CommandRefusal(64, `--lang ${asked}: it is ${LOCALES.join(' or ')}.`);
}

function findCommand(name: string): CommandVerb {
  const found = COMMANDS.find((each) => each.name === name);
  if (found) return found;
  const near = findNearest(
    name,
    COMMANDS.map((each) => each.name),
  );
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new CommandRefusal(64, `There is no verb ${name}.${meant} "rulewalk --help" lists them.`);
}

function print(reply: CommandReply, isJson: boolean, { out, err, bytes, isColoured }: Terminal): void {
  if (reply.remarks && reply.remarks.length > 0) err(writePage(reply.remarks, false));
  if (reply.bytes) return bytes?.(reply.bytes);
  if (isJson && reply.json !== undefined) out(`${forTerminal(JSON.stringify(reply.json, null, 1))}\n`);
  else if (reply.raw === undefined) out(writePage(reply.lines, isColoured));
  else out(forTerminal(reply.raw));
}

async function runVerb(words: readonly string[], { terminal, language }: CommandSetting): Promise<CommandCode> {
  const [name = '', ...rest] = words;
  const command = findCommand(name);
  const { options, words: files } = readWords(rest, command);
  if (options.has('help')) {
    terminal.out(writeHelp(command));
    return 0;
  }
  if (options.has('schema')) {
    if (!command.schema) throw new CommandRefusal(64, `${name} prints no JSON.`);
    terminal.out(`${JSON.stringify(command.schema, null, 1)}\n`);
    return 0;
  }
  const locale = localeFor(options.get('lang'), language);
  const said = { say: createSpeaker(locale, SPOKEN[locale].MORE_PHRASES), word: createWords(locale) };
  const reply = await command.run({ words: files, options, terminal, locale, ...said });
  print(reply, options.has('json'), terminal);
  return reply.code;
}

/** Runs `rulewalk VERB [options] [FILES...]` and says its exit code. Never throws. */
export async function runCommand(words: readonly string[], setting: CommandSetting): Promise<CommandCode> {
  const { out, err } = setting.terminal;
  const [first] = words;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    (first === undefined ? err : out)(writeHelpOfAll(COMMANDS, VERSION));
    return first === undefined ? 64 : 0;
  }
  if (first === '--version') {
    out(`${VERSION}\n`);
    return 0;
  }
  try {
    return await runVerb(words, setting);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    err(`rulewalk: ${forTerminal(said)}\n`);
    return error instanceof CommandRefusal ? error.code : 2;
  }
}

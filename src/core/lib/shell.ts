import { oneLine, scanWords, type Word } from './scan';

/** Nothing a shell does anything with (POSIX.1, 2.2). `!` by itself is only a word. */
const BARE = /^(?:[\w@%+=:,./-]+|!)$/;
const PLAIN_QUOTED = /^"[^"$`\\!]*"$/;

/** A text as one word of a shell's command. Throws where its line would end in it. */
export function shellWord(text: string): string {
  return BARE.test(text) ? text : `'${oneLine('command', text).replaceAll("'", String.raw`'\''`)}'`;
}

/** What follows the name of a tool, written as iptables-save writes it, as a shell hands it on: word by word the same. */
export function shellRule(rule: string): string {
  const written = ({ raw, value }: Word): string =>
    BARE.test(raw) || PLAIN_QUOTED.test(raw) ? oneLine('command', raw) : shellWord(value);
  return scanWords(rule).map(written).join(' ');
}

import { oneLine, scanWords, type Word } from './scan';

/** Nothing a shell does anything with (POSIX.1, 2.2). `!` by itself is only a word. */
const BARE = /^(?:[\w@%+=:,./-]+|!)$/;
const PLAIN_QUOTED = /^"[^"$`\\!]*"$/;

/** A text as one word of a shell's command. Throws where its line would end in it. */
export function shellWord(text: string): string {
  return BARE.test(text) ? text : `'${oneLine('command', text).replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a rule's words, written as iptables-save writes them, so that a shell hands each on unchanged. */
export function shellRule(rule: string): string {
  const written = ({ raw, value }: Word): string =>
    BARE.test(raw) || PLAIN_QUOTED.test(raw) ? oneLine('command', raw) : shellWord(value);
  return scanWords(rule).map(written).join(' ');
}

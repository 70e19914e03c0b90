import type { Asked } from './types';

const COMMAND = /\bip((?:\s+-{1,2}[\w-]+)*)\s+(?:ro?(?:u(?:t(?:e)?)?)?|ru(?:le?)?)\b(.*)$/;

/** Reads a prompt line with `ip route …` in it. Undefined: no such command. */
export function askedBy(text: string): Asked | undefined {
  const found = COMMAND.exec(text.slice(0, 300));
  if (!found) return undefined;
  const [, options = '', words = ''] = found;
  const family = /-(?:6|f(?:amily)? inet6)/.test(options) ? 'ipv6' : undefined;
  const table = /(?:^|\s)t(?:a(?:b(?:le?)?)?)? (\S+)/.exec(words)?.[1];
  return { ...(family ? { family } : {}), ...(table === undefined || table === 'all' ? {} : { table }) };
}

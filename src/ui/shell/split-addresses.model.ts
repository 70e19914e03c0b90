import { parseIp } from '../../core/net/ip';

/** A piece of a sentence: words, or an address (with its port and its place in the text) to be drawn as a chip. */
export type SentencePart =
  | { readonly text: string }
  | { readonly at: number; readonly address: string; readonly port: number | undefined };

/** Splits a sentence at its addresses, so that they can have the colour of their network. */
export function splitAddresses(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let from = 0;
  const candidates = /\[[0-9a-f:.]+\](?::\d+)?|\d+(?:\.\d+){3}(?:\/\d+|:\d+)?|[0-9a-f]*:[0-9a-f:]*:[0-9a-f]*/gi;
  for (const { 0: found, index } of sentence.matchAll(candidates)) {
    const address = readEndpoint(found, index);
    if (!address) continue;
    if (index > from) parts.push({ text: sentence.slice(from, index) });
    parts.push(address);
    from = index + found.length;
  }
  if (from < sentence.length) parts.push({ text: sentence.slice(from) });
  return parts;
}

/** A prefix such as 10.0.0.0/8 keeps its length: the chip shows what it is given. */
function readEndpoint(text: string, at: number): SentencePart | undefined {
  const [, bracketed, v4, prefix = '', port] = /^(?:\[([^\]]+)\]|([\d.]+))(\/\d+)?(?::(\d+))?$/.exec(text) ?? [];
  const address = bracketed ?? v4 ?? text;
  if (!parseIp(address).ok) return undefined;
  return { at, address: address + prefix, port: port === undefined ? undefined : Number(port) };
}

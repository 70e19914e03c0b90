import type { PaddedAddress } from '../../kubernetes/validation/fields';

type Value = Readonly<Record<string, unknown>>;

/**
 * An object with its addresses as kube-proxy reads them, so that whatever is made of it (rules, the network, flows) has
 * one and the same address; the very same object where none is written with zeros in front.
 */
export function asReadByProxy(value: Value, padded: readonly PaddedAddress[]): Value {
  return padded.reduce((next, { path, read }) => withText(next, path, read) as Value, value);
}

function withText(value: unknown, [part, ...rest]: PaddedAddress['path'], text: string): unknown {
  if (part === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, at) => (at === part ? withText(item, rest, text) : (item as unknown)));
  const record = value as Value;
  return { ...record, [part]: withText(record[part], rest, text) };
}

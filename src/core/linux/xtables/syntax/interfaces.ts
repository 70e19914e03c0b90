import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { Codec } from './option-table';

/** `eth0`, or a prefix when it ended in `+`. */
export interface InterfaceName {
  readonly name: string;
  readonly prefix: boolean;
}

/** Names have at most 15 characters (IFNAMSIZ) and no blank or slash. */
export function parseInterface(text: string): InterfaceName | undefined {
  if (text.length > 15 || /[\s/]/.test(text)) return undefined;
  return text.endsWith('+') ? { name: text.slice(0, -1), prefix: true } : { name: text, prefix: false };
}

/** `eth+`. */
export function printInterface({ name, prefix }: InterfaceName): string {
  return prefix ? `${name}+` : name;
}

/**
 * Compares as ifname_compare_aligned(): a whole name including its end, or a prefix. No device is
 * the empty name, so `+` matches it and `eth+` does not.
 */
export function interfaceMatches({ name, prefix }: InterfaceName, device: string | undefined): boolean {
  const is = device ?? '';
  return prefix ? is.startsWith(name) : is === name;
}

/** An interface name as an option's value. */
export const INTERFACE: Codec<InterfaceName> = {
  takes: 1,
  parse: ([text = '']) => {
    const name = parseInterface(text);
    return name ? ok(name) : err(phrase('xtables.value-interface', { value: text }));
  },
  print: (name) => [printInterface(name)],
};

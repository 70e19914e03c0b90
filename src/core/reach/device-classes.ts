import type { Netns } from '../linux/netns';
import type { XtRule, XtTable } from '../linux/xtables/types';

/** A character no tested name goes on with: its names stand for all others that begin alike. */
const FREE = ['~', '^', '=', '_', 'z', 'q', 'x'] as const;

/** Names that begin with `prefix` and with no longer tested one: one of them. */
function inventName(prefix: string, tested: readonly string[]): string | undefined {
  const found = FREE.find((character) => !tested.some((name) => name.startsWith(prefix + character)));
  return found === undefined ? undefined : prefix + found;
}

/**
 * Device names that rules can tell apart, one of each class: none (`''`, always first), each that is named, one of each
 * tested beginning, and one that nobody names.
 */
export function deviceClasses(tables: readonly XtTable[], known: readonly string[]): readonly string[] {
  const exact = new Set(known);
  const prefixes = new Set(['']);
  const note = (test: XtRule['indev']): void => {
    if (test) (test.prefix ? prefixes : exact).add(test.name);
  };
  for (const { chains } of tables) {
    for (const chain of chains.values()) {
      for (let index = 0; index < chain.length; index++) {
        const { indev, outdev } = chain.rule(index);
        note(indev);
        note(outdev);
      }
    }
  }
  const tested = [...exact, ...prefixes];
  const invented = [...prefixes].map((prefix) => inventName(prefix, tested)).filter((name) => name !== undefined);
  return [...new Set(['', ...exact, ...prefixes, ...invented])];
}

/** Devices that hand to IP what comes in by them: a bridge's ports hand to the bridge, and lo has only what is made here. */
export function listEntrances({ devices }: Netns): readonly string[] {
  return devices
    .filter(({ kind, master, up }) => kind !== 'loopback' && master === undefined && up)
    .map(({ name }) => name);
}

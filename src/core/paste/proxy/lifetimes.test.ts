import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { IPTABLES_SAVE } from '../../formats/iptables-save';
import { getMinor } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import type { IpFamily } from '../../net/ip';
import { networkOfPasted } from '../pasted';
import { pasted } from '../testing/paste';
import { XtReader } from './iptables-ports';
import { lifetimeClues, LIFETIMES } from './lifetimes';

const FOLDER = fileURLToPath(new URL('../../../../conformance/recordings/', import.meta.url));
const FOLDERS = ['releases', 'golden/iptables/kube-proxy-1.30.5', 'golden/ipvs/kube-proxy-1.30.5'];
const MODES: Readonly<Record<string, readonly [ProxyModeId, IpFamily]>> = {
  'iptables.save': ['iptables', 'ipv4'],
  'ip6tables.save': ['iptables', 'ipv6'],
  'ipvs-iptables.save': ['ipvs', 'ipv4'],
  'ipvs-ip6tables.save': ['ipvs', 'ipv6'],
  'userspace-iptables.save': ['userspace', 'ipv4'],
};

interface Recorded {
  readonly minor: number;
  readonly mode: ProxyModeId;
  readonly family: IpFamily;
  readonly text: string;
}

/** What real kube-proxies of many releases had the kernel hold. */
const RECORDED: readonly Recorded[] = FOLDERS.flatMap((folder) =>
  readdirSync(FOLDER + folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const [mode, family] = MODES[path.split('/').at(-1) ?? ''] ?? [];
    const minor = getMinor(/\b1\.\d+/.exec(`${folder}/${path}`)?.[0] ?? '');
    return mode && family ? [{ minor, mode, family, text: readFileSync(`${FOLDER}${folder}/${path}`, 'utf8') }] : [];
  }),
);

function signsOf({ mode, family, text }: Recorded): string[] {
  const parsed = IPTABLES_SAVE.parse(text);
  const rules = parsed.ok ? parsed.value.value.rulesets[family] : undefined;
  return rules ? lifetimeClues(mode, new XtReader(family, rules)).map(({ sign }) => sign) : [];
}

const SHOWN = RECORDED.map((recorded) => ({ ...recorded, signs: new Set(signsOf(recorded)) }));
const minorsOf = (mode: ProxyModeId, fits: (minor: number) => boolean): number[] =>
  [...new Set(RECORDED.flatMap((each) => (each.mode === mode && fits(each.minor) ? [each.minor] : [])))].toSorted(
    (a, b) => a - b,
  );

/** Signs that the recorded clusters of the outermost releases do not show, with those that do: few clusters have them. */
const SELDOM: Readonly<Record<string, readonly [first: number, last: number]>> = {
  'KUBE-FW': [16, 36],
  'KUBE-FW … -j KUBE-MARK-MASQ': [16, 22],
  '"external IP" -j KUBE-SVC': [16, 22],
  'KUBE-SVC … --comment "…/…" -j KUBE-SEP': [18, 23],
  '"has no local endpoints" -j DROP': [25, 36],
  '"will be dropped by KUBE-PROXY-FIREWALL"': [29, 36],
};

describe('what only some releases write', () => {
  const rows = LIFETIMES.map((row) => [`${row.mode} ${row.table} ${row.sign}`, row] as const);

  it.each(rows)('%s', (_, { mode, sign, from = 0, to = 99 }) => {
    const minors = SHOWN.filter((each) => each.mode === mode && each.signs.has(sign)).map(({ minor }) => minor);
    const [first, last] = [Math.min(...minors), Math.max(...minors)];
    // No recorded release outside of its bounds has it, and the outermost recorded ones inside have.
    const inside = minorsOf(mode, (minor) => from <= minor && minor <= to);
    const seldom = SELDOM[sign];
    expect([first, last]).toEqual(seldom ?? [inside[0], inside.at(-1)]);
    expect(minors.filter((minor) => minor < from || minor > to)).toEqual([]);
  });
});

/** A recording cut into its chains, each with its table; of chains that are called alike the first. */
function chainsOf({ text }: Recorded): string[] {
  const found = new Map<string, string[]>();
  let table = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) table = line;
    const [, chain = ''] = /^-A (KUBE-\S+)/.exec(line) ?? [];
    if (chain === '') continue;
    const rules = found.get(`${table} ${chain}`) ?? [];
    rules.push(line);
    found.set(`${table} ${chain}`, rules);
  }
  const once = new Map<string, string>();
  for (const [key, rules] of found) {
    const kind = key.replace(/-[A-Z0-9]{16}$/, '');
    if (!once.has(kind)) once.set(kind, `${key.split(' ')[0]}\n${rules.join('\n')}\nCOMMIT\n`);
  }
  return [...once.values()];
}

describe('one chain of a recording, pasted alone', () => {
  const excerpts = new Map(
    RECORDED.flatMap((recorded) =>
      chainsOf(recorded).map((text) => [`${recorded.mode} ${text}`, { ...recorded, text }] as const),
    ),
  );
  const few = [...excerpts.values()].filter((_, at) => at % 5 === 0);

  it('is of a range of releases that holds its own', () => {
    const wrong = few.flatMap(({ text, minor, mode }) => {
      const proxy = networkOfPasted(pasted(text)).identities[0]?.proxy;
      if (!proxy || proxy.mode !== mode) return [];
      const isHeld = getMinor(proxy.from) <= minor && minor <= getMinor(proxy.to) && proxy.against.length === 0;
      return isHeld ? [] : [`1.${minor} ${mode} ${proxy.from}-${proxy.to}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });

  it('is taken for the table it is of, where no line says it', () => {
    const wrong = [...excerpts.values()].flatMap(({ text, minor }) => {
      const [table, ...lines] = text.trim().split('\n');
      const parsed = IPTABLES_SAVE.parse(lines.slice(0, -1).join('\n'));
      const tables = parsed.ok ? [...parsed.value.value.ruleset.tables.values()] : [];
      const own = tables.flatMap(({ name, chains }) =>
        [...chains.values()].some(({ length }) => length > 0) ? [name] : [],
      );
      return own.join() === table?.slice(1) ? [] : [`1.${minor} ${own.join()}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });
});

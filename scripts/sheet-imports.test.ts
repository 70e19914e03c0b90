import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { modules, neededImports } from './import-graph.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'src/ui/sheet/SheetPage.tsx';
/** What evaluates stays in the engine's worker: a reader does not wait for it a second time. */
const EVALUATES =
  /^src\/(?:core\/(?:sim|reach)\/|core\/questions\/(?!diff\/dump-pair)|core\/linux\/(?:xtables\/(?:walk|matches|targets)|nftables\/walk|ipvs\/director|conntrack)|engine\/(?:engine|desk|questions)\b)/;

it('reads a Sheet without the engine: nothing that evaluates comes with its page', () => {
  const needed: ReadonlyMap<string, ReadonlySet<string>> = neededImports(modules(ROOT, ['src']));
  const way = new Map([[PAGE, PAGE]]);
  for (const [from, path] of way)
    for (const to of needed.get(from) ?? []) if (!way.has(to)) way.set(to, `${path} > ${to}`);
  expect(way.size).toBeGreaterThan(100);
  expect([...way].filter(([name]) => EVALUATES.test(name)).map(([, path]) => path)).toEqual([]);
});

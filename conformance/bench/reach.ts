import { IPTABLES_MODE } from '../../src/core/kubernetes/proxy/iptables';
import { createRng } from '../../src/core/lib/random';
import { rulesetFromLines } from '../../src/core/linux/xtables/ruleset-text';
import type { XtTable } from '../../src/core/linux/xtables/types';
import { findDeadRules } from '../../src/core/reach/dead-rules';
import { cofactor, type Header } from '../../src/core/reach/sample';
import { modelTable, type TableModel } from '../../src/core/reach/table-model';
import { generatedCluster, median, type Figure } from './walk';

function makeNat(services: number): XtTable {
  const cluster = generatedCluster(services, 3);
  const config = { clusterCIDR: '10.128.0.0/9' };
  const input = { cluster, node: 'node1', family: 'ipv4', config, release: '1.30' } as const;
  const { tables } = rulesetFromLines(IPTABLES_MODE.syncProxyRules(input).xtables.tables, 'ipv4');
  const nat = tables.get('nat');
  if (!nat) throw new Error('no table nat');
  return nat;
}

function model(table: XtTable): TableModel {
  const made = modelTable({ table, hook: 'PREROUTING', family: 'ipv4' });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const LOOKUPS = 200_000;

/** What is looked up a second: headers to a Service each. */
function lookups({ space, outcome }: TableModel): number {
  const { below } = createRng(1);
  const headers = Array.from({ length: 1000 }, (): Header =>
    Uint8Array.from({ length: space.bits.count }, () => below(2)),
  );
  const started = performance.now();
  for (let i = 0; i < LOOKUPS; i++) cofactor(space, outcome, headers[i % 1000] as Header);
  return (LOOKUPS * 1000) / (performance.now() - started);
}

/** Every packet at once, through kube-proxy's nat table of 5,000 rules; what is aimed at is 150 ms for the model. */
export function* reachFigures(): Generator<Figure> {
  for (const [services, budgets] of [[500, { model: 900, dead: 1300 }]] as const) {
    const table = makeNat(services);
    const rules = [...table.chains.values()].reduce((sum, { length }) => sum + length, 0);
    const made = model(table);
    const note = `${made.space.diagrams.size} nodes, ${Math.round(made.space.diagrams.bytes / 1e6)} MB, ${made.fates.length} outcomes`;
    yield {
      name: `reach: model of ${rules} rules`,
      value: median(() => model(table), 3),
      unit: 'ms',
      most: budgets.model,
      note,
    };
    const dead = median(() => findDeadRules({ table, family: 'ipv4' }), 3);
    yield { name: `reach: dead rules among ${rules}`, value: dead, unit: 'ms', most: budgets.dead };
    yield { name: `reach: lookups among ${rules} rules`, value: lookups(made), unit: '/s', least: 500_000 };
  }
}

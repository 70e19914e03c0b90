import { phrase } from '../../../lib/phrase';
import { ownerOfChain } from '../../../paste/owners';
import { familyCheck, placedRules, type Finding, type PlacedRule } from '../finding';

/** Programs whose chains stand in the network of a Pod and send its connections to a proxy beside it. */
const MESHES: ReadonlySet<string> = new Set(['Istio', 'Linkerd']);

/** The proxy of a mesh opens connections of its own, to endpoints that no rule tells: the walk ends at its port. */
export const MESH_PROXY = familyCheck('mesh-proxy', (linted): Finding[] => {
  const found = new Map<string, PlacedRule[]>();
  for (const chain of linted.tables.get('nat')?.chains.keys() ?? []) {
    const owner = ownerOfChain(chain);
    if (owner === undefined || !MESHES.has(owner)) continue;
    const taken = [...placedRules(linted, 'nat', chain)].filter(({ rule }) => getTargetPort(rule) !== undefined);
    found.set(owner, [...(found.get(owner) ?? []), ...taken]);
  }
  return [...found]
    .filter(([, rules]) => rules.length > 0)
    .map(([owner, rules]): Finding => {
      const ports = [...new Set(rules.map(({ rule }) => getTargetPort(rule)))].join(', ');
      const message = phrase('lint.mesh-proxy', { owner, ports });
      return { id: 'mesh-proxy', severity: 'info', message, places: rules.map(({ place }) => place) };
    });
});

/** The port of this host that a rule leads to. */
function getTargetPort({ target }: PlacedRule['rule']): number | undefined {
  return target?.target === 'REDIRECT' ? target.spec.ports?.value.minPort : undefined;
}

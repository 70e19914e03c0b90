import type { SyncInput } from '../mode';
import { passingRules } from '../shared/chain-table';
import type { ProxierContext } from './context';
import type { PlacedRule } from './rule';
import * as names from './context';
import type { PortRules } from './port-rules';
import { forwardRules, localnetRules, markMasqRules, postroutingRules } from './static-rules';
import { planSync, type SyncPlan } from './sync-proxy-rules';

/** What of a plan is written: everything (full sync), or only what changed (partial sync). */
export interface RestoreScope {
  /** Are this service port's own chains rewritten? Its dispatch and filter rules always are. */
  readonly writes: (port: PortRules) => boolean;
  /** Chains in the kernel that nothing needs any more. */
  readonly stale: readonly string[];
}

const EVERYTHING: RestoreScope = { writes: () => true, stale: [] };

/** The exact text of a full sync, as fed to `iptables-restore --noflush --counters`. */
export function printRestore(input: SyncInput): string {
  return restoreText(planSync(input), EVERYTHING);
}

/** The text of a sync of the given scope. */
export function restoreText(plan: SyncPlan, scope: RestoreScope): string {
  const out: string[] = [];
  writeFilter(plan, out);
  writeNat(plan, scope, out);
  return out.join('');
}

function chainLine(name: string): string {
  return `:${name} - [0:0]\n`;
}

/** Appends lines in pieces: one join at the end is far cheaper than ten million small additions. */
function writeRules(chain: string, rules: readonly { readonly text: string }[], out: string[]): void {
  for (const rule of rules) out.push('-A ', chain, ' ', rule.text, '\n');
}

function writePlaced(placed: readonly PlacedRule[], out: string[]): void {
  for (const { chain, rule } of placed) out.push('-A ', chain, ' ', rule.text, '\n');
}

function writeFilter(plan: SyncPlan, out: string[]): void {
  const { context } = plan;
  out.push('*filter\n', ...filterChainNames(context).map(chainLine));
  writeRules(names.KUBE_FIREWALL, localnetRules(context), out);
  for (const port of plan.ports) writePlaced(port.dispatch.filter, out);
  writeRules(names.KUBE_FORWARD, forwardRules(context), out);
  out.push('COMMIT\n');
}

function filterChainNames({ features, localhostNodePorts }: ProxierContext): string[] {
  return [
    names.KUBE_SERVICES,
    names.KUBE_EXTERNAL_SERVICES,
    names.KUBE_FORWARD,
    ...(features.healthChecks ? [names.KUBE_NODEPORTS] : []),
    ...(features.dropsInFilter ? [names.KUBE_PROXY_FIREWALL] : []),
    ...(features.ownFirewall && localhostNodePorts ? [names.KUBE_FIREWALL] : []),
  ];
}

const FIXED = [names.KUBE_SERVICES, names.KUBE_NODEPORTS, names.KUBE_POSTROUTING, names.KUBE_MARK_MASQ];

function writeNat(plan: SyncPlan, scope: RestoreScope, out: string[]): void {
  const written = plan.ports.filter(scope.writes);
  out.push('*nat\n', ...FIXED.map(chainLine));
  for (const port of written) out.push(port.declared.map(chainLine).join(''));
  out.push(...scope.stale.map(chainLine));
  writeRules(names.KUBE_POSTROUTING, postroutingRules(plan.context), out);
  writeRules(names.KUBE_MARK_MASQ, markMasqRules(plan.context), out);
  const rewritten = new Set(written);
  for (const port of plan.ports) {
    const { dispatch, own } = writePort(port);
    out.push(dispatch);
    if (rewritten.has(port)) out.push(own);
  }
  for (const name of scope.stale) out.push(`-X ${name}\n`);
  writeRules(names.KUBE_SERVICES, plan.tail, out);
  out.push('COMMIT\n');
}

/** A service port's part of the nat table as text. */
interface PortTexts {
  readonly dispatch: string;
  /** The rules of its own chains: the clusterIP masquerade first, then chain after chain. */
  readonly own: string;
}

function writePort(port: PortRules): PortTexts {
  const dispatch: string[] = [];
  writePlaced(port.dispatch.nat, dispatch);
  const own: string[] = [];
  const rest: string[] = [];
  for (const chain of port.chains) {
    const rules = passingRules(chain);
    const isMasqueraded = chain.name === port.masqueraded;
    if (isMasqueraded) writeRules(chain.name, rules.slice(0, 1), own);
    writeRules(chain.name, isMasqueraded ? rules.slice(1) : rules, rest);
  }
  return {
    dispatch: dispatch.join(''),
    own: own.join('') + rest.join(''),
  };
}

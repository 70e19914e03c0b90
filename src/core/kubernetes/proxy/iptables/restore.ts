import type { SyncInput } from '../mode';
import type { ProxierContext } from './context';
import type { PlacedRule } from './rule';
import * as names from './names';
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
  return `${filterText(plan)}${natText(plan, scope)}`;
}

function chainLine(name: string): string {
  return `:${name} - [0:0]\n`;
}

function lines(chain: string, rules: readonly { readonly text: string }[]): string {
  let text = '';
  for (const rule of rules) text += `-A ${chain} ${rule.text}\n`;
  return text;
}

function placedLines(placed: readonly PlacedRule[]): string {
  let text = '';
  for (const { chain, rule } of placed) text += `-A ${chain} ${rule.text}\n`;
  return text;
}

function filterText(plan: SyncPlan): string {
  const { context } = plan;
  let text = '*filter\n';
  for (const name of filterChainNames(context)) text += chainLine(name);
  text += lines(names.KUBE_FIREWALL, localnetRules(context));
  for (const port of plan.ports) text += placedLines(port.dispatch.filter);
  return `${text}${lines(names.KUBE_FORWARD, forwardRules(context))}COMMIT\n`;
}

function filterChainNames(context: ProxierContext): string[] {
  const chains = [
    names.KUBE_SERVICES,
    names.KUBE_EXTERNAL_SERVICES,
    names.KUBE_FORWARD,
    names.KUBE_NODEPORTS,
    names.KUBE_PROXY_FIREWALL,
  ];
  return context.localhostNodePorts ? [...chains, names.KUBE_FIREWALL] : chains;
}

function natText(plan: SyncPlan, scope: RestoreScope): string {
  const { context } = plan;
  let declared = '';
  let written = '';
  for (const port of plan.ports) {
    written += placedLines(port.dispatch.nat);
    if (!scope.writes(port)) continue;
    for (const chain of port.chains) declared += chainLine(chain.name);
    written += ownText(port);
  }
  for (const name of scope.stale) declared += chainLine(name);
  const fixed = [names.KUBE_SERVICES, names.KUBE_NODEPORTS, names.KUBE_POSTROUTING, names.KUBE_MARK_MASQ];
  const removed = scope.stale.map((name) => `-X ${name}\n`).join('');
  return [
    `*nat\n${fixed.map(chainLine).join('')}${declared}`,
    lines(names.KUBE_POSTROUTING, postroutingRules(context)),
    lines(names.KUBE_MARK_MASQ, markMasqRules(context)),
    `${written}${removed}${lines(names.KUBE_SERVICES, plan.tail)}COMMIT\n`,
  ].join('');
}

const ownTexts = new WeakMap<PortRules, string>();

/** The rules of a port's own chains: the clusterIP masquerade first, then chain after chain. */
function ownText(port: PortRules): string {
  let text = ownTexts.get(port);
  if (text === undefined) ownTexts.set(port, (text = writeOwnText(port)));
  return text;
}

function writeOwnText(port: PortRules): string {
  let first = '';
  let rest = '';
  for (const chain of port.chains) {
    if (chain.name !== port.masqueraded) rest += lines(chain.name, chain.rules);
    else {
      first += lines(chain.name, chain.rules.slice(0, 1));
      rest += lines(chain.name, chain.rules.slice(1));
    }
  }
  return first + rest;
}

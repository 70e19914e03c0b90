import type { IpFamily } from '../../../net/ip';
import type { SyncInput } from '../mode';
import { JUMPS } from './jumps';
import type { OpenPort } from './claims';
import { portRules } from './port-rules';
import { planSync, type SyncPlan } from './sync-proxy-rules';

/**
 * The commands of a kube-proxy that starts on a node without its rules, one a line: this mode restores
 * nothing, it runs `iptables` again and again. Left out are the `-C` that asks before each `-A`, `-I`
 * and `-D` whether the rule is there, and the options for waiting (`-w`), which differ by release.
 */
export function printCommands(input: SyncInput): string {
  const plan = planSync(input);
  if ('problem' in plan) return '';
  const out = startCommands(input.family);
  for (const open of plan.ports) out.push(...portCommands('-A', open, plan));
  return out.map((command) => `${command}\n`).join('');
}

/** The five chains with their jumps; then what an earlier run left in them is thrown away: its ports are no more. */
export function startCommands(family: IpFamily): string[] {
  const tool = toolOf(family);
  return [
    ...JUMPS.flatMap(({ table, from, to, place, text }) => [
      `${tool} -N ${to} -t ${table}`,
      `${tool} ${place === 'first' ? '-I' : '-A'} ${from} -t ${table} ${text}`,
    ]),
    ...JUMPS.map(({ table, to }) => `${tool} -F ${to} -t ${table}`),
  ];
}

/** One command a rule of a service port: `-A` when it is opened, `-D` when it is closed. */
export function portCommands(
  what: '-A' | '-D',
  open: OpenPort,
  { context, memo }: Pick<SyncPlan, 'context' | 'memo'>,
): string[] {
  const tool = toolOf(context.family);
  return portRules(open, memo, context).map(
    ({ table, chain, rule }) => `${tool} ${what} ${chain} -t ${table} ${rule.text}`,
  );
}

function toolOf(family: IpFamily): string {
  return family === 'ipv4' ? 'iptables' : 'ip6tables';
}

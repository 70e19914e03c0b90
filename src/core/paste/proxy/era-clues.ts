import type { ReleaseClue } from './types';
import type { SeenRule } from './iptables-ports';
import { clue, first, jump, rulesOfChains, type Sights, type Tell } from './sights';

/** A filter table whose jumps are all shown: what the node itself sends is looked at in every release. */
function ownJump({ from }: Sights): SeenRule | undefined {
  return jump(from, 'OUTPUT', 'KUBE-SERVICES');
}

/** KUBE-FORWARD came with 1.9. */
function noForward(sights: Sights): ReleaseClue | undefined {
  const shown = ownJump(sights);
  if (!shown || !sights.filter.has('FORWARD') || jump(sights.from, 'FORWARD', 'KUBE-FORWARD')) return undefined;
  return clue('no FORWARD -j KUBE-FORWARD', { to: 8 }, shown.witness);
}

/** From 1.10 on only packets that begin a connection are looked at. */
function newOnly(sights: Sights): ReleaseClue | undefined {
  const shown = ownJump(sights);
  if (!shown) return undefined;
  const isNew = / --ctstate NEW /.test(shown.text());
  return clue(
    isNew ? '--ctstate NEW … -j KUBE-SERVICES' : 'OUTPUT … -j KUBE-SERVICES',
    isNew ? { from: 10 } : { to: 9 },
    shown.witness,
  );
}

/** INPUT looked at KUBE-SERVICES from 1.6.5 on, until KUBE-EXTERNAL-SERVICES stood in its place. */
function inputPortals(sights: Sights): ReleaseClue | undefined {
  const { from, filter } = sights;
  const shown = ownJump(sights);
  if (!shown || filter.has('KUBE-EXTERNAL-SERVICES') || !filter.has('INPUT')) return undefined;
  const input = jump(from, 'INPUT', 'KUBE-SERVICES');
  return input
    ? clue('INPUT -j KUBE-SERVICES', { from: 6, to: 9 }, input.witness)
    : clue('no INPUT -j KUBE-SERVICES', { to: 5 }, shown.witness);
}

/** Before 1.4 kubelet made no chains. */
function noKubelet(sights: Sights): ReleaseClue | undefined {
  const shown = ownJump(sights);
  if (!shown || sights.nat.has('KUBE-MARK-DROP') || !noForward(sights)) return undefined;
  return jump(sights.from, 'OUTPUT', 'KUBE-FIREWALL') ? undefined : clue('no KUBE-FIREWALL', { to: 3 }, shown.witness);
}

/** Before 1.4 a load balancer's address led straight into the Service's chain. */
function unguarded({ from }: Sights): ReleaseClue | undefined {
  const rule = first(
    from.rules('nat', 'KUBE-SERVICES'),
    ({ comment = '', target = '' }) => comment.endsWith(' loadbalancer IP') && target.startsWith('KUBE-SVC-'),
  );
  return rule && clue('"loadbalancer IP" -j KUBE-SVC', { to: 3 }, rule.witness);
}

/** How long a client stays: three minutes up to 1.4, three hours up to 1.7, then as the Service says. */
function affinity(sights: Sights): ReleaseClue | undefined {
  if (!noForward(sights)) return undefined;
  const seconds = (rule: SeenRule): string | undefined => / --seconds (\d+) /.exec(rule.text())?.[1];
  const rule = first(rulesOfChains(sights, /^KUBE-SVC-/), (each) => seconds(each) !== undefined);
  const said = rule && seconds(rule);
  if (said === undefined) return undefined;
  const usual: Readonly<Record<string, { from?: number; to?: number }>> = { '180': { to: 4 }, '10800': { from: 5 } };
  return clue(`--seconds ${said}`, usual[said] ?? { from: 8 }, rule?.witness);
}

/** Signs of the releases before 1.10 (legacy/eras.ts has the same steps for the compiler). */
export const ERA_SIGNS: readonly Tell[] = [noForward, newOnly, inputPortals, noKubelet, unguarded, affinity];

import { phrase, type Phrase } from '../../lib/phrase';
import type { NodeIdentity, ProxyIdentity, ReleaseSign } from '../../paste/asking';
import type { SaidRow } from '../../sheet/said';

/** More signs of a release are no easier to read. */
const MOST_SIGNS = 4;

/** Sentences on a machine: its rules and who wrote them, the Pod network, other writers beside them. */
export function sayIdentity(identity: NodeIdentity): readonly SaidRow[] {
  const { router, podNetwork, others, proxy, isOnlyServers, director } = identity;
  const isKnown = proxy ?? director ?? router ?? isOnlyServers ?? identity.isModeUntold ?? identity.isWindows;
  const isNobodys = identity.hasRules && isKnown === undefined;
  return [
    sayKind(identity),
    ...(router === undefined ? [] : [one(phrase('machine.router', { device: router === '*' ? 'none' : router }))]),
    ...(podNetwork.length > 0 ? [one(phrase('machine.podNetwork', { names: podNetwork.join(', ') }))] : []),
    ...(proxy && podNetwork.length === 0 ? [one(phrase('machine.noPodNetwork'))] : []),
    ...(others.length > 0 ? [one(phrase('machine.others', { names: others.join(', ') }))] : []),
    ...(isNobodys && podNetwork.length + others.length === 0 ? [one(phrase('machine.nobody'))] : []),
  ];
}

const one = (says: Phrase): SaidRow => ({ says: [says] });

function sayKind(identity: NodeIdentity): SaidRow {
  const { proxy, director, onlySets, isOnlyServers, isModeUntold, isWindows, hasRules } = identity;
  if (proxy) return sayProxy(proxy);
  if (director) {
    const { services, schedulers, ways, isPersistent } = director;
    const listed = { schedulers: schedulers.join(', '), ways: ways.join(', ') || 'none' };
    return one(phrase('machine.director', { services, ...listed, persistent: isPersistent ? 'yes' : 'no' }));
  }
  if (onlySets) return one(phrase('machine.onlySets', { count: onlySets.count, names: onlySets.names.join(', ') }));
  if (isOnlyServers) return one(phrase('machine.onlyServers'));
  if (isModeUntold) return one(phrase('machine.untoldMode'));
  if (isWindows) return one(phrase('machine.windows'));
  return one(phrase(hasRules ? 'machine.noProxy' : 'machine.noRules'));
}

/** The releases, and the signs that tell them; where signs contradict each other none is told. */
function sayProxy({ mode, from, to, signs, against }: ProxyIdentity): SaidRow {
  const isContradicted = against.length > 0;
  const bounds = isContradicted ? 'none' : signs.length === 0 ? 'any' : from === to ? 'one' : 'between';
  const told = isContradicted ? [...signs, ...against].slice(0, MOST_SIGNS) : signs;
  return { says: [phrase('machine.proxy', { mode, bounds, from, to })], beside: told.map(saySign) };
}

function saySign({ sign, from = '', to = '' }: ReleaseSign): Phrase {
  const bounds = from === '' ? 'to' : to === '' ? 'from' : 'both';
  return phrase('machine.sign', { sign, from, to, bounds });
}

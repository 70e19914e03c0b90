import { UNLISTED_INTERFACES } from '../formats/listing/rule-of-row';
import { makeChain, type InterfaceTest, type XtChain, type XtRule } from '../linux/xtables/types';
import type { TableName } from '../linux/hooks';
import { type PastedChain, type TableLayer, findJump } from './layers';
import { ownerOfChain } from './owners';

/** What a rule tests of the interfaces, where its writer always writes the same. */
interface Known {
  readonly owner: string;
  readonly indev?: InterfaceTest;
  readonly outdev?: InterfaceTest;
}

interface RulePosition {
  readonly table: TableName;
  readonly chain: XtChain;
  readonly index: number;
  readonly rule: XtRule;
  /** Which rules of the chain jump to DOCKER. */
  readonly jumps: () => readonly number[];
}

interface ResolvedLayer {
  readonly layer: TableLayer;
  /** Writers whose habits filled in the missing columns. */
  readonly owners: readonly string[];
  /** Rules whose interfaces stay unknown. */
  readonly open: number;
}

/**
 * Fills in the `-i` and `-o` that `iptables -L` without `-v` hides, for the programs that always write
 * the same ones. What nobody is known to write stays unknown.
 */
export function resolveInterfaces(layer: TableLayer): ResolvedLayer {
  const owners = new Set<string>();
  let open = 0;
  const chains = new Map<string, PastedChain>();
  for (const [name, chain] of layer.chains) {
    let found: readonly number[] | undefined;
    const jumps = (): readonly number[] => (found ??= dockerJumps(chain));
    const rules = Array.from({ length: chain.length }, (_, index) => {
      const rule = chain.rule(index);
      if (!hidesInterfaces(rule)) return rule;
      const known = knownInterfaces({ table: layer.table, chain, index, rule, jumps });
      if (!known) {
        open++;
        return rule;
      }
      owners.add(known.owner);
      return withInterfaces(rule, known);
    });
    const made = makeChain(name, rules);
    chains.set(name, { ...chain, rule: made.rule });
  }
  return { layer: { ...layer, chains }, owners: [...owners], open };
}

/** Is it a row of a listing without `-v`? */
export function hidesInterfaces({ matches }: XtRule): boolean {
  return matches.some((match) => match.match === 'unrecognised' && match.spec.name === UNLISTED_INTERFACES);
}

/** A rule as if no interface was hidden. */
export function withoutHidden(rule: XtRule): XtRule {
  const matches = rule.matches.filter(
    (match) => match.match !== 'unrecognised' || match.spec.name !== UNLISTED_INTERFACES,
  );
  return { ...rule, matches };
}

function withInterfaces(rule: XtRule, { indev, outdev }: Known): XtRule {
  return { ...withoutHidden(rule), ...(indev ? { indev } : {}), ...(outdev ? { outdev } : {}) };
}

/** `cali+` is a prefix; `! docker0` is negated. */
function device(text: string): InterfaceTest {
  const name = text.replace(/^! /, '');
  const prefix = name.endsWith('+');
  return { negated: text.startsWith('! '), name: prefix ? name.slice(0, -1) : name, prefix };
}

function knownInterfaces(place: RulePosition): Known | undefined {
  const owner = ownerOfChain(place.chain.name) ?? ownerOfChain(findJump(place.rule) ?? '');
  if (owner === 'Calico') return calico(place, owner);
  if (owner === 'Docker') return docker(place, owner);
  if (owner === 'ufw') return ufw(place, owner);
  if (owner === 'kube-proxy' || owner === 'kubelet' || owner === 'Flannel') return { owner };
  return dockerForward(place) ?? flannel(place);
}

/** felix/rules/static.go and dispatch.go. */
function calico({ table, chain, rule }: RulePosition, owner: string): Known | undefined {
  const jump = findJump(rule) ?? '';
  const own = /^cali-(fw|tw|fh|th|fhfw|thfw)-(.+)$/.exec(jump);
  const [, way = '', name = ''] = own ?? [];
  if (own) return way.startsWith('f') ? { owner, indev: device(name) } : { owner, outdev: device(name) };
  if (/^cali-from-wl-dispatch(-|$)/.test(jump) || jump === 'cali-wl-to-host') {
    const narrowed = /^cali-from-wl-dispatch-(.+)$/.exec(jump)?.[1] ?? '';
    return chain.name === 'cali-wl-to-host' ? { owner } : { owner, indev: device(`cali${narrowed}+`) };
  }
  if (/^cali-to-wl-dispatch(-|$)/.test(jump)) {
    const narrowed = /^cali-to-wl-dispatch-(.+)$/.exec(jump)?.[1] ?? '';
    return { owner, outdev: device(`cali${narrowed}+`) };
  }
  if (chain.name === 'cali-OUTPUT' && rule.target?.target === 'RETURN') return { owner, outdev: device('cali+') };
  return table === 'nat' || table === 'filter' ? { owner } : undefined;
}

/** ufw's before.rules name lo in their first rule; people's own rules may name anything. */
function ufw({ chain, rule, index }: RulePosition, owner: string): Known | undefined {
  if (/^ufw6?-(?:user|before-forward)/.test(chain.name) && !findJump(rule)) return undefined;
  const first = /^ufw6?-before-(input|output)$/.exec(chain.name);
  if (!first || index > 0 || !isPlainAccept(rule)) return { owner };
  return first[1] === 'input' ? { owner, indev: device('lo') } : { owner, outdev: device('lo') };
}

/** libnetwork drivers/bridge/setup_ip_tables.go, for the one bridge it has by default. */
function docker(place: RulePosition, owner: string): Known | undefined {
  const { table, chain, rule, index } = place;
  const target = rule.target?.target;
  const jump = findJump(rule);
  if (chain.name === 'FORWARD')
    return jump === 'DOCKER' ? oneBridge(place, { owner, outdev: device('docker0') }) : { owner };
  if (chain.name === 'DOCKER-ISOLATION-STAGE-1' && jump) {
    return oneStage(chain, { owner, indev: device('docker0'), outdev: device('! docker0') });
  }
  if (chain.name === 'DOCKER-ISOLATION-STAGE-2' && target === 'DROP') {
    return chain.length === 2 ? { owner, outdev: device('docker0') } : undefined;
  }
  if (chain.name !== 'DOCKER') return { owner };
  if (table === 'nat' && target === 'RETURN') return index === 0 ? { owner, indev: device('docker0') } : undefined;
  if (target === 'DNAT') return { owner, indev: device('! docker0') };
  return target === 'ACCEPT' ? { owner, indev: device('! docker0'), outdev: device('docker0') } : undefined;
}

function oneStage(chain: XtChain, known: Known): Known | undefined {
  return chain.length === 2 ? known : undefined;
}

/** Which rules of a chain jump to DOCKER. */
function dockerJumps(chain: XtChain): readonly number[] {
  const all = Array.from({ length: chain.length }, (_, index) => index);
  return all.filter((index) => findJump(chain.rule(index)) === 'DOCKER');
}

/** With several bridges the rows cannot be told apart. */
function oneBridge({ jumps }: RulePosition, known: Known): Known | undefined {
  return jumps().length === 1 ? known : undefined;
}

function isPlainAccept(rule: XtRule): boolean {
  return rule.target?.target === 'ACCEPT' && !rule.src && !rule.dst && !rule.proto && rule.matches.length === 1;
}

/** Around `-o docker0 -j DOCKER` in FORWARD: one ACCEPT for established, two for what comes from the bridge. */
function dockerForward(place: RulePosition): Known | undefined {
  const { chain, rule, index, jumps } = place;
  const owner = 'Docker';
  const [jump, ...others] = chain.name === 'FORWARD' ? jumps() : [];
  if (jump === undefined || others.length > 0) {
    const isBridgeNet = rule.src !== undefined && !rule.src.negated && (rule.src.address.words[0] ?? 0) === 0xac11_0000;
    const masquerades = chain.name === 'POSTROUTING' && rule.target?.target === 'MASQUERADE';
    return masquerades && isBridgeNet ? { owner, outdev: device('! docker0') } : undefined;
  }
  const established = rule.target?.target === 'ACCEPT' && rule.matches.some(({ match }) => match === 'conntrack');
  if (established && Math.abs(index - jump) === 1) return { owner, outdev: device('docker0') };
  const plain = [0, 1, 2, 3, 4].map((i) => jump + i).filter((i) => i < chain.length && isPlainAccept(chain.rule(i)));
  if (plain[0] === index) return { owner, indev: device('docker0'), outdev: device('! docker0') };
  return plain[1] === index ? { owner, indev: device('docker0'), outdev: device('docker0') } : undefined;
}

/** Flannel's masquerading, and its ACCEPTs by Pod network (flannel pkg/trafficmngr/iptables). */
function flannel({ chain, rule }: RulePosition): Known | undefined {
  const owner = 'Flannel';
  const target = rule.target?.target;
  if (chain.name === 'POSTROUTING' && rule.src && rule.dst && (target === 'RETURN' || target === 'MASQUERADE')) {
    return { owner };
  }
  const oneSide = (rule.src !== undefined) !== (rule.dst !== undefined);
  return chain.name === 'FORWARD' && target === 'ACCEPT' && oneSide && !rule.proto ? { owner } : undefined;
}

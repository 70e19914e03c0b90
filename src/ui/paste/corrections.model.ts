import type { Assumption, NodeFacts } from '../../core/paste/pasted-types';
import { parseCidr, parseIp } from '../../core/net/ip';

/** What a person can write in place of a guess: the kind of thing, its name, and the text to start from. */
export interface Correction {
  readonly kind: 'interface' | 'route' | 'sysctl' | 'hairpin' | 'port';
  /** `eth0`, `10.244.0.0/16`, `net.ipv4.ip_forward`. */
  readonly name: string;
  /** `10.0.0.10/24`, `via 10.0.0.2 dev eth0`, `1`. */
  readonly text: string;
}

/** Keys of the messages that say what is wrong with a typed text. */
export type CorrectionProblem = 'needsAddresses' | 'needsRoute' | 'needsNumber' | 'needsSwitch' | 'needsPort';

/** The correction an assumption lets a person make; undefined for what cannot be corrected by a value. */
export function findCorrection({ id, about, value }: Assumption): Correction | undefined {
  const name = id.slice(about.length + 1);
  if (about === 'sysctl') return { kind: about, name, text: value.split('=')[1]?.trim() ?? '' };
  if (about !== 'interface' && about !== 'hairpin' && about !== 'route' && about !== 'port') return undefined;
  return { kind: about, name, text: value.split(' ').slice(1).join(' ') };
}

/** Everything a person has corrected so far, in the words of {@link Correction}. */
export function givenCorrections(facts: NodeFacts): readonly Correction[] {
  return [
    ...(facts.interfaces ?? []).map(({ name, addresses }): Correction => ({
      kind: 'interface',
      name,
      text: addresses.join(' '),
    })),
    ...(facts.routes ?? []).map(({ dst, via, dev }): Correction => ({
      kind: 'route',
      name: dst,
      text: [via && `via ${via}`, dev && `dev ${dev}`].filter(Boolean).join(' '),
    })),
    ...Object.entries(facts.sysctls ?? {}).map(([name, value]): Correction => ({
      kind: 'sysctl',
      name,
      text: String(value),
    })),
    ...Object.entries(facts.hairpin ?? {}).map(([name, on]): Correction => ({
      kind: 'hairpin',
      name,
      text: `hairpin ${on ? 'on' : 'off'}`,
    })),
    ...Object.entries(facts.ports ?? {}).map(([name, port]): Correction => ({
      kind: 'port',
      name,
      text: String(port),
    })),
  ];
}

/** The error in a typed correction; undefined: there is none. */
export function correctionProblem({ kind, text }: Correction): CorrectionProblem | undefined {
  switch (kind) {
    case 'interface':
      return words(text).every((word) => parseCidr(word).ok) ? undefined : 'needsAddresses';
    case 'route':
      return readRoute(text) ? undefined : 'needsRoute';
    case 'sysctl':
      return /^\d{1,9}$/.test(text.trim()) ? undefined : 'needsNumber';
    case 'hairpin':
      return /^(?:hairpin )?(?:on|off)$/.test(text.trim()) ? undefined : 'needsSwitch';
    case 'port':
      return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535 ? undefined : 'needsPort';
  }
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function readRoute(text: string): { readonly via?: string; readonly dev?: string } | undefined {
  const found = /^(?:via (\S+))? ?(?:dev (\S+))?$/.exec(text.trim());
  const [, via, dev] = found ?? [];
  if (!found || (via === undefined && dev === undefined)) return undefined;
  if (via !== undefined && !parseIp(via).ok) return undefined;
  return { ...(via === undefined ? {} : { via }), ...(dev === undefined ? {} : { dev }) };
}

/** The facts with one more correction; a text with a problem changes nothing. */
export function withCorrection(facts: NodeFacts, correction: Correction): NodeFacts {
  if (correctionProblem(correction)) return facts;
  const { kind, name, text } = correction;
  const rest = withoutCorrection(facts, correction);
  switch (kind) {
    case 'interface':
      return { ...rest, interfaces: [...(rest.interfaces ?? []), { name, addresses: words(text) }] };
    case 'route':
      return { ...rest, routes: [...(rest.routes ?? []), { dst: name, ...readRoute(text) }] };
    case 'sysctl':
      return { ...rest, sysctls: { ...rest.sysctls, [name]: Number(text.trim()) } };
    case 'hairpin':
      return { ...rest, hairpin: { ...rest.hairpin, [name]: text.trim().endsWith('on') } };
    case 'port':
      return { ...rest, ports: { ...rest.ports, [name]: Number(text.trim()) } };
  }
}

/** The facts without one correction: the guess counts again. */
export function withoutCorrection(facts: NodeFacts, { kind, name }: Pick<Correction, 'kind' | 'name'>): NodeFacts {
  switch (kind) {
    case 'interface':
      return { ...facts, interfaces: (facts.interfaces ?? []).filter((each) => each.name !== name) };
    case 'route':
      return { ...facts, routes: (facts.routes ?? []).filter(({ dst }) => dst !== name) };
    case 'sysctl': {
      const { [name]: _gone, ...sysctls } = facts.sysctls ?? {};
      return { ...facts, sysctls };
    }
    case 'hairpin': {
      const { [name]: _gone, ...hairpin } = facts.hairpin ?? {};
      return { ...facts, hairpin };
    }
    case 'port': {
      const { [name]: _gone, ...ports } = facts.ports ?? {};
      return { ...facts, ports };
    }
  }
}

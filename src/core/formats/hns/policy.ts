import { phrase, type Phrase } from '../../lib/phrase';
import { parseIp } from '../../net/ip';
import type { Diagnostic, SourceSpan } from '../format';
import { lineNote, spanOfLine } from '../lines/line-format';
import { LineBlocks } from '../lines/line-blocks';
import { isObject, type JsonBlock } from '../lines/json-blocks';
import type { TextLine } from '../lines/text-lines';

/** Where a port of a policy leads; what a listing leaves out of its JSON is 0. */
interface ListedHnsPort {
  /** As HNS numbers it: 6, 17, 132. */
  readonly protocol: number;
  readonly external: number;
  readonly internal: number;
  /** 1 and 2: by the client's address. */
  readonly distribution: number;
  readonly flags: number;
  /** Fields nobody here knows, as they were. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** A load balancer policy of the Host Network Service, as any of its listings shows it. */
export interface ListedHnsPolicy {
  readonly kind: 'policy';
  readonly id?: string;
  /** None: any address of the node. Undefined: the listing hides them. */
  readonly vips?: readonly string[];
  /** None: the listing does not show them. */
  readonly ports: readonly ListedHnsPort[];
  /** Ids of endpoints. */
  readonly endpoints: readonly string[];
  /** There are more endpoints than the listing shows. */
  readonly cut?: true;
  readonly sourceVip?: string;
  readonly dsr?: boolean;
  /** Of V2, as they were. */
  readonly flags?: number;
  /** Fields nobody here knows, as they were. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly span: SourceSpan;
}

/** An object of a listing with its lines, and where to say what is odd. */
interface HnsObject extends JsonBlock {
  readonly diagnostics: Diagnostic[];
}

/** What PowerShell shows of a list inside a list. */
const HIDDEN = 'System.Object[]';
/** LoadBalancerFlags of hcsshim/hcn: direct server return, IPv6. */
const DSR = 1;
const KNOWN_FLAGS = { policy: 3, port: 31 } as const;
/** LoadBalancerPortMappingFlags: internal load balancing. */
const ILB = 1;

/** Fields of hcsshim's types, and those HNS adds for itself: none says where a packet goes. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'ID HostComputeEndpoints SourceVIP FrontendVIPs PortMappings SchemaVersion Flags Policies References ActivityId ' +
    'AdditionalParams EncapOverhead Health HostComputeNetwork IsApplied Resources State Version Owner'
  ).split(' '),
);
const KNOWN_OF_PORT: ReadonlySet<string> = new Set(
  'Protocol InternalPort ExternalPort DistributionType Flags Type VIPs SourceVIP ILB IsDSR'.split(' '),
);

/** Is it a policy of HNS V2 (`hnsdiag list loadbalancers -d`)? */
export const isPolicyOfV2 = (value: Readonly<Record<string, unknown>>): boolean => Array.isArray(value['PortMappings']);

/** Is it one of V1 (`Get-HnsPolicyList | ConvertTo-Json`)? */
export const isPolicyOfV1 = (value: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(value['Policies']) && 'References' in value;

/** HostComputeLoadBalancer (hcsshim/hcn/hcnloadbalancer.go). */
export function policyOfV2(object: HnsObject): ListedHnsPolicy {
  const { value } = object;
  const mappings = listOf(value['PortMappings']).filter(isObject);
  const flags = bitsOf(value['Flags']);
  sayFlags(object, flags, KNOWN_FLAGS.policy);
  for (const mapping of mappings) sayFlags(object, bitsOf(mapping['Flags']), KNOWN_FLAGS.port);
  return {
    ...common(object, mappings),
    vips: addresses(object, value['FrontendVIPs']) ?? [],
    ports: mappings.flatMap((mapping) => readPorts(object, mapping, bitsOf(mapping['Flags']))),
    endpoints: words(value['HostComputeEndpoints']),
    ...readSourceVip(value),
    dsr: (flags & DSR) !== 0,
    flags,
  };
}

/** PolicyList with its policies of the type ELB (hcsshim/internal/hns/hnspolicylist.go). */
export function policyOfV1(object: HnsObject): ListedHnsPolicy {
  const { value } = object;
  const policies = listOf(value['Policies']).filter(isObject);
  const balancing = policies.filter(({ Type }) => Type === 'ELB');
  const [first = {}] = balancing;
  const vips = addresses(object, first['VIPs']);
  if (!vips) note(object, 'info', phrase('formats.hns.hidden-vips'), HIDDEN);
  const references = words(value['References']);
  const cut = references.some((each) => /(?:\.\.\.|…)$/.test(each));
  if (cut) note(object, 'info', phrase('formats.hns.hidden-endpoints'), 'References');
  const beside = policies.filter((policy) => !balancing.includes(policy));
  const { others, ...rest } = common(object, balancing);
  return {
    ...rest,
    others: beside.length > 0 ? { ...others, Policies: beside } : others,
    ...(vips ? { vips } : {}),
    ports: balancing.flatMap((policy) => readPorts(object, policy, isTrue(policy['ILB']) ? ILB : 0)),
    endpoints: references.map((each) => each.replace(/^\/endpoints\//, '').replace(/(?:\.\.\.|…)$/, '')),
    ...(cut ? { cut } : {}),
    ...readSourceVip(first),
    dsr: isTrue(first['IsDSR']),
  };
}

/** As JSON of HNS V2, on one line. */
export function printPolicy(policy: ListedHnsPolicy): string {
  const { id, vips = [], ports, endpoints, sourceVip, flags = 0, others } = policy;
  return JSON.stringify({
    ...(id === undefined ? {} : { ID: id }),
    HostComputeEndpoints: endpoints,
    ...(sourceVip === undefined ? {} : { SourceVIP: sourceVip }),
    ...(vips.length > 0 ? { FrontendVIPs: vips } : {}),
    PortMappings: ports.map(({ protocol, internal, external, distribution, flags: ofPort, others: beside }) => ({
      Protocol: protocol,
      InternalPort: internal,
      ExternalPort: external,
      ...(distribution === 0 ? {} : { DistributionType: distribution }),
      ...(ofPort === 0 ? {} : { Flags: ofPort }),
      ...beside,
    })),
    ...(flags === 0 ? {} : { Flags: flags }),
    ...others,
  });
}

function common(
  object: HnsObject,
  ports: readonly Readonly<Record<string, unknown>>[],
): Pick<ListedHnsPolicy, 'kind' | 'id' | 'others' | 'span'> {
  const { value, lines } = object;
  const [first] = lines;
  if (!first) throw new RangeError('an object without a line');
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => !KNOWN.has(key)));
  const ofPorts = ports.flatMap((port) => Object.keys(port).filter((key) => !KNOWN_OF_PORT.has(key)));
  const names = [...new Set([...Object.keys(others), ...ofPorts])];
  if (names.length > 0)
    note(object, 'info', phrase('formats.hns.unknown-fields', { names: names.join(', ') }), names[0]);
  const id = value['ID'];
  return { kind: 'policy', ...(typeof id === 'string' && id !== '' ? { id } : {}), others, span: spanOfLine(first) };
}

function readPorts(object: HnsObject, given: Readonly<Record<string, unknown>>, flags: number): ListedHnsPort[] {
  const [external, internal] = [given['ExternalPort'], given['InternalPort']];
  const bad = [external, internal].find((each) => !isPort(numberOf(each)));
  if (bad !== undefined) {
    const value = typeof bad === 'string' || typeof bad === 'number' ? String(bad) : JSON.stringify(bad);
    note(object, 'warning', phrase('formats.hns.bad-port', { value }), value);
    return [];
  }
  const distribution = bitsOf(given['DistributionType']);
  const beside = Object.entries(given).filter(([key]) => !KNOWN_OF_PORT.has(key));
  return [
    {
      protocol: bitsOf(given['Protocol']),
      external: numberOf(external),
      internal: numberOf(internal),
      distribution,
      flags,
      ...(beside.length > 0 ? { others: Object.fromEntries(beside) } : {}),
    },
  ];
}

/** Undefined: hidden. What is no address is said and left out. */
function addresses(object: HnsObject, given: unknown): readonly string[] | undefined {
  if (given === HIDDEN) return undefined;
  return words(given).filter((each) => {
    const isAddress = parseIp(each).ok;
    if (!isAddress) note(object, 'warning', phrase('formats.hns.bad-vip', { value: each }), each);
    return isAddress;
  });
}

function readSourceVip(value: Readonly<Record<string, unknown>>): { sourceVip?: string } {
  const source = value['SourceVIP'];
  return typeof source === 'string' && source !== '' ? { sourceVip: source } : {};
}

function sayFlags(object: HnsObject, flags: number, known: number): void {
  const unknown = flags & ~known;
  if (unknown !== 0) note(object, 'info', phrase('formats.hns.unknown-flags', { flags: unknown }), 'Flags');
}

function note(object: HnsObject, severity: 'info' | 'warning', message: Phrase, word: string | undefined): void {
  const line = object.lines.find(({ text }) => word !== undefined && text.includes(word)) ?? object.lines[0];
  const code = severity === 'warning' ? 'invalid' : 'not-simulated';
  if (line) object.diagnostics.push(lineNote(severity, code, message, line, word));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function words(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.filter((each): each is string => typeof each === 'string' && each !== '');
}

const isTrue = (value: unknown): boolean => value === true || value === 'True';

/** A field that is left out is 0; what is no number is NaN. */
const numberOf = (value: unknown): number => (value === undefined || value === null ? 0 : Number(value));

/** As {@link numberOf}, 0 for what is none, or more than a number of JSON holds. */
function bitsOf(value: unknown): number {
  const bits = numberOf(value);
  return Number.isFinite(bits) ? bits : 0;
}

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 65_535;

const FIELD = /^([A-Za-z]\w*)\s*:(?:\s(.*))?$/;

/** `Key : value` of PowerShell; a long value goes on below it, behind blanks. */
export function fieldsOf(lines: readonly TextLine[]): Record<string, string> {
  const fields: Record<string, string> = {};
  let last = '';
  for (const { text, indent } of lines) {
    const [, key, value = ''] = (indent === 0 ? FIELD.exec(text) : undefined) ?? [];
    if (key === undefined) fields[last] = `${fields[last] ?? ''} ${text}`;
    else fields[(last = key)] = value.trim();
  }
  return fields;
}

/** Objects as PowerShell's Format-List writes them: lines of fields, and what goes on behind blanks. */
export function objectBlocks(): LineBlocks<true> {
  return new LineBlocks<true>(
    ({ text, indent }) => (indent === 0 && FIELD.test(text) ? true : undefined),
    (_, { text, indent }) => text !== '' && (indent > 0 || FIELD.test(text)),
  );
}

import { KEPT_FIELDS, PROXY_FIELDS, type ConfigField, type ConfigType, type KubeProxyConfig } from './config-table';
import { getMinor } from './release';
import type { OtherObject } from './types';
import { isBuilt, type GrammarId } from './validation/grammars';

/** Has a release the field? */
export function hasField({ since = 0, until = Infinity }: ConfigField, release: string): boolean {
  const minor = getMinor(release);
  return minor >= since && minor < until;
}

type Value = string | number | boolean | readonly string[] | Readonly<Record<string, boolean>>;

/** A value of a file, if it has the field's type; undefined: it has another. */
export function fileValue(type: ConfigType, value: unknown): Value | undefined {
  switch (type) {
    case 'strings':
      return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
    case 'gates': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      const isGates = Object.values(value).every((each) => typeof each === 'boolean');
      return isGates ? (value as Readonly<Record<string, boolean>>) : undefined;
    }
    case 'other':
      return undefined;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type ? (value as string | number | boolean) : undefined;
  }
}

/** A flag's text, as the field has it; undefined: it is not of that type. */
export function flagValue(type: ConfigType, text: string): Value | undefined {
  switch (type) {
    case 'string':
      return text;
    case 'strings':
      return text.split(/[,\s]+/).filter((part) => part !== '');
    case 'number':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === '' || text === 'true' ? true : text === 'false' ? false : undefined;
    case 'gates':
      return gatesValue(text);
    case 'other':
      return undefined;
    default:
      return type satisfies never;
  }
}

/** `A=true,B=false`. */
function gatesValue(text: string): Readonly<Record<string, boolean>> | undefined {
  const pairs = text.split(/[,\s]+/).filter((part) => part !== '');
  const read = pairs.map((pair) => /^(\w+)=(true|false)$/.exec(pair));
  if (read.includes(null)) return undefined;
  return Object.fromEntries(read.map((found) => [found?.[1] ?? '', found?.[2] === 'true']));
}

/** How the texts of a field are built; of others nothing is said that has a blank or acts on a terminal. */
const BUILT: Readonly<Record<string, GrammarId>> = {
  clusterCIDR: 'ranges',
  hostnameOverride: 'dns-name',
  bindAddress: 'address',
  portRange: 'word',
  'detectLocal.bridgeInterface': 'device',
  'detectLocal.interfaceNamePrefix': 'device',
  'ipvs.scheduler': 'label-value',
  'ipvs.excludeCIDRs': 'range',
  'winkernel.sourceVip': 'address',
  'winkernel.rootHnsEndpointName': 'line',
};

/** How the texts of a field are built. */
export function grammarOf({ path }: Pick<ConfigField, 'path'>): GrammarId {
  return BUILT[path] ?? (/(?:Period|Timeout)$/.test(path) ? 'duration' : 'word');
}

/** The texts of a field's value that are not built as the field has them. */
export function badTexts(field: ConfigField, value: unknown): readonly string[] {
  const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value : Object.keys(Object(value));
  return texts.filter((text): text is string => typeof text === 'string' && !isBuilt(grammarOf(field), text));
}

/** Kinds of values are right, and words are among those a field takes. */
function isMeant(field: ConfigField, read: Value | undefined): boolean {
  const { words } = field;
  if (read === undefined || badTexts(field, read).length > 0) return false;
  return words === undefined || (typeof read === 'string' && words.includes(read));
}

/** A flag's or a box's text for a field; undefined: it cannot be meant. */
export function readField(field: ConfigField, text: string): Value | undefined {
  const read = flagValue(field.type, text);
  return isMeant(field, read) ? read : undefined;
}

const GROUP = 'kubeproxy.config.k8s.io/v1alpha1';
const KIND = 'KubeProxyConfiguration';

/** Is it a configuration of kube-proxy? */
export function isConfigObject({ kind }: { readonly kind: string }): boolean {
  return kind === KIND;
}

/** Configuration of an object KubeProxyConfiguration, and the fields whose values cannot be meant. */
export function configOfObject(object: object): { readonly config: KubeProxyConfig; readonly bad: ConfigField[] } {
  const config: Record<string, unknown> = {};
  const bad: ConfigField[] = [];
  for (const field of KEPT_FIELDS) {
    const value = valueAt(object, field.path);
    if (value === undefined || value === null || value === '') continue;
    const read = fileValue(field.type, value);
    if (isMeant(field, read)) setAt(config, field.path, read);
    else bad.push(field);
  }
  return { config, bad };
}

/** The object of a configuration, its fields in the order of {@link CONFIG_FIELDS}. */
export function objectOfConfig(config: KubeProxyConfig): OtherObject {
  const { config: kept } = configOfObject(config);
  return { apiVersion: GROUP, kind: KIND, ...kept };
}

/** Sets a value at a dotted path of nested objects. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) target[first] = value;
  else target[first] = { ...(target[first] as Record<string, unknown> | undefined), [second]: value };
}

/** The value at a dotted path. */
export function valueAt(source: object, path: string): unknown {
  let value: unknown = source;
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

/** A configuration with one field set; undefined: as kube-proxy has it. An object that is left empty goes, too. */
export function withField(config: KubeProxyConfig, path: string, value: unknown): KubeProxyConfig {
  const next: Record<string, unknown> = { ...config };
  setAt(next, path, value);
  const [first = ''] = path.split('.');
  const inner = next[first];
  if (path !== first && typeof inner === 'object' && inner !== null) {
    const said = Object.entries(inner).filter(([, each]) => each !== undefined);
    next[first] = said.length > 0 ? Object.fromEntries(said) : undefined;
  }
  return Object.fromEntries(Object.entries(next).filter(([, each]) => each !== undefined));
}

/** Configuration of one node: its own fields over those all are given. */
export function mergeConfig(config: KubeProxyConfig, own: KubeProxyConfig | undefined): KubeProxyConfig {
  if (!own) return config;
  return KEPT_FIELDS.reduce((merged, { path }) => {
    const value = valueAt(own, path);
    return value === undefined ? merged : withField(merged, path, value);
  }, config);
}

/** A field's value as {@link readConfigText} takes it: lists and gates in blanks. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([gate, on]) => `${gate}=${on}`)
    .join(' ');
}

/** `ipvs.scheduler=lc, ipvs.strictARP=true`: the fields that are set. */
export function showConfigText(config: KubeProxyConfig): string {
  return KEPT_FIELDS.flatMap(({ path }) => {
    const value = valueAt(config, path);
    return value === undefined ? [] : [`${path}=${formatValue(value)}`];
  }).join(', ');
}

/** Reads what {@link showConfigText} wrote, `:` as good as `=`; undefined: a field is none, or has another type. */
export function readConfigText(text: string): KubeProxyConfig | undefined {
  const config: Record<string, unknown> = {};
  for (const pair of text.split(/[,;\n]/).filter((part) => part.trim() !== '')) {
    const [, path = '', written = ''] = /^([\w.]+)\s*[=:](.*)$/.exec(pair.trim()) ?? [];
    const value = written.trim();
    const field = PROXY_FIELDS.get(path);
    const read = field && KEPT_FIELDS.includes(field) ? readField(field, value) : undefined;
    if (read === undefined || value === '') return undefined;
    setAt(config, path, read);
  }
  return config;
}

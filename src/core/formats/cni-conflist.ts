import { phrase } from '../lib/phrase';
import { parseCidr, type Cidr } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { isObject, JsonBlocks, type JsonBlock } from './lines/json-blocks';
import type { TextLine } from './lines/text-lines';

/** One plugin of a chain: what is known of it, and everything that was written. */
export interface CniPlugin {
  readonly type: string;
  /** The bridge it makes: `cni0`. */
  readonly bridge?: string;
  /** Where host-local takes this node's Pod addresses from. */
  readonly subnets: readonly Cidr[];
  readonly isGateway: boolean;
  readonly ipMasq: boolean;
  readonly hairpin: boolean;
  readonly mtu?: number;
}

/** A `.conflist` (or one `.conf`) of /etc/cni/net.d. */
export interface CniConfig {
  readonly name: string;
  readonly version: string;
  readonly plugins: readonly CniPlugin[];
  readonly written: Readonly<Record<string, unknown>>;
  readonly span: SourceSpan;
  /** The line a word of it first stands in. */
  readonly lineOf: (word: string) => TextLine | undefined;
}

/** The first ones named no version, and one plugin only (SPEC.md of containernetworking/cni, 0.1.0). */
function isConfig(value: Readonly<Record<string, unknown>>): boolean {
  if (typeof value['cniVersion'] === 'string') return true;
  const isNamed = typeof value['name'] === 'string' && typeof value['type'] === 'string';
  return isNamed && (isObject(value['ipam']) || isObject(value['delegate']));
}

class CniReader implements LineReader<readonly CniConfig[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly json = new JsonBlocks(isConfig);

  get givenBack(): readonly number[] {
    return this.json.givenBack;
  }

  take(line: TextLine): boolean {
    return this.json.take(line);
  }

  finish(): readonly CniConfig[] {
    this.json.finish();
    return this.json.blocks.flatMap((block) => this.read(block) ?? []);
  }

  private read({ value, lines }: JsonBlock): CniConfig | undefined {
    const [first] = lines;
    if (!first) return undefined;
    const lineOf = linesOfWords(lines);
    const given = Array.isArray(value['plugins']) ? (value['plugins'] as unknown[]) : [value];
    const plugins = given.filter(isObject).map((plugin) => this.plugin(plugin, lineOf, first));
    const name = typeof value['name'] === 'string' ? value['name'] : '';
    const version = value['cniVersion'];
    return {
      name,
      version: typeof version === 'string' ? version : '0.1.0',
      plugins,
      written: value,
      span: spanOfLine(first),
      lineOf,
    };
  }

  private plugin(
    plugin: Readonly<Record<string, unknown>>,
    lineOf: (word: string) => TextLine | undefined,
    first: TextLine,
  ): CniPlugin {
    // Flannel hands its settings to a plugin of its own making.
    const inner = isObject(plugin['delegate']) ? { ...plugin, ...plugin['delegate'] } : plugin;
    const bridge = inner['bridge'];
    const mtu = inner['mtu'];
    const subnets = listSubnets(inner['ipam']).flatMap((text) => {
      const cidr = parseCidr(text);
      if (cidr.ok) return [cidr.value];
      const message = phrase('formats.cni-conflist.bad-subnet', { subnet: text });
      this.diagnostics.push(lineNote('warning', 'invalid', message, lineOf(text) ?? first));
      return [];
    });
    return {
      type: typeof plugin['type'] === 'string' ? plugin['type'] : '',
      ...(typeof bridge === 'string' ? { bridge } : {}),
      subnets,
      isGateway: inner['isGateway'] === true || inner['isDefaultGateway'] === true,
      ipMasq: inner['ipMasq'] === true,
      hairpin: inner['hairpinMode'] === true,
      ...(typeof mtu === 'number' ? { mtu } : {}),
    };
  }
}

/** Tells the line that a word in quotes first stands in; the lines are gone over once, when it is first asked. */
function linesOfWords(lines: readonly TextLine[]): CniConfig['lineOf'] {
  let first: Map<string, TextLine> | undefined;
  const read = (): Map<string, TextLine> => {
    const found = new Map<string, TextLine>();
    for (const line of lines) {
      for (const [, word = ''] of line.text.matchAll(/"([^"]*)"/g)) if (!found.has(word)) found.set(word, line);
    }
    return found;
  };
  return (word) => (first ??= read()).get(word);
}

/** `ipam.subnet`, `ipam.ranges[][].subnet`. */
function listSubnets(ipam: unknown): string[] {
  if (!isObject(ipam)) return [];
  const ranges = Array.isArray(ipam['ranges']) ? (ipam['ranges'] as unknown[]).flat(2) : [];
  return [ipam, ...ranges.filter(isObject)]
    .map((each) => each['subnet'])
    .filter((subnet) => typeof subnet === 'string' && subnet !== 'usePodCidr') as string[];
}

/** CNI's configuration of a node: how its Pods are wired, and from which subnet. */
export const CNI_CONFLIST = lineFormat({
  id: 'cni-conflist',
  title: 'CNI .conflist',
  command: 'cat /etc/cni/net.d/*',
  hint: /"(?:cniVersion|ipam|delegate)"\s*:/,
  reader: (): LineReader<readonly CniConfig[]> => new CniReader(),
  print: (configs) => configs.map(({ written }) => `${JSON.stringify(written, undefined, 2)}\n`).join(''),
  summary: (configs) => ({
    configs: configs.map(({ name, plugins }) => `${name}: ${plugins.map(({ type }) => type).join(', ')}`),
  }),
});

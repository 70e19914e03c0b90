import type { Diagnostic } from './format';
import { isPolicyOfV1, policyOfV1, type ListedHnsPolicy, objectBlocks, fieldsOf } from './hns/policy';
import { lineFormat, type LineReader } from './lines/line-format';
import { JsonBlocks } from './lines/json-blocks';
import type { TextLine } from './lines/text-lines';

/** `@{ExternalPort=443; InternalPort=4443; Type=ELB}` */
const RECORD = /@\{([^{}]*)\}/g;

const recordsIn = (text: string): Record<string, string>[] =>
  [...text.matchAll(RECORD)].map(([, inner = '']) =>
    Object.fromEntries(
      inner.split(';').flatMap((pair) => {
        const at = pair.indexOf('=');
        return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
      }),
    ),
  );

/** `{/endpoints/a, /endpoints/b...}` */
const listIn = (text: string): string[] =>
  text
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

class PolicyListReader implements LineReader<readonly ListedHnsPolicy[]> {
  readonly readsLong = true;
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly json = new JsonBlocks(isPolicyOfV1);
  private readonly blocks = objectBlocks();

  take(line: TextLine): boolean {
    return (!this.json.isOpen && this.blocks.take(line)) || this.json.take(line);
  }

  finish(): readonly ListedHnsPolicy[] {
    this.json.finish();
    this.givenBack.push(...this.json.givenBack);
    const { diagnostics } = this;
    const objects = this.json.blocks.map((object) => policyOfV1({ ...object, diagnostics }));
    const read = [...objects, ...this.blocks.blocks.flatMap(({ lines }) => this.block(lines))];
    return read.toSorted((a, b) => a.span.start - b.span.start);
  }

  private block(lines: readonly TextLine[]): ListedHnsPolicy[] {
    const { Policies, References, ...fields } = fieldsOf(lines);
    if (Policies === undefined || References === undefined || !Policies.includes('Type=')) {
      for (const { line } of lines) this.givenBack.push(line);
      return [];
    }
    const value = { ...fields, Policies: recordsIn(Policies), References: listIn(References) };
    return [policyOfV1({ value, lines, diagnostics: this.diagnostics })];
  }
}

/** As `ConvertTo-Json -Compress` would, an object a line; text of a field that hides its value stays as it was. */
function printPolicyList({ id, vips, ports, endpoints, cut, sourceVip, dsr, others }: ListedHnsPolicy): string {
  const { Policies: beside = [], ...rest } = others;
  const balancing = ports.map(({ protocol, internal, external, flags, others: unknown }) => ({
    ExternalPort: external,
    InternalPort: internal,
    ...(flags === 0 ? {} : { ILB: true }),
    ...(dsr ? { IsDSR: true } : {}),
    Protocol: protocol,
    ...(sourceVip === undefined ? {} : { SourceVIP: sourceVip }),
    Type: 'ELB',
    VIPs: vips ?? 'System.Object[]',
    ...unknown,
  }));
  const References = endpoints.map(
    (each, at) => `/endpoints/${each}${cut && at === endpoints.length - 1 ? '...' : ''}`,
  );
  const Policies = [...balancing, ...(beside as readonly unknown[])];
  return `${JSON.stringify({ ...(id === undefined ? {} : { ID: id }), Policies, References, ...rest })}\n`;
}

/** `Get-HnsPolicyList` of Windows' HNS module, as PowerShell lists objects or as `ConvertTo-Json` prints them. */
export const HNS_POLICY_LIST = lineFormat({
  id: 'hns-policy-list',
  title: 'Get-HnsPolicyList',
  command: 'Get-HnsPolicyList | ConvertTo-Json -Depth 10',
  hint: /^[ \t]*(?:References\s*:|(?:[[{].*)?"References"\s*:)/m,
  reader: (): LineReader<readonly ListedHnsPolicy[]> => new PolicyListReader(),
  print: (policies) => policies.map(printPolicyList).join(''),
  summary: (policies) => ({ policies: policies.length }),
});

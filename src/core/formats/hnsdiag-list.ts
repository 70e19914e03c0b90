import { parseIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { fieldsOf, objectBlocks, isPolicyOfV2, policyOfV2, printPolicy, type ListedHnsPolicy } from './hns/policy';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import { isObject, type JsonBlock, JsonBlocks } from './lines/json-blocks';
import type { TextLine } from './lines/text-lines';

/** An endpoint with its addresses. */
interface ListedHnsEndpoint {
  readonly kind: 'endpoint';
  readonly id: string;
  readonly addresses: readonly string[];
  readonly span: SourceSpan;
}

/** What `hnsdiag list` shows of load balancing. */
export type ListedHnsObject = ListedHnsPolicy | ListedHnsEndpoint;

const ID = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}';
/** `ID | Virtual IPs | Direct IP IDs` */
const HEAD = /^ID\s*\|\s*Virtual IPs\s*\|\s*Direct IP IDs/;
/** A row without endpoints ends with a bar, which is taken for one of the page around it ({@link lineBetween}). */
const ROW = new RegExp(String.raw`^(${ID})\s*\|([^|]*)(?:\|([^|]*))?$`);
/** `Load Balancer : ID`, with `Virtual IPs` and `Direct IP IDs` below it. */
const BLOCK = new RegExp(String.raw`^Load Balancer\s*:\s*(${ID})$`);
const BELOW = /^(Virtual IPs|Direct IP IDs)\s*:(.*)$/;

const wordsIn = (text: string): string[] => text.split(/[\s,|]+/).filter((word) => word !== '');

const isEndpoint = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['ID'] === 'string' &&
  (Array.isArray(value['IpConfigurations']) || typeof value['IPAddress'] === 'string');
/** What `Get-HnsEndpoint` shows of an address, beside other fields. */
const GUID = new RegExp(`^${ID}$`);

/** `Get-HnsEndpoint | ft ID, Name, IPAddress`: the columns of a table, in any order. */
const COLUMNS = /^(?:\w+ +)*IPAddress(?: +\w+)*$/;
const UNDERLINE = /^-{2,}(?: +-{2,})*$/;

/** A longer line is no row of column names. */
const LONGEST_HEADER = 400;

const isHeader = (text: string): boolean =>
  text.length <= LONGEST_HEADER && COLUMNS.test(text) && text.split(/ +/).includes('ID');

/** An endpoint of a row; undefined: it is none. */
function readColumns({ text }: TextLine): Pick<ListedHnsEndpoint, 'id' | 'addresses'> | undefined {
  const words = text.split(/ +/);
  const id = words.find((word) => GUID.test(word));
  const addresses = words.filter((word) => parseIp(word).ok);
  return id !== undefined && addresses.length > 0 ? { id, addresses } : undefined;
}

function readEndpoint({ value, lines }: JsonBlock): ListedHnsEndpoint[] {
  const [first] = lines;
  const configured = Array.isArray(value['IpConfigurations']) ? (value['IpConfigurations'] as unknown[]) : [];
  const own = [value['IPAddress'], value['IPv6Address']];
  const addresses = [...configured.filter(isObject).map((each) => each['IpAddress']), ...own];
  const texts = addresses.filter((each): each is string => typeof each === 'string' && each !== '');
  return first ? [{ kind: 'endpoint', id: String(value['ID']), addresses: texts, span: spanOfLine(first) }] : [];
}

/** A line of klog, whose words may hold an object: `I0312 09:14:22.118244    4312 hns.go:301] HNS: {"ID":…}`. */
const LOGGED = /^[IWEF]\d{4} [\d:.]{8,15} +\d{1,10} [\w.-]{1,64}:\d{1,6}\] /;

/** The object within a line of a log, in quotes or not; undefined: none. */
function loggedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!LOGGED.test(text)) return undefined;
  const from = text.indexOf('{');
  const whole = from < 0 ? '' : text.slice(from, text.lastIndexOf('}') + 1);
  try {
    const value: unknown = JSON.parse(whole.startsWith('{\\"') ? whole.replaceAll('\\"', '"') : whole);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Growing {
  readonly id: string;
  readonly span: SourceSpan;
  vips: readonly string[];
  endpoints: readonly string[];
}

class HnsdiagReader implements LineReader<readonly ListedHnsObject[]> {
  readonly readsLong = true;
  readonly diagnostics: Diagnostic[] = [];
  private readonly json = new JsonBlocks((value) => isPolicyOfV2(value) || isEndpoint(value));
  private readonly rows: Growing[] = [];
  private open: Growing | undefined;
  private readonly objects = objectBlocks();
  private readonly rest: number[] = [];
  private readonly logged: JsonBlock[] = [];
  private readonly tabled: ListedHnsEndpoint[] = [];
  private isInTable = false;

  get givenBack(): readonly number[] {
    return [...this.json.givenBack, ...this.rest];
  }

  take(line: TextLine): boolean {
    if (this.json.isOpen) return this.json.take(line);
    if (HEAD.test(line.text)) return true;
    return (
      this.column(line) ||
      this.row(line) ||
      this.below(line) ||
      this.log(line) ||
      this.objects.take(line) ||
      this.json.take(line)
    );
  }

  /** A table of PowerShell: its columns, the line below them, an endpoint a row. */
  private column(line: TextLine): boolean {
    if (isHeader(line.text)) return (this.isInTable = true);
    if (!this.isInTable || UNDERLINE.test(line.text)) return this.isInTable;
    const found = readColumns(line);
    if (found) this.tabled.push({ kind: 'endpoint', ...found, span: spanOfLine(line) });
    return (this.isInTable = found !== undefined);
  }

  /** What kube-proxy logs of Host Network Service, an object a line. */
  private log(line: TextLine): boolean {
    const value = loggedObject(line.text);
    if (!value || !(isPolicyOfV2(value) || isEndpoint(value))) return false;
    this.logged.push({ value, lines: [line] });
    return true;
  }

  finish(): readonly ListedHnsObject[] {
    this.json.finish();
    const listed = this.rows.map((row): ListedHnsPolicy => ({ kind: 'policy', ...row, ports: [], others: {} }));
    const { diagnostics } = this;
    const objects = [...this.json.blocks, ...this.logged].flatMap((object): ListedHnsObject[] =>
      isPolicyOfV2(object.value) ? [policyOfV2({ ...object, diagnostics })] : readEndpoint(object),
    );
    const endpoints = this.objects.blocks.flatMap(({ lines }) => this.endpoint(lines));
    return [...listed, ...objects, ...endpoints, ...this.tabled].toSorted((a, b) => a.span.start - b.span.start);
  }

  /** An object of `Get-HnsEndpoint`: other lists of PowerShell have neither such an id nor such an address. */
  private endpoint(lines: readonly TextLine[]): ListedHnsEndpoint[] {
    const value = fieldsOf(lines);
    if (GUID.test(value['ID'] ?? '') && value['IPAddress']) return readEndpoint({ value, lines });
    for (const { line } of lines) this.rest.push(line);
    return [];
  }

  private row(line: TextLine): boolean {
    const [, inRow, vips = '', endpoints = ''] = ROW.exec(line.text) ?? [];
    const id = inRow ?? BLOCK.exec(line.text)?.[1];
    if (id === undefined) return false;
    this.open = { id, vips: wordsIn(vips), endpoints: wordsIn(endpoints), span: spanOfLine(line) };
    this.rows.push(this.open);
    return true;
  }

  private below({ text }: TextLine): boolean {
    const [, name, value = ''] = BELOW.exec(text) ?? [];
    if (!this.open || name === undefined) {
      this.open = undefined;
      return false;
    }
    if (name === 'Virtual IPs') this.open.vips = wordsIn(value);
    else this.open.endpoints = wordsIn(value);
    return true;
  }
}

function printObject(object: ListedHnsObject): string {
  if (object.kind === 'endpoint') {
    const { id, addresses } = object;
    return JSON.stringify({ ID: id, IpConfigurations: addresses.map((IpAddress) => ({ IpAddress })) });
  }
  const { id = '', ports, vips = [], endpoints, dsr } = object;
  // A table shows neither ports nor flags.
  if (dsr !== undefined || ports.length > 0) return printPolicy(object);
  // A row of the table begins with its address; the newer list has a line for each.
  if (vips.length === 0) return [`Load Balancer    : ${id}`, ...ids(endpoints)].join('\n');
  return `${id} |  ${vips.join(' ').padEnd(15)}| ${endpoints.join(' ')}`;
}

const ids = (endpoints: readonly string[]): readonly string[] =>
  endpoints.length > 0 ? [`  Direct IP IDs    : ${endpoints.join(' ')}`] : [];

/** `hnsdiag list loadbalancers`: the table, the newer list, and with `-d` the objects; beside it endpoints, of `-d` or `Get-HnsEndpoint`, as a list or a table. */
export const HNSDIAG_LIST = lineFormat({
  id: 'hnsdiag-list',
  title: 'hnsdiag list loadbalancers',
  command: 'hnsdiag list loadbalancers -d; hnsdiag list endpoints -d',
  hint: /Virtual IPs|"PortMappings\\?"|"IpConfigurations\\?"|"?IPAddress"?\s*:|\bIPAddress +\w|\w +IPAddress$|^[0-9a-fA-F]{8}-[-0-9a-fA-F]{27}\s*\|/m,
  reader: (): LineReader<readonly ListedHnsObject[]> => new HnsdiagReader(),
  print: (objects) => objects.map((object) => `${printObject(object)}\n`).join(''),
  summary: (objects) => ({
    policies: objects.filter(({ kind }) => kind === 'policy').length,
    endpoints: objects.filter(({ kind }) => kind === 'endpoint').length,
  }),
});

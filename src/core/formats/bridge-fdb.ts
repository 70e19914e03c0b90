import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** Behind which port of a bridge, or which host of an overlay, a hardware address is. */
export interface ForwardingEntry {
  readonly lladdr: string;
  readonly dev: string;
  /** The host a VXLAN packet is sent to. */
  readonly dst?: string;
  /** As it stands behind. */
  readonly rest: string;
  readonly span: SourceSpan;
}

/** `ce:2f:… dev flannel.1 dst 172.18.0.4 self permanent`, `6e:5d:… dev veth5 master cni0`; of one device it is not named. */
const ENTRY =
  /^([0-9a-f]{2}(?::[0-9a-f]{2}){5})(?: dev (\S+))?((?: (?:dst|vni|port|via|src_vni|vlan|master|nhid) \S+| (?:self|permanent|static|offload|extern_learn|sticky|router|stale|local))*)(?: +#.*)?$/i;
/** The command that lists one device only. */
const OF_DEVICE = /\bbridge (?:-\S+ )*fdb(?: show| list)?(?: br \S+)? dev (\S+)/;

class FdbReader implements LineReader<readonly ForwardingEntry[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly found: ForwardingEntry[] = [];
  private first: TextLine | undefined;
  private device: string | undefined;

  take(line: TextLine): boolean {
    const [, lladdr, named, rest = ''] = ENTRY.exec(line.text) ?? [];
    if (lladdr === undefined) this.device = OF_DEVICE.exec(line.text)?.[1];
    const dev = named ?? this.device;
    if (lladdr === undefined || dev === undefined) return false;
    const dst = / dst (\S+)/.exec(rest)?.[1];
    this.first ??= line;
    this.found.push({ lladdr, dev, ...(dst === undefined ? {} : { dst }), rest: rest.trim(), span: spanOfLine(line) });
    return true;
  }

  finish(): readonly ForwardingEntry[] {
    if (this.first) {
      const hosts = new Set(this.found.flatMap(({ dst }) => dst ?? [])).size;
      const message = phrase('formats.bridge-fdb.read', { count: this.found.length, hosts });
      this.diagnostics.push(lineNote('info', 'partly-simulated', message, this.first));
    }
    return this.found;
  }
}

/** `bridge fdb`: where frames for a hardware address go, and where an overlay sends them. */
export const BRIDGE_FDB = lineFormat({
  id: 'bridge-fdb',
  title: 'bridge fdb',
  command: 'bridge fdb',
  hint: /[0-9a-f]{2}(?::[0-9a-f]{2}){5} (?:dev|dst) /i,
  reader: (): LineReader<readonly ForwardingEntry[]> => new FdbReader(),
  print: (all) => all.map(({ lladdr, dev, rest }) => `${`${lladdr} dev ${dev} ${rest}`.trimEnd()}\n`).join(''),
  summary: (all) => ({ entries: all.length }),
});

import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A BGP neighbour that a node of Calico exchanges routes with. */
export interface BgpPeer {
  readonly address: string;
  /** `node-to-node mesh`, `global`, `node specific`. */
  readonly type: string;
  readonly state: string;
  readonly info: string;
  readonly span: SourceSpan;
}

/** `| 10.0.8.176 | node-to-node mesh | up | 05:21:11 | Established |`. */
const ROW = /^\|?\s*([\da-f.:]+)\s*\|\s*(node-to-node mesh|global|node specific)\s*\|\s*(\w+)\s*\|[^|]*\|([^|]*)\|?$/;
const BESIDE =
  /^(?:Calico process is running\.|IPv[46] BGP status|No IPv[46] peers found\.|\+?(?:-+\+)+-*\+?|\|?\s*PEER ADDRESS\s*\|.*)$/;

class PeerReader implements LineReader<readonly BgpPeer[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly peers: BgpPeer[] = [];
  private first: TextLine | undefined;

  take(line: TextLine): boolean {
    const [, address, type = '', state = '', info = ''] = ROW.exec(line.text) ?? [];
    if (address === undefined || info.trim() === '') return BESIDE.test(line.text);
    this.first ??= line;
    this.peers.push({ address, type, state, info: info.trim(), span: spanOfLine(line) });
    return true;
  }

  finish(): readonly BgpPeer[] {
    if (this.first) {
      const down = this.peers.filter(({ info }) => info !== 'Established').length;
      const message = phrase('formats.calico-status.read', { count: this.peers.length, down });
      this.diagnostics.push(lineNote(down > 0 ? 'warning' : 'info', 'partly-simulated', message, this.first));
    }
    return this.peers;
  }
}

/** `calicoctl node status`: which nodes this one learns Pod routes from. */
export const CALICO_STATUS = lineFormat({
  id: 'calico-status',
  title: 'calicoctl node status',
  command: 'calicoctl node status',
  hint: /PEER ADDRESS|node-to-node mesh|BGP status/,
  reader: (): LineReader<readonly BgpPeer[]> => new PeerReader(),
  print: (peers) =>
    peers.map(({ address, type, state, info }) => `| ${address} | ${type} | ${state} | - | ${info} |\n`).join(''),
  summary: (peers) => ({ peers: peers.length }),
});

import { readTuplePlace, tuplePlaceText, type TuplePlace } from './cilium-ct-list';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import { joinWords, type TextLine } from './lines/text-lines';

/** One entry of Cilium's source NAT table; each connection has one of each direction. */
export interface ListedNatEntry {
  readonly protocol: string;
  readonly direction: 'OUT' | 'IN';
  readonly src: TuplePlace;
  readonly dst: TuplePlace;
  /** `XLATE_SRC`: packets out get this source; `XLATE_DST`: replies get this destination. */
  readonly translates: 'XLATE_SRC' | 'XLATE_DST';
  readonly to: TuplePlace;
  /** `Created=12sec ago`, `NeedsCT=0`, `HostLocal=1`: as printed. */
  readonly rest: string;
  readonly span: SourceSpan;
}

const LINE = /^([A-Z][A-Za-z\d]{1,9}) (OUT|IN) (\S+) -> (\S+) (XLATE_SRC|XLATE_DST) (\S+)(.*)$/;

class NatReader implements LineReader<readonly ListedNatEntry[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly entries: ListedNatEntry[] = [];

  take(line: TextLine): boolean {
    const [, protocol, direction, from = '', to = '', translates, place = '', rest = ''] = LINE.exec(line.text) ?? [];
    const [src, dst, translated] = [from, to, place].map(readTuplePlace);
    if (protocol === undefined || !src || !dst || !translated) return false;
    this.entries.push({
      protocol,
      direction: direction === 'IN' ? 'IN' : 'OUT',
      src,
      dst,
      translates: translates === 'XLATE_SRC' ? 'XLATE_SRC' : 'XLATE_DST',
      to: translated,
      rest: rest.trim(),
      span: spanOfLine(line),
    });
    return true;
  }

  finish(): readonly ListedNatEntry[] {
    return this.entries;
  }
}

function printEntry({ protocol, direction, src, dst, translates, to, rest }: ListedNatEntry): string {
  const tuple = `${tuplePlaceText(src)} -> ${tuplePlaceText(dst)}`;
  return `${joinWords(protocol, direction, tuple, translates, tuplePlaceText(to), rest)}\n`;
}

/** `cilium-dbg bpf nat list`: what Cilium's programs put in place of sources. */
export const CILIUM_NAT_LIST = lineFormat({
  id: 'cilium-nat-list',
  title: 'cilium-dbg bpf nat list',
  command: 'cilium-dbg bpf nat list',
  hint: /^[ \t]*[A-Z][A-Za-z\d]+ (?:OUT|IN) \S+ -> \S+ XLATE_(?:SRC|DST) /m,
  reader: (): LineReader<readonly ListedNatEntry[]> => new NatReader(),
  print: (entries) => entries.map(printEntry).join(''),
  summary: (entries) => ({ entries: entries.length, protocols: [...new Set(entries.map(({ protocol }) => protocol))] }),
});

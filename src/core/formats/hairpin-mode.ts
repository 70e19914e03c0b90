import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** Hairpin mode of one port of a bridge, as /sys has it. */
export interface PortMode {
  /** The port; of a loop over a bridge's ports the bridge. */
  readonly name: string;
  /** Of a loop over a bridge's ports: which of them, from 0, by name as the shell sorts them. */
  readonly nth?: number;
  readonly hairpin: boolean;
  readonly span: SourceSpan;
}

/** Documentation/ABI/testing/sysfs-class-net: `/sys/class/net/PORT/brport/hairpin_mode`, `/sys/…/BRIDGE/brif/PORT/hairpin_mode`. */
const FILE = /\/net\/([^\s/:*]{1,15})\/(?:brport|brif\/([^\s/:*]{1,15}))\/hairpin_mode/g;
/** `for i in /sys/devices/virtual/net/cni0/brif/*; do cat $i/hairpin_mode; done` */
const LOOP = /\/net\/([^\s/:*]{1,15})\/brif\/\*.*hairpin_mode/;

class HairpinReader implements LineReader<readonly PortMode[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly modes: PortMode[] = [];
  /** Ports the command above asked for, in order. */
  private asked: string[] = [];
  private bridge: string | undefined;
  private nth = 0;

  take(line: TextLine): boolean {
    const { text } = line;
    if (text.includes('hairpin_mode')) return this.named(line);
    if (!/^[01]$/.test(text)) {
      this.asked = [];
      this.bridge = undefined;
      return false;
    }
    const port = this.asked.shift();
    if (port !== undefined) return this.add(line, { name: port });
    if (this.bridge !== undefined) return this.add(line, { name: this.bridge, nth: this.nth++ });
    return false;
  }

  /** `PATH:0` of grep is a value itself; else it is the command. */
  private named(line: TextLine): boolean {
    const ports = [...line.text.matchAll(FILE)].map(([, device = '', port]) => port ?? device);
    if (/^\S+\/hairpin_mode:[01]$/.test(line.text) && ports[0] !== undefined) {
      return this.add({ ...line, text: line.text.slice(-1) }, { name: ports[0] });
    }
    this.asked = ports;
    this.bridge = LOOP.exec(line.text)?.[1];
    this.nth = 0;
    return false;
  }

  private add(line: TextLine, port: Pick<PortMode, 'name' | 'nth'>): boolean {
    this.modes.push({ ...port, hairpin: line.text === '1', span: spanOfLine(line) });
    return true;
  }

  finish(): readonly PortMode[] {
    return this.modes;
  }
}

function printMode({ name, nth, hairpin }: PortMode): string {
  const value = hairpin ? 1 : 0;
  if (nth === undefined) return `/sys/class/net/${name}/brport/hairpin_mode:${value}\n`;
  const loop = `# for i in /sys/class/net/${name}/brif/*; do cat $i/hairpin_mode; done\n`;
  return `${nth === 0 ? loop : ''}${value}\n`;
}

/** Hairpin mode of a bridge's ports: `grep . /sys/class/net/…/brport/hairpin_mode`, or `cat` of these files. */
export const HAIRPIN_MODE = lineFormat({
  id: 'hairpin-mode',
  title: 'hairpin_mode',
  command: 'grep . /sys/class/net/*/brport/hairpin_mode',
  hint: /hairpin_mode/,
  reader: (): LineReader<readonly PortMode[]> => new HairpinReader(),
  print: (modes) => modes.map(printMode).join(''),
  summary: (modes) => ({ ports: modes.length }),
});

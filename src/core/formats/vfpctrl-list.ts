import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import { LineBlocks } from './lines/line-blocks';
import type { TextLine } from './lines/text-lines';

/** A port, layer, group or rule of the Virtual Filtering Platform, with what its lines say, as they say it. */
export interface ListedVfpItem {
  readonly kind: 'port' | 'layer' | 'group' | 'rule';
  readonly name: string;
  /** `Friendly name`, `Priority`, `Type`, conditions: names are vfpctrl's, which documents none of them. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly span: SourceSpan;
}

const HEAD = /^(LAYER|GROUP|RULE|Port name)\s*:\s*(.*)$/;
/** A name begins with a letter: with a digit, what a logger put before a line. */
const FIELD = /^([A-Za-z][^:]{0,59}?)\s*:\s*(.*)$/;
const TITLE = /^(?:ITEM LIST|={3,})$/;
const KINDS: Readonly<Record<string, ListedVfpItem['kind']>> = {
  'Port name': 'port',
  LAYER: 'layer',
  GROUP: 'group',
  RULE: 'rule',
};
const NAMES = { port: 'Port name', layer: 'LAYER', group: 'GROUP', rule: 'RULE' } as const;

type Head = Pick<ListedVfpItem, 'kind' | 'name'>;

function readHead({ text }: TextLine): Head | undefined {
  const [, word = '', name = ''] = HEAD.exec(text) ?? [];
  const kind = KINDS[word];
  return kind && { kind, name };
}

class VfpctrlReader implements LineReader<readonly ListedVfpItem[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly items = new LineBlocks<Head>(
    readHead,
    (_, line) => line.text !== '' && !readHead(line) && !TITLE.test(line.text) && FIELD.test(line.text),
  );

  take(line: TextLine): boolean {
    return TITLE.test(line.text) || this.items.take(line);
  }

  finish(): readonly ListedVfpItem[] {
    return this.items.blocks.flatMap(({ head, lines: [first, ...rest] }) => {
      const fields = rest.map(({ text }) => {
        const [, name = '', value = ''] = FIELD.exec(text) ?? [];
        return [name, value] as const;
      });
      return first ? [{ ...head, fields, span: spanOfLine(first) }] : [];
    });
  }
}

function printItem({ kind, name, fields }: ListedVfpItem): string {
  const lines = fields.map(([field, value]) => `    ${field} : ${value}`.trimEnd());
  return [`${NAMES[kind]} : ${name}`.trimEnd(), ...lines].map((line) => `${line}\n`).join('');
}

/** `vfpctrl /list-vmswitch-port`, `/list-layer`, `/list-group`, `/list-rule`: read as far as their form is known, and kept. */
export const VFPCTRL_LIST = lineFormat({
  id: 'vfpctrl-list',
  title: 'vfpctrl /list-rule',
  command: 'vfpctrl /list-rule /port PORT',
  hint: /^[ \t]*(?:LAYER|GROUP|RULE|Port name)\s*:/m,
  reader: (): LineReader<readonly ListedVfpItem[]> => new VfpctrlReader(),
  print: (items) => items.map(printItem).join('\n'),
  summary: (items) => ({
    layers: items.filter(({ kind }) => kind === 'layer').length,
    rules: items.filter(({ kind }) => kind === 'rule').length,
  }),
});

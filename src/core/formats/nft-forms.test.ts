import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NFT_RULESET } from './nft-ruleset';

interface FormRow {
  readonly form: string;
  readonly family: string;
  readonly head: string;
  readonly before: string;
  readonly rule: string;
  readonly listed: string;
  readonly printed: string;
}

const unescaped = (text = ''): string => text.replaceAll('\\n', '\n');

function rowsOf(text: string): FormRow[] {
  const rows: FormRow[] = [];
  let [form, family, head, before] = ['', '', '', ''];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) form = line.slice(3);
    else if (line.startsWith('= ')) [family = '', head = '', before = ''] = line.slice(2).split('\t');
    else if (line !== '' && !line.startsWith('#')) {
      const [rule = '', listed = '', printed = listed] = line.split('\t');
      const of = { form, family, head, before: unescaped(before) };
      rows.push({ ...of, rule, listed: unescaped(listed), printed: unescaped(printed) });
    }
  }
  return rows;
}

const ROWS = rowsOf(readFileSync(join(import.meta.dirname, 'testdata', 'nft-forms.txt'), 'utf8'));
const FORMS = [...new Set(ROWS.map(({ form }) => form))];

const inTable = ({ family, head, before }: Pick<FormRow, 'family' | 'head' | 'before'>, rules: string): string =>
  `table ${family} t {\n${before}\tchain c {\n\t\t${head}\n\t\t${rules.replaceAll('\n', '\n\t\t')}\n\t}\n}\n`;

/** What is said of a text, and the rules of its chain as they are printed. */
function read(text: string): { readonly said: readonly string[]; readonly rules: string } {
  const parsed = NFT_RULESET.parse(text);
  const notes = parsed.ok ? parsed.value.diagnostics : parsed.error;
  const [, chain = ''] = (parsed.ok ? NFT_RULESET.print(parsed.value.value) : '').split('\tchain c {\n');
  const lines = chain.split('\n');
  const rules = lines.slice(1, lines.indexOf('\t}')).map((line) => line.replace(/^\t\t/, ''));
  return { said: notes.map(({ message }) => message.id), rules: rules.join('\n') };
}

describe('rules as people write them, as nft lists them', () => {
  it('are of many forms', () => {
    expect(FORMS).toHaveLength(18);
    expect(ROWS.length).toBeGreaterThan(450);
  });

  it.each(FORMS)(
    '%s: every spelling is read whole, and printed as nft lists it or in words that it lists so',
    (form) => {
      for (const row of ROWS.filter((each) => each.form === form)) {
        const wanted = { rule: row.rule, said: [], rules: row.printed };
        expect({ rule: row.rule, ...read(inTable(row, row.rule)) }).toEqual(wanted);
      }
    },
  );

  it.each(FORMS)('%s: what nft lists is printed as it is', (form) => {
    for (const row of ROWS.filter((each) => each.form === form)) {
      const wanted = { rule: row.rule, said: [], rules: row.listed };
      expect({ rule: row.rule, ...read(inTable(row, row.listed)) }).toEqual(wanted);
    }
  });

  it.each([
    [
      'tcp dport 80 jump { ip saddr 192.0.2.1 drop; accept; }',
      'tcp dport 80 jump {\n\tip saddr 192.0.2.1 drop\n\taccept\n}',
    ],
    ['tcp dport 22 goto { accept; }', 'tcp dport 22 goto {\n\taccept\n}'],
    ['iifname lo jump { accept; } comment "x"', 'iifname "lo" jump {\n\taccept\n} comment "x"'],
    ['jump { log prefix "x; }" drop; }', 'jump {\n\tlog prefix "x; }" drop\n}'],
  ])('a chain without a name: %s', (rule, listed) => {
    const row = { family: 'inet', head: 'type filter hook input priority 0;', before: '' };
    for (const text of [rule, listed]) expect(read(inTable(row, text))).toEqual({ said: [], rules: listed });
  });

  it.each([
    [
      'in a chain',
      'table ip t {\n\tchain c {\n\t\tdefine q = 5\n\t\ttcp dport $q accept\n\t}\n}\n',
      'tcp dport 5 accept',
    ],
    [
      'in each of two chains, another',
      'table ip t {\n\tchain d {\n\t\tdefine q = 6\n\t\ttcp dport $q drop\n\t}\n\tchain c {\n\t\tdefine q = 7\n\t\ttcp dport $q accept\n\t}\n}\n',
      'tcp dport 7 accept',
    ],
    [
      'again and no more',
      'define a = 1\ntable ip t {\n\tchain c {\n\t\tredefine a = 2\n\t\ttcp dport $a accept\n\t}\n}\n',
      'tcp dport 2 accept',
    ],
    [
      'of another in a table',
      'table ip t {\n\tdefine p = { 80 }\n\tdefine all = { $p, 443 }\n\tchain c {\n\t\ttcp dport $all accept\n\t}\n}\n',
      'tcp dport { 80, 443 } accept',
    ],
  ])('a name is defined %s', (_where, text, rule) => {
    const parsed = NFT_RULESET.parse(text);
    expect(parsed.ok && parsed.value.diagnostics).toEqual([]);
    expect(parsed.ok && NFT_RULESET.print(parsed.value.value)).toContain(`\tchain c {\n\t\t${rule}\n\t}\n`);
  });

  it('a table may be declared on a line of its own, with more behind it', () => {
    const text = 'table ip6 t; table inet u { }\nadd chain ip6 t c\nadd rule ip6 t c accept\n';
    const parsed = NFT_RULESET.parse(text);
    expect(parsed.ok && parsed.value.diagnostics).toEqual([]);
    expect(parsed.ok && [...parsed.value.value.tables.keys()]).toEqual(['ip6 t', 'inet u']);
  });

  it('of a set the lines stand as nft lists them', () => {
    const said = ['comment "x"', 'gc-interval 5s', 'timeout 1h', 'counter', 'flags timeout', 'size 9', 'policy memory'];
    const text = `table ip t {\n\tset s {\n\t\ttype ipv4_addr\n\t\t${said.join('\n\t\t')}\n\t}\n}\n`;
    const parsed = NFT_RULESET.parse(text);
    const lines = parsed.ok ? NFT_RULESET.print(parsed.value.value).split('\n').slice(3, -3) : [];
    expect(lines.map((line) => line.trim())).toEqual(said.toReversed());
  });
});

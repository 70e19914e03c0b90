// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { emptyDocument, type Document } from '../../core/document/document';
import { openManifest } from '../../core/document/open-manifest';
import { finished } from '../../core/lib/scan';
import { endsOfOffer } from '../../core/paste/offers';
import { networkOfPasted, type PastedNetwork } from '../../core/paste/pasted';
import { pasted } from '../../core/paste/testing/paste';
import { moments } from '../../core/story/moments';
import { walkShown } from '../../core/story/testing/walks';
import { MESSAGES } from '../i18n/messages';
import { NodeSummary } from './NodeSummary';

/*
 * Every listing of the notes the project began with, pasted as it stands: which packet is offered first, how its story
 * ends, and what is said of the text above it. `UPDATE_DOCS=1 npx vitest run src/ui/import/listings.test.tsx` writes
 * what the engine says now; whether that is right somebody reads and writes into the last column, and it stays as long
 * as nothing else of its row changes.
 */
const PAGE = 'docs/listings.md';
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;
const UNREAD = 'to be read';

const say = createSpeaker('en');

interface Listing {
  /** `003:743`: the note, and the line its first line is in the note. */
  readonly at: string;
  readonly text: string;
}

/** The fenced blocks of a note; of a note without fences what stands below its prompts. */
function listingsOf(note: string, whole: string): readonly Listing[] {
  const lineOf = (index: number): number => whole.slice(0, index).split('\n').length;
  const fenced = [...whole.matchAll(/^```\w*\n(.*?)^```/gms)];
  if (fenced.length > 0) return fenced.map(({ index, 1: text = '' }) => ({ at: `${note}:${lineOf(index) + 1}`, text }));
  return [...whole.matchAll(/^# iptables.*\n(?:-.*\n)+/gm)].map(({ index, 0: text }) => ({
    at: `${note}:${lineOf(index)}`,
    text,
  }));
}

function listings(): readonly Listing[] {
  if (!existsSync(SEEDS)) return [];
  const names = readdirSync(SEEDS).filter((name) => /^\d.*\.txt$/.test(name));
  return names.flatMap((name) => listingsOf(name.slice(0, 3), readFileSync(`${SEEDS}/${name}`, 'utf8')));
}

/** The last sentence of the story of the first flow, with its cause. */
function lastOf(document: Document): string {
  const last = moments(walkShown(document).walked).at(-1);
  return last ? [last.sentence, ...(last.cause ? [last.cause] : [])].map(say).join(' ') : '';
}

/** What stands above the packets: what the machine is; of a text that is none, what it is said to be. */
function headOf({ identities, texts }: PastedNetwork): string {
  if (identities.length === 0 || texts.every(({ parts, pieces = [] }) => parts.length + pieces.length === 0))
    return texts.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => say(message))).join(' ');
  const { container } = render(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <NodeSummary identities={identities} assumptions={[]} />
    </IntlProvider>,
  );
  const said = [...container.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');
  cleanup();
  return said;
}

/** Objects are opened as a cluster, whose first flow is sent. */
function clusterRow(text: string): readonly string[] | undefined {
  const { document } = finished(openManifest({ document: emptyDocument(), texts: [text] }));
  const [flow] = document?.flows ?? [];
  if (!document || !flow) return undefined;
  const to = flow.to.kind === 'service' ? `${flow.to.name} ${flow.to.via}` : flow.to.kind;
  return [`${flow.from.kind} → ${to}:${flow.port}/${flow.protocol}`, lastOf(document), 'Opened as a cluster.'];
}

function rowOf({ at, text }: Listing): readonly string[] {
  const node = pasted(text);
  const made = networkOfPasted(node);
  const [offer] = made.suggested;
  if (!offer) return [at, ...(clusterRow(text) ?? ['none', '', headOf(made)])];
  const { device = 'the node', from, enters, to, port, protocol } = offer;
  const line = `${device} ${from} → ${to}:${port}/${protocol}${enters === undefined ? '' : ` (${enters})`}`;
  const flows = [{ id: 'offered', ...endsOfOffer(offer) }];
  const document: Document = { ...emptyDocument(), subject: 'pasted', pasted: node, flows };
  return [at, `${line}: ${say(offer.reason)}`, lastOf(document), headOf(made)];
}

const HEAD = ['listing', 'first suggestion', 'how it ends', 'what is said of the text', 'judged'];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
const lineOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const PROSE = `# The listings of the first notes, pasted as they stand

Each fenced listing of the five notes the project began with, by note and line. Written by \`src/ui/import/listings.test.tsx\` from the engine; the last column by who read the row: \`right\`, or \`wrong\` and why. A row of which anything changes has to be read again.
`;

function rowsOf(page: string): readonly string[] {
  return page.split('\n').filter((line) => /^\| \d/.test(line));
}

/** What was judged of a row that is still the same. */
function judged(row: string, before: readonly string[]): string {
  const same = before.find((line) => line.startsWith(`${row.slice(0, -2)} | `));
  return same ? `${same} ` .trimEnd() : `${row.slice(0, -2)} | ${UNREAD} |`;
}

const written = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';

describe('docs/listings.md', () => {
  it.skipIf(!existsSync(SEEDS))(
    'says what the engine says of each listing',
    () => {
      const before = rowsOf(written);
      const rows = listings().map((listing) => judged(lineOf(rowOf(listing)), before));
      const page = `${PROSE}\n${lineOf(HEAD)}\n${lineOf(HEAD.map(() => '---'))}\n${rows.join('\n')}\n`;
      if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, page);
      expect(written).toBe(page);
    },
    120_000,
  );

  it('was read whole, and nothing in it is false', () => {
    const rows = rowsOf(written);
    expect(rows.length).toBeGreaterThan(45);
    expect(rows.filter((row) => !/ \| right[^|]*\|$/.test(row))).toEqual([]);
  });
});

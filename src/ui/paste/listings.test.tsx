// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { emptyDocument, type Document, type Flow } from '../../core/document/document';
import { openManifest } from '../../core/document/open-manifest';
import { finished } from '../../core/lib/scan';
import { endsOfOffer } from '../../core/paste/offers';
import { networkOfPasted, type PastedNetwork } from '../../core/paste/pasted';
import { pasted } from '../../core/paste/testing/paste';
import { moments } from '../../core/story/moments';
import { walkShown } from '../../core/story/testing/walks';
import { MESSAGES } from '../common/i18n/testing/messages';
import { NodeSummary } from './NodeSummary';

/*
 * Every listing of the notes the project began with, pasted as it stands: which packet is offered first, how its story
 * ends, and what is said of the text above it. `UPDATE_DOCS=1 npx vitest run src/ui/paste/listings.test.tsx` writes
 * what the engine says now; whether that is right somebody reads and writes into the last column, and it stays as long
 * as nothing else of its row changes.
 */
const TABLE = 'docs/listings.tsv';
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

/** What stands above the packets: what the machine is; where no packet is offered, what is remarked of the text. */
async function headOf({ identities, texts, suggested }: PastedNetwork): Promise<string> {
  const isOffered = suggested.length > 0;
  const remarked = texts.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => say(message))).join(' ');
  if (!isOffered && remarked !== '') return remarked;
  const { container } = await act(async () =>
    render(
      <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
        <NodeSummary identities={identities} assumptions={[]} />
      </IntlProvider>,
    ),
  );
  // The words on what a machine is come by themselves.
  if ((identities ?? []).length > 0) await waitFor(() => expect(container.querySelector('p')).not.toBeNull());
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

async function rowOf({ at, text }: Listing): Promise<readonly string[]> {
  const node = pasted(text);
  const made = networkOfPasted(node);
  const [offer] = made.suggested;
  // Objects have no rules to walk: the page opens them as a cluster.
  const hasObjects = made.texts.some(({ pieces = [] }) => pieces.some(({ format }) => format === 'kubernetes-yaml'));
  if (!offer || hasObjects) return [at, ...(clusterRow(text) ?? ['none', '', await headOf(made)])];
  const { device = 'the node', from, enters, to, port, protocol } = offer;
  const line = `${device} ${from} → ${to}:${port}/${protocol}${enters === undefined ? '' : ` (${enters})`}`;
  const flows = [{ id: 'offered', ...endsOfOffer(offer) }] as readonly Flow[];
  const document: Document = { ...emptyDocument(), subject: 'pasted', pasted: node, flows };
  return [at, `${line}: ${say(offer.reason)}`, lastOf(document), await headOf(made)];
}

const HEAD = ['listing', 'first suggestion', 'how it ends', 'what is said of the text', 'judged'];

const lineOf = (cells: readonly string[]): string =>
  cells.map((text) => text.replaceAll(/\s+/g, ' ').trim()).join('\t');

const written = existsSync(TABLE) ? readFileSync(TABLE, 'utf8') : '';
const ROWS = written.trimEnd().split('\n').slice(1);

/** The row with what was judged of it, if it is still the same. */
const withJudgement = (row: string): string => ROWS.find((line) => line.startsWith(`${row}\t`)) ?? `${row}\t${UNREAD}`;

describe('docs/listings.tsv', () => {
  it.skipIf(!existsSync(SEEDS))(
    'says what the engine says of each listing',
    async () => {
      const rows: string[] = [];
      for (const listing of listings()) rows.push(withJudgement(lineOf(await rowOf(listing))));
      const table = `${[HEAD.join('\t'), ...rows].join('\n')}\n`;
      if (process.env['UPDATE_DOCS']) writeFileSync(TABLE, table);
      expect(written).toBe(table);
    },
    120_000,
  );

  it('was read whole, and nothing in it is false', () => {
    expect(ROWS.length).toBeGreaterThan(45);
    expect(ROWS.filter((row) => !/\tright(?:: [^\t]+)?$/.test(row))).toEqual([]);
  });
});

import { asLast, once } from '../../core/lib/memo';
import { TABLES, type RuleRef } from '../../core/linux/hooks';
import type { PastedText } from '../../core/document/document';
import type { Diagnostic } from '../../core/formats/format';
import type { PartRef } from '../../core/kubernetes/proxy/mode';
import type { XtRuleset } from '../../core/linux/xtables/types';
import type { IpFamily } from '../../core/net/ip';
import type { Engine, Listed } from '../engine';
import { Listing, listListingPieces } from '../listing';
import type { Source } from '../pieces';
import type { LineRange, Remark, Rows, RulesView } from '../protocol';
import { makeSource } from '../rules-summary';

/** Which rules. */
export interface RulesRequest {
  readonly netns: string;
  readonly family: IpFamily;
}

/** Which rules, in which lines; those the shown walks met are given anyway. */
interface LinesAsked extends RulesRequest {
  readonly lines?: readonly LineRange[];
}

/** Something about the lines of an edition: undefined where there is another one by now. */
interface EditionAsked extends RulesRequest {
  readonly edition: number;
}

const NO_RULES: XtRuleset = { tables: new Map() };

/** The listing of a namespace; made anew only where the rules changed: a node may have half a million. */
export function rules(engine: Engine, { netns, family, lines = [] }: LinesAsked): RulesView {
  const { listing, view } = listedOf(engine, netns, family);
  const { document, shown, derived } = engine.session;
  const remarks = remarksOf(listing, engine.memo, derived.findings, document.pasted.texts);
  const traces = [...shown.values()].map(({ trace }) => trace);
  const rows = listing.rows([...listing.rangesMet(netns, traces), ...lines]);
  return lastView({ ...view, remarks, rows }, engine.memo, `${netns} ${family}`);
}

const lastView = asLast<RulesView>();

function listedOf({ session, listed, memo }: Engine, netns: string, family: IpFamily): Listed {
  const { ruleset = NO_RULES, ...source } = makeSource(session.derived, netns, family);
  const now: Source = { ruleset, ...source };
  const key = `${netns} ${family}`;
  const last = listed.get(key);
  if (last && isSame(last.source, now)) return last;
  const listing = new Listing(listListingPieces(now, memo), memo, key);
  const { chains, lines, width } = listing;
  const edition = (last?.view.edition ?? 0) + 1;
  const view: RulesView = { netns, family, chains, lines, width, remarks: [], rows: {}, edition };
  const next = { source: now, listing, view, ...(last ? { before: last.source } : {}) };
  listed.set(key, next);
  return next;
}

/** By what decides their lines. */
function isSame(a: Source, b: Source): boolean {
  const isSameNft = a.nft.ruleset === b.nft.ruleset && a.nft.generated === b.nft.generated;
  return a.ruleset === b.ruleset && isSameNft && a.ipvs === b.ipvs;
}

function findListing({ listed }: Engine, { netns, family, edition }: EditionAsked): Listing | undefined {
  const known = listed.get(`${netns} ${family}`);
  return known?.view.edition === edition ? known.listing : undefined;
}

/** Rows of an edition. */
export function rows(engine: Engine, asked: EditionAsked & Required<LinesAsked>): Rows | undefined {
  return findListing(engine, asked)?.rows(asked.lines);
}

/** The lines of an edition whose text contains words. */
export function find(engine: Engine, asked: EditionAsked & { readonly query: string }): Uint32Array | undefined {
  return findListing(engine, asked)?.linesWith(asked.query);
}

/** The line on which a part stands; undefined: it is not listed. */
export function place(engine: Engine, asked: EditionAsked & { readonly part: PartRef }): number | undefined {
  return findListing(engine, asked)?.lineOf(asked.part);
}

/** `filter INPUT 3`: the rule a diagnostic is about, as people count. */
function findRule(path: string | undefined): RuleRef | undefined {
  const [, name, chain, number] = /^(\S+) (\S+) (\d+)$/.exec(path ?? '') ?? [];
  const table = TABLES.find((known) => known === name);
  return table && chain !== undefined ? { table, chain, index: Number(number) - 1 } : undefined;
}

/** Several texts may have a rule of that name (IPv4, IPv6): the words pointed at have to stand in the line. */
function isAbout(line: string, { span }: Diagnostic, texts: readonly PastedText[]): boolean {
  if (!span || span.end <= span.start) return true;
  return texts.some(({ text }) => line.includes(text.slice(span.start, span.end).trim()));
}

/** Remarks on pasted rules with their lines; one that is about no rule of the listing is left out. */
export const remarksOf = once(
  (listing: Listing, _memo, diagnostics: readonly Diagnostic[], texts: readonly PastedText[]): readonly Remark[] =>
    diagnostics.flatMap((diagnostic) => {
      const rule = findRule(diagnostic.path);
      const line = rule && listing.lineOfRule(rule);
      return line === undefined || !isAbout(listing.text(line), diagnostic, texts) ? [] : [{ line, diagnostic }];
    }),
);

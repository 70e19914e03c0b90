import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import type { Opened } from '../../core/document/explored';
import type { Phrase } from '../../core/lib/phrase';
import { openDocument } from '../../core/public/open-texts';
import { sheetOfChanges, type ChangesReportQuestion } from '../../core/questions/report/changes';
import { sheetOfDumps } from '../../core/questions/report/dumps';
import { sheetOfMachine } from '../../core/questions/report/machine';
import { sheetOfPacket } from '../../core/questions/report/packet';
import { sheetOfWalk } from '../../core/questions/report/walk';
import type { DumpPair } from '../../core/questions/diff/compare-dumps';
import type { FlipQuestion } from '../../core/questions/why/what-flips';
import type { RenderedSheet } from '../../core/sheet/render';
import type { Engine } from '../engine';
import type { TimePlace } from '../protocol';
import { MOST_NODES } from './all-packets';
import { sessionOf } from './moment';
import { sendSheet, type SentSheet } from './sheet';

/** What a Sheet is made of. */
export type ReportQuestion =
  | ({ readonly of: 'packet' } & FlipQuestion)
  | ({ readonly of: 'walk'; readonly time?: TimePlace } & FlipQuestion)
  | { readonly of: 'machine'; readonly document: Document }
  | ({ readonly of: 'change' } & ChangesReportQuestion)
  /** `document`: on the bench while they are compared. */
  | { readonly of: 'dumps'; readonly document: Document; readonly pair: DumpPair };

/** A Sheet made of an answer, or why there is none; progress is its share. */
export function* report(engine: Engine, asked: ReportQuestion): Generator<number, SentSheet | Phrase> {
  const made = yield* makeReport(engine, asked);
  return 'id' in made ? made : sendSheet(engine, made, new Set());
}

function* makeReport({ memo }: Engine, asked: ReportQuestion): Generator<number, RenderedSheet | Phrase> {
  switch (asked.of) {
    case 'packet':
      return yield* sheetOfPacket(asked, createDerive());
    case 'walk':
      return sheetOfWalk(openAt(asked), asked, asked.time !== undefined);
    case 'machine':
      return sheetOfMachine(openDocument(asked.document, asked.document.pasted.texts));
    case 'change':
      return yield* sheetOfChanges(asked, createDerive);
    case 'dumps':
      return yield* sheetOfDumps(asked.pair, { newDerive: createDerive, memo, limit: MOST_NODES });
  }
}

/** The document as it stands, or at a moment of its script. */
function openAt({ document, time }: Extract<ReportQuestion, { readonly of: 'walk' }>): Opened {
  return time ? sessionOf({ document, time }) : { document, derived: createDerive()(document), explored: new Map() };
}

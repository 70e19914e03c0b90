import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import type { Phrase } from '../../core/lib/phrase';
import { openDocument } from '../../core/public/open-texts';
import { sheetOfChanges, type ChangesReportQuestion } from '../../core/questions/report/changes';
import { sheetOfMachine } from '../../core/questions/report/machine';
import { sheetOfPacket } from '../../core/questions/report/packet';
import type { FlipQuestion } from '../../core/questions/why/what-flips';
import type { RenderedSheet } from '../../core/sheet/render';
import type { Engine } from '../engine';
import { sendSheet, type SentSheet } from './sheet';

/** What a Sheet is made of. */
export type ReportQuestion =
  | ({ readonly of: 'packet' } & FlipQuestion)
  | { readonly of: 'machine'; readonly document: Document }
  | ({ readonly of: 'change' } & ChangesReportQuestion);

/** A Sheet made of an answer, or why there is none; progress is its share. */
export function* report(engine: Engine, asked: ReportQuestion): Generator<number, SentSheet | Phrase> {
  const made = yield* makeReport(asked);
  return 'id' in made ? made : sendSheet(engine, made, new Set());
}

function* makeReport(asked: ReportQuestion): Generator<number, RenderedSheet | Phrase> {
  switch (asked.of) {
    case 'packet':
      return yield* sheetOfPacket(asked, createDerive());
    case 'machine':
      return sheetOfMachine(openDocument(asked.document, asked.document.pasted.texts));
    case 'change':
      return yield* sheetOfChanges(asked, createDerive);
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeDocument } from '../../core/document/codec';
import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import { resolveFlow } from '../../core/document/resolve-flow';
import { explore, pickOutcome, makeTrace } from '../../core/sim/explore';
import { say, type Arguments, type ExitCode, type Io, type Verb } from '../verb';
import { readRecords, replayRecord } from '../../../conformance/suites/kernel';
import type { KernelRecord, RecordedTopologies } from '../../../conformance/suites/kernel/record';
import { KERNEL_RECORDINGS, projectFolder } from '../../../conformance/suites/suite';

const NO_TOPOLOGIES: RecordedTopologies = { common: { sysctl: {} }, topologies: {} };

/** topologies.json beside the records, else the project's own. */
function topologiesFor(file: string): RecordedTopologies {
  const places = [join(dirname(file), 'topologies.json'), join(projectFolder(KERNEL_RECORDINGS), 'topologies.json')];
  const found = places.find((path) => existsSync(path));
  return found ? (JSON.parse(readFileSync(found, 'utf8')) as RecordedTopologies) : NO_TOPOLOGIES;
}

function traceRecords(records: readonly KernelRecord[], file: string, io: Io): ExitCode {
  const topologies = topologiesFor(file);
  for (const record of records) {
    const replayed = replayRecord(record, topologies);
    io.stdout(`${JSON.stringify({ id: record.id, packets: replayed.map(({ n, expect }) => ({ n, expect })) })}\n`);
  }
  return 0;
}

function traceDocument(document: Document, wanted: string | true | undefined, io: Io): ExitCode {
  const { network } = createDerive()(document);
  for (const flow of document.flows) {
    if (wanted !== undefined && flow.id !== wanted) continue;
    const resolved = resolveFlow(document, network, flow);
    if (!resolved.ok) {
      io.stderr(`error invalid 0:0 ${flow.id}: ${say(resolved.error)}\n`);
      continue;
    }
    const input = { network, flow: resolved.value, seed: document.seed };
    const { outcomes, truncated } = explore(input);
    const shown = pickOutcome(outcomes, document.seed);
    const trace = outcomes[shown] && makeTrace(input, outcomes[shown]);
    io.stdout(`${JSON.stringify({ id: flow.id, outcomes, truncated, shown, trace })}\n`);
  }
  return 0;
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const [file] = files;
  if (file === undefined) {
    io.stderr('error usage 0:0 give a file of records or a document, or - for stdin\n');
    return 2;
  }
  const text = io.read(file);
  const wanted = options['id'];
  const document = decodeDocument(text);
  if (document.ok) return traceDocument(document.value, wanted, io);
  const records = readRecords(text).filter(({ id }) => wanted === undefined || id === wanted);
  return traceRecords(records, file, io);
}

/** Replays recorded packets, or sends the flows of a document. */
export const TRACE_VERB: Verb = {
  name: 'trace',
  usage: 'trace [--id ID] RECORDS.jsonl | DOCUMENT.json',
  valued: ['id'],
  run,
};

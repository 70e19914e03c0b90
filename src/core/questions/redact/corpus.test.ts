import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { some } from '../../lib/testing/soaking';
import { pasted } from '../../paste/testing/paste';
import { createRedactor } from './redact-text';
import { ownNames } from './testing/own-names';
import { shapeOf } from './testing/shape-of';

const SHARED = process.env['RULEWALK_SHARED'] ?? join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared');
const CORPUS = join(SHARED, 'corpus');
/** Longer ones take their time, and are of the kinds of the others. */
const MOST = 300_000;
const files = (existsSync(CORPUS) ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }) : [])
  .map((name) => join(CORPUS, name))
  .filter((file) => statSync(file).isFile() && statSync(file).size < MOST)
  .map((file) => relative(CORPUS, file))
  .filter((file) => !/README|INDEX|observed|normalised|derived/.test(file))
  .toSorted();

/** What is told of these by an address that is another's afterwards (Docker's own range, `10.0.0.10`). */
const TOLD_BY_ADDRESS = new Set(['kube-ipvs/feiskyer-ipvsadm.txt', 'kube-ipvs/fredsobon-ipvs-notes.txt']);
/** Roles of a node that were taken for its name. */
const NO_NAMES = new Set(['master']);
/** Nothing but a private range, noughts and ones: everybody has it. So do masks, and what is no address of a machine. */
const EVERYBODYS =
  /^(?:10|192\.168|172\.(?:16|17)|100\.64|169\.150|169\.254)?(?:\.?(?:0|1))*$|^(?:0|127|169\.254|2[2-5]\d)\.|^(?:192|100|172)\.\d+\.[01]\.[01]$|^(?:::1?|fe80::[\da-f]{1,4}|ff0.*)$/;

const holds = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w.-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i').test(text);

describe.skipIf(files.length === 0)('dumps of other people', () => {
  it.each(some(files, 8))(
    '%s: none of its hosts, Services and addresses is left, and it is understood as it was',
    (file) => {
      const text = readFileSync(join(CORPUS, file), 'utf8');
      const { hosts, services, addresses } = ownNames(pasted(text));
      const redactor = createRedactor('a seed for tests', [text]);
      const redacted = redactor.text(text);
      const names = [...hosts, ...services].filter((name) => !NO_NAMES.has(name));
      expect(names.filter((name) => holds(redacted, name))).toEqual([]);
      // In a small network pseudonyms are addresses of others: none is its own.
      const own = [...addresses].filter((address) => !EVERYBODYS.test(address));
      expect(own.filter((address) => redactor.address(address) === address)).toEqual([]);
      if (!TOLD_BY_ADDRESS.has(file)) expect(shapeOf(redacted)).toEqual(shapeOf(text));
    },
  );
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeCliPage } from './cli-page';
import { ranCommand } from './testing/run-command';

const PAGE = fileURLToPath(new URL('../../../docs/cli.md', import.meta.url));

it('docs/cli.md says what the command says of itself, and shows what it prints', async () => {
  const page = await writeCliPage(ranCommand);
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, page);
  expect(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '').toBe(page);
});

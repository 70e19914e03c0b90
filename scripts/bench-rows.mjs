// The figures of one file of conformance/bench, bundled: `node scripts/bench-rows.mjs BUNDLE`, a line of JSON each.
import { pathToFileURL } from 'node:url';

const [, , bundle = ''] = process.argv;
const exported = Object.entries(await import(pathToFileURL(bundle).href));
for (const [, figures] of exported.filter(([name]) => name.endsWith('Figures')))
  for (const { name, value, unit } of figures({ peers: false })) console.log(JSON.stringify({ name, value, unit }));

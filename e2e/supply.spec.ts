import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

interface Component {
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
}

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly license: string;
}

const LOCK = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const { builtIn: BUILT_IN } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly builtIn: readonly string[];
};
const nameOf = (key: string): string => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages that only gather others, of which something is built in. */
const GATHER: ReadonlySet<string> = new Set(['d3', 'radix-ui']);
/** Written into the output by the build itself: no text of theirs is asked for beside the page. */
const OF_THE_BUILD = /^pkg:npm\/(?:vite|rolldown)@/;

test('the list of packages beside the page is what package-lock.json holds them to', async ({ request }) => {
  const list = (await (await request.get('./sbom.cdx.json')).json()) as { readonly components: readonly Component[] };
  const locked = new Map(
    Object.entries(LOCK.packages)
      .filter(([key]) => key !== '')
      .map(([key, each]) => [`pkg:npm/${nameOf(key).replace('@', '%40')}@${each.version}`, each]),
  );
  for (const { purl, hashes, licenses } of list.components) {
    const { integrity, license } = locked.get(purl) ?? { integrity: '', license: '' };
    const [algorithm = '', hash = ''] = integrity.split('-');
    expect(hashes, purl).toEqual([
      { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
    ]);
    expect(
      licenses.map((each) => each.license?.id ?? each.expression),
      purl,
    ).toEqual([license]);
  }
  const listed = list.components.map(({ purl }) => purl);
  expect(new Set(listed).size).toBe(listed.length);
  for (const name of BUILT_IN) {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${LOCK.packages[`node_modules/${name}`]?.version}`;
    if (!GATHER.has(name)) expect(listed).toContain(purl);
  }
  const notices = await (await request.get('./THIRD-PARTY-NOTICES.txt')).text();
  for (const purl of listed.filter((each) => !OF_THE_BUILD.test(each))) {
    const [, name = '', version = ''] = /^pkg:npm\/(.+)@(.+)$/.exec(purl) ?? [];
    expect(notices).toContain(`${name.replace('%40', '@')} ${version} (`);
  }
});

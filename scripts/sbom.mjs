// What the built page is made of, as CycloneDX: dist/sbom.cdx.json names each package of which something is built in, with
// its version, licence and the hash that package-lock.json holds it to. The same sources give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const SBOM_FILE = 'sbom.cdx.json';

/** The folder of a package below the project, as package-lock.json names it. */
const FOLDER =
  /node_modules[\\/].*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+|node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
/** Pieces that the build writes into its output itself. */
const OWN_PIECES = /^\0?(?<name>vite|rolldown)[\\/]/;

/** @param {string} id of a module or an asset's file @returns {string | undefined} a key of package-lock.json; undefined: ours */
export function packageOf(id) {
  const own = OWN_PIECES.exec(id)?.groups?.name;
  const found = own ? `node_modules/${own}` : FOLDER.exec(id)?.[0];
  return found?.replaceAll('\\', '/');
}

/** @param {string} key of package-lock.json */
const nameOf = (key) => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** A package as one address (purl). @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {string} license an identifier or an expression of SPDX */
const licencesOf = (license) => [/\s/.test(license) ? { expression: license } : { license: { id: license } }];

/** What a lockfile holds a package to, as hexadecimal. @param {string} integrity */
function hashesOf(integrity) {
  const [algorithm, hash] = integrity.split('-');
  return [
    { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
  ];
}

/** Where Node finds a package from a folder of the lockfile. */
function resolved(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const key = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[key] || at === '') return key;
  }
}

/** @param {any} packages of package-lock.json @param {string} key of one */
function componentOf(packages, key) {
  const { version, license, integrity } = packages[key] ?? {};
  if (!version || !license || !integrity)
    throw new Error(`${key} is built in, and package-lock.json does not say what it is`);
  const full = nameOf(key);
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full];
  const purl = purlOf(full, version);
  const reference = `https://registry.npmjs.org/${full}/-/${name}-${version}.tgz`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name,
    version,
    hashes: hashesOf(integrity),
    licenses: licencesOf(license),
    purl,
    externalReferences: [{ type: 'distribution', url: reference }],
  };
}

const byText = (one, other) => (one < other ? -1 : 1);

/**
 * @param {{ packages: Record<string, any> }} lock package-lock.json
 * @param {Iterable<string>} bundled keys of it: of what something is built in
 * @returns {any} a document of CycloneDX 1.6, without anything that another build would say otherwise
 */
export function sbomOf({ packages }, bundled) {
  const keys = [...new Set(bundled)].sort(byText);
  const components = new Map(keys.map((key) => [key, componentOf(packages, key)]));
  // Nothing is installed beside what is published: all it needs is built in, and stands among what the project is made with.
  const { name, version, license, dependencies, devDependencies } = packages[''];
  const page = `${name}@${version}`;
  const needs = (from, names) => {
    const found = Object.keys(names ?? {}).map((each) => components.get(resolved(packages, from, each)));
    return found.flatMap((each) => (each ? [each.purl] : [])).sort(byText);
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': page, name, version, licenses: licencesOf(license) },
    },
    components: [...components.values()],
    dependencies: [
      { ref: page, dependsOn: needs('', { ...devDependencies, ...dependencies }) },
      ...keys.map((key) => ({
        ref: components.get(key).purl,
        dependsOn: needs(key, { ...packages[key].dependencies, ...packages[key].peerDependencies }),
      })),
    ],
  };
}

/**
 * Packages something is built from, filled by the plugin below in every bundle of a build: page, workers, service
 * worker.
 */
const bundled = new Set();

/** @returns {any} a plugin for each bundle of its own: remembers what it is made of */
export function remembersPackages() {
  const remember = (id) => {
    const key = packageOf(id);
    if (key) bundled.add(key);
  };
  return {
    name: 'rulewalk:remembers-packages',
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) {
        for (const id of each.type === 'chunk' ? each.moduleIds : each.originalFileNames) remember(id);
      }
    },
  };
}

/** @returns {import('vite').Plugin} writes the document beside the page, when all bundles are made */
export function sbom() {
  let out = '';
  return {
    ...remembersPackages(),
    name: 'rulewalk:sbom',
    apply: 'build',
    configResolved: ({ root: from, build }) => {
      out = join(from, build.outDir, SBOM_FILE);
    },
    closeBundle: {
      // After the service worker was made.
      order: 'post',
      sequential: true,
      handler: () => {
        const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
        writeFileSync(out, `${JSON.stringify(sbomOf(lock, bundled), null, 2)}\n`);
      },
    },
  };
}

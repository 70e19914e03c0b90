// Finds a Chromium to drive, or installs one: `node scripts/chromium.mjs --install`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

// The one without windows first: what Playwright downloads is that, too, and it takes a quarter less of a processor.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
];

/**
 * Where Chromium is: $E2E_CHROMIUM, else undefined if Playwright's own build is there, else one on
 * PATH or in the usual places of macOS and Windows.
 * @returns {string | undefined} a path to hand to Playwright, or undefined for its own build
 */
export function findChromium() {
  const wanted = process.env['E2E_CHROMIUM'];
  if (wanted) return wanted;
  if (existsSync(chromium.executablePath())) return undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((path) => existsSync(path));
}

/** Does it really start? Finding a file is not enough. */
async function launches() {
  const executablePath = findChromium();
  try {
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    await browser.close();
    return true;
  } catch (error) {
    console.error(String(error).split('\n')[0]);
    return false;
  }
}

/** Runs a command with its output shown; true if it succeeded. */
function run(command, ...args) {
  console.log(`$ ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

/** A Debian machine shows Korean as boxes without a Korean font. */
function hasKoreanFont() {
  const fonts = spawnSync('fc-list', [':lang=ko', 'family'], { encoding: 'utf8' });
  return fonts.status !== 0 || fonts.stdout.trim() !== '';
}

async function install() {
  const root = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const apt = (...packages) =>
    run('apt-get', 'update') && run('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
  if (!(await launches())) {
    if (process.env['E2E_CHROMIUM']) return false;
    run('npx', 'playwright', 'install', 'chromium');
    if (root && !(await launches())) run('npx', 'playwright', 'install-deps', 'chromium');
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (root && !(await launches())) apt(name, 'fonts-nanum');
  }
  if (root && !hasKoreanFont()) apt('fonts-nanum');
  return launches();
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--install')) {
  if (!(await install())) {
    console.error('No Chromium starts here. Install one and set E2E_CHROMIUM to its path, then run again.');
    process.exit(1);
  }
}

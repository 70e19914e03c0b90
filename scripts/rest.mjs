// What `npm test` leaves to `npm run test:rest`. Both decide whether a change lands; `npm test` is what one waits for while working:
// five minutes on two cores. Nothing is in neither. Of unit tests, properties and long lists are tried on a part of their cases in
// `npm test` and whole there (src/core/lib/testing/soaking.ts); what is listed below runs there, and all else in `npm test`.

/** Unit tests that run there only: tests of tests, what is hostile at length, and pages that repeat what the engine says of every listing. */
export const REST_UNIT = [
  'conformance/growth/explode.test.ts',
  'conformance/growth/growth.test.ts',
  'conformance/soak/soak.test.ts',
  'conformance/suites/flow-mutations.test.ts',
  'conformance/suites/mutations.test.ts',
  'conformance/suites/packet-mutations.test.ts',
  'conformance/suites/text-mutations.test.ts',
  'conformance/suites/unprinted.test.ts',
  'src/content/sheets/planted.test.ts',
  'src/core/questions/hostile-names.test.ts',
  'src/core/questions/redact/linear.test.ts',
  'src/core/questions/redact/planted.test.ts',
  'src/core/questions/redact/samples.test.ts',
  'src/core/timeline/sliders.test.ts',
  'src/ui/paste/listings.test.tsx',
];

/** What a unit test imports of src/core/lib/testing/soaking.ts that is less in `npm test`; what else stands there is less in both. */
const LESS_AT_FIRST = /import \{[^}]*\b(?:dearTries|some|thinned|THOROUGH)\b[^}]*\} from '[^']*testing\/soaking'/;

/** @param {string} text of a unit test @returns {boolean} whether `npm test` tries a part of it, so that it runs again, whole */
export const isTriedInPart = (text) => LESS_AT_FIRST.test(text);

/** Browser tests that run there only, by why: the spec, then a part of the title; with no title the whole spec. */
export const REST_BROWSER = {
  'the same view in further sizes, themes and languages, or for axe': [
    ['a11y', 'axe finds nothing'],
    ['evidence', 'light 390 ›'],
    ['evidence', 'dark 1280 ›'],
    ['evidence', 'dark 390 ›'],
    ['evidence', 'in Korean all of it is Korean'],
    ['header', ', ko'],
    ['header', 'Help opens with its first lines whole, 640'],
    ['header', 'Help opens with its first lines whole, 390'],
    ['history', 'on a phone'],
    ['ingress', 'can be read, reached and used'],
    ['lessons', 'on nothing, 1920x1080'],
    ['lessons', 'on nothing, 390x844'],
    ['lessons', 'runs from start to end by keys'],
    ['pseudo', 'at 1280 x 720 has room'],
    ['pseudo', 'bench at 390 x 844'],
    ['pseudo', 'sheet at 390 x 844'],
    ['pseudo', 'compare at 390 x 844'],
    ['pseudo', 'paste at 390 x 844'],
    ['reach', 'light 390 ›'],
    ['reach', 'dark 1280 ›'],
    ['reach', 'dark 390 ›'],
    ['sheet', 'WCAG: dark'],
    ['sheet', 'or empty: 1920 by 1080'],
    ['sheet', 'or empty: 390 by 844'],
    ['sheet-room', 'a room reads all of it'],
    ['sheet-type', 'no type is too small'],
    ['start-page', 'fits a phone and an embed'],
    ['story', 'fades there: a stage in a hand'],
    ['story', 'is in their names: ko'],
    ['story-carry', 'less motion is asked for: reduce'],
    ['story-end', 'whole: ten-pods'],
    ['story-end', 'whole: an-old-node-port'],
    ['story-end', 'twice as large on a laptop'],
    ['story-geometry', 'by-path at 390x844'],
    ['story-geometry', 'source-ranges at 390x844'],
    ['story-geometry', 'external-ip at 390x844'],
    ['story-geometry', 'in a frame of another page'],
    ['story-type', 'in a hand'],
    ['views-geometry', 'names has its place'],
    ['views-geometry', 'compare has its place'],
  ],
  'further rows of a list': [
    ['as-a-visitor', 'listings pasted one after the other'],
    ['as-a-visitor', 'scene a-name'],
    ['as-a-visitor', 'scene source-ranges'],
    ['as-a-visitor', 'scene ten-pods'],
    ['as-a-visitor', 'example web-two-nodes'],
    ['as-a-visitor', 'paste 002:418'],
    ['as-a-visitor', 'paste 003:305'],
    ['as-a-visitor', 'paste 003:813'],
    ['cold-reading', 'read cold'],
    ['evidence', 'a log alone'],
    ['evidence', 'an entry of conntrack'],
    ['operator-pasted'],
    ['problems-pasted', 'as it is brought'],
    ['stage-edit', 'each thing of the stage is one undoable edit'],
  ],
  'the same on another host, in another browser, or in one file': [
    ['engine-dies', 'without locks'],
    ['leaves-nothing', 'nothing leaves page and engine on a bare host'],
    ['leaves-nothing', 'on a bare static host'],
    ['leaves-nothing', 'its own host is told nothing but the names'],
    ['leaves-nothing', 'a walk stands in a frame also when its files are kept'],
    ['one-file', 'works in Firefox'],
    ['one-file', 'comes back with what was on it'],
    ['one-file-journeys', 'nothing leaves one file'],
    ['one-file-journeys', 'ten journeys'],
    ['one-file-journeys', 'hands itself out'],
    ['one-file-journeys', 'opens itself as one file'],
    ['report-sheet', 'in Chromium and in Firefox'],
    ['report-sheet', 'a Sheet saved alive'],
  ],
  'further turns of a journey that `npm test` goes the straight way': [
    ['author', 'parts and scenes are dragged'],
    ['bench-laptop', 'numbers of steps from 100 on'],
    ['bench-laptop', 'a row of the list has the menu'],
    ['compare', 'opened for the first time'],
    ['compare-pictures', 'a pasted node is called by its text'],
    ['compare-pictures', 'a walk that is presented is not hidden'],
    ['compare-pictures', 'no pane is cut off at any moment'],
    ['forget', 'empties every other tab'],
    ['hangs-nothing', 'a short bomb'],
    ['hangs-nothing', 'a short link that holds its reader up'],
    ['header', 'the header of pictures beside each other'],
    ['history', 'that the storage is full'],
    ['import', 'what is pasted before the page listens'],
    ['import', 'nothing of the walk before'],
    ['leaves-nothing', 'a page around that sends without end'],
    ['lessons', 'a Pod that is not ready is counted by the usual mistake'],
    ['lessons', 'somebody who comes again'],
    ['lessons', 'an answer at the last moment stays there'],
    ['offline', 'a tab of the version before'],
    ['redact', 'no file that is offered'],
    ['redact', 'nor does a Sheet of one’s own, its file or its link'],
    ['redact', 'nor does the list of a timeline'],
    ['share-link', 'an example as it is shipped'],
    ['sheet', 'a number of the foot'],
    ['sheet', 'a wrong answer that would tell'],
    ['sheet', 'draw again says'],
    ['sheet', 'steps and their names stop'],
    ['sheet-leaves', 'on paper: answered it has its figures'],
    ['sheet-leaves', 'a frame of a figure that a question hides'],
    ['sheet-presenting', 'blank, spotlight'],
    ['story-carry', 'a word of the glossary'],
    ['story-end', 'the rail keeps what was seen'],
    ['story-end', 'the draw is made again where it is drawn'],
    ['story-end', 'one Pod more hides no rule'],
    ['story-end', 'a window pauses the story'],
    ['timeline', 'a scene of time shows nothing of its lanes'],
    ['touch', 'steps the story, to the left on'],
    ['two-tabs', 'a document whose tab crashed'],
  ],
};

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Of an entry, what Playwright calls its tests: ` spec group title`, joined by blanks; ` › ` is the end of a group. */
const patternOf = ([spec, title = '']) =>
  String.raw`(?:^|\s)${escaped(spec)}\.spec\.ts .*${escaped(title.replace(/ ›$/, ' '))}`;

const ENTRIES = Object.values(REST_BROWSER).flat();

/** Every browser test of the rest, by what Playwright calls it. */
export const REST_TITLES = new RegExp(ENTRIES.map(patternOf).join('|'));

/** @param {readonly string[]} titles of the tests that ran @returns {string[]} entries that none of them is of */
export function emptyEntries(titles) {
  return ENTRIES.filter((entry) => !titles.some((title) => new RegExp(patternOf(entry)).test(title))).map((entry) =>
    entry.join(': '),
  );
}

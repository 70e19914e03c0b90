// The structure of a checkout as a drawing: rooms as boxes, imports as arrows, thicker where there are more. Boxes stand in
// the order in which they may import, so an arrow on the right goes down; one on the left, in red, goes back up.
import { imports, modules } from './import-graph.mjs';

const ROW = 34;
const BOX = { width: 190, height: 24 };
const PANEL = 620;
const TOP = 70;

/** The room of a module: `core/sim`, `store`; `inside`: the folder of the ui. */
function roomIn(path, inside) {
  const [, first, second, third] = path.split('/');
  if (inside) return first === 'ui' && third ? second : undefined;
  if (!second) return undefined;
  return first === 'core' ? (third ? `core/${second}` : undefined) : first;
}

/** Files of each room, and imports from room to room: `{ files, arrows: [{ from, to, count }] }`. */
function rooms(root, inside) {
  const files = new Map();
  const counts = new Map();
  for (const [path, targets] of imports(modules(root, ['src']))) {
    const from = roomIn(path, inside);
    if (!from) continue;
    files.set(from, (files.get(from) ?? 0) + 1);
    for (const target of targets) {
      const to = roomIn(target, inside);
      if (to && to !== from) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  const arrows = [...counts].map(([key, count]) => ({ from: key.split(' ')[0], to: key.split(' ')[1], count }));
  return { files, arrows };
}

/** Rooms so that as few imports as possible go back up: again and again the one that most imports go out of, least into. */
function order({ files, arrows }) {
  const left = new Set(files.keys());
  const sum = (room, side) =>
    arrows
      .filter(({ from, to }) => left.has(from) && left.has(to))
      .reduce((total, arrow) => total + (arrow[side] === room ? arrow.count : 0), 0);
  const placed = [];
  while (left.size > 0) {
    const pull = (room) => (sum(room, 'to') === 0 ? 1e6 : 0) + sum(room, 'from') - sum(room, 'to');
    const next = [...left].reduce((best, room) => (pull(room) > pull(best) ? room : best));
    left.delete(next);
    placed.push(next);
  }
  return placed;
}

const escape = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An arrow along the right of the boxes, or along their left when it goes back up. */
function arrowPath({ from, to, count }, placed, x) {
  const y = (room) => TOP + placed.indexOf(room) * ROW + BOX.height / 2;
  const [start, end] = [y(from), y(to)];
  const back = end < start;
  const side = back ? x : x + BOX.width;
  const reach = side + (back ? -1 : 1) * (14 + Math.abs(end - start) * 0.42);
  const width = (0.6 + Math.log2(count) * 0.45).toFixed(1);
  return `<path d="M${side} ${start} C${reach} ${start} ${reach} ${end} ${side} ${end}" stroke-width="${width}" class="${back ? 'back' : 'down'}"><title>${escape(`${from} imports ${to} ${count} times`)}</title></path>`;
}

/** One list of boxes with its arrows. */
function panel(root, inside, x) {
  const found = rooms(root, inside);
  const placed = order(found);
  const back = found.arrows.filter(({ from, to }) => placed.indexOf(to) < placed.indexOf(from)).length;
  const boxes = placed.map((room, at) => {
    const y = TOP + at * ROW;
    return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="4"/><text x="${x + 10}" y="${y + 17}">${escape(room)}</text><text x="${x + BOX.width - 10}" y="${y + 17}" text-anchor="end" class="count">${found.files.get(room)}</text>`;
  });
  const title = `${inside ? 'the folders of ui' : 'the rooms of src'}: ${placed.length}, ${found.arrows.length} arrows, ${back} back up`;
  const head = `<text x="${x}" y="${TOP - 26}" class="title">${title}</text>`;
  return {
    rows: placed.length,
    text: [head, ...found.arrows.map((each) => arrowPath(each, placed, x)), ...boxes].join('\n'),
  };
}

/** @returns {string} an SVG of the rooms of a checkout, and beside it of the folders of its ui */
export function drawStructure(root) {
  const panels = [panel(root, false, 150), panel(root, true, 150 + PANEL)];
  const height = TOP + Math.max(...panels.map(({ rows }) => rows)) * ROW + 10;
  const style =
    'rect{fill:#eef2f6;stroke:#8a97a6}text{font:13px system-ui,sans-serif;fill:#1c2530}.count{fill:#5b6875}.title{font-weight:600}path{fill:none}.down{stroke:#2f6fb5;stroke-opacity:.5}.back{stroke:#c62f2f}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * PANEL + 40} ${height}"><style>${style}</style><rect width="100%" height="100%" style="fill:#fff;stroke:none"/>\n${panels.map(({ text }) => text).join('\n')}\n</svg>\n`;
}

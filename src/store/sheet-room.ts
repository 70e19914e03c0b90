import type { OwnSheet } from './scene-state';

/** All Sheets of somebody's own together must fit beside what else the browser keeps. Characters. */
export const MOST_OF_SHEETS = 1_500_000;

const measureSheet = ({ text, benches }: OwnSheet): number =>
  Object.values(benches).reduce((size, bench) => size + bench.length, text.length);

/** Is there room in the browser for these Sheets? */
export const fitSheets = (sheets: readonly OwnSheet[]): boolean =>
  sheets.reduce((size, sheet) => size + measureSheet(sheet), 0) <= MOST_OF_SHEETS;

/** A name that none of the Sheets has: `own-3`. */
export function freeId(sheets: readonly OwnSheet[]): string {
  const numbers = sheets.map(({ id }) => Number(id.replace('own-', '')));
  return `own-${Math.max(0, ...numbers.filter(Number.isFinite)) + 1}`;
}

// How figures are printed, and held against what is promised.

/**
 * Prints `name ..... value unit  (note)`. A figure with a budget is held against it: `most` of what takes time, `least` of
 * what is to be had; the ratio is printed, and when it is beyond 1.00 the command ends in failure.
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {{ most?: number, least?: number, note?: string }} [held]
 */
export function line(name, value, unit, { most, least, note } = {}) {
  const number = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
  const ratio = most === undefined ? (least === undefined ? undefined : least / value) : value / most;
  const isOver = ratio !== undefined && !(Number(ratio.toFixed(2)) <= 1);
  const budget =
    ratio === undefined ? [] : [`${isOver ? 'OVER ' : ''}budget ${most ?? least} ${unit}, ${ratio.toFixed(2)} of it`];
  const said = [...budget, ...(note ? [note] : [])].join('; ');
  console.log(`${`${name} `.padEnd(76, '.')} ${number} ${unit}${said ? `  (${said})` : ''}`);
  if (isOver) process.exitCode = 1;
}

/** @param {number[]} values @returns {number} the middle one */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

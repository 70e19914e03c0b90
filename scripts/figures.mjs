// How figures are printed.

/** `name ..... value unit  (note)`, as the core's figures are printed. */
export function line(name, value, unit, note = '') {
  const number = value >= 100 ? Math.round(value) : value.toPrecision(3);
  console.log(`${`${name} `.padEnd(64, '.')} ${number} ${unit}${note ? `  (${note})` : ''}`);
}

/** @param {number[]} values @returns {number} the middle one */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

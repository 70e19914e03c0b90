import { integerType, symbolType, type NftDatatype } from './datatype';

const bare = (word: string): string => (word.startsWith('"') ? word.slice(1, -1) : word);
const two = (value: number): string => String(value).padStart(2, '0');

/** A time of the day in seconds, `"22:00"`. */
export const HOUR: NftDatatype = integerType('hour', 32, {
  host: true,
  parse: (word) => {
    const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(bare(word)) ?? [];
    if (hours === undefined) return /^\d+$/.test(word) && Number(word) < 86_400 ? Number(word) : undefined;
    const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return value < 86_400 ? value : undefined;
  },
  print: (value) => {
    const all = Number(value);
    const [minutes, seconds] = [Math.floor(all / 60), all % 60];
    return `"${two(Math.floor(minutes / 60))}:${two(minutes % 60)}${seconds === 0 ? '' : `:${two(seconds)}`}"`;
  },
});

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const NAMED_DAY = symbolType('day', 8, Object.fromEntries(DAYS.map((name, day) => [name, day])));

/** A day of the week by its name, of which three letters are enough. */
export const DAY: NftDatatype = {
  ...NAMED_DAY,
  parse: (word) => {
    const wanted = bare(word).toLowerCase();
    if (/^[0-6]$/.test(wanted)) return Number(wanted);
    const day = wanted.length < 3 ? -1 : DAYS.findIndex((name) => name.toLowerCase().startsWith(wanted));
    return day < 0 ? undefined : day;
  },
  print: (value) => `"${NAMED_DAY.print(value)}"`,
};

/** Seconds of a date in the time of the zone of the machine, which nobody here knows: UTC stands for it. */
function parseDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000;
}

/** A moment, `"2030-01-01 00:00:00"`, or seconds since 1970. */
export const MOMENT: NftDatatype = integerType('time', 53, {
  host: true,
  parse: (word) => (/^\d+$/.test(word) ? Number(word) : parseDate(bare(word))),
  print: (value) => `"${new Date(Number(value) * 1000).toISOString().slice(0, 19).replace('T', ' ')}"`,
});

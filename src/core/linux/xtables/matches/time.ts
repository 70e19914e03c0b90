import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { MatchExtension } from '../extension';
import { parseNumber } from '../syntax/numbers';
import { field, type Codec, type OptionValue, type TableSpec, FLAG } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
type Day = (typeof DAYS)[number];

const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds of the day from `H`, `HH:MM` or `HH:MM:SS`. */
const CLOCK: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const parts = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/
      .exec(text)
      ?.slice(1)
      .map((part) => Number(part ?? 0));
    const [hours = 24, minutes = 60, seconds = 60] = parts ?? [];
    return hours < 24 && minutes < 60 && seconds < 60
      ? ok(hours * 3600 + minutes * 60 + seconds)
      : err(phrase('xtables.value-time', { value: text }));
  },
  print: (seconds) => [[Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')],
};

/** `YYYY[-MM[-DD[Thh[:mm[:ss]]]]]`, completed. */
const DATE: Codec<string> = {
  takes: 1,
  parse: ([text = '']) => {
    const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}))?)?)?)?)?$/.exec(text);
    if (!found) return err(phrase('xtables.value-time', { value: text }));
    const [year = 0, month = 1, day = 1, h = 0, m = 0, s = 0] = found
      .slice(1)
      .map((part) => (part ? Number(part) : undefined));
    const good = year >= 1970 && year <= 2038 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && h < 24 && m < 60;
    return good && s < 60
      ? ok(`${year}-${two(month)}-${two(day)}T${two(h)}:${two(m)}:${two(s)}`)
      : err(phrase('xtables.value-time', { value: text }));
  },
  print: (text) => [text],
};

/** No day at all is what every day negated leaves, printed as an empty word. */
const wordsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));

const MONTHDAYS: Codec<readonly number[]> = {
  takes: 'optional',
  parse: ([text = '']) => {
    const days = wordsOf(text).map((part) => parseNumber(part, 1, 31));
    const known = days.filter((day) => day !== undefined);
    return known.length === days.length
      ? ok([...new Set(known)].toSorted((a, b) => a - b))
      : err(phrase('xtables.value-time', { value: text }));
  },
  print: (days) => [days.join(',')],
};

function findDay(text: string): Day | undefined {
  const number = parseNumber(text, 1, 7);
  if (number !== undefined) return DAYS[number - 1];
  return text.length < 2 ? undefined : DAYS.find((day) => day.toLowerCase().startsWith(text.slice(0, 3).toLowerCase()));
}

const WEEKDAYS: Codec<readonly Day[]> = {
  takes: 'optional',
  parse: ([text = '']) => {
    const days = wordsOf(text).map(findDay);
    return days.every((day) => day !== undefined)
      ? ok(DAYS.filter((day) => days.includes(day)))
      : err(phrase('xtables.value-time', { value: text }));
  },
  print: (days) => [days.join(',')],
};

const FIELDS = {
  timestart: field('--timestart', CLOCK),
  timestop: field('--timestop', CLOCK),
  monthdays: field('--monthdays', MONTHDAYS, { negatable: true }),
  weekdays: field('--weekdays', WEEKDAYS, { aliases: ['--days'], negatable: true }),
  datestart: field('--datestart', DATE, { isDefault: (date) => date === '1970-01-01T00:00:00' }),
  datestop: field('--datestop', DATE),
  kerneltz: field('--kerneltz', FLAG, { aliases: ['--localtz'] }),
  utc: field('--utc', FLAG, { isDefault: () => true }),
  contiguous: field('--contiguous', FLAG),
};
export type TimeSpec = TableSpec<typeof FIELDS>;

const DAY_END = 86_399;
const NO_STOP = '2038-01-19T03:14:07';
const MONTH = Array.from({ length: 31 }, (_, day) => day + 1);

const given = <T>(value: T): OptionValue<T> => ({ negated: false, value });

/** Days are kept as those that match; all of them is the same as none named. */
function daysKept<T>(
  days: OptionValue<readonly T[]> | undefined,
  all: readonly T[],
): OptionValue<readonly T[]> | undefined {
  const kept = all.filter((day) => !days || days.value.includes(day) !== days.negated);
  return kept.length === all.length ? undefined : given(kept);
}

/** As the kernel keeps it and time_save() of extensions/libxt_time.c gives it back. */
function complete({ timestart, timestop, monthdays, weekdays, datestop, ...rest }: TimeSpec): TimeSpec {
  const [start, stop] = [timestart?.value ?? 0, timestop?.value ?? DAY_END];
  const [month, week] = [daysKept(monthdays, MONTH), daysKept(weekdays, DAYS)];
  return {
    ...rest,
    ...(start === 0 && stop === DAY_END ? {} : { timestart: given(start), timestop: given(stop) }),
    ...(month ? { monthdays: month } : {}),
    ...(week ? { weekdays: week } : {}),
    datestop: datestop ?? given(NO_STOP),
  };
}

/** The hour and the day: there is no calendar here. */
export const time: MatchExtension<'time', TimeSpec> = tableMatch({
  name: 'time',
  reference: 'net/netfilter/xt_time.c',
  fields: FIELDS,
  complete: (spec) => ok(complete(spec)),
});

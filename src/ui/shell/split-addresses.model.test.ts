import { expect, it } from 'vitest';
import { splitAddresses } from './transport.model';

/** Words as they are, addresses in angle brackets. */
function show(sentence: string): string {
  return splitAddresses(sentence)
    .map((part) => ('text' in part ? part.text : `<${part.address}${part.port === undefined ? '' : `|${part.port}`}>`))
    .join('');
}

it.each([
  ['client sends to 10.96.0.10:80, now.', 'client sends to <10.96.0.10|80>, now.'],
  ['from 10.244.1.9.', 'from <10.244.1.9>.'],
  ['to [fd00::a]:443: there', 'to <fd00::a|443>: there'],
  ['seen fd00::a as', 'seen <fd00::a> as'],
  ['10.244.2.0/24 is reached', '<10.244.2.0/24> is reached'],
  ['목적지 10.96.0.1:443이(가)', '목적지 <10.96.0.1|443>이(가)'],
  ['version 1.2.3 at 12:30:45', 'version 1.2.3 at 12:30:45'],
  ['999.1.1.1 is none', '999.1.1.1 is none'],
  ['web:http chain', 'web:http chain'],
  ['', ''],
])('%s', (sentence, shown) => {
  expect(show(sentence)).toBe(shown);
});

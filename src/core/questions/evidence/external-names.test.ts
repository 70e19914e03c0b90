import { expect, it } from 'vitest';
import { findExternalAddresses } from './external-names';

const FENCE = '```';
const show = (target: string): string =>
  `${FENCE}\nkind: Service\nmetadata:\n  name: printer\n  namespace: office\nspec:\n  externalName: ${target}\n  type: ExternalName\n${FENCE}\n`;

it('an address in place of a name is told of the state that has it, whatever stands further on', () => {
  const found = findExternalAddresses([
    { text: `It was\n${show('192.0.2.7 # old')}now\n${show('printer.example.org')}` },
  ]);
  expect(found.map(({ says }) => says.values)).toEqual([{ name: 'office/printer', address: '192.0.2.7' }]);
});

it.each(['printer.example.org', '1.2.3', 'cafe'])('a name is none: %s', (target) =>
  expect(findExternalAddresses([{ text: show(target) }])).toEqual([]),
);

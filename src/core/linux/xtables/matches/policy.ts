import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import type { IpFamily } from '../../../net/ip';
import type { MatchExtension, ParsedOption } from '../extension';
import { ADDRESS_MASK } from '../syntax/addresses';
import { hex, numberCodec } from '../syntax/numbers';
import {
  field,
  listOptions,
  parseFields,
  printFields,
  type Codec,
  type TableSpec,
  choiceCodec,
  FLAG,
} from '../syntax/option-table';
import { protocolName, findProtocol } from '../syntax/protocols';

const PROTOCOL: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const protocol = findProtocol(text);
    return protocol === 50 || protocol === 51 || protocol === 108
      ? ok(protocol)
      : err(phrase('xtables.value-choice', { value: text, choices: 'esp, ah, ipcomp' }));
  },
  print: (protocol) => [protocolName(protocol)],
};
const SPI: Codec<number> = { ...numberCodec(0, 0xffffffff), print: (spi) => [hex(spi)] };

const HEAD = {
  dir: field('--dir', choiceCodec(['in', 'out'])),
  pol: field('--pol', choiceCodec(['none', 'ipsec'])),
  strict: field('--strict', FLAG),
};
const ELEMENT = {
  reqid: field('--reqid', numberCodec(0, 0xffffffff), { negatable: true }),
  spi: field('--spi', SPI, { negatable: true }),
  proto: field('--proto', PROTOCOL, { negatable: true }),
  mode: field('--mode', choiceCodec(['transport', 'tunnel']), { negatable: true }),
  tunnelDst: field('--tunnel-dst', ADDRESS_MASK, { negatable: true }),
  tunnelSrc: field('--tunnel-src', ADDRESS_MASK, { negatable: true }),
};
const MOST_ELEMENTS = 4;

export interface PolicySpec {
  readonly head: TableSpec<typeof HEAD>;
  /** The transforms of a policy, `--next` between them. */
  readonly elements: readonly TableSpec<typeof ELEMENT>[];
}

function isHead(option: ParsedOption): boolean {
  return Object.values(HEAD).some((each) => each.option === option.name);
}

function split(options: readonly ParsedOption[]): ParsedOption[][] {
  const groups: ParsedOption[][] = [[]];
  for (const option of options) {
    if (option.name === '--next') groups.push([]);
    else groups.at(-1)?.push(option);
  }
  return groups;
}

function parse(options: readonly ParsedOption[], family: IpFamily): Result<PolicySpec, Phrase> {
  const head = parseFields(HEAD, options.filter(isHead), family);
  if (!head.ok) return head;
  const elements: TableSpec<typeof ELEMENT>[] = [];
  for (const group of split(options.filter((option) => !isHead(option)))) {
    const element = parseFields(ELEMENT, group, family);
    if (!element.ok) return element;
    elements.push(element.value);
  }
  const given = elements.filter((element) => Object.keys(element).length > 0);
  const { dir, pol, strict } = head.value;
  if (!dir || !pol) return err(phrase('xtables.option-required', { name: 'policy', option: dir ? '--pol' : '--dir' }));
  const wrong = strict ? given.length === 0 || given.length !== elements.length : elements.length > 1;
  if (wrong || (pol.value === 'none' && (given.length > 0 || strict)) || given.length > MOST_ELEMENTS) {
    return err(phrase('xtables.option-conflict', { name: 'policy', options: '--pol, --strict, --next' }));
  }
  return ok({ head: head.value, elements: given });
}

function print({ head, elements }: PolicySpec, family: IpFamily): string[] {
  const words = printFields(HEAD, head, family);
  for (const [index, element] of elements.entries()) {
    if (index > 0) words.push('--next');
    words.push(...printFields(ELEMENT, element, family));
  }
  return words;
}

/** IPsec: packets here never came through or go into a transform, which is `--pol none`. */
export const policy: MatchExtension<'policy', PolicySpec> = {
  name: 'policy',
  reference: 'net/netfilter/xt_policy.c',
  simulated: 'full',
  options: [...listOptions(HEAD), ...listOptions(ELEMENT), { name: '--next', takes: 0 }],
  parse,
  print,
  test: ({ head }) => head.pol?.value === 'none',
  explain: (spec, ctx) => ({ expected: print(spec, ctx.family).join(' '), actual: '--pol none' }),
};

import { readRuleset } from '../../core/linux/nftables/text/read-ruleset';
import { printRuleset } from '../../core/linux/nftables/text/print-ruleset';
import { Dice, expand } from './dice';
import { inNewNamespace, whyNot } from './kernel';
import { NFT_MATCHES, NFT_STATEMENTS, NFT_WORDS } from './nft-words';
import { skippedStep, Tally, type SoakStep } from './step';

const RULES = 60;
const ROUNDS = 5;
const PROBE = 'nft add table ip probe';

const BASE = `table ip t {
  set addresses { type ipv4_addr; flags interval; elements = { 10.0.0.1, 10.1.0.0/16 } }
  set services { type inet_service; elements = { 80, 443 } }
  set seen { type ipv4_addr; flags dynamic,timeout; timeout 1m; size 100; }
  chain one { }
  chain two { }
  chain base { type filter hook forward priority filter; policy accept; }
}
`;

/** Rules are added one by one; what is refused is not there afterwards. */
const SCRIPT = `
ip link set lo up
printf '%s' "$1" | nft -f - || exit 1
while IFS= read -r rule; do printf 'add rule ip t base %s\\n' "$rule" | nft -f - 2>/dev/null && echo taken || echo refused; done
nft list ruleset`;

function randomRule(dice: Dice): string {
  const parts = [...dice.some(NFT_MATCHES, 3), dice.pick(NFT_STATEMENTS)];
  if (dice.chance(0.2)) parts.push('comment "a b; c"');
  return parts.map((part) => expand(part, dice, NFT_WORDS)).join(' ');
}

/** Random rules, loaded: what nft lists is what is printed here of that list. */
export const NFT_TEXT: SoakStep = {
  name: 'nft rules as nft lists them',
  run: ({ seed, size }) => {
    const reason = whyNot(PROBE);
    if (reason !== undefined) return skippedStep(reason);
    const tally = new Tally();
    for (let round = 0; round < ROUNDS * size; round++) {
      const dice = new Dice(seed + round);
      const rules = Array.from({ length: RULES }, () => randomRule(dice));
      const { stdout } = inNewNamespace(SCRIPT.replace('"$1"', `'${BASE}'`), rules.map((rule) => `${rule}\n`).join(''));
      const listed = stdout.slice(stdout.indexOf('table '));
      tally.skip('rules that the kernel or nft refuses', stdout.split('refused\n').length - 1);
      const printed = printRuleset(readRuleset(listed).ruleset).split('\n');
      for (const [at, line] of listed.trimEnd().split('\n').entries()) {
        // nft puts an empty line between two tables and none behind the last.
        const got = printed[at] ?? '';
        tally.check(got === line, () => `seed ${seed + round}\n  kernel  ${line.trim()}\n  here    ${got.trim()}`);
      }
    }
    return tally.result();
  },
};

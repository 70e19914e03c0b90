import type { PhraseBook } from './phrase-book';

/** What nftables rules leave open, and what of a text could not be taken. */
export const NFT_PHRASES = {
  'nftables.statement-unknown': {
    en: 'Whether "{text}" holds in rule {where} depends on something that is not simulated or not known of the packet.',
    ko: '규칙 {where}의 "{text}"이(가) 일치하는지는 시뮬레이션하지 않거나 패킷에서 알 수 없는 정보에 달려 있습니다.',
  },
  'nftables.family-not-run': {
    en: 'The table "{table}" has chains at hooks that are not simulated; what they do to packets is left out.',
    ko: '테이블 "{table}"의 체인은 시뮬레이션하지 않는 훅에 있으므로 패킷에 미치는 영향을 반영하지 않았습니다.',
  },
  'nftables.include': {
    en: '"{text}" names another file. Paste what is in that file instead.',
    ko: '"{text}"은(는) 다른 파일을 가리킵니다. 그 파일의 내용을 직접 붙여 넣으십시오.',
  },
  'nftables.unreadable': {
    en: '"{text}" is not a command of nft that is known here. It was left out; check its spelling.',
    ko: '"{text}"은(는) 여기에서 인식하는 nft 명령이 아니어서 제외했습니다. 철자를 확인하십시오.',
  },
  'nftables.no-table': {
    en: '"{text}" changes a table that is not there. Put "add table" before it.',
    ko: '"{text}"은(는) 존재하지 않는 테이블을 변경합니다. 그 앞에 "add table"을 넣으십시오.',
  },
  'nftables.no-chain': {
    en: '"{text}" adds a rule to a chain that is not there. Put "add chain" before it.',
    ko: '"{text}"은(는) 존재하지 않는 체인에 규칙을 추가합니다. 그 앞에 "add chain"을 넣으십시오.',
  },
  'nftables.no-set': {
    en: '"{text}" changes a set or map that is not there. Put "add set" or "add map" before it.',
    ko: '"{text}"은(는) 존재하지 않는 set 또는 map을 변경합니다. 그 앞에 "add set"이나 "add map"을 넣으십시오.',
  },
  'nftables.handle': {
    en: '"{text}" points at a rule by its handle, which only the kernel knows. Paste the output of "nft list ruleset".',
    ko: '"{text}"은(는) 커널만 아는 handle로 규칙을 가리킵니다. "nft list ruleset"의 출력을 붙여 넣으십시오.',
  },
} as const satisfies PhraseBook;

import type { PhraseBook } from './phrase-book';

/** Sentences on what nftables rules leave open, and on parts of a text that could not be taken. */
export const NFT_PHRASES = {
  'nftables.statement-unknown': {
    en: 'Whether "{text}" holds in rule {where} depends on something that is not simulated or not known of the packet.',
    ko: '규칙 {where}의 "{text}"이(가) 일치하는지는 시뮬레이션하지 않거나 패킷에서 알 수 없는 정보에 달려 있습니다.',
  },
  'nftables.port-not-known': {
    en: 'By which port of the bridge the packet comes or goes is not told, so whether the table "{table}" lets it through is not known.',
    ko: '패킷이 브리지의 어느 포트로 들어오거나 나가는지 나와 있지 않아 테이블 "{table}"이(가) 통과시키는지 알 수 없습니다.',
  },
  'nftables.arp-not-run': {
    en: 'The table "{table}" sees ARP, which is not simulated: whether the next hop is found is not known.',
    ko: '테이블 "{table}"은(는) 시뮬레이션하지 않는 ARP를 다루므로 다음 홉을 찾을 수 있는지 알 수 없습니다.',
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
  'nftables.no-rule': {
    en: 'There are fewer rules in this chain than the index says: {text}',
    ko: '이 체인의 규칙이 index보다 적습니다: {text}',
  },
  'nftables.unfolds': {
    en: 'What {text} stands for, with all that is defined in it, is more than is taken on; it stays as it is written, and rules with it are not known.',
    ko: '{text}이(가) 뜻하는 내용은, 그 안에 정의된 것까지 펼치면 처리할 수 있는 양을 넘습니다. 쓰인 대로 두며, 이것이 든 규칙은 알 수 없습니다.',
  },
  'nftables.undefined': {
    en: 'Nothing here defines {text}; it stays as it is written, and rules with it are not known.',
    ko: '{text}을(를) 정의한 곳이 없습니다. 쓰인 대로 두며, 이것이 든 규칙은 알 수 없습니다.',
  },
  'nftables.unread-words': {
    en: 'These words of a rule are not known here, so whether it holds and what it does is not known: {text}',
    ko: '규칙의 다음 부분을 읽을 수 없어, 규칙이 맞는지와 무엇을 하는지 알 수 없습니다: {text}',
  },
  'nftables.unread-element': {
    en: 'This element of a set is not known here, so what no other element holds may be in the set: {text}',
    ko: '집합의 다음 원소를 읽을 수 없어, 다른 원소에 없는 값이 집합에 들었는지 알 수 없습니다: {text}',
  },
  'nftables.handle': {
    en: '"{text}" points at a rule by its handle, which only the kernel knows. Paste the output of "nft list ruleset".',
    ko: '"{text}"은(는) 커널만 아는 handle로 규칙을 가리킵니다. "nft list ruleset"의 출력을 붙여 넣으십시오.',
  },
} as const satisfies PhraseBook;

import type * as EN from '../../en/phrases/nftables';
import type { Translated } from '../../translated';

/** Sentences on what nftables rules leave open, and on parts of a text that could not be taken. */
export const NFT_PHRASES = {
  'nftables.statement-unknown':
    '규칙 {where}의 "{text}"이(가) 일치하는지는 시뮬레이션하지 않거나 패킷에서 알 수 없는 정보에 달려 있습니다.',
  'nftables.port-not-known':
    '패킷이 브리지의 어느 포트로 들어오거나 나가는지 나와 있지 않아 테이블 "{table}"이(가) 통과시키는지 알 수 없습니다.',
  'nftables.arp-not-run':
    '테이블 "{table}"은(는) 시뮬레이션하지 않는 ARP를 다루므로 다음 홉을 찾을 수 있는지 알 수 없습니다.',
  'nftables.include': '"{text}"은(는) 다른 파일을 가리킵니다. 그 파일의 내용을 직접 붙여 넣으십시오.',
  'nftables.unreadable': '"{text}"은(는) 여기에서 인식하는 nft 명령이 아니어서 제외했습니다. 철자를 확인하십시오.',
  'nftables.no-table': '"{text}"은(는) 존재하지 않는 테이블을 변경합니다. 그 앞에 "add table"을 넣으십시오.',
  'nftables.no-chain': '"{text}"은(는) 존재하지 않는 체인에 규칙을 추가합니다. 그 앞에 "add chain"을 넣으십시오.',
  'nftables.no-set':
    '"{text}"은(는) 존재하지 않는 set 또는 map을 변경합니다. 그 앞에 "add set"이나 "add map"을 넣으십시오.',
  'nftables.no-rule': '이 체인의 규칙이 index보다 적습니다: {text}',
  'nftables.unfolds':
    '{text}이(가) 뜻하는 내용은, 그 안에 정의된 것까지 펼치면 처리할 수 있는 양을 넘습니다. 쓰인 대로 두며, 이것이 든 규칙은 알 수 없습니다.',
  'nftables.undefined': '{text}을(를) 정의한 곳이 없습니다. 쓰인 대로 두며, 이것이 든 규칙은 알 수 없습니다.',
  'nftables.unread-words': '규칙의 다음 부분을 읽을 수 없어, 규칙이 맞는지와 무엇을 하는지 알 수 없습니다: {text}',
  'nftables.unread-element':
    '집합의 다음 원소를 읽을 수 없어, 다른 원소에 없는 값이 집합에 들었는지 알 수 없습니다: {text}',
  'nftables.handle':
    '"{text}"은(는) 커널만 아는 handle로 규칙을 가리킵니다. "nft list ruleset"의 출력을 붙여 넣으십시오.',
} satisfies Translated<typeof EN.NFT_PHRASES>;

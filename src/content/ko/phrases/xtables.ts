import type * as EN from '../../en/phrases/xtables';
import type { Translated } from '../../translated';

/** What is said of iptables rules: values that cannot be read, parts that are not simulated. */
export const XTABLES_PHRASES = {
  'xtables.too-many-words':
    '이 규칙은 단어가 {words}개입니다. iptables는 최대 {most}개까지 받습니다. 그대로 보관하지만 해석하지 않습니다.',
  'xtables.unrecognised-match':
    '-m {name}은(는) 알지 못하는 매치입니다. 규칙은 그대로 보관하고 표시하며, "일치할 수도 있음"으로 다룹니다.',
  'xtables.unrecognised-target':
    '-j {name}은(는) 알지 못하는 타깃입니다. 규칙은 그대로 보관하고 표시하며, 패킷에 하는 일은 알 수 없는 것으로 다룹니다.',
  'xtables.match-not-simulated':
    '-m {name}은(는) 읽을 수 있지만 시뮬레이션하지 않습니다. 규칙을 "일치할 수도 있음"으로 다룹니다.',
  'xtables.target-not-simulated':
    '-j {name}은(는) 읽을 수 있지만 시뮬레이션하지 않습니다. 패킷에 하는 일은 알 수 없는 것으로 다룹니다.',
  'xtables.mark-untold':
    '{where}의 "{name}"이(가) 찾는 마크가 패킷에 있는지 알 수 없습니다. 여기의 어느 규칙도 설정하지 않고, 설정할 수 있는 mangle 테이블은 붙여 넣지 않았습니다.',
  'xtables.match-unknown':
    '{where}의 "{name}"이(가) 일치하는지 알 수 없습니다. 시뮬레이션하지 않거나 여기에 없는 정보가 필요합니다.',
  'xtables.target-unknown':
    '-j {name}이(가) 패킷에 무엇을 하는지 알 수 없습니다. 패킷을 가져갈 수도 있고 그대로 보낼 수도 있습니다.',
  'xtables.target-missing':
    '{name} 체인이 텍스트에 없어 그 안에서 일어날 일을 알 수 없습니다. 전체 목록을 붙여 넣으면 볼 수 있습니다.',
  'xtables.remark': '규칙 뒤의 메모는 제외합니다.',
  'xtables.stray-word':
    '"{word}"은(는) 어떤 옵션에도 속하지 않습니다. 지우거나 앞의 옵션을 확인하십시오. 규칙은 보관하고 "일치할 수도 있음"으로 다룹니다.',
  'xtables.needs-protocol':
    '-m {name}에는 다음 중 하나를 지정한 -p가 필요합니다: {protocols}. 없으면 커널이 이 규칙을 거부합니다.',
  'xtables.option-unknown':
    '지정된 매치와 타깃에는 {option} 옵션이 없습니다. 철자를 확인하거나 이 옵션이 속한 -m을 추가하십시오.',
  'xtables.goto-no-chain':
    '-g는 체인으로 가는 옵션인데 {name}은(는) 타깃이므로 iptables가 거부합니다. 그런 뜻이었다면 -j {name}(으)로 쓰십시오.',
  'xtables.option-needs-value': '{option} 뒤에 값이 필요합니다.',
  'xtables.option-not-negatable': '{option}은(는) "!"로 부정할 수 없습니다. "!"를 지우십시오.',
  'xtables.option-twice': '{option}이(가) 두 번 나옵니다. 규칙에는 한 번만 쓸 수 있습니다.',
  'xtables.option-required': '{name}에는 {option}이(가) 필요합니다.',
  'xtables.option-one-of': '{name}에는 다음 중 하나 이상이 필요합니다: {options}.',
  'xtables.option-exclusive': '{name}에는 다음 중 하나만 쓸 수 있습니다: {options}.',
  'xtables.option-conflict': '{name}: {options}은(는) 함께 쓸 수 없습니다.',
  'xtables.value-address-ipv4':
    '"{value}"은(는) IPv4 주소나 네트워크가 아닙니다. 10.0.0.1, 10.0.0.0/8 또는 10.0.0.0/255.0.0.0처럼 쓰십시오. 호스트 이름은 여기서 조회할 수 없습니다.',
  'xtables.value-address-ipv6':
    '"{value}"은(는) IPv6 주소나 네트워크가 아닙니다. fd00::1 또는 fd00::/64처럼 쓰십시오. 호스트 이름은 여기서 조회할 수 없습니다.',
  'xtables.value-address-range':
    '"{value}"은(는) 주소 범위가 아닙니다. 10.0.0.1-10.0.0.9처럼 낮은 주소, "-", 높은 주소 순으로 쓰십시오.',
  'xtables.value-choice': '"{value}"은(는) 다음 중 하나가 아닙니다: {choices}.',
  'xtables.value-icmp-type':
    '"{value}"은(는) ICMP 유형이 아닙니다. 숫자, 숫자/코드 또는 echo-request 같은 이름을 쓰십시오.',
  'xtables.value-interface': '"{value}"은(는) 인터페이스 이름이 아닙니다. 15자 이하로, 공백과 "/" 없이 쓰십시오.',
  'xtables.value-mac': '"{value}"은(는) MAC 주소가 아닙니다. 02:42:ac:11:00:02처럼 두 자리 16진수 여섯 개를 쓰십시오.',
  'xtables.value-mark': '"{value}"은(는) 마크가 아닙니다. 0x4000/0x4000처럼 32비트 숫자나 숫자/마스크를 쓰십시오.',
  'xtables.value-nat':
    '"{value}"은(는) NAT 대상이 아닙니다. ADDRESS, ADDRESS:PORT, :PORT 또는 10.0.0.1-10.0.0.9:80-90 같은 범위를 쓰십시오.',
  'xtables.value-number': '"{value}"은(는) {min}에서 {max} 사이의 숫자가 아닙니다.',
  'xtables.value-port':
    '"{value}"은(는) 포트가 아닙니다. 0에서 65535 사이의 숫자, 1024:65535 같은 범위, http 같은 서비스 이름을 쓰십시오.',
  'xtables.value-probability': '"{value}"은(는) 확률이 아닙니다. 0에서 1 사이의 숫자를 쓰십시오.',
  'xtables.value-protocol': '"{value}"은(는) 프로토콜이 아닙니다. tcp 같은 이름이나 255 이하의 숫자를 쓰십시오.',
  'xtables.value-range':
    '"{value}"은(는) {min}에서 {max} 사이의 숫자나 범위가 아닙니다. 5 또는 5:9처럼 작은 수를 먼저 쓰십시오.',
  'xtables.value-rate': '"{value}"은(는) 속도가 아닙니다. 5/second, 3/minute, 10/hour처럼 숫자와 단위를 쓰십시오.',
  'xtables.value-reject':
    '"{value}"은(는) 이 주소 체계에서 REJECT가 보낼 수 있는 응답이 아닙니다. 보통 icmp-port-unreachable이나 tcp-reset을 씁니다.',
  'xtables.value-sctp-chunk': '"{value}"은(는) INIT이나 DATA 같은 SCTP chunk 유형이 아닙니다.',
  'xtables.value-set-direction':
    '"{value}"은(는) 패킷의 어느 부분을 집합에서 찾을지 나타내지 않습니다. src나 dst를 쉼표로 구분해 쓰십시오.',
  'xtables.value-tcp-flags':
    '"{value}"은(는) TCP 플래그가 아닙니다. SYN, ACK, FIN, RST, URG, PSH, ALL, NONE의 목록 두 개를 쓰십시오.',
  'xtables.value-too-long': '"{value}"이(가) {max}자보다 깁니다. 줄이십시오.',
  'xtables.value-too-many-ports':
    '"{value}"에 포트가 15개보다 많습니다(범위는 두 개로 셉니다). 규칙 두 개로 나누십시오.',
  'xtables.value-bytecode':
    '"{value}"은(는) BPF 바이트코드가 아닙니다. 명령 개수 다음에 명령마다 숫자 네 개를 쉼표로 구분해 쓰십시오.',
  'xtables.value-class': '"{value}"은(는) 큐 클래스가 아닙니다. 1:10처럼 16진수로 MAJOR:MINOR를 쓰십시오.',
  'xtables.value-hex-string':
    '"{value}"은(는) 패턴이 아닙니다. "abc|0d0a|"처럼 텍스트를 쓰고 바이트는 세로줄 사이에 16진수로 쓰십시오.',
  'xtables.value-prefix': '"{value}"은(는) fd00:1::/48처럼 호스트 비트가 없는 64비트 이하의 프리픽스가 아닙니다.',
  'xtables.value-time':
    '"{value}"은(는) 이 옵션에 쓸 수 있는 시간이 아닙니다. 08:30, 2024-01-31, Mon,Fri 같은 형식인지 확인하십시오.',
  'xtables.value-u32': '"{value}"은(는) u32 검사가 아닙니다. OFFSET=VALUE 형식으로 쓰고 여러 개는 &&로 이으십시오.',
} satisfies Translated<typeof EN.XTABLES_PHRASES>;

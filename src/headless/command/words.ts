import { IntlMessageFormat } from 'intl-messageformat';
import { settleParticles } from '../../content/particles';
import type { Locale } from '../../content/phrases';

/** What the command itself says; what core says has its words in content/phrases. */
const WORDS = {
  standardInput: { en: 'standard input', ko: '표준 입력' },
  giveFiles: {
    en: 'Give files, a pattern in quotes, or - for standard input.',
    ko: '파일이나 따옴표로 묶은 패턴을 주거나, 표준 입력이면 -를 주십시오.',
  },
  noFiles: { en: 'No file fits {pattern}.', ko: '{pattern}에 맞는 파일이 없습니다.' },
  unreadable: { en: '{path} cannot be read: {why}', ko: '{path}을(를) 읽을 수 없습니다: {why}' },
  nothingRead: {
    en: 'Nothing in {names} is a rule, an address, an object or anything else that is read here. "rulewalk collect" prints a script that gathers what is.',
    ko: '{names}에는 여기서 읽는 규칙, 주소, 객체가 없습니다. 읽을 수 있는 것을 모으는 스크립트는 "rulewalk collect"가 출력합니다.',
  },
  reading: { en: 'reading: {percent} %', ko: '읽는 중: {percent} %' },
  noObjects: { en: 'No API object could be read.', ko: '읽을 수 있는 API 객체가 없습니다.' },
  walking: { en: 'walking: {percent} %', ko: '따라가는 중: {percent} %' },
  badFamily: { en: '--family {family}: it is ipv4 or ipv6.', ko: '--family {family}: ipv4나 ipv6입니다.' },
  badFailOn: { en: '--fail-on {text}: it is broken or any.', ko: '--fail-on {text}: broken이나 any입니다.' },
  oneSide: {
    en: 'Give the other side: --to nftables@1.35, or files with --after.',
    ko: '다른 쪽을 주십시오: --to nftables@1.35, 또는 --after로 파일.',
  },
  giveStatements: {
    en: 'Give a file of statements (or -), then the files of the cluster.',
    ko: '문장 파일(또는 -)과 클러스터의 파일을 주십시오.',
  },
  notCompared: {
    en: '{count, plural, one {# end is} other {# ends are}} on one side only and not compared.',
    ko: '{count}개는 한쪽에만 있어 비교하지 않았습니다.',
  },
  before: { en: 'before', ko: '이전' },
  after: { en: 'after', ko: '이후' },
  noMode: {
    en: 'There is no mode {mode}: iptables, ipvs, nftables, userspace, ebpf or kernelspace.',
    ko: '{mode} 모드는 없습니다. iptables, ipvs, nftables, userspace, ebpf, kernelspace 가운데 하나입니다.',
  },
  noPart: {
    en: 'The note has no listing of {mode}: it has {modes}.',
    ko: '노트에 {mode}의 목록이 없습니다. 있는 것은 {modes}입니다.',
  },
  badFlow: {
    en: 'A flow is written "FROM -> TO", as in "10.244.0.5 -> 10.96.0.10:53/udp"; this is not: {text}',
    ko: '흐름은 "10.244.0.5 -> 10.96.0.10:53/udp"처럼 "FROM -> TO"로 씁니다. 이것은 아닙니다: {text}',
  },
  giveFlow: {
    en: 'Nothing in the texts suggests a packet: say one with --from and --to.',
    ko: '텍스트에서 보낼 만한 패킷을 찾지 못했습니다. --from과 --to로 알려 주십시오.',
  },
  needsPort: {
    en: '{text} has no port: write it behind a colon, from 1 to 65535, or ask for /icmp.',
    ko: '{text}에 포트가 없습니다. 콜론 뒤에 1부터 65535까지의 수를 쓰거나 /icmp를 붙이십시오.',
  },
  noServicePort: {
    en: '{name} has no port {port}: it has {ports}.',
    ko: '{name}에 {port} 포트가 없습니다. 있는 것은 {ports}입니다.',
  },
  nobody: {
    en: 'Nobody in the texts is called {name}: give an address, NAMESPACE/NAME, or the name of a Node.',
    ko: '텍스트에 {name}(이)라는 것이 없습니다. 주소나 NAMESPACE/NAME, 또는 Node의 이름을 주십시오.',
  },
  noDevice: {
    en: 'Nothing tells by which device packets of {address} come in: write {address}@DEVICE with one of {devices}.',
    ko: '{address}의 패킷이 어느 장치로 들어오는지 알 수 없습니다. {address}@DEVICE로 쓰십시오. 장치는 {devices}입니다.',
  },
  untoldDevices: {
    en: 'No text tells the devices of this host, so nothing is known of the way of {address}: bring what `ip addr` and `ip route` print, and the rules (`iptables-save`, `nft list ruleset`).',
    ko: '이 호스트의 장치를 알려 주는 텍스트가 없어 {address}의 길을 알 수 없습니다. `ip addr`와 `ip route`의 출력과 규칙(`iptables-save`, `nft list ruleset`)을 가져오십시오.',
  },
  delivered: {
    en: 'arrives at {at} and is answered; it sees {sees} as the sender',
    ko: '{at}에 도착하고 응답을 받습니다. 받는 쪽에는 {sees}이(가) 보낸 것으로 보입니다',
  },
  unanswered: {
    en: 'arrives at {at}, and no answer comes back; it sees {sees} as the sender',
    ko: '{at}에 도착하지만 응답이 돌아오지 않습니다. 받는 쪽에는 {sees}이(가) 보낸 것으로 보입니다',
  },
  ifGuessed: {
    en: 'cannot be said, for it hangs on a guess: {guesses}. If that holds, it {said}',
    ko: '짐작에 달려 있어 말할 수 없습니다: {guesses}. 그렇다면 {said}',
  },
  astray: {
    en: '(that is no endpoint of the Service that was asked)',
    ko: '(요청한 Service의 엔드포인트가 아닙니다)',
  },
  dropped: { en: 'is dropped in {at} by {by}', ko: '{at}에서 {by}이(가) 버립니다' },
  rejected: { en: 'is refused in {at} by {by} ({with})', ko: '{at}에서 {by}이(가) 거부합니다({with})' },
  ttl: { en: 'runs out of hops in {at}', ko: '{at}에서 TTL이 다합니다' },
  left: {
    en: 'leaves by {device} towards {at}, where the texts end: {why}',
    ko: '{device}(으)로 나가 {at}(으)로 향합니다. 텍스트가 아는 것은 여기까지입니다: {why}',
  },
  unknown: { en: 'cannot be told: {why}', ko: '알 수 없습니다: {why}' },
  ended: { en: 'ends in {at}: {why} ({how})', ko: '{at}에서 끝납니다: {why} ({how})' },
  hiddenWays: {
    en: 'and {count, plural, one {# way more} other {# ways more}}: --json -v has them all',
    ko: '그 밖에 {count}가지가 더 있습니다. --json -v가 모두 보여 줍니다',
  },
  moreWays: {
    en: 'There are more ways than were walked.',
    ko: '따라가 본 것보다 더 많은 경우가 있습니다.',
  },
  firstWay: { en: 'The first of these ways:', ko: '그 가운데 첫 번째:' },
  steps: { en: 'Every step of it:', ko: '모든 단계:' },
  restsOn: { en: 'It rests on what the texts do not say:', ko: '텍스트에 없어 가정한 것:' },
  moreAssumed: {
    en: '{count, plural, one {# assumption more} other {# assumptions more}}: --why lists them',
    ko: '가정 {count}개가 더 있습니다. --why가 모두 보여 줍니다',
  },
  settledBy: { en: 'Settled by: {command}', ko: '확인하는 명령: {command}' },
  rule: { en: 'rule {rule}', ko: '규칙 {rule}' },
  error: { en: 'error', ko: '오류' },
  warning: { en: 'warning', ko: '경고' },
  info: { en: 'note', ko: '참고' },
  morePlaces: { en: 'and {count} places more', ko: '그 밖에 {count}곳' },
  next: { en: 'Next: {next}', ko: '다음 할 일: {next}' },
  nothingOdd: { en: 'Nothing odd was found.', ko: '이상한 점을 찾지 못했습니다.' },
  tableInPart: { en: 'only a part of it is in the texts', ko: '텍스트에 일부만 있습니다' },
  tooLarge: { en: 'it is too large ({why})', ko: '너무 큽니다({why})' },
  noTables: { en: 'The texts hold no table of iptables.', ko: '텍스트에 iptables 테이블이 없습니다.' },
  deadTable: {
    en: '{node}, {family} {table}: {dead, plural, =0 {every one of {rules} rules decides some packet} one {# of {rules} rules decides no packet} other {# of {rules} rules decide no packet}}',
    ko: '{node}, {family} {table}: {dead, plural, =0 {규칙 {rules}개가 모두 어떤 패킷을 결정합니다} other {규칙 {rules}개 가운데 #개는 아무 패킷도 결정하지 않습니다}}',
  },
  deadUnsaid: {
    en: '{node}, {family} {table}: nothing is said of its {rules} rules: {why}',
    ko: '{node}, {family} {table}: 규칙 {rules}개에 대해 말할 수 없습니다. {why}',
  },
  unreached: { en: 'no packet comes to its chain', ko: '이 체인에 오는 패킷이 없습니다' },
  covered: { en: 'rules before it take all of its packets: {by}', ko: '앞의 규칙이 패킷을 모두 가져갑니다: {by}' },
  never: {
    en: 'no packet that comes to its chain is one it holds for',
    ko: '이 체인에 오는 패킷 가운데 맞는 것이 없습니다',
  },
  notANode: {
    en: '{name} holds no rules of a node.',
    ko: '{name}에 노드의 규칙이 없습니다.',
  },
  giveTwo: {
    en: 'Give two: what was before, and what is after; patterns in quotes.',
    ko: '두 개를 주십시오. 이전 것과 이후 것이며, 패턴은 따옴표로 묶습니다.',
  },
  sameRules: { en: 'The rules are the same.', ko: '규칙이 같습니다.' },
  flowChanges: { en: 'ends otherwise: {flow}', ko: '결과가 달라지는 흐름: {flow}' },
  flowsSame: {
    en: '{count, plural, one {# packet ends} other {# packets end}} as before.',
    ko: '패킷 {count}개는 결과가 같습니다.',
  },
  needsCluster: {
    en: 'That is no cluster: give API objects (kubectl get -o yaml), or a saved document of one.',
    ko: '클러스터가 아닙니다. API 객체(kubectl get -o yaml)나 클러스터를 저장한 파일을 주십시오.',
  },
  noScene: { en: 'There is no scene {id}.', ko: '{id} 장면이 없습니다.' },
  noWay: {
    en: 'There is no way {way}: it has {count}.',
    ko: '{way}번째 경우는 없습니다. 모두 {count}가지입니다.',
  },
  viaOutside: {
    en: '--via is for a packet from outside of a cluster: --from outside.',
    ko: '--via는 클러스터 밖에서 오는 패킷에 씁니다: --from outside.',
  },
  noVia: { en: '--via {name}: no Node is called so.', ko: '--via {name}: 그런 이름의 노드가 없습니다.' },
  giveRecordings: {
    en: 'Give one folder of recordings: conformance/recordings/kernel in the source of the project.',
    ko: '기록 폴더 하나를 주십시오. 프로젝트 소스에는 conformance/recordings/kernel 등이 있습니다.',
  },
  noRecordings: { en: 'No recording is in {folder}.', ko: '{folder}에 기록이 없습니다.' },
  captureWhere: {
    en: 'A capture is no text for a terminal: rulewalk capture … > walk.pcapng',
    ko: '캡처는 터미널에 보일 텍스트가 아닙니다: rulewalk capture … > walk.pcapng',
  },
  captureDecodes: {
    en: 'Its VXLAN is on a port where Wireshark expects plain UDP. To see the packet inside: tshark -d {rule}',
    ko: 'VXLAN이 Wireshark가 일반 UDP로 여기는 포트에 있습니다. 안쪽 패킷을 보려면: tshark -d {rule}',
  },
  storyHead: {
    en: '{flow}: one of {count, plural, one {# way} other {# ways}}, odds {odds}.',
    ko: '{flow}: {count}가지 가운데 하나, 확률 {odds}.',
  },
  requests: {
    en: '{served} served, {refused} refused, {timedOut} timed out, {reset} reset, {unknown} unknown.',
    ko: '응답 {served}, 거부 {refused}, 시간 초과 {timedOut}, 재설정 {reset}, 알 수 없음 {unknown}.',
  },
  noRelease: { en: '--release {release}: it is written 1.30.', ko: '--release {release}: 1.30처럼 씁니다.' },
  either: { en: 'one of several', ko: '여러 값 가운데 하나' },
  madeUp: { en: 'made up', ko: '지어냄' },
  notGivenBack: { en: 'not given back', ko: '되살리지 못함' },
  notOfKubeProxy: {
    en: 'Nothing in the texts is kube-proxy’s: give iptables-save, nft list ruleset or ipvsadm -Ln of a node.',
    ko: '텍스트에 kube-proxy의 것이 없습니다. 노드의 iptables-save, nft list ruleset, ipvsadm -Ln을 주십시오.',
  },
  replaced: {
    en: 'Replaced: {counts}. Numbers, ports and times stay.',
    ko: '바꾼 것: {counts}. 숫자, 포트, 시각은 그대로입니다.',
  },
  badPort: { en: '--port {port}: it is a number up to 65535.', ko: '--port {port}: 65535까지의 수입니다.' },
  noPage: {
    en: 'The page is not beside this command: use the package that was published, or npm start in the sources.',
    ko: '이 명령 옆에 페이지가 없습니다. 배포된 패키지를 쓰거나 소스에서 npm start를 실행하십시오.',
  },
  serving: { en: 'Rulewalk was at {url}', ko: '{url}에서 제공했습니다' },
  batchReads: { en: 'batch reads standard input only.', ko: 'batch는 표준 입력만 읽습니다.' },
  andMore: { en: 'and {count} more: --json lists them', ko: '그 밖에 {count}개: --json이 모두 보여 줍니다' },
  noConfig: {
    en: '{path} holds no KubeProxyConfiguration and no flags of kube-proxy.',
    ko: '{path}에 KubeProxyConfiguration이나 kube-proxy의 플래그가 없습니다.',
  },
  giveNodes: {
    en: 'Give the objects of the cluster, then texts of its nodes.',
    ko: '클러스터의 객체와 노드의 텍스트를 차례로 주십시오.',
  },
  judging: { en: 'node {count} of {all}', ko: '노드 {count}/{all}' },
  late: { en: 'late', ko: '늦음' },
  stale: { en: 'stale', ko: '남아 있음' },
  foreign: { en: 'foreign', ko: '외부' },
  driftGroup: { en: '{state}, {of}: {count}', ko: '{state}, {of}: {count}개' },
  allServices: { en: 'no single Service', ko: 'Service 하나에 속하지 않음' },
  nobodyKnown: { en: 'nobody who names himself', ko: '이름을 알 수 없는 프로그램' },
  fitsOne: { en: 'no other release fits its rules', ko: '규칙에 맞는 다른 릴리스는 없음' },
  fitsRange: { en: 'its rules fit {from} to {to}', ko: '규칙은 {from}부터 {to}까지에 맞음' },
  driftInStep: {
    en: '{node}: in step with kube-proxy {release} in {mode} mode ({fits}): {count} chains, sets and virtual servers.',
    ko: '{node}: {mode} 모드의 kube-proxy {release}이(가) 쓰는 것과 같습니다({fits}). 체인, 집합, 가상 서버 {count}개.',
  },
  driftFound: {
    en: '{node}: not in step with kube-proxy {release} in {mode} mode ({fits}); {count} chains, sets and virtual servers are.',
    ko: '{node}: {mode} 모드의 kube-proxy {release}이(가) 쓰는 것과 다릅니다({fits}). 체인, 집합, 가상 서버 {count}개는 같습니다.',
  },
  driftHidden: {
    en: '{node}: nothing that was compared drifts from kube-proxy {release} in {mode} mode, and not all could be compared ({count} chains, sets and virtual servers were).',
    ko: '{node}: 비교한 것 가운데 {mode} 모드의 kube-proxy {release}과(와) 다른 것은 없지만 모두 비교하지는 못했습니다(체인, 집합, 가상 서버 {count}개를 비교함).',
  },
  driftUnknown: { en: '{node}: cannot be said. {why}', ko: '{node}: 말할 수 없습니다. {why}' },
  driftBeside: {
    en: 'Rules of programs that are meant to be there: {names}.',
    ko: '있어야 할 프로그램의 규칙: {names}.',
  },
  driftTaken: { en: 'Taken from its own rules: {taken}.', ko: '노드의 규칙에서 읽은 설정: {taken}.' },
  'harm-lost': { en: 'Lost: {packet}', ko: '잃는 패킷: {packet}' },
  'harm-astray': { en: 'Astray: {packet}', ko: '다른 곳으로 가는 패킷: {packet}' },
  'harm-otherwise': { en: 'Ends otherwise: {packet}', ko: '결과가 달라지는 패킷: {packet}' },
  wantedEnd: { en: 'should be: {end}', ko: '그래야 할 결과: {end}' },
  actualEnd: { en: 'is: {end}', ko: '실제 결과: {end}' },
  coverage: {
    en: 'Statements are about {covered} of {classes} classes of packets ({touched} of {flows} flows); about these none is:',
    ko: '문장은 패킷 {classes}종류 가운데 {covered}종류를 다룹니다(흐름 {flows}개 가운데 {touched}개). 다루지 않는 것:',
  },
  idleStatements: {
    en: 'About no packet that was walked: the statements of lines {lines}.',
    ko: '따라간 패킷을 하나도 다루지 않는 문장의 줄: {lines}.',
  },
  giveRoot: {
    en: 'Give the folder that may be read, and nothing else: --root FOLDER.',
    ko: '읽어도 되는 폴더만 주십시오: --root FOLDER.',
  },
} as const;

type WordId = keyof typeof WORDS;
type Values = Readonly<Record<string, string | number>>;

/** Says one of the command's own sentences. */
export type CommandWords = (id: WordId, values: Values) => string;

/** The command's own sentences in a language. */
export function createWords(locale: Locale): CommandWords {
  return (id, values) => {
    const said = String(new IntlMessageFormat(WORDS[id][locale], locale).format(values));
    return locale === 'ko' ? settleParticles(said) : said;
  };
}

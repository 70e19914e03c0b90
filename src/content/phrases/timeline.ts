import type { PhraseBook } from './phrase-book';

/** What happens while time runs, who did it, and what became of the requests. */
export const TIMELINE_PHRASES = {
  'timeline.starts': { en: 'kubelet starts the containers of {pod}', ko: 'kubelet이 {pod}의 컨테이너를 시작합니다' },
  'timeline.listens': { en: 'The process of {pod} listens', ko: '{pod}의 프로세스가 연결을 받기 시작합니다' },
  'timeline.running': {
    en: 'Pod {pod} is running with address {ip}',
    ko: 'Pod {pod}이(가) 주소 {ip}(으)로 실행 중입니다',
  },
  'timeline.probe-passes': { en: 'The readiness probe of {pod} passes', ko: '{pod}의 readiness 프로브가 성공합니다' },
  'timeline.probe-fails': {
    en: 'The readiness probe of {pod} failed {count, plural, one {once} other {# times}}',
    ko: '{pod}의 readiness 프로브가 {count}번 실패했습니다',
  },
  'timeline.ready': { en: 'Pod {pod}: Ready', ko: 'Pod {pod}: Ready' },
  'timeline.not-ready': { en: 'Pod {pod}: not Ready', ko: 'Pod {pod}: Ready 아님' },
  'timeline.pre-stop': { en: 'preStop of {pod}: sleep {seconds}', ko: '{pod}의 preStop: sleep {seconds}' },
  'timeline.sigterm': { en: 'SIGTERM to {pod}', ko: '{pod}에 SIGTERM을 보냅니다' },
  'timeline.ended': { en: 'The process of {pod} has ended', ko: '{pod}의 프로세스가 끝났습니다' },
  'timeline.torn-down': { en: 'The network of {pod} is taken down', ko: '{pod}의 네트워크를 걷어 냅니다' },
  'timeline.gone': { en: 'Pod {pod} is gone', ko: 'Pod {pod}이(가) 사라졌습니다' },
  'timeline.crash-seen': {
    en: 'kubelet sees that {pod} died, and starts it again after {seconds} s',
    ko: 'kubelet이 {pod}의 종료를 알아채고 {seconds}초 뒤에 다시 시작합니다',
  },
  'timeline.template': {
    en: 'Deployment {deployment} has a new template',
    ko: 'Deployment {deployment}의 템플릿이 바뀌었습니다',
  },
  'timeline.replicas': {
    en: 'Deployment {deployment}: replicas {replicas}',
    ko: 'Deployment {deployment}: replicas {replicas}',
  },
  'timeline.deleting': { en: 'Pod {pod} is being deleted', ko: 'Pod {pod}의 삭제가 시작됩니다' },
  'timeline.created': { en: 'Pod {pod} is made', ko: 'Pod {pod}을(를) 만듭니다' },
  'timeline.scheduled': { en: 'Pod {pod} is placed on {node}', ko: 'Pod {pod}을(를) {node}에 배치합니다' },
  'timeline.slices': {
    en: 'EndpointSlices of {service}: {ready} ready, {terminating} terminating',
    ko: '{service}의 EndpointSlice: 준비됨 {ready}, 종료 중 {terminating}',
  },
  'timeline.slices-stored': {
    en: 'EndpointSlices of {service} are stored',
    ko: '{service}의 EndpointSlice가 저장됩니다',
  },
  'timeline.cordoned': { en: 'Node {node} takes no new Pods', ko: '노드 {node}이(가) 새 Pod를 받지 않습니다' },
  'timeline.node-silent': {
    en: 'Node {node} has been silent for {seconds} s',
    ko: '노드 {node}이(가) {seconds}초 동안 응답이 없습니다',
  },
  'timeline.node-unknown': { en: 'Node {node}: Ready is Unknown', ko: '노드 {node}: Ready 상태가 Unknown입니다' },
  'timeline.node-deleted': { en: 'Node {node} is gone', ko: 'Node {node}이(가) 사라졌습니다' },
  'timeline.node-addresses': { en: 'Node {node} has {addresses}', ko: 'Node {node}의 주소: {addresses}' },
  'timeline.ends-addresses': {
    en: 'ends, because its Node has other addresses, and is started again',
    ko: '자기 Node의 주소가 바뀌어 종료하고 다시 시작됩니다',
  },
  'timeline.ends-deleted': {
    en: 'ends, because its Node was deleted, and is started again',
    ko: '자기 Node가 삭제되어 종료하고 다시 시작됩니다',
  },
  'timeline.no-node': {
    en: 'finds no Node of its name: what it would write is not known, so its rules stay as they were',
    ko: '자기 이름의 Node를 찾지 못합니다. 이때 무엇을 쓰는지는 알려져 있지 않으므로 규칙은 그대로 둡니다',
  },
  'timeline.evicts': {
    en: '{count, plural, one {# Pod} other {# Pods}} on {node} are deleted',
    ko: '{node}의 Pod {count}개를 삭제합니다',
  },
  'timeline.tracked': { en: 'hears of {service}', ko: '{service}의 변경을 받습니다' },
  'timeline.full-sync': { en: 'full sync: {rules} rules, {ms} ms', ko: '전체 동기화: 규칙 {rules}개, {ms} ms' },
  'timeline.partial-sync': {
    en: 'partial sync of {services, plural, one {# Service} other {# Services}}: {rules} rules, {ms} ms',
    ko: '부분 동기화(Service {services}개): 규칙 {rules}개, {ms} ms',
  },
  'timeline.sync-failed': {
    en: 'The sync failed: chains it counts on are gone. The next one is full.',
    ko: '있어야 할 체인이 없어 동기화가 실패했습니다. 다음은 전체 동기화입니다.',
  },
  'timeline.rules': { en: '{node} has new rules', ko: '{node}의 규칙이 바뀌었습니다' },
  'timeline.listed': {
    en: 'has started and listed all Services and slices',
    ko: '시작하여 모든 Service와 슬라이스를 읽었습니다',
  },
  'timeline.relisted': { en: 'is connected again and lists everything', ko: '다시 연결되어 모두 새로 읽습니다' },
  'timeline.flushed': { en: 'The tables of {node} are empty', ko: '{node}의 테이블이 비었습니다' },
  'timeline.canary': {
    en: 'misses its canary chains: everything is written anew',
    ko: '카나리 체인이 없음을 발견하고 모두 다시 씁니다',
  },
  'timeline.node-in': { en: 'The balancer sends to {node} again', ko: '로드 밸런서가 {node}(으)로 다시 보냅니다' },
  'timeline.node-out': {
    en: '{node} failed {count, plural, one {# health check} other {# health checks}}: the balancer sends there no more',
    ko: '{node}이(가) 상태 확인에 {count}번 실패하여 로드 밸런서가 더는 보내지 않습니다',
  },
  'timeline.service-deleted': { en: 'Service {service} is gone', ko: 'Service {service}이(가) 사라졌습니다' },
  'timeline.service-stored': { en: 'Service {service} is stored', ko: 'Service {service}이(가) 저장됩니다' },
  'timeline.do.scale': {
    en: 'Scale {deployment} to {replicas}',
    ko: '{deployment}의 replicas를 {replicas}(으)로 변경',
  },
  'timeline.do.roll-out': { en: 'Roll out a new version of {deployment}', ko: '{deployment}의 새 버전 롤아웃' },
  'timeline.do.delete-pod': { en: 'Delete Pod {pod}', ko: 'Pod {pod} 삭제' },
  'timeline.do.crash': { en: 'A container of {pod} crashes', ko: '{pod}의 컨테이너가 비정상 종료' },
  'timeline.do.fail-readiness': {
    en: 'The readiness probe of {pod} begins to fail',
    ko: '{pod}의 readiness 프로브가 실패하기 시작',
  },
  'timeline.do.lose-node': { en: 'Node {node} is lost', ko: '노드 {node} 유실' },
  'timeline.do.drain': { en: 'Drain node {node}', ko: '노드 {node} 비우기(drain)' },
  'timeline.do.delete-node': { en: 'Delete Node {node}', ko: 'Node {node} 삭제' },
  'timeline.do.change-node-addresses': {
    en: 'The addresses of Node {node} become {addresses}',
    ko: 'Node {node}의 주소 변경: {addresses}',
  },
  'timeline.do.stop-proxy': { en: 'Stop kube-proxy on {node}', ko: '{node}의 kube-proxy 중지' },
  'timeline.do.restart-proxy': { en: 'Restart kube-proxy on {node}', ko: '{node}의 kube-proxy 재시작' },
  'timeline.do.lose-watch': {
    en: 'kube-proxy on {node} hears nothing for {seconds} s',
    ko: '{node}의 kube-proxy가 {seconds}초 동안 아무것도 받지 못함',
  },
  'timeline.do.flush': {
    en: 'iptables -F and -X of nat, mangle and filter on {node}',
    ko: '{node}에서 nat, mangle, filter 테이블에 iptables -F와 -X',
  },
  'timeline.do.delete-service': { en: 'Delete Service {service}', ko: 'Service {service} 삭제' },
  'timeline.do.change-selector': {
    en: 'Selector of {service}: {selector}',
    ko: '{service}의 selector 변경: {selector}',
  },
  'timeline.do.nothing': {
    en: 'There is no {name}: nothing happens',
    ko: '{name}이(가) 없어 아무 일도 일어나지 않습니다',
  },
  'timeline.no-request': {
    en: 'Nobody sends a request at this moment: its Pod or its node is not there.',
    ko: '이 순간에는 요청을 보낼 Pod나 노드가 없어 아무도 요청을 보내지 않습니다.',
  },
  'timeline.ask.more-fail': {
    en: 'In which of the two do more requests fail?',
    ko: '둘 가운데 어느 쪽에서 더 많은 요청이 실패할까요?',
  },
  'timeline.ask.longer-behind': {
    en: 'In which of the two do nodes have old rules for longer?',
    ko: '둘 가운데 어느 쪽에서 노드가 이전 규칙을 더 오래 가지고 있을까요?',
  },
  'timeline.ask.how-many': {
    en: 'How many of {total, number} requests fail?',
    ko: '요청 {total, number}건 가운데 몇 건이 실패할까요?',
  },
  'timeline.ask.how-long': {
    en: 'How long is it from the first request that fails to the last?',
    ko: '처음 실패한 요청부터 마지막으로 실패한 요청까지 얼마나 걸릴까요?',
  },
  'timeline.ask.why': { en: 'Why do requests fail?', ko: '요청이 왜 실패할까요?' },
  'timeline.ask.pods': {
    en: 'How many Pods serve client 1 once all is settled?',
    ko: '모두 자리를 잡은 뒤 클라이언트 1에 응답하는 Pod는 몇 개일까요?',
  },
  'timeline.ask.addresses': {
    en: 'From how many Pod addresses do answers come in all?',
    ko: '모두 합해 몇 개의 Pod 주소에서 응답이 올까요?',
  },
  'timeline.option.name': { en: '{name}', ko: '{name}' },
  'timeline.option.same': { en: 'in both alike', ko: '둘 다 같습니다' },
  'timeline.option.count': { en: '{value, plural, =0 {none} other {#}}', ko: '{value, plural, =0 {없음} other {#건}}' },
  'timeline.option.seconds': { en: '{value, number} s', ko: '{value, number}초' },
  'timeline.option.pods': { en: '{value, plural, one {# Pod} other {# Pods}}', ko: 'Pod {value, number}개' },
  'timeline.option.addresses': {
    en: '{value, plural, one {# address} other {# addresses}}',
    ko: '주소 {value, number}개',
  },
  'timeline.reason.terminated': {
    en: 'Rules lead to Pods that have ended already',
    ko: '규칙이 이미 끝난 Pod로 보내기 때문입니다',
  },
  'timeline.reason.crashed': { en: 'Rules lead to a Pod that crashed', ko: '규칙이 죽은 Pod로 보내기 때문입니다' },
  'timeline.reason.node-lost': {
    en: 'Rules lead to a node that is gone',
    ko: '규칙이 사라진 노드로 보내기 때문입니다',
  },
  'timeline.reason.open-connection': {
    en: 'An open connection stays with a Pod that ended',
    ko: '열린 연결이 끝난 Pod에 묶여 있기 때문입니다',
  },
  'timeline.reason.stale-entry': {
    en: 'conntrack goes on sending to a Pod that ended',
    ko: 'conntrack이 끝난 Pod로 계속 보내기 때문입니다',
  },
  'timeline.reason.no-endpoints': { en: 'The Service has no endpoint', ko: 'Service에 엔드포인트가 없기 때문입니다' },
  'timeline.reason.dropped': {
    en: 'They meet a node without a Pod that its policy allows',
    ko: '정책이 허용하는 Pod가 없는 노드로 갔기 때문입니다',
  },
  'timeline.reason.no-rules': { en: 'No rule translates the address', ko: '주소를 바꿔 줄 규칙이 없기 때문입니다' },
  'timeline.reason.half-written': {
    en: 'A sync has written only some of the virtual servers',
    ko: '동기화가 가상 서버를 아직 일부만 썼기 때문입니다',
  },
  'timeline.reason.table-full': { en: 'The connection table is full', ko: '연결 테이블이 가득 찼기 때문입니다' },
  'timeline.reason.race': {
    en: 'Two packets of one socket went to different Pods',
    ko: '소켓 하나에서 나간 두 패킷이 서로 다른 Pod로 갔기 때문입니다',
  },
  'timeline.reason.other': { en: 'For another reason', ko: '다른 까닭입니다' },
  'timeline.answer.nobody': { en: 'Nobody sent a request.', ko: '요청을 보낸 클라이언트가 없습니다.' },
  'timeline.answer.none': {
    en: 'None of {total, plural, one {# request} other {# requests}} failed.',
    ko: '요청 {total, number}건 가운데 실패한 것이 없습니다.',
  },
  'timeline.answer.some': {
    en: 'Of {total, plural, one {# request} other {# requests}} {failed, number} failed.',
    ko: '요청 {total, number}건 가운데 {failed, number}건이 실패했습니다.',
  },
  'timeline.answer.late': {
    en: '{count, plural, one {# request was} other {# requests were}} served late, up to {seconds} s: the SYN was dropped, and sent again after 1, 3, 7 s and so on.',
    ko: '{count, number}건은 최대 {seconds}초 늦게 응답받았습니다. SYN이 폐기되어 1, 3, 7초 뒤 등에 다시 보냈기 때문입니다.',
  },
  'timeline.why.ended': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because {pod}’s process {how, select, crashed {crashed} lost {was lost with its node} other {ended}} {seconds} s before {node}’s rules forgot it.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {node}의 규칙이 {pod}을(를) 잊기 {seconds}초 전에 그 프로세스가 {how, select, crashed {비정상 종료했습니다} lost {노드와 함께 사라졌습니다} other {끝났습니다}}.',
  },
  'timeline.why.ended-many': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because the processes of {pods, plural, one {# Pod} other {# Pods}} {how, select, crashed {crashed} lost {were lost with their node} other {ended}} up to {seconds} s before the rules of {nodes, plural, one {# node} other {# nodes}} forgot them.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: 노드 {nodes}개의 규칙이 잊기 최대 {seconds}초 전에 Pod {pods}개의 프로세스가 {how, select, crashed {비정상 종료했습니다} lost {노드와 함께 사라졌습니다} other {끝났습니다}}.',
  },
  'timeline.why.ended-never': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}: {pods, plural, one {{pod}’s process} other {the processes of # Pods}} {how, select, crashed {crashed} lost {went with the node} other {ended}}, and the rules still led there.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {pods, plural, =1 {{pod}의 프로세스가} other {Pod #개의 프로세스가}} {how, select, crashed {비정상 종료했지만} lost {노드와 함께 사라졌지만} other {끝났지만}} 규칙은 여전히 그쪽을 가리켰습니다.',
  },
  'timeline.why.open-connection': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}} on a connection that was open to {pod}: new rules change nothing for it.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {pod}(으)로 이미 열려 있던 연결이라 새 규칙이 적용되지 않습니다.',
  },
  'timeline.why.stale-entry': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because conntrack on {node} still led to {pod}, which the rules had forgotten.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: 규칙은 {pod}을(를) 잊었지만 {node}의 conntrack 항목이 여전히 그쪽을 가리켰습니다.',
  },
  'timeline.why.no-endpoints': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because {service} had no endpoints.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {service}에 엔드포인트가 없었습니다.',
  },
  'timeline.why.dropped': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}: a rule on {nodes} dropped them, where the policy allows no endpoint.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: 정책에 맞는 엔드포인트가 없는 {nodes}에서 규칙이 폐기했습니다.',
  },
  'timeline.why.no-rules': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because {nodes} had no rules for {service}.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {nodes}에 {service}의 규칙이 없었습니다.',
  },
  'timeline.why.half-written': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because the sync of {nodes} had not come to the servers of {service} yet: IPVS is written server by server.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {nodes}의 동기화가 {service}의 서버까지 아직 쓰지 못했습니다. IPVS는 서버를 하나씩 씁니다.',
  },
  'timeline.why.table-full': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because the connection table of {nodes} was full.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: {nodes}의 연결 테이블이 가득 찼습니다.',
  },
  'timeline.why.race': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {unknown}}, because two packets left one socket at once for different Pods: the kernel of {node} kept one connection and dropped the other packet (insert_failed).',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {알 수 없음}}: 소켓 하나에서 두 패킷이 동시에 서로 다른 Pod로 나갔고, {node}의 커널은 연결 하나만 두고 다른 패킷을 폐기했습니다(insert_failed).',
  },
  'timeline.why.other': {
    en: '{count, number} {outcome, select, refused {refused} timed {timed out} reset {reset} other {ended nobody knows how}}.',
    ko: '{count, number}건 {outcome, select, refused {거부} timed {시간 초과} reset {연결 끊김} other {결과를 알 수 없음}}.',
  },
  'timeline.remedy.pre-stop': {
    en: '“preStop: sleep {seconds}” would have saved {saved, number} of {failed, number}.',
    ko: '“preStop: sleep {seconds}” 설정이 있었다면 {failed, number}건 가운데 {saved, number}건을 살릴 수 있었습니다.',
  },
  'timeline.remedy.max-unavailable': {
    en: '“maxUnavailable: 0” would have saved {saved, number} of {failed, number}.',
    ko: '“maxUnavailable: 0” 설정이었다면 {failed, number}건 가운데 {saved, number}건을 살릴 수 있었습니다.',
  },
} as const satisfies PhraseBook;

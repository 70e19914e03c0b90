import type { PhraseBook } from './phrase-book';

/** What is said of documents: names, manifests, links, files, flows that cannot be sent. */
export const DOCUMENT_PHRASES = {
  'document.codec.not-json': {
    en: 'This is not a saved bench: it is not JSON. Nothing was changed.',
    ko: '저장된 작업대가 아닙니다. JSON 형식이 아닙니다. 바뀐 것은 없습니다.',
  },
  'document.codec.not-document': {
    en: 'This is not a saved bench. Nothing was changed.',
    ko: '저장된 작업대가 아닙니다. 바뀐 것은 없습니다.',
  },
  'document.codec.not-project': {
    en: 'This file is not a Rulewalk project. Choose one that was downloaded here (.rulewalk.json).',
    ko: 'Rulewalk 프로젝트 파일이 아닙니다. 여기서 내려받은 파일(.rulewalk.json)을 고르십시오.',
  },
  'document.codec.no-version': {
    en: 'This has no document version, so it cannot be read. Nothing was changed.',
    ko: '문서 버전이 없어서 읽을 수 없습니다. 바뀐 것은 없습니다.',
  },
  'document.codec.no-upgrader': {
    en: 'A document of version {found} cannot be read any more. Open it with an older release and save it again.',
    ko: '버전 {found} 문서는 더 이상 읽을 수 없습니다. 이전 릴리스에서 열어 다시 저장하십시오.',
  },
  'document.codec.newer': {
    en: 'This was made by a newer Rulewalk (document version {found}; this page knows {known}). Reload the page to get the newest one, then open it again.',
    ko: '더 새로운 Rulewalk에서 만든 것입니다(문서 버전 {found}, 이 페이지는 {known}까지 압니다). 페이지를 새로고침해 최신 버전을 받은 뒤 다시 여십시오.',
  },
  'document.codec.invalid': {
    en: 'This is not a bench that can be opened: {path} should be {expected}, but is {received}. Nothing was changed.',
    ko: '열 수 있는 작업대가 아닙니다. {path}의 값은 {expected}이어야 하는데 {received}입니다. 바뀐 것은 없습니다.',
  },

  'document.mode.other-release': {
    en: 'kube-proxy {wanted} has no {mode} mode. Now its rules are those of {release}, the nearest release that has it.',
    ko: 'kube-proxy {wanted}에는 {mode} 모드가 없습니다. 그 모드가 있는 가장 가까운 릴리스인 {release}의 규칙을 보여 줍니다.',
  },
  'document.mode.not-mixed': {
    en: 'A node cannot be in mode {mode} where the cluster is in mode {common}: Cilium takes the place of kube-proxy on all nodes. Choose the mode for the cluster.',
    ko: '클러스터가 {common} 모드일 때 한 노드만 {mode} 모드로 둘 수 없습니다. Cilium은 모든 노드에서 kube-proxy를 대신합니다. 모드는 클러스터 전체에 대해 고르십시오.',
  },
  'document.mode.missing': {
    en: 'There is no proxy mode {mode} here: it was made elsewhere, or by a newer Rulewalk. The modes are {known}. Reload the page to get the newest one, or choose one of them.',
    ko: '여기에는 {mode} 프록시 모드가 없습니다. 다른 곳에서, 또는 더 새로운 Rulewalk에서 만든 것입니다. 쓸 수 있는 모드는 {known}입니다. 페이지를 새로고침해 최신 버전을 받거나 그중 하나를 고르십시오.',
  },

  'document.flow.failed': {
    en: 'The walk of this flow could not be computed ({message}), which is a fault of this page. Everything else is answered; please report it with the document.',
    ko: '이 흐름의 경로를 계산하지 못했습니다({message}). 이 페이지의 오류입니다. 나머지는 모두 그대로 답합니다. 문서와 함께 알려 주십시오.',
  },
  'document.flow.none': {
    en: 'There is no such flow any more. Choose or add another one.',
    ko: '그 흐름은 더 이상 없습니다. 다른 흐름을 고르거나 추가하십시오.',
  },
  'document.flow.other-subject': {
    en: 'This flow belongs to what is not shown now: switch between the built cluster and the pasted node, or add another flow.',
    ko: '이 흐름은 지금 보이지 않는 대상의 것입니다. 만든 클러스터와 붙여 넣은 노드 사이를 전환하거나 다른 흐름을 추가하십시오.',
  },
  'document.flow.no-pod': {
    en: 'There is no Pod {name}. Choose another Pod in the flow.',
    ko: 'Pod {name}이(가) 없습니다. 흐름에서 다른 Pod를 고르십시오.',
  },
  'document.flow.pod-without-ip': {
    en: 'Pod {name} has no IP address: it is not running on any node. Add or uncordon a node, or choose another Pod.',
    ko: 'Pod {name}에는 IP 주소가 없습니다. 어느 노드에서도 실행되고 있지 않습니다. 노드를 추가하거나 uncordon하거나 다른 Pod를 고르십시오.',
  },
  'document.flow.no-node': {
    en: 'There is no node {name}. Choose another node in the flow.',
    ko: '노드 {name}이(가) 없습니다. 흐름에서 다른 노드를 고르십시오.',
  },
  'document.flow.node-without-ip': {
    en: 'Node {name} has no InternalIP. Give it one in its status.addresses.',
    ko: '노드 {name}에 InternalIP가 없습니다. status.addresses에 주소를 넣으십시오.',
  },
  'document.flow.no-client': {
    en: 'There is no client outside: the cluster has no node yet. Add a node first.',
    ko: '외부 클라이언트가 없습니다. 클러스터에 아직 노드가 없습니다. 먼저 노드를 추가하십시오.',
  },
  'document.flow.no-doors': {
    en: 'No request is led to {name} here: the cluster has none, or this view does not walk through controllers.',
    ko: '여기서는 요청을 {name}(으)로 이끌지 않습니다. 클러스터에 없거나, 이 보기가 컨트롤러를 거쳐 걷지 않습니다.',
  },
  'document.flow.no-route': {
    en: 'There is no {name} here.',
    ko: '{name}이(가) 없습니다.',
  },
  'document.flow.no-service': {
    en: 'There is no Service {name}. Choose another Service in the flow.',
    ko: 'Service {name}이(가) 없습니다. 흐름에서 다른 Service를 고르십시오.',
  },
  'document.flow.no-port': {
    en: 'Service {name} has no {protocol} port {port}. Choose one of its ports in the flow.',
    ko: 'Service {name}에는 {protocol} 포트 {port}이(가) 없습니다. 흐름에서 이 Service의 포트를 고르십시오.',
  },
  'document.flow.no-node-port': {
    en: 'Service {name} has no node port. Make it a NodePort or LoadBalancer Service, or use its clusterIP.',
    ko: 'Service {name}에는 노드 포트가 없습니다. 타입을 NodePort나 LoadBalancer로 바꾸거나 clusterIP를 쓰십시오.',
  },
  'document.flow.no-external-ip': {
    en: 'Service {name} has no externalIPs. Add one, or use its clusterIP.',
    ko: 'Service {name}에는 externalIPs가 없습니다. 하나를 추가하거나 clusterIP를 쓰십시오.',
  },
  'document.flow.no-load-balancer': {
    en: 'Service {name} is not of type LoadBalancer. Change its type, or use its clusterIP.',
    ko: 'Service {name}은(는) LoadBalancer 타입이 아닙니다. 타입을 바꾸거나 clusterIP를 쓰십시오.',
  },
  'document.flow.load-balancer-pending': {
    en: 'The load balancer of Service {name} has no IP address yet. Put one into status.loadBalancer.ingress.',
    ko: 'Service {name}의 로드 밸런서에 아직 IP 주소가 없습니다. status.loadBalancer.ingress에 주소를 넣으십시오.',
  },
  'document.flow.no-cluster-ip': {
    en: 'Service {name} has no clusterIP: the range may be used up. Look at the findings of the cluster.',
    ko: 'Service {name}에 clusterIP가 없습니다. 주소 범위가 다 찼을 수 있습니다. 클러스터의 진단을 확인하십시오.',
  },
  'document.flow.headless': {
    en: 'Service {name} is headless: DNS answers with the addresses of its Pods and nothing is translated. Send to one of its Pods instead.',
    ko: 'Service {name}은(는) 헤드리스입니다. DNS가 Pod 주소로 응답하고 주소 변환은 일어나지 않습니다. 대신 그 Pod로 보내십시오.',
  },
  'document.flow.external-name': {
    en: 'Service {name} is an ExternalName: DNS answers with the name {target}, and no packet is ever sent to the Service. Send to an address instead.',
    ko: 'Service {name}은(는) ExternalName입니다. DNS가 이름 {target}(으)로 응답하며 Service로 가는 패킷은 없습니다. 대신 주소로 보내십시오.',
  },
  'document.flow.bad-address': {
    en: '"{address}" is not an IP address. Write it as 10.0.0.1 or fd00::1.',
    ko: '"{address}"은(는) IP 주소가 아닙니다. 10.0.0.1이나 fd00::1처럼 쓰십시오.',
  },
  'document.flow.other-family': {
    en: '{from} has no address of the family of the target. Choose a target of the same IP family.',
    ko: '{from}에는 대상과 같은 IP 버전의 주소가 없습니다. 같은 IP 버전의 대상을 고르십시오.',
  },
  'document.flow.nothing-pasted': {
    en: 'No node is known yet. Paste the output of iptables-save first.',
    ko: '아직 알려진 노드가 없습니다. 먼저 iptables-save의 출력을 붙여 넣으십시오.',
  },
  'document.flow.no-device': {
    en: 'The node has no interface {device}. Choose one of its interfaces, or add it to the assumptions.',
    ko: '노드에 인터페이스 {device}이(가) 없습니다. 있는 인터페이스를 고르거나 가정에 추가하십시오.',
  },
  'document.flow.no-source': {
    en: 'A packet that comes in by an interface needs a source address. Write one, for example 10.0.0.1.',
    ko: '인터페이스로 들어오는 패킷에는 출발지 주소가 필요합니다. 10.0.0.1처럼 적으십시오.',
  },

  'document.link.broken': {
    en: 'The link is damaged: a part of it is missing or was changed on its way. Ask for it again.',
    ko: '링크가 손상되었습니다. 전달 중에 일부가 빠지거나 바뀌었습니다. 링크를 다시 받으십시오.',
  },
  'document.link.slow': {
    en: 'Reading this document took too long and was ended. Nothing else was changed. Ask whoever sent it for a smaller one.',
    ko: '이 문서를 읽는 데 너무 오래 걸려 중단했습니다. 다른 것은 바뀌지 않았습니다. 보낸 사람에게 더 작은 문서를 요청하십시오.',
  },
  'document.link.too-large': {
    en: 'This is far too much for a link. Download it as a file instead.',
    ko: '링크로 담기에는 너무 큽니다. 대신 파일로 내려받으십시오.',
  },
  'document.link.too-long': {
    en: 'This is too much for a link ({length} characters, at most {limit}). Download it as a file instead.',
    ko: '링크로 담기에는 너무 큽니다({length}자, 최대 {limit}자). 대신 파일로 내려받으십시오.',
  },
  'document.speaker.blocked': {
    en: 'The browser did not open a second window. Allow this page to open windows, then press s again.',
    ko: '브라우저가 두 번째 창을 열지 않았습니다. 이 페이지가 창을 열도록 허용한 다음 s를 다시 누르십시오.',
  },
  'document.autosave.failed': {
    en: 'This browser does not let the page save. Download the project before you close the tab.',
    ko: '이 브라우저에서 저장할 수 없습니다. 탭을 닫기 전에 프로젝트를 내려받으십시오.',
  },
  'document.edit.failed': {
    en: 'This change could not be made ({message}). Nothing was changed.',
    ko: '변경하지 못했습니다({message}). 바뀐 것은 없습니다.',
  },
  'document.start.hung': {
    en: 'What was on the bench last did not finish opening, so it was not opened again. It is kept among “Your documents” on the start page.',
    ko: '마지막에 작업대에 있던 것이 끝까지 열리지 않아 다시 열지 않았습니다. 시작 페이지의 “내 문서”에 보관되어 있습니다.',
  },
  'document.history.failed': {
    en: 'This browser had no room to keep what was on the bench before: undo brings it back.',
    ko: '작업대에 있던 이전 문서를 보관할 공간이 이 브라우저에 없습니다. 실행 취소로 되돌릴 수 있습니다.',
  },
  'document.history.gone': {
    en: 'This document is not kept here any more.',
    ko: '이 문서는 더 이상 보관되어 있지 않습니다.',
  },
  'document.forgotten.elsewhere': {
    en: 'Everything kept here was forgotten in another tab. This tab was emptied, too.',
    ko: '다른 탭에서 여기에 보관된 것을 모두 지웠습니다. 이 탭도 비웠습니다.',
  },
} as const satisfies PhraseBook;

import type { PhraseBook } from './index';

/** What is said of documents: names, manifests, links, files, flows that cannot be sent. */
export const DOCUMENT_PHRASES: PhraseBook = {
  'document.name.service': {
    en: '"{name}" is not a Service name: use lower-case letters, digits and "-", begin with a letter, at most 63 characters.',
    ko: '"{name}"은(는) Service 이름으로 쓸 수 없습니다. 영문 소문자, 숫자, "-"만 쓰고 영문자로 시작해야 하며 63자를 넘을 수 없습니다.',
  },
  'document.name.label': {
    en: '"{name}" is not a valid name: use lower-case letters, digits and "-", at most 63 characters.',
    ko: '"{name}"은(는) 이름으로 쓸 수 없습니다. 영문 소문자, 숫자, "-"만 쓰고 63자를 넘을 수 없습니다.',
  },
  'document.name.taken': {
    en: 'There already is a {kind} called {name}: choose another name.',
    ko: '{name}(이)라는 {kind}가 이미 있습니다. 다른 이름을 고르십시오.',
  },

  'document.manifest.too-deep': {
    en: 'This nests deeper than 100 levels; no Kubernetes object does. Remove the extra brackets or indentation here.',
    ko: '100단계보다 깊이 중첩되어 있습니다. 이런 Kubernetes 객체는 없습니다. 여기의 괄호나 들여쓰기를 줄이십시오.',
  },
  'document.manifest.yaml': {
    en: 'This is not valid YAML: {detail}. Correct it here; until then the last good picture stays.',
    ko: '올바른 YAML이 아닙니다: {detail}. 여기를 고치십시오. 그때까지 마지막으로 올바른 그림이 유지됩니다.',
  },
  'document.manifest.key': {
    en: 'A key must be a plain text. Put a name before the colon.',
    ko: '키는 단순한 텍스트여야 합니다. 콜론 앞에 이름을 쓰십시오.',
  },
  'document.manifest.duplicate-key': {
    en: 'The key "{key}" appears twice in the same map. Remove one of them.',
    ko: '같은 맵에 "{key}" 키가 두 번 나옵니다. 하나를 지우십시오.',
  },
  'document.manifest.no-kind': {
    en: 'This object has no kind. Add apiVersion and kind, for example "kind: Service".',
    ko: '이 객체에는 kind가 없습니다. apiVersion과 kind를 추가하십시오. 예: "kind: Service".',
  },
  'document.manifest.not-object': {
    en: 'This is not a Kubernetes object. An object begins with "apiVersion:" and "kind:".',
    ko: 'Kubernetes 객체가 아닙니다. 객체는 "apiVersion:"과 "kind:"로 시작합니다.',
  },
  'document.manifest.type': {
    en: '{name}: {field} should be {expected}, but is {received}.',
    ko: '{name}: {field}의 값은 {expected}이어야 하는데 {received}입니다.',
  },
  'document.manifest.twice': {
    en: '{name} appears more than once; the last one counts.',
    ko: '{name}이(가) 여러 번 나옵니다. 마지막 것이 쓰입니다.',
  },
  'document.manifest.other-kind': {
    en: '{name} has no part in how Services reach Pods here; it is kept and printed back.',
    ko: '{name}은(는) 여기서 Service가 Pod에 닿는 경로에 관여하지 않습니다. 그대로 보관했다가 다시 출력합니다.',
  },
  'document.manifest.endpoints': {
    en: 'Endpoints {name} was read as EndpointSlices, as the mirroring controller does.',
    ko: 'Endpoints {name}을(를) 미러링 컨트롤러처럼 EndpointSlice로 읽었습니다.',
  },
  'document.manifest.endpoints-unused': {
    en: 'Endpoints {name} is not used: the EndpointSlices of the same Service say the same and are what kube-proxy reads.',
    ko: 'Endpoints {name}은(는) 쓰지 않습니다. 같은 Service의 EndpointSlice가 있고 kube-proxy는 그것을 읽기 때문입니다.',
  },

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

  'document.link.broken': {
    en: 'The link is damaged: a part of it is missing or was changed on its way. Ask for it again; the default example is shown.',
    ko: '링크가 손상되었습니다. 전달 중에 일부가 빠지거나 바뀌었습니다. 링크를 다시 받으십시오. 대신 기본 예제를 보여 줍니다.',
  },
  'document.link.too-long': {
    en: 'This is too much for a link ({length} characters, at most {limit}). Download it as a file instead.',
    ko: '링크로 담기에는 너무 큽니다({length}자, 최대 {limit}자). 대신 파일로 내려받으십시오.',
  },
  'document.autosave.failed': {
    en: 'This browser does not let the page save. Download the project before you close the tab.',
    ko: '이 브라우저에서 저장할 수 없습니다. 탭을 닫기 전에 프로젝트를 내려받으십시오.',
  },
  'document.engine.failed': {
    en: 'This could not be computed ({message}). The last good picture stays; undo the last change or report it.',
    ko: '계산하지 못했습니다({message}). 마지막으로 올바른 그림이 유지됩니다. 마지막 변경을 되돌리거나 알려 주십시오.',
  },
};

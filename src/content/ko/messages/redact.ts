import type * as EN from '../../en/messages/redact';
import type { Translated } from '../../translated';

/** Words of redaction: the switch, and what it hides of a document that leaves the page. */
export const REDACT_MESSAGES = {
  switch: '주소, 이름, 주석 가리기',
  notPrinted:
    '이 페이지를 나가는 것에서 주소, 이름, 주석을 가리도록 했으므로 화면을 그대로 인쇄하지 않습니다. 공유 창의 인쇄 단추로 순간들을 가명으로 인쇄할 수 있습니다.',
  about:
    '켜면 링크와 파일, 복사하는 모든 것에 가명이 들어갑니다. 같은 주소나 이름은 어디서나 같은 가명이 되고, 서브넷은 서브넷으로 남으며, 모든 패킷이 같은 길로 갑니다.',
  carried:
    '끔: 파일, 그림, 임베드, 문서 전체의 링크에는 {texts, plural, =0 {제목 “{title}” 그리고 이름과 주소가 그대로 들어갑니다. {names}{more, plural, =0 {} other { 외 #개}}} other {붙여 넣은 텍스트 {texts, number}개가 이름과 주소까지 그대로 들어갑니다.}}',
  on: '켬',
  off: '끔',
  working: '바꾸는 중입니다… {percent, number, percent}',
  failed: '중단되었습니다: {message}. 성공할 때까지 아무것도 공유되지 않습니다.',
  again: '다시 시도',
  counts:
    '바꾼 것: 주소 {address, number}개, MAC {mac, number}개, 이름과 주석의 단어 {name, number}개, 해시 체인 {chain, number}개.',
  list: '무엇이 무엇으로 바뀌었는지',
  listAbout: '이 목록은 이 화면에서만 보입니다.',
  kind: { address: '주소', mac: 'MAC', name: '이름', chain: '체인' },
  becomes: '바뀐 값',
  filter: '바뀐 것 거르기',
  stays: '숫자, 포트, 시각, eth0 같은 장치 이름, 출력 형식의 단어는 그대로 둡니다.',
  kept: '모든 클러스터에 있는 이름도 그대로 둡니다: {names}.',
  unread:
    '{count, plural, =0 {모든 줄을 알아보았습니다.} other {#줄은 알아보지 못해 단어를 모두 바꾸었습니다. 공유하기 전에 읽어 보십시오.}}',
  unreadList: '알아보지 못한 줄(공유될 모습)',
  copy: '가린 텍스트 복사',
  copied: '복사했습니다',
  copyFailed: '브라우저가 복사를 허용하지 않았습니다.',
  apply: '이 작업대에도 가명 쓰기',
} satisfies Translated<typeof EN.REDACT_MESSAGES>;

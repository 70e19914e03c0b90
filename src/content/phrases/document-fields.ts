import type { PhraseBook } from './phrase-book';

/** What a text of a field is not, and how it has to be: by grammar (core/kubernetes/validation/grammars.ts). */
export const FIELD_PHRASES = {
  'document.field.dns-label': {
    en: '{name}: {field} is “{value}”, which is not a DNS label: at most 63 of a-z, 0-9 and -, with a letter or digit at both ends. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) DNS 레이블이(가) 아니어서 쓰지 않습니다. a-z, 0-9, -만 63자까지 쓰고 양 끝은 글자나 숫자로 두십시오.',
  },
  'document.field.dns-name': {
    en: '{name}: {field} is “{value}”, which is not a DNS name: labels of a-z, 0-9 and - with dots between them, at most 253 characters. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) DNS 이름이(가) 아니어서 쓰지 않습니다. a-z, 0-9, -로 된 레이블을 점으로 이어 253자까지 쓰십시오.',
  },
  'document.field.port-name': {
    en: '{name}: {field} is “{value}”, which is not the name of a port: at most 15 of a-z, 0-9 and -, with a letter among them. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 포트 이름이(가) 아니어서 쓰지 않습니다. a-z, 0-9, -만 15자까지, 글자를 하나 이상 넣어 쓰십시오.',
  },
  'document.field.label-key': {
    en: '{name}: {field} is “{value}”, which is not a key of a label: at most 63 of A-Z, a-z, 0-9, -, _ and ., after an optional DNS name and /. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 레이블 키이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, .만 63자까지 쓰고, 앞에 DNS 이름과 /만 더할 수 있습니다.',
  },
  'document.field.annotation-key': {
    en: '{name}: {field} is “{value}”, which is not a key of an annotation: at most 63 of A-Z, a-z, 0-9, -, _ and ., after an optional DNS name and /. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 애너테이션 키이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, .만 63자까지 쓰고, 앞에 DNS 이름과 /만 더할 수 있습니다.',
  },
  'document.field.label-value': {
    en: '{name}: {field} is “{value}”, which is not the value of a label: at most 63 of A-Z, a-z, 0-9, -, _ and ., with a letter or digit at both ends. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 레이블 값이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, .만 63자까지 쓰고 양 끝은 글자나 숫자로 두십시오.',
  },
  'document.field.full-name': {
    en: '{name}: {field} is “{value}”, which is not a name: A-Z, a-z, 0-9, -, _, . and /. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 이름이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, ., /만 쓰십시오.',
  },
  'document.field.object-name': {
    en: '{name}: {field} is “{value}”, which is not the name of an object: no /, no %, no blank and nothing that cannot be seen, at most 253 characters. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 객체 이름이(가) 아니어서 쓰지 않습니다. /, %, 공백, 보이지 않는 글자 없이 253자까지 쓰십시오.',
  },
  'document.field.address': {
    en: '{name}: {field} is “{value}”, which is not an IP address, such as 10.96.0.10 or fd00::10. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) IP 주소이(가) 아니어서 쓰지 않습니다. 10.96.0.10이나 fd00::10처럼 쓰십시오.',
  },
  'document.field.cluster-ip': {
    en: '{name}: {field} is “{value}”, which is not an IP address or None. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) IP 주소나 None이(가) 아니어서 쓰지 않습니다. 10.96.0.10처럼 쓰거나 None을 쓰십시오.',
  },
  'document.field.range': {
    en: '{name}: {field} is “{value}”, which is not a range of addresses, such as 10.244.0.0/16. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 주소 범위이(가) 아니어서 쓰지 않습니다. 10.244.0.0/16처럼 쓰십시오.',
  },
  'document.field.ranges': {
    en: '{name}: {field} is “{value}”, which is not a range of addresses, or one of each family with a comma between them, such as 10.244.0.0/16. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 주소 범위이(가) 아니어서 쓰지 않습니다. 10.244.0.0/16처럼 쓰고, 둘이면 쉼표로 나누십시오.',
  },
  'document.field.pool': {
    en: '{name}: {field} is “{value}”, which is not a range of addresses, such as 198.51.100.0/24 or 198.51.100.1-198.51.100.9. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 주소 범위이(가) 아니어서 쓰지 않습니다. 198.51.100.0/24나 198.51.100.1-198.51.100.9처럼 쓰십시오.',
  },
  'document.field.host': {
    en: '{name}: {field} is “{value}”, which is not the name of a host or an address: letters, digits, -, _, . and :. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 호스트 이름이나 주소이(가) 아니어서 쓰지 않습니다. 글자, 숫자, -, _, ., :만 쓰십시오.',
  },
  'document.field.protocol': {
    en: '{name}: {field} is “{value}”, which is not TCP, UDP or SCTP. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 프로토콜이(가) 아니어서 쓰지 않습니다. TCP, UDP, SCTP 가운데 하나를 쓰십시오.',
  },
  'document.field.device': {
    en: '{name}: {field} is “{value}”, which is not the name of a device: at most 15 bytes without a blank, / and :. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 장치 이름이(가) 아니어서 쓰지 않습니다. 공백, /, : 없이 15바이트까지 쓰십시오.',
  },
  'document.field.duration': {
    en: '{name}: {field} is “{value}”, which is not a duration, such as 30s or 1m30s. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 기간이(가) 아니어서 쓰지 않습니다. 30s나 1m30s처럼 쓰십시오.',
  },
  'document.field.word': {
    en: '{name}: {field} is “{value}”, which is not one word: no blank and nothing that cannot be seen. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 한 단어이(가) 아니어서 쓰지 않습니다. 공백과 보이지 않는 글자 없이 쓰십시오.',
  },
  'document.field.line': {
    en: '{name}: {field} is “{value}”, which is not one line: no line break and no control character. Nothing is made of it; correct it and read it again.',
    ko: '{name}: {field}의 값 “{value}”은(는) 한 줄이(가) 아니어서 쓰지 않습니다. 줄바꿈과 제어 문자 없이 쓰십시오.',
  },
  'document.rules.hidden-devices': {
    en: 'No file was made: the listing does not show devices, so nobody knows which ones “{text}” is about. Paste iptables-save, or iptables -L -v.',
    ko: '파일을 만들지 않았습니다. 목록에 장치가 나와 있지 않아 “{text}”이(가) 어느 장치에 관한 것인지 알 수 없습니다. iptables-save나 iptables -L -v의 출력을 붙여 넣으십시오.',
  },
  'document.rules.unprintable': {
    en: 'No file was made: “{text}” in the texts could be read as more than one rule when it is loaded. Take it out of the pasted text and try again.',
    ko: '파일을 만들지 않았습니다. 텍스트의 “{text}”은(는) 불러올 때 규칙 하나가 아니라 여럿으로 읽힐 수 있습니다. 붙여 넣은 텍스트에서 빼고 다시 시도하십시오.',
  },
} as const satisfies PhraseBook;

import type * as EN from '../../en/phrases/document-fields';
import type { Translated } from '../../translated';

/** What a text of a field is not, and how it has to be: by grammar (core/kubernetes/validation/grammars.ts). */
export const FIELD_PHRASES = {
  'document.field.dns-label':
    '{name}: {field}의 값 “{value}”은(는) DNS 레이블이(가) 아니어서 쓰지 않습니다. a-z, 0-9, -만 63자까지 쓰고 양 끝은 글자나 숫자로 두십시오.',
  'document.field.dns-name':
    '{name}: {field}의 값 “{value}”은(는) DNS 이름이(가) 아니어서 쓰지 않습니다. a-z, 0-9, -로 된 레이블을 점으로 이어 253자까지 쓰십시오.',
  'document.field.port-name':
    '{name}: {field}의 값 “{value}”은(는) 포트 이름이(가) 아니어서 쓰지 않습니다. a-z, 0-9, -만 15자까지, 글자를 하나 이상 넣어 쓰십시오.',
  'document.field.label-key':
    '{name}: {field}의 값 “{value}”은(는) 레이블 키이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, .만 63자까지 쓰고, 앞에 DNS 이름과 /만 더할 수 있습니다.',
  'document.field.annotation-key':
    '{name}: {field}의 값 “{value}”은(는) 애너테이션 키이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, .만 63자까지 쓰고, 앞에 DNS 이름과 /만 더할 수 있습니다.',
  'document.field.label-value':
    '{name}: {field}의 값 “{value}”은(는) 레이블 값이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, .만 63자까지 쓰고 양 끝은 글자나 숫자로 두십시오.',
  'document.field.full-name':
    '{name}: {field}의 값 “{value}”은(는) 이름이(가) 아니어서 쓰지 않습니다. A-Z, a-z, 0-9, -, _, ., /만 쓰십시오.',
  'document.field.object-name':
    '{name}: {field}의 값 “{value}”은(는) 객체 이름이(가) 아니어서 쓰지 않습니다. /, %, 공백, 보이지 않는 글자 없이 253자까지 쓰십시오.',
  'document.field.address':
    '{name}: {field}의 값 “{value}”은(는) IP 주소이(가) 아니어서 쓰지 않습니다. 10.96.0.10이나 fd00::10처럼 쓰십시오.',
  'document.field.cluster-ip':
    '{name}: {field}의 값 “{value}”은(는) IP 주소나 None이(가) 아니어서 쓰지 않습니다. 10.96.0.10처럼 쓰거나 None을 쓰십시오.',
  'document.field.range':
    '{name}: {field}의 값 “{value}”은(는) 주소 범위이(가) 아니어서 쓰지 않습니다. 10.244.0.0/16처럼 쓰십시오.',
  'document.field.ranges':
    '{name}: {field}의 값 “{value}”은(는) 주소 범위이(가) 아니어서 쓰지 않습니다. 10.244.0.0/16처럼 쓰고, 둘이면 쉼표로 나누십시오.',
  'document.field.pool':
    '{name}: {field}의 값 “{value}”은(는) 주소 범위이(가) 아니어서 쓰지 않습니다. 198.51.100.0/24나 198.51.100.1-198.51.100.9처럼 쓰십시오.',
  'document.field.host':
    '{name}: {field}의 값 “{value}”은(는) 호스트 이름이나 주소이(가) 아니어서 쓰지 않습니다. 글자, 숫자, -, _, ., :만 쓰십시오.',
  'document.field.protocol':
    '{name}: {field}의 값 “{value}”은(는) 프로토콜이(가) 아니어서 쓰지 않습니다. TCP, UDP, SCTP 가운데 하나를 쓰십시오.',
  'document.field.device':
    '{name}: {field}의 값 “{value}”은(는) 장치 이름이(가) 아니어서 쓰지 않습니다. 공백, /, : 없이 15바이트까지 쓰십시오.',
  'document.field.duration':
    '{name}: {field}의 값 “{value}”은(는) 기간이(가) 아니어서 쓰지 않습니다. 30s나 1m30s처럼 쓰십시오.',
  'document.field.word':
    '{name}: {field}의 값 “{value}”은(는) 한 단어이(가) 아니어서 쓰지 않습니다. 공백과 보이지 않는 글자 없이 쓰십시오.',
  'document.field.line':
    '{name}: {field}의 값 “{value}”은(는) 한 줄이(가) 아니어서 쓰지 않습니다. 줄바꿈과 제어 문자 없이 쓰십시오.',
  'document.rules.hidden-devices':
    '파일을 만들지 않았습니다. 목록에 장치가 나와 있지 않아 “{text}”이(가) 어느 장치에 관한 것인지 알 수 없습니다. iptables-save나 iptables -L -v의 출력을 붙여 넣으십시오.',
  'document.rules.unprintable':
    '파일을 만들지 않았습니다. 텍스트의 “{text}”은(는) 불러올 때 규칙 하나가 아니라 여럿으로 읽힐 수 있습니다. 붙여 넣은 텍스트에서 빼고 다시 시도하십시오.',
} satisfies Translated<typeof EN.FIELD_PHRASES>;

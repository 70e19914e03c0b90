import type * as EN from '../../en/messages/licences';
import type { Translated } from '../../translated';

/** Words of the help page about licences. */
export const LICENCES_MESSAGES = {
  title: '라이선스',
  own: 'Rulewalk는 Apache License 2.0을 따르는 자유 소프트웨어입니다.',
  ownText: '라이선스 전문',
  others: '사용한 패키지',
  othersAbout: '이 페이지의 일부가 된 패키지와 각각의 라이선스입니다. 같은 목록이 페이지 옆의 파일에도 있습니다:',
  show: '{name} {version}: {license}',
} satisfies Translated<typeof EN.LICENCES_MESSAGES>;

import type * as EN from '../../en/messages/share';
import type { Translated } from '../../translated';

/** Words of sharing. */
export const SHARE_MESSAGES = {
  title: '이 작업대 공유',
  about: '링크, 임베드, 그림, 파일은 모두 이 페이지에서 만들어지며 서버로 아무것도 보내지 않습니다.',
  link: '링크',
  making: '링크를 만드는 중입니다…',
  copy: '링크 복사',
  copied: '복사했습니다',
  copyFailed: '브라우저가 복사를 허용하지 않았습니다. 링크를 선택해 직접 복사하십시오.',
  length: '{length, number}자입니다. 작업대 전체와 지금 보이는 단계가 담깁니다.',
  long: '{length, number}자입니다. 메신저나 메일에서 잘릴 수 있으므로 파일이 더 안전합니다.',
  pasted: '링크에는 붙여 넣은 텍스트도 들어 있습니다. 읽어도 되는 사람에게만 공유하십시오.',
  file: '프로젝트 파일',
  fileAbout: '같은 내용을 크기 제한 없이 파일로 저장합니다. 이 컴퓨터나 다른 컴퓨터에서 다시 열 수 있습니다.',
  download: '파일 내려받기',
  open: '파일 열기…',
  pictures: '이 순간을 그림으로',
  picturesAbout:
    '슬라이드와 문서에 쓰도록, 화면을 찍지 않고 패킷이 간 길에서 새로 그립니다. SVG 파일은 그것만으로 열리며 확대해도 또렷하고, PNG 파일은 두 배의 픽셀로 저장됩니다.',
  picture: '그릴 것',
  pictureKinds: { moment: '순간 전체', stage: '스테이지', lens: '렌즈', datapath: '데이터패스' },
  pictureTheme: '그림의 색',
  pictureThemes: { light: '밝게', dark: '어둡게' },
  ruleFiles: '규칙을 파일로',
  ruleFilesAbout:
    '지금 한 노드에 있는 것을 그 도구가 그대로 읽는 형식으로 저장합니다. 읽어 들이면 그 컴퓨터의 규칙이 바뀌거나 더해지므로, 그래도 되는 곳에서만 쓰십시오.',
  ruleNode: '노드',
  ruleTool: '도구',
  ruleFileNone: '{node}에 {tool} 도구로 읽을 것이 없습니다.',
  ruleFileDownload: '규칙 내려받기',
  way: '공유하는 방법',
  ways: { link: '링크', embed: '임베드', picture: '그림', file: '파일' },
  embed: '다른 페이지에 넣기',
  embedAbout:
    '문장과 스테이지, 순간이 있는 걷기 하나가 들어갑니다. 360x300픽셀부터 잘 보입니다. 프레임은 브라우저에 아무것도 남기지 않습니다.',
  copyCode: '코드 복사',
  exampleAbout: '말로 불러 주거나 칠판에 적을 수 있을 만큼 짧습니다. 이 예제의 이 단계가 열립니다.',
  sceneAbout: '말로 불러 주거나 칠판에 적을 수 있을 만큼 짧습니다. 이 장면의 이 순간이 열립니다.',
  sceneHides: '다음 일을 보이기 전에 먼저 묻기',
  qr: '링크의 QR 코드: {link}',
  qrShow: 'QR 코드',
  walk: '패킷이 간 길을 파일로',
  walkAbout:
    '지금 보이는 길을 담습니다. 캡처에는 패킷이 지나는 장치마다 인터페이스가 하나씩 있어 Wireshark와 tshark로 읽을 수 있습니다. Sheet로 보면 규칙과 까닭, 무엇을 바꾸면 달라지는지까지 나옵니다.',
  capture: '캡처(pcapng)',
  captureDecodes: 'VXLAN이 Wireshark가 일반 UDP로 여기는 포트에 있습니다. 안쪽 패킷을 보려면 다음과 같이 하십시오.',
  walkMade: '{name} 파일을 브라우저에 넘겼습니다.',
  walkFailed: '파일을 만들지 못했습니다. 다시 시도하십시오.',
  saved: '작업하는 동안 이 브라우저에도 저장되며 새로 고침하면 다시 열립니다.',
} satisfies Translated<typeof EN.SHARE_MESSAGES>;

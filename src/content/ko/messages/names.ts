import type * as EN from '../../en/messages/names';
import type { Translated } from '../../translated';

/** Words of the names of a cluster. */
export const NAMES_MESSAGES = {
  title: '클러스터의 이름',
  about:
    'kubeadm의 Corefile을 쓰는 CoreDNS의 응답을 Service와 엔드포인트에서 계산했습니다. Pod는 Service kube-dns에 묻습니다.',
  pasted: '붙여 넣은 노드에는 이름을 붙일 Service가 없습니다. 클러스터를 열면 이름이 보입니다.',
  ask: 'Pod처럼 묻기',
  pod: 'Pod',
  name: '이름',
  noPods: '물을 Pod가 없습니다.',
  conf: '그 Pod의 /etc/resolv.conf',
  askedTitle: '묻는 순서',
  records: '레코드',
  search: '이름, 종류 또는 주소',
  found: '레코드 {count}개',
  more: '{count}개 가운데 {shown}개를 보여 줍니다. 나머지는 입력해서 찾으십시오.',
  none: '맞는 레코드가 없습니다.',
  columns: { name: '이름', type: '종류', value: '응답', ttl: 'TTL', why: '이유' },
  rcode: { NOERROR: '그런 레코드 없음', NXDOMAIN: 'NXDOMAIN', forwarded: '바깥에 물음' },
  failed: '계산하지 못했습니다: {message}',
  working: '계산하는 중…',
} satisfies Translated<typeof EN.NAMES_MESSAGES>;

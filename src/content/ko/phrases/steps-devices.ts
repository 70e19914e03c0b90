import type * as EN from '../../en/phrases/steps-devices';
import type { Translated } from '../../translated';

/** Out by a device: onto a wire, to a bridge, into a tunnel, and out of one. */
export const DEVICE_STEPS = {
  'step.transmit.caption': '{device}(으)로 나가 {to}(으)로 갑니다.',
  'step.transmit.trace': '{device} 장치로 나갑니다',
  'step.transmit.card': '{device} 장치로 나감',
  'step.transmit.line': '{device}',
  'step.transmitBridge.caption': '브리지 {device}(으)로 갑니다. 브리지가 나갈 포트를 찾습니다.',
  'step.transmitBridge.trace': '{device} 장치로 나갑니다',
  'step.transmitBridge.card': '{device} 장치로 나감',
  'step.transmitBridge.line': '{device}',
  'step.transmitTunnel.caption': '터널 장치 {device}(으)로 갑니다. 이 장치가 패킷을 다른 패킷에 넣습니다.',
  'step.transmitTunnel.trace': '{device} 장치로 나갑니다',
  'step.transmitTunnel.card': '{device} 장치로 나감',
  'step.transmitTunnel.line': '{device}',
  'step.tunnelWrap.caption':
    '{device}이(가) 패킷을 감쌉니다. 선 위에서는 이제 {from}에서 {to}(으)로 가는 패킷{port, select, none {} other {(UDP 포트 {port})}}이며, 호스트가 자기 패킷처럼 보냅니다.',
  'step.tunnelWrap.trace':
    '{device}이(가) 감쌉니다({by}{vni, select, none {} other { {vni}}}): 바깥 패킷 {from} → {to}',
  'step.tunnelWrap.card': '감쌈: {from} → {to}',
  'step.tunnelWrap.line': '{by} {from} → {to}',
  'step.tunnelUnwrap.caption':
    '터널로 온 패킷이었습니다. {device}이(가) {inner}(으)로 가는 패킷을 꺼내고, 그 패킷이 {device}(으)로 새로 들어옵니다.',
  'step.tunnelUnwrap.trace':
    '{device}이(가) 안쪽 패킷을 꺼냅니다({by}{vni, select, none {} other { {vni}}}): {inner}(으)로',
  'step.tunnelUnwrap.card': '꺼냄: {inner}(으)로',
  'step.tunnelUnwrap.line': '{by} {from} → {to}',
  'step.transmitOutside.caption': '{device}(으)로 나갑니다. 그 뒤는 그림에 없습니다.',
  'step.transmitOutside.trace': '{device} 장치로 나갑니다',
  'step.transmitOutside.card': '{device} 장치로 나감',
  'step.transmitOutside.line': '{device}',
  'step.transmitNobody.caption': '{device}(으)로 나가지만 그곳에서 다음 홉이라고 응답하는 장치가 없습니다.',
  'step.transmitNobody.trace': '{device} 장치로 나갑니다',
  'step.transmitNobody.card': '{device} 장치로 나감',
  'step.transmitNobody.line': '{device}',
} satisfies Translated<typeof EN.DEVICE_STEPS>;

import type { PhraseBook } from './phrase-book';

/** Out by a device: onto a wire, to a bridge, into a tunnel, and out of one. */
export const DEVICE_STEPS = {
  'step.transmit.caption': {
    en: 'It leaves by {device} and goes to {to}.',
    ko: '{device}(으)로 나가 {to}(으)로 갑니다.',
  },
  'step.transmit.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'step.transmit.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'step.transmit.line': {
    en: '{device}',
    ko: '{device}',
  },
  'step.transmitBridge.caption': {
    en: 'It goes to the bridge {device}, which looks for the port.',
    ko: '브리지 {device}(으)로 갑니다. 브리지가 나갈 포트를 찾습니다.',
  },
  'step.transmitBridge.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'step.transmitBridge.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'step.transmitBridge.line': {
    en: '{device}',
    ko: '{device}',
  },
  'step.transmitTunnel.caption': {
    en: 'It goes to the tunnel device {device}, which puts it into another packet.',
    ko: '터널 장치 {device}(으)로 갑니다. 이 장치가 패킷을 다른 패킷에 넣습니다.',
  },
  'step.transmitTunnel.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'step.transmitTunnel.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'step.transmitTunnel.line': {
    en: '{device}',
    ko: '{device}',
  },
  'step.tunnelWrap.caption': {
    en: '{device} wraps it: on the wire it is now a packet from {from} to {to}{port, select, none {} other {, UDP port {port}}}, which the host sends as its own.',
    ko: '{device}이(가) 패킷을 감쌉니다. 선 위에서는 이제 {from}에서 {to}(으)로 가는 패킷{port, select, none {} other {(UDP 포트 {port})}}이며, 호스트가 자기 패킷처럼 보냅니다.',
  },
  'step.tunnelWrap.trace': {
    en: '{device} wraps it ({by}{vni, select, none {} other { {vni}}}): outer packet {from} → {to}',
    ko: '{device}이(가) 감쌉니다({by}{vni, select, none {} other { {vni}}}): 바깥 패킷 {from} → {to}',
  },
  'step.tunnelWrap.card': {
    en: 'wrapped: {from} → {to}',
    ko: '감쌈: {from} → {to}',
  },
  'step.tunnelWrap.line': {
    en: '{by} {from} → {to}',
    ko: '{by} {from} → {to}',
  },
  'step.tunnelUnwrap.caption': {
    en: 'It was for the tunnel: {device} takes out the packet to {inner}, which comes in anew by {device}.',
    ko: '터널로 온 패킷이었습니다. {device}이(가) {inner}(으)로 가는 패킷을 꺼내고, 그 패킷이 {device}(으)로 새로 들어옵니다.',
  },
  'step.tunnelUnwrap.trace': {
    en: '{device} takes the inner packet out ({by}{vni, select, none {} other { {vni}}}), to {inner}',
    ko: '{device}이(가) 안쪽 패킷을 꺼냅니다({by}{vni, select, none {} other { {vni}}}): {inner}(으)로',
  },
  'step.tunnelUnwrap.card': {
    en: 'unwrapped: to {inner}',
    ko: '꺼냄: {inner}(으)로',
  },
  'step.tunnelUnwrap.line': {
    en: '{by} {from} → {to}',
    ko: '{by} {from} → {to}',
  },
  'step.transmitOutside.caption': {
    en: 'It leaves by {device}; what is behind it is not in the picture.',
    ko: '{device}(으)로 나갑니다. 그 뒤는 그림에 없습니다.',
  },
  'step.transmitOutside.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'step.transmitOutside.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'step.transmitOutside.line': {
    en: '{device}',
    ko: '{device}',
  },
  'step.transmitNobody.caption': {
    en: 'It leaves by {device}, but nobody there answers for the next hop.',
    ko: '{device}(으)로 나가지만 그곳에서 다음 홉이라고 응답하는 장치가 없습니다.',
  },
  'step.transmitNobody.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'step.transmitNobody.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'step.transmitNobody.line': {
    en: '{device}',
    ko: '{device}',
  },
} as const satisfies PhraseBook;

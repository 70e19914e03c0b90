import { below, type PhraseBook } from './phrase-book';

/** Out by a device: onto a wire, to a bridge, into a tunnel, and out of one. */
export const DEVICE_STEPS = below('step', {
  'transmit.caption': {
    en: 'It leaves by {device} and goes to {to}.',
    ko: '{device}(으)로 나가 {to}(으)로 갑니다.',
  },
  'transmit.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'transmit.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'transmit.line': {
    en: '{device}',
    ko: '{device}',
  },
  'transmitBridge.caption': {
    en: 'It goes to the bridge {device}, which looks for the port.',
    ko: '브리지 {device}(으)로 갑니다. 브리지가 나갈 포트를 찾습니다.',
  },
  'transmitBridge.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'transmitBridge.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'transmitBridge.line': {
    en: '{device}',
    ko: '{device}',
  },
  'transmitTunnel.caption': {
    en: 'It goes to the tunnel device {device}, which puts it into another packet.',
    ko: '터널 장치 {device}(으)로 갑니다. 이 장치가 패킷을 다른 패킷에 넣습니다.',
  },
  'transmitTunnel.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'transmitTunnel.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'transmitTunnel.line': {
    en: '{device}',
    ko: '{device}',
  },
  'tunnelWrap.caption': {
    en: '{device} wraps it: on the wire it is now a packet from {from} to {to}{port, select, none {} other {, UDP port {port}}}, which the host sends as its own.',
    ko: '{device}이(가) 패킷을 감쌉니다. 선 위에서는 이제 {from}에서 {to}(으)로 가는 패킷{port, select, none {} other {(UDP 포트 {port})}}이며, 호스트가 자기 패킷처럼 보냅니다.',
  },
  'tunnelWrap.trace': {
    en: '{device} wraps it ({by}{vni, select, none {} other { {vni}}}): outer packet {from} → {to}',
    ko: '{device}이(가) 감쌉니다({by}{vni, select, none {} other { {vni}}}): 바깥 패킷 {from} → {to}',
  },
  'tunnelWrap.card': {
    en: 'wrapped: {from} → {to}',
    ko: '감쌈: {from} → {to}',
  },
  'tunnelWrap.line': {
    en: '{by} {from} → {to}',
    ko: '{by} {from} → {to}',
  },
  'tunnelUnwrap.caption': {
    en: 'It was for the tunnel: {device} takes out the packet to {inner}, which comes in anew by {device}.',
    ko: '터널로 온 패킷이었습니다. {device}이(가) {inner}(으)로 가는 패킷을 꺼내고, 그 패킷이 {device}(으)로 새로 들어옵니다.',
  },
  'tunnelUnwrap.trace': {
    en: '{device} takes the inner packet out ({by}{vni, select, none {} other { {vni}}}), to {inner}',
    ko: '{device}이(가) 안쪽 패킷을 꺼냅니다({by}{vni, select, none {} other { {vni}}}): {inner}(으)로',
  },
  'tunnelUnwrap.card': {
    en: 'unwrapped: to {inner}',
    ko: '꺼냄: {inner}(으)로',
  },
  'tunnelUnwrap.line': {
    en: '{by} {from} → {to}',
    ko: '{by} {from} → {to}',
  },
  'transmitOutside.caption': {
    en: 'It leaves by {device}; what is behind it is not in the picture.',
    ko: '{device}(으)로 나갑니다. 그 뒤는 그림에 없습니다.',
  },
  'transmitOutside.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'transmitOutside.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'transmitOutside.line': {
    en: '{device}',
    ko: '{device}',
  },
  'transmitNobody.caption': {
    en: 'It leaves by {device}, but nobody there answers for the next hop.',
    ko: '{device}(으)로 나가지만 그곳에서 다음 홉이라고 응답하는 장치가 없습니다.',
  },
  'transmitNobody.trace': {
    en: 'It leaves by {device}',
    ko: '{device} 장치로 나갑니다',
  },
  'transmitNobody.card': {
    en: 'leaves by {device}',
    ko: '{device} 장치로 나감',
  },
  'transmitNobody.line': {
    en: '{device}',
    ko: '{device}',
  },
} as const satisfies PhraseBook);

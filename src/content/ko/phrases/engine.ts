import type * as EN from '../../en/phrases/engine';
import type { Translated } from '../../translated';

/** Sentences that stand in place of an answer: the engine failed, was restarted, or cannot start. */
export const ENGINE_PHRASES = {
  'engine.failed':
    '계산하지 못했습니다({message}). 마지막으로 올바른 그림이 유지됩니다. 마지막 변경을 되돌리거나 알려 주십시오.',
  'engine.none':
    '이 브라우저가 이 페이지에서 Web Worker를 시작하지 않아({message}) 아무것도 계산할 수 없습니다. 허용하거나 최신 Chrome, Firefox, Safari에서 페이지를 여십시오.',
  'engine.restarted':
    '엔진이 멈췄습니다. 메모리가 부족했을 수 있습니다. 하던 상태 그대로 다시 시작했으며 잃은 것은 없습니다. 또 멈추면 클러스터나 붙여 넣은 내용을 줄여 보십시오.',
} satisfies Translated<typeof EN.ENGINE_PHRASES>;

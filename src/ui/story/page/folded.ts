/** Under these ids it is kept what somebody folded away (`useCollapsed`). Of devices: false, they stay in sight. */
export const DEVICES = 'story-devices';
/** Of the stage where a page is too low for it: false, it stands there instead of the lens. */
export const STAGE = 'story-stage';
/** And of the packet's panel in a hand. */
export const PACKET = 'story-packet';

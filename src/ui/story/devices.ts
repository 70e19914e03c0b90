/** What the page remembers of the switch that keeps devices in sight: false, they are not folded away. */
export const DEVICES = 'story-devices';

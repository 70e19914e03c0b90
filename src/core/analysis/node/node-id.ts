/** The namespace of the pasted node, of several the first one. */
export const NODE_ID = 'node';

/** Is it the namespace of a machine whose texts were pasted? */
export function isMachine(id: string): boolean {
  return id === NODE_ID || id.startsWith(`${NODE_ID}:`);
}

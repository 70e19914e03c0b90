/** The namespace of the pasted node. */
export const NODE_ID = 'node';

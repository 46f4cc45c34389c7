/** The sessionStorage key of the reader's test key, shared by the docs and the console. */
export const keptKey = 'countersign.docs.key';

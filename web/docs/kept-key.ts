/** Where a tab keeps the reader's test key, for the docs and for the console that made it. */
export const keptKey = 'countersign.docs.key';

const meta = document.querySelector<HTMLMetaElement>('meta[name="base-path"]');

/** The path of the public address, without a slash at its end. */
export const basePath = meta?.content ?? '';

/** The word that lets this one page make styles while it runs. */
export const styleNonce = meta?.nonce ?? '';

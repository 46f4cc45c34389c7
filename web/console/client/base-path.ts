const meta = document.querySelector<HTMLMetaElement>('meta[name="base-path"]');

/** The path of the public URL, without a trailing slash. */
export const basePath = meta?.content ?? '';

/** The CSP nonce for styles that antd writes at run time. */
export const styleNonce = meta?.nonce ?? '';

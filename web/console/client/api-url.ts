import { basePath } from './base-path.ts';

const meta = document.querySelector<HTMLMetaElement>('meta[name="api-url"]');

/** The URL of the API for examples: a setting, or where this page is. */
export const apiUrl = meta?.content || `${location.origin}${basePath}`;

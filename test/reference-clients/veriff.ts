import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Veriff's package for browsers, as a script that fills in the package's own form at the origin of the page
 * and comes to the error and the response that the package reports. It creates sessions by the API key alone.
 */
export function veriffScript(apiKey: string): string {
  const file = createRequire(import.meta.url).resolve('@veriff/js-sdk');
  const options = `host: location.origin, apiKey: ${JSON.stringify(apiKey)}, parentId: 'veriff-root'`;
  return `
    document.body.innerHTML = '<div id="veriff-root"></div>';
    const module = { exports: {} };
    ${readFileSync(file, 'utf8')};
    new Promise((resolve) => {
      const onSession = (error, response) => resolve([error, response]);
      const form = module.exports.Veriff({ ${options}, onSession });
      const person = { givenName: 'Jenny', lastName: 'Rosen' };
      form.setParams({ person, vendorData: 'check-2', callback: 'https://shop.example/' });
      form.mount();
      document.querySelector('[type=submit]').click();
    })`;
}

import { type Problem, problem, problems } from './problems.ts';

export const longestRedirectUrl = 2048;

/**
 * Schemes that a person must never be redirected to. Apps choose their own scheme; these belong to the browser
 * or the operating system of some device, and a caller could use them to trigger actions on the person's
 * device.
 */
const refusedSchemes: readonly { because: string; names: string; beginnings?: string }[] = [
  {
    because: 'it runs code, or shows its own content as if it were ours',
    names: 'javascript livescript mocha vbscript jscript data blob filesystem srcdoc jar mhtml mk',
  },
  {
    because: 'it reads from the person’s device or network',
    names: 'file content res resource smb cifs nfs afp ftp ftps sftp cid mid ldap ldaps',
  },
  {
    because: 'it is a page or a switch of the browser itself',
    names:
      'about view-source wyciwyg devtools edge brave opera vivaldi firefox firefox-focus ' +
      'googlechrome googlechromes microsoft-edge touch-http touch-https extension',
    beginnings: 'chrome moz- safari x-safari microsoft-edge- ucbrowser',
  },
  {
    because: 'the operating system opens a program with it, or installs or sets something',
    names:
      'intent android-app market search search-ms shell help hcp onenote apt prefs app-prefs ' +
      'settings-navigation shortcuts workflow photos-redirect calshow webcal webcals feed feeds ' +
      'rss telnet tn3270 rlogin ssh vnc rdp gopher news nntp snews irc ircs magnet geo maps',
    beginnings: 'ms- itms x-apple com.apple. com-apple- windows web+ android.',
  },
  {
    because: 'a market of apps opens with it, and installs what it names',
    names:
      'macappstore macappstores amzn appmarket hiapplink mimarket vivomarket oppomarket oaps ' +
      'samsungapps galaxystore tmast',
  },
  {
    because: 'it calls or writes to somebody, at the person’s cost',
    names: 'mailto tel telprompt callto sms smsto mms mmsto wtai imessage sip sips im xmpp',
    beginnings: 'facetime',
  },
  { because: 'it is a wire or a name, and no place to go to', names: 'ws wss urn tag doi' },
];

const refusedNames = new Set(refusedSchemes.flatMap(({ names }) => names.split(' ')));
const refusedBeginnings = refusedSchemes.flatMap(({ beginnings }) => beginnings?.split(' ') ?? []);

/** Whether a scheme (lower case, without its colon) must never be redirected to. */
export function isRefusedScheme(scheme: string): boolean {
  return (
    refusedNames.has(scheme) || refusedBeginnings.some((beginning) => scheme.startsWith(beginning))
  );
}

const absolute = /^([a-z][a-z0-9+.-]+):(.*)$/is;

/** `localhost:3000/done` parses as a scheme and a path, but always means a host and port. */
const hostAndPort = /^[0-9]+(?:[/?#]|$)/;

const userInfo = /^\/\/[^/?#]*@/;

/**
 * Validates the URL that a person is sent to after the check. White space, control characters and backslashes
 * are rejected everywhere: browsers drop or rewrite them, so the browser would open another URL than the one
 * validated. A user name is rejected because it makes one host look like another.
 */
export function redirectUrlProblem(value: string): Problem | undefined {
  if (value.length > longestRedirectUrl) {
    return problem('too_long', { limit: longestRedirectUrl });
  }
  if (/[\s\p{Cc}\p{Cs}\p{Z}\\]/u.test(value)) {
    return problems.url_characters;
  }
  const [, scheme = '', rest = ''] = absolute.exec(value) ?? [];
  if (!scheme || !rest || hostAndPort.test(rest)) {
    return problems.url_relative;
  }
  const name = scheme.toLowerCase();
  if (isRefusedScheme(name)) return problems.url_scheme;
  const isWeb = name === 'http' || name === 'https';
  const url = URL.parse(value);
  if ((isWeb && !/^\/\/[^/?#]/.test(rest)) || !url || url.protocol !== `${name}:`) {
    return problems.url_relative;
  }
  if (userInfo.test(rest) || url.username || url.password) {
    return problems.url_user;
  }
  return undefined;
}

import { isIP } from 'node:net';
import { type Problem, problem, problems } from '../contract/text/problems.ts';
import { allowanceFor, nameOfHost, portOf } from './allowed-host.ts';
import { isForbiddenAddress } from './forbidden-address.ts';

const longestOutboundUrl = 2048;

/**
 * The ports that browsers block (the Fetch standard's list), plus text-protocol data stores. Services on them
 * could read an HTTP request's lines as commands, so a customer who chooses the URL could send commands in the
 * platform's name. All other ports are allowed.
 */
const refusedPorts = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 ' +
    '113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 ' +
    '548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 ' +
    '6566 6665 6666 6667 6668 6669 6679 6697 10080 6379 11211'
  ).split(' '),
);

/** Names that are local to one network, by standard or by convention. */
const localNames =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Validates a URL that a customer sets and the platform sends to. A pure function: the addresses behind the
 * name are checked on each connection, and only then.
 */
export function findUrlFault(text: string, allowedHosts: readonly string[]): Problem | undefined {
  if (text.length > longestOutboundUrl) return problem('too_long', { limit: longestOutboundUrl });
  // URL drops or rewrites these characters, so the validated URL would differ from the one that was written.
  if (/[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u.test(text)) return problems.url_characters;
  const url = URL.parse(text);
  if (!url || !/^https?:\/\/[^/?#]/i.test(text)) return problems.url_not_web;
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return problems.url_user;
  const allowance = allowanceFor(url, allowedHosts);
  if (!allowance && !canBeHost(nameOfHost(url))) return problems.url_not_web;
  if (refusedPorts.has(portOf(url)) && allowance !== 'port') return problems.url_port;
  return allowance || isPublicName(nameOfHost(url)) ? undefined : problems.url_private;
}

/** Whether it is an IP address or a name that DNS can resolve: no label is empty or too long. */
function canBeHost(name: string): boolean {
  if (isIP(name)) return true;
  return name.length <= 253 && name.split('.').every((part) => part !== '' && part.length <= 63);
}

/** Whether the name means the same host on every network, as far as the name alone can tell. */
function isPublicName(name: string): boolean {
  if (isIP(name)) return !isForbiddenAddress(name);
  return name.includes('.') && !localNames.test(name);
}

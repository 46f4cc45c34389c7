import { isIP } from 'node:net';

/**
 * The addresses of an X-Forwarded-For header, without ports: some proxies write `192.0.2.7:51234`, and a client
 * would get a new address with each connection. A text that is no address hides who is behind it, so it and
 * everything before it is dropped: the request then comes from the proxy that wrote the text.
 */
export function forwardedAddresses(header: string): string[] {
  const said = header.split(',').map((one) => one.trim());
  const addresses = said.filter((one) => one !== '').map(addressOf);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1) as string[];
}

const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

function addressOf(text: string): string | undefined {
  const [, v6, v4] = withPort.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

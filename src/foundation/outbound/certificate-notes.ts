import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

/** When the certificates of the hosts expire to which a client connected. */
interface CertificateNotes {
  note(host: string, expiresAtMs: number): void;
  /** Days until the first one expires; null if none is known. */
  daysLeft(nowMs?: number): number | null;
}

const dayMs = 24 * 3_600_000;

/** The hosts noted last; customers may have any number of them. */
const mostHosts = 10_000;

/** A host that was not connected to for so long says nothing any more. */
const keptMs = 7 * dayMs;

export function createCertificateNotes(): CertificateNotes {
  const hosts = new Map<string, { expiresAtMs: number; notedAtMs: number }>();
  return {
    note(host, expiresAtMs) {
      hosts.delete(host);
      hosts.set(host, { expiresAtMs, notedAtMs: Date.now() });
      if (hosts.size > mostHosts) hosts.delete(hosts.keys().next().value as string);
    },
    daysLeft(nowMs = Date.now()) {
      const recent = [...hosts.values()].filter(({ notedAtMs }) => nowMs - notedAtMs < keptMs);
      if (recent.length === 0) return null;
      return Math.min(...recent.map(({ expiresAtMs }) => (expiresAtMs - nowMs) / dayMs));
    },
  };
}

/** A connector that notes the certificate of each TLS connection. */
export function noteCertificates(
  connect: buildConnector.connector,
  notes: Pick<CertificateNotes, 'note'>,
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...result) => {
      const [, socket] = result;
      if (socket instanceof TLSSocket) {
        const expiresAtMs = Date.parse(socket.getPeerCertificate()?.valid_to ?? '');
        if (!Number.isNaN(expiresAtMs)) notes.note(target.host ?? target.hostname, expiresAtMs);
      }
      callback(...result);
    });
}
